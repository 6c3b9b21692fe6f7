/* SPDX-License-Identifier: MIT */
/* Bits of words of 128: below, above and across the middle. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "isa/bits.h"

static void test_extract(void **state)
{
    const uint64_t word[2] = {0x8000000000000005, 0xf000000000000003};
    (void)state;
    assert_int_equal(hw_extract(word, 0, 3), 5);
    assert_int_equal(hw_extract(word, 63, 3), 7);
    assert_int_equal(hw_extract(word, 64, 2), 3);
    assert_int_equal(hw_extract(word, 124, 4), 15);
    assert_true(hw_extract(word, 0, 64) == word[0]);
    assert_true(hw_extract(word, 64, 64) == word[1]);
}

/* Every place and width: what is put in comes out, and nothing else changes. */
static void test_insert(void **state)
{
    (void)state;
    for (unsigned bits = 1; bits <= 64; bits++)
        for (unsigned shift = 0; shift + bits <= 128; shift++) {
            uint64_t word[2] = {UINT64_MAX, UINT64_MAX}, outside[2] = {0, 0};
            hw_insert(word, shift, bits, 0x5a5a5a5a5a5a5a5a);
            assert_true(hw_extract(word, shift, bits) == (0x5a5a5a5a5a5a5a5a & hw_low_bits(bits)));
            hw_insert(word, shift, bits, UINT64_MAX);
            assert_true((word[0] & word[1]) == UINT64_MAX);
            hw_insert(outside, shift, bits, UINT64_MAX);
            hw_insert(word, shift, bits, 0);
            assert_true(word[0] == ~outside[0] && word[1] == ~outside[1]);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_extract), cmocka_unit_test(test_insert)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
