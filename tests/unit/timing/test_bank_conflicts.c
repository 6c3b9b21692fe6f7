/* SPDX-License-Identifier: MIT */
/* Passes through the banks of shared memory, by the rules of the CUDA C Programming Guide 4.2, F.3.3, F.4.3,
 * F.5.3, and 13, 20.4.3. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "timing/access/bank_conflicts.h"

#define ALL 0xffffffffu

static const struct hw_chip_info *chip_of(const char *name)
{
    const struct hw_chip_info *chip;

    assert_int_equal(hw_chip_find(name, &chip, NULL), HW_OK);
    return chip;
}

static uint32_t passes_at(const char *chip, uint32_t lanes, uint32_t bytes, const uint64_t *address)
{
    const struct hw_access_event event = {.lanes = lanes, .bytes = bytes, .address = address};

    return hw_shared_passes(chip_of(chip), &event);
}

/* Lane n wants `bytes` at offset + n * step. */
static uint32_t passes_of(const char *chip, uint32_t lanes, uint32_t bytes, uint32_t offset, uint32_t step)
{
    uint64_t address[32];

    for (unsigned lane = 0; lane < 32; lane++)
        address[lane] = offset + (uint64_t)step * lane;
    return passes_at(chip, lanes, bytes, address);
}

static uint32_t common_divisor(uint32_t a, uint32_t b)
{
    return b ? common_divisor(b, a % b) : a;
}

static void test_strides(void **state)
{
    (void)state;
    for (uint32_t stride = 1; stride <= 64; stride++) {
        assert_int_equal(passes_of("sm_13", ALL, 4, 0, 4 * stride), 2 * common_divisor(16, stride));
        assert_int_equal(passes_of("sm_20", ALL, 4, 0, 4 * stride), common_divisor(32, stride));
        assert_int_equal(passes_of("sm_52", ALL, 4, 0, 4 * stride), common_divisor(32, stride));
    }
    assert_int_equal(passes_of("sm_30", ALL, 4, 0, 8), 1);
    assert_int_equal(passes_of("sm_30", ALL, 4, 0, 12), 1);
    assert_int_equal(passes_of("sm_30", ALL, 4, 0, 128), 16); /* words i and i + 32 come together */
}

static void test_broadcast(void **state)
{
    uint64_t two_words[32];

    (void)state;
    for (unsigned lane = 0; lane < 32; lane++)
        two_words[lane] = 4 * (lane & 1);
    assert_int_equal(passes_of("sm_10", ALL, 4, 64, 0), 2);
    assert_int_equal(passes_of("sm_20", ALL, 4, 64, 0), 1);
    assert_int_equal(passes_of("sm_61", ALL, 4, 64, 0), 1);
    assert_int_equal(passes_at("sm_10", ALL, 4, two_words), 4); /* one word is broadcast in a pass */
    assert_int_equal(passes_at("sm_20", ALL, 4, two_words), 1);
}

/* Four threads a bank: later chips serve bytes of one word together. */
static void test_bytes(void **state)
{
    (void)state;
    assert_int_equal(passes_of("sm_10", 0xffff, 1, 0, 1) > 1, 1);
    assert_int_equal(passes_of("sm_20", ALL, 1, 0, 1), 1);
    assert_int_equal(passes_of("sm_52", ALL, 2, 0, 2), 1);
}

static void test_wide_words(void **state)
{
    (void)state;
    assert_int_equal(passes_of("sm_20", ALL, 8, 0, 8), 2);
    assert_int_equal(passes_of("sm_20", ALL, 16, 0, 16), 8); /* four quarters, 2-way each */
    assert_int_equal(passes_of("sm_30", ALL, 8, 0, 8), 1);
    assert_int_equal(passes_of("sm_52", ALL, 8, 0, 8), 2);
    assert_int_equal(passes_of("sm_52", ALL, 16, 0, 16), 4);
}

static void test_inactive_lanes(void **state)
{
    (void)state;
    assert_int_equal(passes_of("sm_52", 0, 4, 0, 4), 0);
    assert_int_equal(passes_of("sm_52", 1, 4, 0, 4), 1);
    assert_int_equal(passes_of("sm_52", 0x00010001, 4, 0, 128), 2);
    assert_int_equal(passes_of("sm_10", 0x00010001, 4, 0, 4), 2);
    assert_int_equal(passes_of("sm_10", 0x00000001, 4, 0, 4), 1);
}

static void test_constants(void **state)
{
    uint64_t address[32];

    (void)state;
    for (unsigned lane = 0; lane < 32; lane++)
        address[lane] = lane % 5;
    assert_int_equal(hw_constant_passes(&(struct hw_access_event){.lanes = ALL, .address = address}), 5);
    assert_int_equal(hw_constant_passes(&(struct hw_access_event){.lanes = 3, .address = address}), 2);
    assert_int_equal(hw_constant_passes(&(struct hw_access_event){.lanes = 0, .address = address}), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_strides),        cmocka_unit_test(test_broadcast),
        cmocka_unit_test(test_bytes),          cmocka_unit_test(test_wide_words),
        cmocka_unit_test(test_inactive_lanes), cmocka_unit_test(test_constants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
