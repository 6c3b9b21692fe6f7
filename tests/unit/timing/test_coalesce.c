/* SPDX-License-Identifier: MIT */
/* Requests of a warp's access to global memory, by the rules and examples of the CUDA C Programming
 * Guide 4.2, F.3.2, F.4.2, and 13, 20.4.2. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "timing/access/coalesce_local.h"

#define BASE 0x10000u

/* Lanes want `bytes` each at BASE + offset + lane * step. */
struct access {
    const char *chip;
    uint32_t lanes, bytes, offset, step;
};

static struct hw_line_requests requests_at(const struct access *a, const uint64_t *address)
{
    const struct hw_access_event event = {.lanes = a->lanes, .bytes = a->bytes, .address = address};
    const struct hw_chip_info *chip;
    struct hw_line_requests requests;

    assert_int_equal(hw_chip_find(a->chip, &chip, NULL), HW_OK);
    hw_coalesce(chip, &event, &requests);
    return requests;
}

static struct hw_line_requests requests_of(const struct access *a)
{
    uint64_t address[32];

    for (unsigned lane = 0; lane < 32; lane++)
        address[lane] = BASE + a->offset + (uint64_t)a->step * lane;
    return requests_at(a, address);
}

static uint32_t sectors_of(const struct hw_line_requests *requests)
{
    uint32_t sectors = 0;

    for (uint32_t i = 0; i < requests->count; i++)
        sectors += (uint32_t)__builtin_popcount(requests->item[i].sectors);
    return sectors;
}

#define ALL  0xffffffffu
#define HALF 0x0000ffffu

static void test_table(void **state)
{
    /* clang-format off */
    static const struct { struct access access; uint32_t count, sectors, parts; } known[] = {
        /* 1.0: word k for lane k, or a transaction each */
        {{"sm_10", ALL,         4,  0,  4},  2,  4, 2},
        {{"sm_10", HALF,        4,  0,  4},  1,  2, 1},
        {{"sm_10", HALF,        4,  4,  4}, 16, 16, 1},
        {{"sm_11", HALF,        4, 64,  4},  1,  2, 1},
        {{"sm_10", 0x00005a5a,  4,  0,  4},  1,  2, 1},
        {{"sm_10", HALF,        8,  0,  8},  1,  4, 1},
        {{"sm_10", HALF,        8, 64,  8}, 16, 16, 1},
        {{"sm_10", HALF,       16,  0, 16},  2,  8, 1},
        {{"sm_10", HALF,        4,  0,  8}, 16, 16, 1},
        {{"sm_10", HALF,        2,  0,  2}, 16, 16, 1},
        /* 1.3: segments */
        {{"sm_13", HALF,        4,  0,  4},  1,  2, 1},
        {{"sm_13", HALF,        4,  4,  4},  1,  4, 1},
        {{"sm_13", HALF,        4, 68,  4},  2,  3, 1},
        {{"sm_13", HALF,        4,  0,  0},  1,  1, 1},
        {{"sm_13", HALF,        4,  0,  8},  1,  4, 1},
        {{"sm_12", HALF,        8,  0,  8},  1,  4, 1},
        {{"sm_12", HALF,        1,  0,  1},  1,  1, 1},
        {{"sm_12", HALF,        1, 24,  1},  2,  2, 1},
        {{"sm_12", HALF,        2,  0,  2},  1,  1, 1},
        {{"sm_13", ALL,         4,  0,  4},  2,  4, 2},
        {{"sm_13", HALF,       16,  0, 16},  2,  8, 1},
        /* 2.x and later: lines, of half a warp for 8 bytes and a quarter for 16 */
        {{"sm_20", ALL,         4,  0,  4},  1,  4, 1},
        {{"sm_20", ALL,         4,  4,  4},  2,  5, 1},
        {{"sm_20", ALL,         4,  0,  8},  2,  8, 1},
        {{"sm_20", ALL,         8,  0,  8},  2,  8, 2},
        {{"sm_30", ALL,        16,  0, 16},  4, 16, 4},
        {{"sm_35", ALL,         8,  0,  0},  2,  2, 2},
        {{"sm_52", ALL,         4,  0,  4},  1,  4, 1},
        {{"sm_61", ALL,         4,  0, 128}, 32, 32, 1},
        {{"sm_60", ALL,         4,  0,  0},  1,  1, 1},
        {{"sm_52", 0x80000001,  4,  0,  4},  1,  2, 1},
        {{"sm_52", 0x80000001,  8,  0,  8},  2,  2, 2},
        {{"sm_52", ALL,         1,  0,  1},  1,  1, 1},
        {{"sm_52", 1,           8, 124, 0},  2,  2, 1}, /* which faults afterwards */
        {{"sm_52", 0,           4,  0,  4},  0,  0, 0},
        {{"sm_13", 0,           4,  0,  4},  0,  0, 0},
    };
    /* clang-format on */
    (void)state;
    for (unsigned i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        const struct hw_line_requests requests = requests_of(&known[i].access);
        if (requests.count != known[i].count || sectors_of(&requests) != known[i].sectors ||
            requests.parts != known[i].parts)
            fail_msg("row %u: %u requests, %u sectors, %u parts", i, requests.count, sectors_of(&requests),
                     requests.parts);
    }
}

/* Stride s of words of 4 bytes: s lines of a warp, and sectors until each lane has its own. */
static void test_strides(void **state)
{
    (void)state;
    for (uint32_t stride = 1; stride <= 32; stride++) {
        const struct access access = {"sm_52", ALL, 4, 0, 4 * stride};
        const struct hw_line_requests requests = requests_of(&access);
        assert_int_equal(requests.count, stride);
        if (stride >= 8)
            assert_int_equal(sectors_of(&requests), 32);
    }
}

/* Lanes 15 to 0: segments do not mind, 1.0 does. */
static void test_reversed_lanes(void **state)
{
    uint64_t address[32];

    (void)state;
    for (unsigned lane = 0; lane < 32; lane++)
        address[lane] = BASE + 4 * (lane ^ 15);
    assert_int_equal(requests_at(&(struct access){"sm_13", HALF, 4, 0, 0}, address).count, 1);
    assert_int_equal(requests_at(&(struct access){"sm_10", HALF, 4, 0, 0}, address).count, 16);
    assert_int_equal(requests_at(&(struct access){"sm_20", ALL, 4, 0, 0}, address).count, 1);
}

/* In the order of the lowest lane that needs each, with the sectors that are wanted. */
static void test_order_and_sectors(void **state)
{
    uint64_t address[32] = {0};

    (void)state;
    address[3] = BASE + 0x200;
    address[5] = BASE + 0x40;
    address[9] = BASE + 0x260;
    const struct hw_line_requests requests =
        requests_at(&(struct access){"sm_52", 1u << 3 | 1u << 5 | 1u << 9, 4, 0, 0}, address);
    assert_int_equal(requests.count, 2);
    assert_int_equal(requests.item[0].line, BASE + 0x200);
    assert_int_equal(requests.item[0].sectors, 1u << 0 | 1u << 3);
    assert_int_equal(requests.item[1].line, BASE);
    assert_int_equal(requests.item[1].sectors, 1u << 2);
}

/* Words of a warp lie together: the same local address is one line, a stride is a line a lane. */
static void test_local_memory(void **state)
{
    uint64_t address[32];
    struct hw_line_requests requests;
    struct hw_access_event event = {.lanes = ALL, .bytes = 4, .address = address};

    (void)state;
    for (unsigned lane = 0; lane < 32; lane++)
        address[lane] = 8;
    hw_coalesce_local(&event, BASE, &requests);
    assert_int_equal(requests.count, 1);
    assert_int_equal(requests.item[0].line, BASE + 2 * HW_LINE_BYTES);
    assert_int_equal(requests.item[0].sectors, 15);
    event.bytes = 16;
    hw_coalesce_local(&event, BASE, &requests);
    assert_int_equal(requests.count, 4);
    event.lanes = 0xff00;
    event.bytes = 4;
    hw_coalesce_local(&event, BASE, &requests);
    assert_int_equal(sectors_of(&requests), 1);
    event.lanes = ALL;
    for (unsigned lane = 0; lane < 32; lane++)
        address[lane] = 4 * lane;
    hw_coalesce_local(&event, BASE, &requests);
    assert_int_equal(requests.count, 32);
    assert_int_equal(sectors_of(&requests), 32);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),          cmocka_unit_test(test_strides),
        cmocka_unit_test(test_reversed_lanes), cmocka_unit_test(test_order_and_sectors),
        cmocka_unit_test(test_local_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
