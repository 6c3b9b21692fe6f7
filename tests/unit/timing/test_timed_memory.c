/* SPDX-License-Identifier: MIT */
/* Caches, channels, banks and the texture unit under the clock: who looks where, and at which rate. */
#include "unit/timing/timed_kernel.h"

#include "timing/model/memory_system.h"

#include <halfwarp/surface.h>

/* A kernel of GF100 whose one warp loads a line, and loads it again. */
static void load_twice(unsigned generation, const char *load, struct hw_launch_time *time)
{
    char text[1024];
    struct kernel k;

    snprintf(text, sizeof text,
             START "%s R4, [R2]\nIADD R5, R4, R4\n%s R6, [R2]\nIADD R5, R5, R6\n" STORE("R5") END, load,
             load);
    make_on(&k, generation, 32, text);
    time_kernel(&k, 1, 1, time);
    kernel_free(&k);
}

static void test_l1_of_fermi(void **state)
{
    struct hw_launch_time time;

    (void)state;
    load_twice(GF100, "LD.E", &time);
    assert_int_equal(TRAFFIC(time, "l1_reads"), 8);
    assert_int_equal(TRAFFIC(time, "l1_hits"), 4);
    assert_int_equal(TRAFFIC(time, "l2_reads"), 4);
    assert_int_equal(TRAFFIC(time, "l2_writes"), 4);
    hw_fact("SF-290");
}

/* With .CG a load passes the first cache by. */
static void test_cache_operators(void **state)
{
    struct hw_launch_time time;
    struct kernel k;

    (void)state;
    load_twice(GF100, "LD.E.CG", &time);
    assert_int_equal(TRAFFIC(time, "l1_reads"), 0);
    assert_int_equal(TRAFFIC(time, "l2_reads"), 8);
    /* A prefetch of what is not there is no fault. */
    make_on(&k, GF100, 32, START "MOV R6, RZ\nMOV R7, RZ\nCCTL.E.PF1 [R6]\n" END);
    time_kernel(&k, 1, 1, &time);
    kernel_free(&k);
    hw_fact("SF-351");
}

static void test_read_only_cache(void **state)
{
    struct hw_launch_time time;

    (void)state;
    load_twice(GK110, "LDG.E", &time);
    assert_int_equal(TRAFFIC(time, "texture_reads"), 8);
    assert_int_equal(TRAFFIC(time, "texture_hits"), 4);
    hw_fact("SF-291");
}

/* From Volta on a load's operator says how long it keeps what it loads, and its order who has to see it: what
 * others than the block may write is not looked for in the first cache. */
static void test_orders_of_loads(void **state)
{
    static const struct {
        const char *chip, *load;
        unsigned l1_reads;
    } known[] = {
        {"tu102", "LDG.E.SYS", 8},        {"tu102", "LDG.E.CONSTANT.SYS", 8},
        {"tu102", "LDG.E.EF.SYS", 8},     {"tu102", "LDG.E.LU.SYS", 8},
        {"tu102", "LDG.E.EL.SYS", 8},     {"tu102", "LDG.E.NA.SYS", 0},
        {"tu102", "LDG.E.STRONG.CTA", 8}, {"tu102", "LDG.E.STRONG.GPU", 0},
        {"tu102", "LDG.E.STRONG.SYS", 0}, {"ga102", "LDG.E", 8},
        {"ga102", "LDG.E.CONSTANT", 8},   {"ga102", "LDG.E.EF", 8},
        {"ga102", "LDG.E.STRONG.SM", 8},  {"ga102", "LDG.E.STRONG.GPU", 0},
        {"ga102", "LDG.E.STRONG.SYS", 0}, {"ga102", "LDG.E.NA", 0},
    };

    (void)state;
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
        struct hw_launch_time time;
        char text[1024];
        struct kernel k;
        snprintf(text, sizeof text,
                 "S2R R0, SR_TID.X\nMOV R2, c[0x0][0x160]\nMOV R3, c[0x0][0x164]\n"
                 "IMAD.WIDE.U32 R2, R0, 0x4, R2\n%s R4, [R2]\nIADD3 R5, R4, R4, RZ\n%s R6, [R2]\n"
                 "IADD3 R5, R5, R6, RZ\nEXIT\n",
                 known[i].load, known[i].load);
        kernel_make(&k, known[i].chip, text);
        assert_int_equal(hw_schedule(&k.target, k.code, k.launch.code.bytes, &k.error), HW_OK);
        k.launch.block[0] = 32;
        time_kernel(&k, 1, 1, &time);
        if (TRAFFIC(time, "l1_reads") != known[i].l1_reads ||
            TRAFFIC(time, "l2_reads") != (known[i].l1_reads ? 4 : 8))
            fail_msg("%s: %u of L1, %u of L2", known[i].load, (unsigned)TRAFFIC(time, "l1_reads"),
                     (unsigned)TRAFFIC(time, "l2_reads"));
        kernel_free(&k);
    }
}

/* The channels of every card are as wide as its bus, in parts of the width of its chip's channels or less. */
static void test_channels_of_cards(void **state)
{
    const struct hw_chip_info *chip;

    (void)state;
    for (unsigned i = 0; (chip = hw_chip_at(i)) != NULL; i++)
        for (unsigned c = 0; c < chip->card_count; c++) {
            const struct hw_card *card = &chip->cards[c];
            const uint32_t bits = chip->micro.dram_channel_bits;
            const struct hw_board board = {.sms = 1, .sm_khz = 1, .memory_bits = card->memory_bits};
            struct hw_memory_system memory;
            if (!chip->micro.schedulers)
                continue;
            assert_int_equal(hw_memory_system_create(&memory, chip, &board, NULL), HW_OK);
            if (memory.channels * bits < card->memory_bits)
                fail_msg("%s: %u channels of at most %u bits, %u bits", card->name, memory.channels, bits,
                         card->memory_bits);
            if (strcmp(card->name, "GeForce GTX 1080 Ti") == 0) {
                assert_int_equal(memory.channels, 11);
                assert_int_equal(memory.slices, 22);
            }
            hw_memory_system_destroy(&memory);
        }
}

/* How long eight warps of a GM204 take for so many lookups in a texture of one word, each by so many lanes.
 */
static uint64_t clocks_of_lookups(unsigned count, uint32_t lanes)
{
    static const uint32_t texel[8] = {0};
    const struct hw_texture texture = {.data = texel,
                                       .bytes = sizeof texel,
                                       .width = 1,
                                       .height = 1,
                                       .row_pitch = 32,
                                       .dimensions = 2,
                                       .type = HW_TEXEL_F32,
                                       .channels = 1};
    const struct hw_bindless bindless[2] = {{NULL, NULL}, {&texture, NULL}};
    struct hw_launch_time time;
    char text[16384];
    struct kernel k;

    sprintf(text,
            "MOV R2, c[0x0][0x140]\nMOV R3, c[0x0][0x144]\nMOV R4, RZ\nMOV R5, RZ\n"
            "S2R R6, SR_LANEID\nISETP.LT.U32.AND P0, PT, R6, %u, PT\n",
            lanes);
    for (unsigned i = 0; i < count; i++)
        sprintf(text + strlen(text), "@P0 TLD.LZ.T R%u, R4, 0x52, 2D, 0x1\n", 8 + i);
    sprintf(text + strlen(text), "STG.E [R2], R%u\nEXIT\n", 7 + count);
    kernel_make(&k, "gm204", text);
    assert_int_equal(hw_schedule(&k.target, k.code, k.launch.code.bytes, &k.error), HW_OK);
    k.launch.code.registers = 8 + count;
    k.params[2] = 1; /* its handle, which c[0x0][0x52 * 4] holds */
    k.launch.param_bytes = 16;
    k.launch.textures.bindless = bindless;
    k.launch.textures.bindless_count = 2;
    k.launch.block[0] = 8 * 32;
    time_kernel(&k, 1, 1, &time);
    k.launch.textures.bindless = NULL;
    kernel_free(&k);
    return time.cycles;
}

/* A lookup takes the texture unit as long as its groups of four lanes do at the chip's rate. */
static void test_rate_of_lookups(void **state)
{
    const struct hw_chip_info *chip;

    (void)state;
    assert_int_equal(hw_chip_find("gm204", &chip, NULL), HW_OK);
    for (uint32_t lanes = 16; lanes <= 32; lanes += 16) {
        const uint64_t many = clocks_of_lookups(128, lanes - 1), fewer = clocks_of_lookups(64, lanes - 1);
        assert_int_equal(many - fewer, 64 * 8 * lanes / chip->micro.rate_texture);
    }
}

/* The second cache of a GF100: its size, its parts with their channels, and who uses it. */
static void test_second_cache(void **state)
{
    const struct hw_chip_info *chip;
    struct hw_launch_time time;

    (void)state;
    assert_int_equal(hw_chip_find("gf100", &chip, NULL), HW_OK);
    assert_int_equal(chip->micro.l2_bytes, 768 * 1024);
    assert_true(chip->micro.l2_slices > 1);
    assert_int_equal(chip->micro.l2_slices % (chip->cards[0].memory_bits / chip->micro.dram_channel_bits), 0);
    load_twice(GF100, "LD.E", &time);
    assert_int_equal(TRAFFIC(time, "l2_reads"), 4);
    assert_int_equal(TRAFFIC(time, "l2_writes"), 4);
    hw_fact("SF-353");
    hw_fact("SF-285");
}

/* A bank of Fermi needs two clocks for a word; lanes at a distance of two words collide in pairs. */
static void test_banks_of_fermi(void **state)
{
    const struct hw_chip_info *chip;
    struct hw_launch_time time;
    struct kernel k;

    (void)state;
    assert_int_equal(hw_chip_find("gf100", &chip, NULL), HW_OK);
    assert_int_equal(chip->micro.l1_line, 128);
    assert_int_equal(chip->micro.shared_banks, 32);
    assert_int_equal(chip->micro.shared_bank_cycles, 2);
    make_on(&k, GF100, 32, START "SHL R4, R0, 0x3\nLDS R5, [R4]\n" STORE("R5") END);
    time_kernel(&k, 1, 1, &time);
    assert_int_equal(TRAFFIC(time, "shared_passes"), 2);
    kernel_free(&k);
    hw_fact("SF-352");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_l1_of_fermi),     cmocka_unit_test(test_cache_operators),
        cmocka_unit_test(test_orders_of_loads), cmocka_unit_test(test_channels_of_cards),
        cmocka_unit_test(test_read_only_cache), cmocka_unit_test(test_rate_of_lookups),
        cmocka_unit_test(test_second_cache),    cmocka_unit_test(test_banks_of_fermi),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
