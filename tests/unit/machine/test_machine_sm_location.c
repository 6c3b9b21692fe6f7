/* SPDX-License-Identifier: MIT */
/* SM locations: physid, and the addresses of local memory and of the spilled stack. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fact.h"
#include "machine/chip/sm_location.h"

static void test_physid(void **state)
{
    (void)state;
    assert_int_equal(hw_physid((struct hw_sm_location){.lane = 0x1f}), 0x0000001f);
    hw_fact("SF-035");
    assert_int_equal(hw_physid((struct hw_sm_location){.warp = 0x1f}), 0x00001f00);
    hw_fact("SF-036");
    assert_int_equal(hw_physid((struct hw_sm_location){.mp = 3}), 0x00030000);
    hw_fact("SF-037");
    assert_int_equal(hw_physid((struct hw_sm_location){.tp = 0xf}), 0x00f00000);
    hw_fact("SF-038");
    struct hw_sm_location location =
        hw_physid_location(hw_physid((struct hw_sm_location){.tp = 7, .mp = 1, .warp = 23, .lane = 30}));
    assert_int_equal(location.tp, 7);
    assert_int_equal(location.mp, 1);
    assert_int_equal(location.warp, 23);
    assert_int_equal(location.lane, 30);
    assert_int_equal(hw_physid((struct hw_sm_location){.mp = 1, .tp = 3, .warp = 5, .lane = 9}),
                     0x31 * 0x10000 + 5 * 0x100 + 9);
    hw_fact("SF-254");
}

/* The sixteen multiprocessors of a G80, in the order in which blocks are dealt out. */
static void test_multiprocessors(void **state)
{
    static const uint8_t ids[16] = {0x00, 0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70,
                                    0x01, 0x11, 0x21, 0x31, 0x41, 0x51, 0x61, 0x71};
    const struct hw_chip_info *g80;

    (void)state;
    assert_int_equal(hw_chip_find("g80", &g80, NULL), HW_OK);
    for (unsigned block = 0; block < 48; block++)
        assert_int_equal(hw_physid(hw_sm_location_of_block(g80, block)) >> 16, ids[block % 16]);
    hw_fact("SF-255");
}

static struct hw_layout layout(unsigned mps, unsigned tps, bool power_of_two)
{
    return (struct hw_layout){.tp_active = (1u << tps) - 1,
                              .mp_active = (1u << mps) - 1,
                              .warps_log = 7,
                              .halfwarps = 2,
                              .power_of_two = power_of_two};
}

static const struct hw_sm_location location_1 = {.tp = 2, .mp = 1, .warp = 3, .lane = 17};

static void test_compressed_id(void **state)
{
    (void)state;
    assert_int_equal(hw_compressed_id(0xff, 5), 5);
    assert_int_equal(hw_compressed_id(0xb5, 5), 3); /* 0, 2 and 4 are active below 5 */
    assert_int_equal(hw_compressed_id(0xb5, 0), 0);
    hw_fact("SF-074");
}

static void test_local_address(void **state)
{
    struct hw_layout a = layout(2, 8, true), b = layout(3, 10, false), six = layout(2, 6, true);

    (void)state;
    assert_int_equal(hw_local_address(&a, 0x14, location_1), 0x50f44);
    hw_fact("SF-081");
    assert_int_equal(hw_local_address(&b, 0x14, location_1), 0x91544);
    hw_fact("SF-082");
    assert_int_equal(hw_local_address(&six, 0x14, location_1), 0x50f44);
    six.power_of_two = false;
    assert_int_equal(hw_local_address(&six, 0x14, location_1), 0x40f44);
    hw_fact("SF-083");
    hw_fact("SF-080");
    hw_fact("SF-076");
}

/* Within a block of 32 lanes: address bits 0-1, lane bits 0-3, address bits 2-3, lane bit 4. */
static void test_local_block(void **state)
{
    struct hw_layout a = layout(2, 8, true);

    (void)state;
    for (uint32_t address = 0; address < 16; address++)
        for (uint32_t lane = 0; lane < 32; lane++) {
            uint32_t expected = (address & 3) | (lane & 15) << 2 | (address >> 2 & 3) << 6 | (lane >> 4) << 8;
            assert_int_equal(hw_local_address(&a, address, (struct hw_sm_location){.lane = lane}), expected);
        }
    hw_fact("SF-077");
}

/* Blocks: 0x100 bytes for 16 lanes, 0x200 for 32, four stack entries; by MP, warp, TP, address. */
static void test_grouping(void **state)
{
    struct hw_layout a = layout(2, 8, true);

    (void)state;
    assert_int_equal(hw_local_address(&a, 0, (struct hw_sm_location){.mp = 1}), 0x200);
    assert_int_equal(hw_local_address(&a, 0, (struct hw_sm_location){.warp = 1}), 0x400);
    assert_int_equal(hw_local_address(&a, 0, (struct hw_sm_location){.tp = 1}), 0x400 << 5);
    assert_int_equal(hw_local_address(&a, 0x10, (struct hw_sm_location){.tp = 0}), (0x400 << 5) * 8);
    a.halfwarps = 1;
    assert_int_equal(hw_local_address(&a, 0, (struct hw_sm_location){.mp = 1}), 0x100);
    assert_int_equal(hw_stack_address(&a, 4, (struct hw_sm_location){.tp = 0}), (0x40 << 5) * 8);
    assert_int_equal(hw_stack_address(&a, 3, (struct hw_sm_location){.mp = 1}), 0x20 + 3 * 8);
    hw_fact("SF-078");
    hw_fact("SF-079");
}

static void test_stack_address(void **state)
{
    struct hw_layout a = layout(2, 8, true), b = layout(3, 10, false);

    (void)state;
    assert_int_equal(hw_stack_address(&a, 5, location_1), 0x50e8);
    assert_int_equal(hw_stack_address(&b, 5, location_1), 0x9148);
    hw_fact("SF-084");
    /* Fewer warp bits: warps beyond alias the first ones; 7 stands for 5. */
    a.warps_log = 1;
    assert_int_equal(hw_stack_address(&a, 0, (struct hw_sm_location){.warp = 3}),
                     hw_stack_address(&a, 0, (struct hw_sm_location){.warp = 1}));
    hw_fact("SF-075");
    assert_int_equal(HW_STACK_ENTRY_BYTES, 8);
    assert_int_equal(HW_STACK_BLOCK * HW_STACK_ENTRY_BYTES, 0x20);
    hw_fact("SF-072");
    assert_int_equal(HW_STACK_ON_CHIP, 3 * HW_STACK_BLOCK);
    hw_fact("SF-073");
}

static void test_size_codes(void **state)
{
    (void)state;
    assert_int_equal(hw_stack_size_log(0), 0);
    assert_int_equal(hw_stack_size_log(4), 3);
    assert_int_equal(hw_stack_size_log(1024), 11);
    assert_int_equal(hw_local_size_log(0), 0);
    assert_int_equal(hw_local_size_log(16), 1);
    assert_int_equal(hw_local_size_log(17), 2);
    assert_int_equal(hw_local_size_log(65536), 13);
}

static void test_stack_entry(void **state)
{
    uint32_t pc, mask, number, warp;
    unsigned kind;
    struct hw_stack_words entry = hw_stack_entry_pack(0x123454, 0xf0f0f0f0, HW_SPILLED_JOIN, 6, 0x15);

    (void)state;
    assert_int_equal(entry.word[0] & 0x003fffff, 0x123454 >> 2);
    hw_fact("SF-096");
    assert_int_equal(entry.word[0] & 0x00c00000, 3u << 22);
    hw_fact("SF-097");
    assert_int_equal(entry.word[0] & 0x1f000000, 0x15u << 24);
    hw_fact("SF-098");
    assert_int_equal(entry.word[0] >> 29, 6);
    assert_int_equal(hw_stack_entry_pack(0, 0, HW_SPILLED_CALL, 0, 0).word[0] >> 29, 2);
    assert_int_equal(hw_stack_entry_pack(0, 0, HW_SPILLED_LIMITED_CALL, 0, 0).word[0] >> 29, 3);
    hw_fact("SF-099");
    assert_int_equal(entry.word[1], 0xf0f0f0f0);
    hw_fact("SF-100");
    hw_stack_entry_unpack(entry, &pc, &mask, &kind, &number, &warp);
    assert_int_equal(pc, 0x123454);
    assert_int_equal(mask, 0xf0f0f0f0);
    assert_int_equal(kind, HW_SPILLED_JOIN);
    assert_int_equal(number, 3);
    assert_int_equal(warp, 0x15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_physid),        cmocka_unit_test(test_multiprocessors),
        cmocka_unit_test(test_compressed_id), cmocka_unit_test(test_local_address),
        cmocka_unit_test(test_local_block),   cmocka_unit_test(test_grouping),
        cmocka_unit_test(test_stack_address), cmocka_unit_test(test_size_codes),
        cmocka_unit_test(test_stack_entry),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
