/* SPDX-License-Identifier: MIT */
/* Sums and comparisons of words, halves and bytes (ops/scalar/packed.h), part by part; and barriers in memory
 * that count arrivals and bytes (ops/scalar/mbarrier.h). */
#include "test_ops_scalar.h"

#include "ops/scalar/mbarrier.h"
#include "ops/scalar/packed.h"

static int64_t number(uint32_t word, unsigned at, unsigned bits, bool is_signed)
{
    const int64_t value = word >> at & ((UINT64_C(1) << bits) - 1), sign = INT64_C(1) << (bits - 1);

    return is_signed ? (value ^ sign) - sign : value;
}

static void parts_are_separate(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (unsigned i = 0; i < 200000; i++) {
        const uint64_t random = splitmix64(&seed), choice = splitmix64(&seed);
        const uint32_t a = (uint32_t)random,
                       b = choice & 1 ? (uint32_t)(random >> 32) : a ^ 1u << (choice >> 8) % 32;
        const unsigned bits = 8u << (choice >> 16) % 3;
        const bool is_signed = choice >> 24 & 1;
        const uint64_t mask = (UINT64_C(1) << bits) - 1;
        for (unsigned at = 0; at < 32; at += bits) {
            const int64_t x = number(a, at, bits, is_signed), y = number(b, at, bits, is_signed);
            assert_int_equal(hw_packed_add(a, b, bits) >> at & mask, (uint64_t)(x + y) & mask);
            assert_int_equal(hw_packed_negate(a, bits) >> at & mask, (uint64_t)-x & mask);
            assert_int_equal(hw_packed_less(a, b, bits, is_signed) >> at & mask, x < y ? mask : 0);
        }
    }
}

/* As mbarrier.init makes it: ptxas 13.5 for sm_90. */
static uint64_t barrier_of(uint32_t count)
{
    const uint64_t rest = 0x100000u - count;

    return rest << 43 | rest << 1;
}

static uint32_t parity_of(uint64_t barrier)
{
    return (uint32_t)(barrier >> 63);
}

/* mbarrier.pending_count. */
static uint32_t pending_of(uint64_t barrier)
{
    return 0x100000u - ((uint32_t)(barrier >> 43) & 0xfffffu);
}

static uint64_t event(uint64_t barrier, unsigned sync, uint32_t count)
{
    return hw_mbarrier_event(barrier, HW_ATOM_SYNC + sync, count);
}

static void a_phase_is_over_when_all_have_arrived(void **state)
{
    (void)state;
    uint64_t barrier = barrier_of(3);
    for (unsigned phase = 0; phase < 4; phase++)
        for (uint32_t left = 3; left > 0; left--) {
            assert_int_equal(parity_of(barrier), phase % 2);
            assert_int_equal(pending_of(barrier), left);
            barrier = event(barrier, HW_SYNC_A1T0, 0);
        }
    barrier = event(barrier, HW_SYNC_ART0, 2);
    assert_int_equal(pending_of(barrier), 1);
    barrier = event(barrier, HW_SYNC_A1T0 + HW_ATOM_SYNC_DROPS, 0);
    assert_int_equal(parity_of(barrier), 1);
    assert_int_equal(pending_of(barrier), 2);
}

static void bytes_keep_a_phase_open(void **state)
{
    (void)state;
    uint64_t barrier = event(barrier_of(1), HW_SYNC_A1TR, 4096);
    assert_int_equal(parity_of(barrier), 0);
    barrier = event(barrier, HW_SYNC_A0TX, 4000);
    assert_int_equal(parity_of(barrier), 0);
    barrier = event(barrier, HW_SYNC_A0TX, 96);
    assert_int_equal(parity_of(barrier), 1);
    barrier = event(barrier, HW_SYNC_A0TX, 64); /* before they are expected */
    barrier = event(barrier, HW_SYNC_A0TR, 64);
    assert_int_equal(parity_of(barrier), 1);
    barrier = event(barrier, HW_SYNC_A0T1, 0);
    barrier = event(barrier, HW_SYNC_A1T0, 0);
    assert_int_equal(parity_of(barrier), 1);
    assert_int_equal(parity_of(event(barrier, HW_SYNC_COPY, 0)), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_are_separate),
        cmocka_unit_test(a_phase_is_over_when_all_have_arrived),
        cmocka_unit_test(bytes_keep_a_phase_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
