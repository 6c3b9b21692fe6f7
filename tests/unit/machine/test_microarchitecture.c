/* SPDX-License-Identifier: MIT */
/* What chips/ says of the multiprocessors: that the numbers of every chip fit together, and that they are
 * those of the source documents. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/chip_override.h>

#include "fact.h"

#define EACH_CHIP(chip) for (const struct hw_chip_info *chip = hw_chip_at(0); chip; chip = following(chip))

static const struct hw_chip_info *following(const struct hw_chip_info *chip)
{
    unsigned i = 0;

    while (hw_chip_at(i) != chip)
        i++;
    return hw_chip_at(i + 1);
}

/* --- numbers that fit together --- */

/* Caches are multiples of sets, lines of sectors, and so on. */
static void numbers_fit_together(void **state)
{
    (void)state;
    EACH_CHIP(chip)
    {
        const struct hw_microarchitecture *m = &chip->micro;
        struct hw_error error;

        if (hw_chip_check(chip, &error) != HW_OK)
            fail_msg("%s: %s", chip->name, error.text);
        assert_true(m->code2_bytes >= m->code_bytes);
        assert_true(m->constant2_bytes >= m->constant_bytes);
    }
}

/* The slices of L2 lie at the channels of the memory of the card that the chip is best known by. */
static void slices_lie_at_channels(void **state)
{
    (void)state;
    EACH_CHIP(chip)
    {
        const struct hw_microarchitecture *m = &chip->micro;
        assert_true(m->dram_channel_bits > 0 && m->dram_burst > 0);
        if (!chip->card_count)
            continue;
        const uint32_t channels = chip->cards[0].memory_bits / m->dram_channel_bits;
        if (!channels || m->l2_slices < channels)
            fail_msg("%s: %u slices for %u channels", chip->name, m->l2_slices, channels);
    }
}

/* Every unit that there is works, and answers; none is faster than the schedulers can issue. */
static void units_have_rate_and_latency(void **state)
{
    (void)state;
    EACH_CHIP(chip)
    {
        const struct hw_microarchitecture *m = &chip->micro;
        const uint32_t issued = 32 * m->schedulers * m->issue_width / m->issue_cycles;
        const uint32_t there[] = {m->rate_fp32,    m->rate_int,        m->rate_logic,   m->rate_move,
                                  m->rate_shift,   m->rate_compare,    m->rate_bits,    m->rate_sfu,
                                  m->rate_convert, m->rate_multiply,   m->rate_special, m->rate_control,
                                  m->rate_memory,  m->rate_multiply16, m->rate_texture, m->rate_barrier};
        const uint32_t latencies[] = {
            m->latency_fp32,      m->latency_fp64,    m->latency_half,    m->latency_int,
            m->latency_multiply,  m->latency_bits,    m->latency_count,   m->latency_sfu,
            m->latency_video,     m->latency_convert, m->latency_shared,  m->latency_shuffle,
            m->latency_predicate, m->latency_special, m->latency_barrier, m->latency_multiply16};

        for (unsigned i = 0; i < sizeof there / sizeof *there; i++)
            if (!there[i] || there[i] > issued)
                fail_msg("%s: rate %u of the list is %u; %u are issued", chip->name, i, there[i], issued);
        for (unsigned i = 0; i < sizeof latencies / sizeof *latencies; i++)
            assert_in_range(latencies[i], 4, 100);
        assert_true(!m->rate_fp64 == (chip->capability < 13));
        assert_true(!m->rate_convert_wide == !m->rate_fp64);
        assert_true(!m->rate_half == (chip->capability < 53));
        assert_true(!m->rate_shuffle == (chip->capability < 30));
        assert_true(!m->rate_count == (chip->capability < 20));
        assert_true(!m->rate_video == (chip->capability < 20));
        assert_int_equal(m->rate_fp32, chip->sps_per_mp);
    }
}

/* What is farther away takes longer. */
static void latencies_grow_with_distance(void **state)
{
    (void)state;
    EACH_CHIP(chip)
    {
        const struct hw_microarchitecture *m = &chip->micro;
        assert_true(m->latency_shared < m->latency_l2 && m->latency_l2 < m->latency_dram);
        assert_true(m->latency_shared < m->latency_shared_atomic);
        assert_true(m->latency_constant < m->latency_constant2 &&
                    m->latency_constant2 < m->latency_constant3);
        assert_true(m->latency_code2 < m->latency_code);
        assert_true(m->latency_texture < m->latency_texture2);
        assert_true(!m->l1_bytes ||
                    (m->latency_shared <= m->latency_l1 + 5 && m->latency_l1 < m->latency_l2));
        assert_in_range(m->dram_efficiency, 50, 100);
        assert_in_range(m->l2_clock, 30, 100);
    }
}

static void every_number_says_where_it_is_from(void **state)
{
    (void)state;
    EACH_CHIP(chip)
    {
        const char *group = "";
        for (unsigned i = 0; i < chip->number_count; i++) {
            const struct hw_chip_number *number = &chip->numbers[i];
            assert_in_range(number->standing, HW_STANDING_DOCUMENTED, HW_STANDING_GUESS);
            assert_true(strlen(number->source) > 5);
            assert_false(number->recalled && number->standing == HW_STANDING_GUESS);
            if (number->standing == HW_STANDING_MEASURED && strncmp(number->source, "by ", 3) != 0 &&
                strncmp(number->source, "on ", 3) != 0)
                fail_msg("%s: %s: who measured it? %s", chip->name, number->key, number->source);
            if (strcmp(number->group, group) == 0)
                continue;
            for (unsigned before = 0; before < i; before++)
                assert_string_not_equal(chip->numbers[before].group, number->group);
            group = number->group;
        }
    }
    assert_string_equal(hw_standing_name(HW_STANDING_DOCUMENTED), "documented");
    assert_string_equal(hw_standing_name(HW_STANDING_MEASURED), "measured");
    assert_string_equal(hw_standing_name(HW_STANDING_DERIVED), "derived");
    assert_string_equal(hw_standing_name(HW_STANDING_GUESS), "guess");
    assert_string_equal(hw_standing_name(HW_STANDING_COUNT), "?");
}

/* --- what the documents state --- */

static const struct hw_microarchitecture *of(const char *name)
{
    const struct hw_chip_info *chip = NULL;
    assert_int_equal(hw_chip_find(name, &chip, NULL), HW_OK);
    return &chip->micro;
}

static void schedulers(void **state)
{
    (void)state;
    EACH_CHIP(chip)
    {
        const uint32_t capability = chip->capability;
        assert_int_equal(chip->micro.schedulers, capability < 20    ? 1
                                                 : capability < 30  ? 2
                                                 : capability == 60 ? 2
                                                                    : 4);
        assert_int_equal(chip->micro.fixed_warps, capability >= 20);
        if (capability < 50)
            assert_int_equal(chip->micro.issue_width, capability < 21 ? 1 : 2);
    }
    hw_fact("SF-282");
    hw_fact("SF-312");
    hw_fact("SF-350");
}

/* Cores, special functions, doubles, loads and stores of a multiprocessor. */
static void units(void **state)
{
    static const struct {
        const char *name;
        uint32_t fp32, sfu, fp64, memory;
    } stated[] = {
        {"sm_13", 8, 2, 1, 0},      {"sm_20", 32, 4, 16, 16},    {"sm_21", 48, 8, 4, 16},
        {"sm_30", 192, 32, 8, 32},  {"sm_35", 192, 32, 64, 32},  {"sm_37", 192, 32, 64, 32},
        {"sm_50", 128, 32, 4, 32},  {"sm_52", 128, 32, 4, 32},   {"sm_53", 128, 32, 4, 32},
        {"sm_60", 64, 16, 32, 16},  {"sm_61", 128, 32, 4, 32},   {"sm_62", 128, 32, 4, 32},
        {"sm_90", 128, 16, 64, 32}, {"sm_100", 128, 16, 64, 32}, {"sm_103", 128, 16, 2, 32},
        {"sm_120", 128, 16, 2, 16},
    };

    (void)state;
    for (unsigned i = 0; i < sizeof stated / sizeof *stated; i++) {
        const struct hw_microarchitecture *m = of(stated[i].name);
        assert_int_equal(m->rate_fp32, stated[i].fp32);
        assert_int_equal(m->rate_sfu, stated[i].sfu);
        assert_int_equal(m->rate_fp64, stated[i].fp64);
        if (stated[i].memory)
            assert_int_equal(m->rate_memory, stated[i].memory);
    }
    hw_fact("SF-292");
    hw_fact("SF-293");
    hw_fact("SF-294");
    hw_fact("SF-295");
    hw_fact("SF-296");
    hw_fact("SF-297");
    hw_fact("SF-298");
    hw_fact("SF-299");
    hw_fact("SF-300");
    hw_fact("SF-301");
    hw_fact("SF-302");
    hw_fact("SF-303");
    hw_fact("SF-304");
    hw_fact("SF-305");
    hw_fact("SF-306");
    hw_fact("SF-307");
    hw_fact("SF-308");
    hw_fact("SF-309");
    hw_fact("SF-310");
    hw_fact("SF-311");
    hw_fact("SF-313");
    hw_fact("SF-314");
    hw_fact("SF-315");
    hw_fact("SF-316");
}

static void caches_and_banks(void **state)
{
    (void)state;
    EACH_CHIP(chip)
    {
        const struct hw_microarchitecture *m = &chip->micro;
        assert_int_equal(m->shared_banks, chip->capability < 20 ? 16 : 32);
        assert_int_equal(m->shared_bank_cycles, chip->capability < 30 ? 2 : 1);
        assert_int_equal(m->shared_bank_bytes, chip->capability / 10 == 3 ? 8 : 4);
        if (chip->capability >= 20)
            assert_int_equal(m->l1_line, 128);
        assert_int_equal(!m->l1_bytes, chip->capability < 20);
        assert_int_equal(!m->l2_bytes, chip->capability < 20);
    }
    hw_fact("SF-352");
    assert_int_equal(of("gf100")->l2_bytes, 768 * 1024);
    assert_int_equal(of("gf110")->l2_bytes, 768 * 1024);
    hw_fact("SF-353");
    assert_int_equal(of("sm_20")->l1_global, 1);
    hw_fact("SF-290");
    assert_int_equal(of("gk104")->l2_bytes, 512 * 1024);
    assert_int_equal(of("gk110")->l2_bytes, 1536 * 1024);
    assert_int_equal(of("gm204")->l2_bytes, 2048 * 1024);
    assert_int_equal(of("gp100")->l2_bytes, 4096 * 1024);
}

/* Local memory is in L1 where the generation has it there; global memory where code need not ask for it. */
static void who_uses_l1(void **state)
{
    (void)state;
    EACH_CHIP(chip)
    {
        const uint32_t generation = chip->capability / 10;
        assert_int_equal(chip->micro.l1_local, generation != 1 && generation != 5);
        assert_int_equal(chip->micro.l1_global, generation == 2 || chip->capability == 60 || generation >= 7);
        assert_int_equal(chip->micro.l1_texture, generation >= 5);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_fit_together),
        cmocka_unit_test(slices_lie_at_channels),
        cmocka_unit_test(units_have_rate_and_latency),
        cmocka_unit_test(latencies_grow_with_distance),
        cmocka_unit_test(every_number_says_where_it_is_from),
        cmocka_unit_test(schedulers),
        cmocka_unit_test(units),
        cmocka_unit_test(caches_and_banks),
        cmocka_unit_test(who_uses_l1),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
