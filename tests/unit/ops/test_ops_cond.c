/* SPDX-License-Identifier: MIT */
/* Condition codes: the 32 tests against their formulas, and what sets the four flags. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fact.h"
#include "ops/select/alu.h"
#include "ops/scalar/cond.h"
#include "ops/scalar/fp32.h"
#include "ops/scalar/integer.h"

/* The test codes by the names of the G80 shader specification. */
enum { TEST_E = 0x02, TEST_LG = 0x05, TEST_U = 0x08, TEST_EU = 0x0a };

/* The formulas, written as the shader specification has them. */
static bool formula(unsigned test, bool z, bool s, bool c, bool o)
{
    switch (test) {
    case 0x01: return (s && !z) != o;
    case 0x02: return z && !s;
    case 0x03: return s != (z || o);
    case 0x04: return !z && s == o;
    case 0x05: return !z;
    case 0x06: return s == o;
    case 0x07: return !z || !s;
    case 0x08: return z && s;
    case 0x09: return s != o;
    case 0x0a: return z;
    case 0x0b: return z || s != o;
    case 0x0c: return !s != (z || o);
    case 0x0d: return !z || s;
    case 0x0e: return (!s || z) != o;
    case 0x0f: return true;
    case 0x10: return o;
    case 0x11: return c;
    case 0x12: return !z && c;
    case 0x13: return s;
    case 0x1c: return !s;
    case 0x1d: return z || !c;
    case 0x1e: return !c;
    case 0x1f: return !o;
    default: return false; /* never, and 14 to 1b: measured as false */
    }
}

static bool passes(unsigned test, unsigned code)
{
    return hw_cond_truth[test] >> code & 1;
}

static void every_test_of_every_code(void **state)
{
    (void)state;
    for (unsigned test = 0; test < 32; test++)
        for (unsigned code = 0; code < 16; code++)
            assert_int_equal(passes(test, code),
                             formula(test, code & 1, code >> 1 & 1, code >> 2 & 1, code >> 3));
}

/* The bits of a code are told apart by the tests that read one of them: Z 1, S 2, C 4, O 8. */
static void flags_are_single_bits(void **state)
{
    (void)state;
    for (unsigned code = 0; code < 16; code++) {
        assert_int_equal(passes(0x0a, code), (code & 1) != 0);
        assert_int_equal(passes(0x13, code), (code & 2) != 0);
        assert_int_equal(passes(0x11, code), (code & 4) != 0);
        assert_int_equal(passes(0x10, code), (code & 8) != 0);
    }
    assert_int_equal(HW_FLAG_Z, 1);
    assert_int_equal(HW_FLAG_S, 2);
    assert_int_equal(HW_FLAG_C, 4);
    assert_int_equal(HW_FLAG_O, 8);
    hw_fact("SF-263");
    hw_fact("SF-264");
    hw_fact("SF-265");
    hw_fact("SF-266");
}

/* "ne" and "equ" read the zero flag alone and are each other's opposite.  The seed lists them the wrong
 * way round: Z set is equ, Z clear is ne.  The other equal, "eq", also wants S clear, for Z and S
 * together mean unordered; that is why ne is no opposite of eq. */
static void ne_and_equ_read_the_zero_flag(void **state)
{
    (void)state;
    for (unsigned code = 0; code < 16; code++) {
        const bool zero = code & HW_FLAG_Z;

        assert_int_equal(passes(TEST_EU, code), zero);
        assert_int_equal(passes(TEST_LG, code), !zero);
    }
    assert_true(passes(TEST_EU, hw_fp32_flags(HW_FP32_NAN)) && passes(TEST_U, hw_fp32_flags(HW_FP32_NAN)));
    assert_false(passes(TEST_LG, hw_fp32_flags(HW_FP32_NAN)) || passes(TEST_E, hw_fp32_flags(HW_FP32_NAN)));
    hw_fact("SF-267");
    hw_fact("SF-279");
}

static void lanes_of_a_register(void **state)
{
    static _Alignas(64) hw_lanes code;
    const struct hw_alu_table *table;

    (void)state;
    for (unsigned l = 0; l < HW_LANES; l++)
        code[l] = (l * 7 + 3) & 15;
    for (unsigned test = 0; test < 32; test++) {
        uint32_t expected = 0;

        for (unsigned l = 0; l < HW_LANES; l++)
            expected |= (uint32_t)passes(test, code[l]) << l;
        assert_int_equal(hw_cond_lanes(code, test), expected);
        for (unsigned i = 0; (table = hw_alu_table_at(i)) != NULL; i++)
            assert_int_equal(table->cond_lanes(code, test), expected);
    }
}

static uint32_t add_flags(uint32_t a, uint32_t b, unsigned bits, bool sat)
{
    return hw_int_add(a, b, 0, bits, sat).flags;
}

static void zero_and_sign(void **state)
{
    (void)state;
    assert_int_equal(hw_int_plain(0, 32).flags, HW_FLAG_Z);
    assert_int_equal(hw_int_plain(1, 32).flags, 0);
    assert_int_equal(hw_int_plain(0x80000000u, 32).flags, HW_FLAG_S);
    assert_int_equal(hw_int_plain(0x8000, 32).flags, 0);
    assert_int_equal(hw_int_plain(0x8000, 16).flags, HW_FLAG_S);
    assert_int_equal(hw_fp32_flags(0), HW_FLAG_Z);
    assert_int_equal(hw_fp32_flags(HW_FP32_SIGN), HW_FLAG_Z);
    assert_int_equal(hw_fp32_flags(HW_FP32_ONE), 0);
    assert_int_equal(hw_fp32_flags(HW_FP32_ONE | HW_FP32_SIGN), HW_FLAG_S);
    assert_int_equal(hw_fp32_flags(HW_FP32_INFINITY | HW_FP32_SIGN), HW_FLAG_S);
    assert_int_equal(hw_fp32_flags(HW_FP32_NAN), HW_FLAG_Z | HW_FLAG_S);
    hw_fact("SF-058");
    hw_fact("SF-059");
}

static void carry_and_overflow(void **state)
{
    (void)state;
    assert_int_equal(add_flags(0xffffffffu, 1, 32, false), HW_FLAG_Z | HW_FLAG_C);
    assert_int_equal(add_flags(0x7fffffffu, 1, 32, false), HW_FLAG_S | HW_FLAG_O);
    assert_int_equal(add_flags(0x80000000u, 0x80000000u, 32, false), HW_FLAG_Z | HW_FLAG_C | HW_FLAG_O);
    assert_int_equal(add_flags(0xffff, 1, 16, false), HW_FLAG_Z | HW_FLAG_C);
    assert_int_equal(add_flags(0x7fff, 1, 16, false), HW_FLAG_S | HW_FLAG_O);
    /* saturation changes the result, and Z and S with it, but overflow is still told */
    assert_int_equal(hw_int_add(0x7fffffffu, 1, 0, 32, true).value, 0x7fffffffu);
    assert_int_equal(add_flags(0x7fffffffu, 1, 32, true), HW_FLAG_O);
    assert_int_equal(hw_int_add(0x8000, 0x8000, 0, 16, true).value, 0x8000);
    assert_int_equal(add_flags(0x8000, 0x8000, 16, true), HW_FLAG_S | HW_FLAG_C | HW_FLAG_O);
    hw_fact("SF-060");
    hw_fact("SF-061");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_test_of_every_code),
        cmocka_unit_test(flags_are_single_bits),
        cmocka_unit_test(ne_and_equ_read_the_zero_flag),
        cmocka_unit_test(lanes_of_a_register),
        cmocka_unit_test(zero_and_sign),
        cmocka_unit_test(carry_and_overflow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
