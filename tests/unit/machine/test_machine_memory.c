/* SPDX-License-Identifier: MIT */
/* Device memory and global segments. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/machine.h>

#include "fact.h"

static struct hw_memory *make(void)
{
    struct hw_memory *memory;
    assert_int_equal(hw_memory_create(&memory, NULL), HW_OK);
    return memory;
}

static void test_alloc(void **state)
{
    struct hw_memory *memory = make();
    struct hw_error error;
    uint64_t a, b, c;

    (void)state;
    assert_int_equal(hw_memory_alloc(memory, 1, &a, &error), HW_OK);
    assert_int_equal(hw_memory_alloc(memory, 256, &b, &error), HW_OK);
    assert_int_equal(hw_memory_alloc(memory, 1000, &c, &error), HW_OK);
    assert_int_not_equal(a, 0);
    assert_int_equal(a % 256 | b % 256 | c % 256, 0);
    assert_true(b > a && c > b + 256);
    /* A hole is used again, and what comes out of it is zero. */
    assert_int_equal(hw_memory_fill(memory, b, 0xff, 256, &error), HW_OK);
    assert_int_equal(hw_memory_free(memory, b, &error), HW_OK);
    uint64_t again;
    assert_int_equal(hw_memory_alloc(memory, 200, &again, &error), HW_OK);
    assert_int_equal(again, b);
    assert_int_equal(*(uint8_t *)hw_memory_host(memory, b, 1), 0);
    hw_memory_destroy(memory);
}

/* Memory as a chip has it: no gaps, and the rest of 256 bytes is there. */
static void test_close(void **state)
{
    struct hw_memory *memory = make();
    struct hw_range range;
    struct hw_error error;
    uint64_t a, b, separate, c;

    (void)state;
    assert_int_equal(hw_memory_alloc_close(memory, 100, &a, &error), HW_OK);
    assert_int_equal(hw_memory_alloc_close(memory, 512, &b, &error), HW_OK);
    assert_int_equal(b, a + 256);
    assert_int_equal(hw_memory_alloc(memory, 16, &separate, &error), HW_OK);
    assert_true(separate > b + 512);
    assert_true(hw_memory_range(memory, a + 90, &range));
    assert_true(range.first == a && range.last == b + 511);
    assert_int_equal(hw_memory_free(memory, a, &error), HW_OK);
    assert_int_equal(hw_memory_alloc_close(memory, 256, &c, &error), HW_OK);
    assert_int_equal(c, a);
    assert_int_equal(hw_memory_alloc_close(memory, 0, &c, &error), HW_ERR_RANGE);
    assert_int_equal(hw_memory_alloc_close(memory, UINT64_MAX, &c, &error), HW_ERR_RANGE);
    assert_int_equal(hw_memory_map_pages(memory, 0x10000, &error), HW_OK);
    assert_int_equal(hw_memory_alloc_close(memory, 256, &a, &error), HW_OK);
    assert_int_equal(hw_memory_alloc_close(memory, 0x10000, &b, &error), HW_OK);
    assert_int_equal(hw_memory_alloc_close(memory, 512, &c, &error), HW_OK);
    assert_int_equal(b % 0x10000, 0); /* one of a page begins with a page; others fill the rest */
    assert_true(b > a + 256);
    assert_int_equal(c, a + 256);
    hw_memory_destroy(memory);
}

static void test_bounds_are_exact(void **state)
{
    struct hw_memory *memory = make();
    struct hw_error error;
    uint8_t byte = 7;

    (void)state;
    assert_int_equal(hw_memory_map(memory, 0x1001, 3, &error), HW_OK);
    assert_int_equal(hw_memory_write(memory, 0x1003, &byte, 1, &error), HW_OK);
    assert_int_equal(hw_memory_write(memory, 0x1004, &byte, 1, &error), HW_ERR_RANGE);
    assert_non_null(strstr(error.text, "0x1004"));
    assert_int_equal(hw_memory_read(memory, 0x1000, &byte, 1, &error), HW_ERR_RANGE);
    assert_null(hw_memory_host(memory, 0x1002, 3));
    assert_int_equal(hw_memory_map(memory, 0x1000, 2, &error), HW_ERR_RANGE);
    assert_int_equal(hw_memory_free(memory, 0x1002, &error), HW_ERR_ARGUMENT);
    hw_memory_destroy(memory);
}

static void test_neighbours_are_one_stretch(void **state)
{
    struct hw_memory *memory = make();
    struct hw_range range;

    (void)state;
    assert_int_equal(hw_memory_map(memory, 0x2000, 0x100, NULL), HW_OK);
    assert_int_equal(hw_memory_map(memory, 0x2200, 0x100, NULL), HW_OK);
    assert_int_equal(hw_memory_map(memory, 0x2100, 0x100, NULL), HW_OK);
    assert_true(hw_memory_allocated(memory, 0x2000, 0x300));
    assert_true(hw_memory_range(memory, 0x2150, &range));
    assert_int_equal(range.first, 0x2000);
    assert_int_equal(range.last, 0x22ff);
    assert_false(hw_memory_range(memory, 0x2300, &range));
    hw_memory_destroy(memory);
}

/* A context of Tesla has 4 GB: the last byte of the space can be mapped, and nothing behind it. */
static void test_full_space(void **state)
{
    struct hw_memory *memory = make();
    uint32_t word = 0x12345678, back = 0;

    (void)state;
    hw_memory_alloc_within(memory, 0, UINT32_MAX);
    assert_int_equal(hw_memory_map(memory, 0xfffffff0u, 16, NULL), HW_OK);
    assert_int_equal(hw_memory_write(memory, 0xfffffffcu, &word, 4, NULL), HW_OK);
    assert_int_equal(hw_memory_read(memory, 0xfffffffcu, &back, 4, NULL), HW_OK);
    assert_int_equal(back, word);
    assert_int_equal(hw_memory_map(memory, 0xffffff00u, 257, NULL), HW_ERR_RANGE);
    assert_int_equal(hw_memory_write(memory, 0xfffffffcu, &word, 5, NULL), HW_ERR_RANGE);
    hw_memory_destroy(memory);
    hw_fact("SF-260");
}

/* Allocations keep clear of the windows that generic addresses give to shared and local memory. */
static void test_windows_stay_free(void **state)
{
    struct hw_memory *memory = make();
    uint64_t low, high;

    (void)state;
    hw_memory_alloc_within(memory, HW_SHARED_WINDOW - 0x1000u, UINT64_MAX);
    assert_int_equal(hw_memory_alloc(memory, 0x800, &low, NULL), HW_OK);
    assert_int_equal(low, HW_SHARED_WINDOW - 0x1000u);
    assert_int_equal(hw_memory_alloc(memory, 0x1000, &high, NULL), HW_OK);
    assert_int_equal(high, (uint64_t)HW_LOCAL_WINDOW + HW_GENERIC_WINDOW_BYTES);
    hw_memory_destroy(memory);
}

/* Addresses beyond 32 bits, and bounds that no allocation fits. */
static void test_long_addresses(void **state)
{
    const uint64_t wide = UINT64_C(0x123456780);
    struct hw_memory *memory = make();
    struct hw_error error;
    uint64_t address;
    uint32_t word = 7;

    (void)state;
    assert_int_equal(hw_memory_map(memory, wide, 0x100, &error), HW_OK);
    assert_int_equal(hw_memory_write(memory, wide + 0xfc, &word, 4, &error), HW_OK);
    assert_false(hw_memory_allocated(memory, (uint32_t)wide, 1));
    assert_int_equal(hw_memory_map(memory, UINT64_MAX - 3, 4, &error), HW_ERR_RANGE);
    assert_int_equal(hw_memory_map(memory, wide + 0x80, 4, &error), HW_ERR_RANGE);
    assert_non_null(strstr(error.text, "0x123456800"));
    assert_int_equal(hw_memory_write(memory, UINT64_MAX, &word, 4, &error), HW_ERR_RANGE);
    hw_memory_alloc_within(memory, UINT64_MAX, UINT64_MAX);
    assert_int_equal(hw_memory_alloc(memory, 1, &address, &error), HW_ERR_NO_MEMORY);
    hw_memory_destroy(memory);
}

static uint32_t tiled(uint32_t offset, uint8_t mode)
{
    const struct hw_segment segment = {
        .mode = HW_SEGMENT_TILED, .tile_mode = mode, .limit = 0xffffffffu, .pitch = 0x1000};
    uint64_t address;
    assert_true(hw_segment_address(&segment, offset, &address));
    return (uint32_t)address;
}

static void test_tiled_segment(void **state)
{
    (void)state;
    assert_int_equal(tiled(0x40, 0), 0x100);
    assert_int_equal(tiled(0x00010000, 0), 0x40);
    assert_int_equal(tiled(0x00050041, 0), 0x1141);
    assert_int_equal(tiled(0x00050041, 2), 0x541);
    /* The formula, for every tile mode. */
    for (uint8_t mode = 0; mode < 8; mode++)
        for (uint32_t y = 0; y < 300; y += 7)
            for (uint32_t x = 0; x < 500; x += 13) {
                uint32_t shift = mode + 2u, mask = (1u << shift) - 1;
                uint32_t offset = (x & 0x3f) + ((y & mask) << 6) + ((x >> 6) << (6 + shift));
                assert_int_equal(tiled(y << 16 | x, mode), offset + (y >> shift) * 0x1000);
            }
    hw_fact("SF-137");
    hw_fact("SF-138");
    hw_fact("SF-140");
}

static void test_segment_base(void **state)
{
    const struct hw_segment surface = {
        .mode = HW_SEGMENT_TILED, .base = 0x10000, .limit = 0xffffffffu, .pitch = 0x1000};
    const struct hw_segment linear = {.mode = HW_SEGMENT_LINEAR, .base = 0x10000, .limit = 0xff};
    uint64_t address;

    (void)state;
    assert_true(hw_segment_address(&surface, 0x00050041, &address));
    assert_int_equal(address, 0x11141);
    assert_true(hw_segment_address(&linear, 0x24, &address));
    assert_int_equal(address, 0x10024);
    hw_fact("SF-139");
    hw_fact("SF-135");
}

static void test_segment_limits(void **state)
{
    const struct hw_segment linear = {.mode = HW_SEGMENT_LINEAR, .limit = 0x1ff};
    const struct hw_segment surface = {.mode = HW_SEGMENT_TILED, .limit = 0x000f00ff, .pitch = 0x100};
    uint64_t address;

    (void)state;
    assert_true(hw_segment_address(&linear, 0x1ff, &address));
    assert_false(hw_segment_address(&linear, 0x200, &address));
    assert_true(hw_segment_address(&surface, 0x000f00ff, &address));
    assert_false(hw_segment_address(&surface, 0x00100000, &address));
    assert_false(hw_segment_address(&surface, 0x00000100, &address));
    hw_fact("SF-141");
    hw_fact("SF-142");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_alloc),
        cmocka_unit_test(test_close),
        cmocka_unit_test(test_bounds_are_exact),
        cmocka_unit_test(test_neighbours_are_one_stretch),
        cmocka_unit_test(test_full_space),
        cmocka_unit_test(test_windows_stay_free),
        cmocka_unit_test(test_long_addresses),
        cmocka_unit_test(test_tiled_segment),
        cmocka_unit_test(test_segment_base),
        cmocka_unit_test(test_segment_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
