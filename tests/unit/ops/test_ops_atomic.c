/* SPDX-License-Identifier: MIT */
/* Atomic operations on a memory word, with the corners that only early chips have. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ops/select/alu.h"
#include "ops/scalar/atomic.h"
#include "ops/scalar/fp32.h"

struct atomic_case {
    uint8_t op, type, chip;
    uint64_t old, operand, operand2, after, returned;
};

static void check(const struct atomic_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct atomic_case *c = &cases[i];
        uint64_t after;
        const uint64_t returned = hw_atomic_apply(c->op, c->type, hw_chip_traits_of(c->chip)->atomic_rules,
                                                  c->old, c->operand, c->operand2, &after);

        if (after != c->after || returned != c->returned)
            fail_msg("case %zu: memory %llx, returned %llx", i, (unsigned long long)after,
                     (unsigned long long)returned);
    }
}

#define COUNT(array) (sizeof array / sizeof array[0])

static void words(void **state)
{
    /* clang-format off */
    static const struct atomic_case cases[] = {
        { HW_ATOM_ADD, HW_TYPE_U32, HW_CHIP_G84, 0xffffffff, 2, 0, 1, 0xffffffff },
        { HW_ATOM_EXCH, HW_TYPE_B32, HW_CHIP_G84, 5, 9, 0, 9, 5 },
        { HW_ATOM_CAS, HW_TYPE_B32, HW_CHIP_G84, 5, 5, 7, 7, 5 },
        { HW_ATOM_CAS, HW_TYPE_B32, HW_CHIP_G84, 5, 6, 7, 5, 5 },
        { HW_ATOM_INC, HW_TYPE_U32, HW_CHIP_G84, 4, 5, 0, 5, 4 },
        { HW_ATOM_INC, HW_TYPE_U32, HW_CHIP_G84, 5, 5, 0, 0, 5 },
        { HW_ATOM_INC, HW_TYPE_U32, HW_CHIP_G84, 0xffffffff, 5, 0, 0, 0xffffffff },
        { HW_ATOM_DEC, HW_TYPE_U32, HW_CHIP_G84, 4, 5, 0, 3, 4 },
        { HW_ATOM_DEC, HW_TYPE_U32, HW_CHIP_G84, 0, 5, 0, 5, 0 },
        { HW_ATOM_DEC, HW_TYPE_U32, HW_CHIP_G84, 5, 5, 0, 4, 5 },
        { HW_ATOM_DEC, HW_TYPE_U32, HW_CHIP_G84, 6, 5, 0, 5, 6 },
        { HW_ATOM_DEC, HW_TYPE_U32, HW_CHIP_G84, 9, 5, 0, 5, 9 },
        { HW_ATOM_MAX, HW_TYPE_U32, HW_CHIP_G84, 0xffffffff, 1, 0, 0xffffffff, 0xffffffff },
        { HW_ATOM_MAX, HW_TYPE_S32, HW_CHIP_G84, 0xffffffff, 1, 0, 1, 0xffffffff },
        { HW_ATOM_MIN, HW_TYPE_U32, HW_CHIP_G84, 0xffffffff, 1, 0, 1, 0xffffffff },
        { HW_ATOM_MIN, HW_TYPE_S32, HW_CHIP_G84, 0xffffffff, 1, 0, 0xffffffff, 0xffffffff },
        { HW_ATOM_AND, HW_TYPE_B32, HW_CHIP_G84, 0xff00, 0x0ff0, 0, 0x0f00, 0xff00 },
        { HW_ATOM_OR, HW_TYPE_B32, HW_CHIP_G84, 0xff00, 0x0ff0, 0, 0xfff0, 0xff00 },
        { HW_ATOM_XOR, HW_TYPE_B32, HW_CHIP_G84, 0xff00, 0x0ff0, 0, 0xf0f0, 0xff00 },
        { 9, HW_TYPE_B32, HW_CHIP_G84, 0xff00, 0x0ff0, 0, 0xff00, 0xff00 },
    };
    /* clang-format on */

    (void)state;
    check(cases, COUNT(cases));
}

/* Sums of singles are those of FADD, denormals flushed or not. */
static void sums_of_singles(void **state)
{
    static const uint32_t values[] = {0,          0x80000000, 1,          0x80000001, 0x007fffff, 0x807fffff,
                                      0x00800000, 0x80800000, 0x00800001, 0x80800001, 0x3f800000, 0xbf800000,
                                      0x3f800001, 0xbf800001, 0x33800000, 0xb3800001, 0x7f7fffff, 0xff7fffff,
                                      0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001, 0x7f800001, 0x73800000};

    (void)state;
    for (unsigned i = 0; i < COUNT(values) * COUNT(values) * 2; i++) {
        const uint32_t a = values[i / 2 / COUNT(values)], b = values[i / 2 % COUNT(values)];
        const unsigned denormals = i % 2 ? HW_ATOMIC_DENORMALS : 0;
        uint64_t after;

        hw_atomic_apply(HW_ATOM_ADD, HW_TYPE_F32, HW_ATOMIC_FULL | denormals, a, b, 0, &after);
        const uint32_t sum =
            hw_fp32_add(a, b, (struct hw_fp32_mode){HW_ROUND_RN, denormals ? HW_FTZ_NONE : HW_FTZ_FLUSH, 0});
        if (after != sum)
            fail_msg("%08x + %08x: %08llx, not %08x", a, b, (unsigned long long)after, sum);
    }
}

static void pairs(void **state)
{
    /* clang-format off */
    static const struct atomic_case cases[] = {
        { HW_ATOM_ADD, HW_TYPE_U64, HW_CHIP_G200, 0xffffffff, 1, 0, 0x100000000, 0xffffffff },
        { HW_ATOM_EXCH, HW_TYPE_B64, HW_CHIP_G200, 1, 0x100000002, 0, 0x100000002, 1 },
        { HW_ATOM_CAS, HW_TYPE_B64, HW_CHIP_G200, 0x100000002, 0x100000002, 3, 3, 0x100000002 },
        { HW_ATOM_CAS, HW_TYPE_B64, HW_CHIP_G200, 0x100000002, 2, 3, 0x100000002, 0x100000002 },
        { HW_ATOM_AND, HW_TYPE_B64, HW_CHIP_G200, 0x100000002, 2, 0, 0x100000002, 0x100000002 },
    };
    /* clang-format on */

    (void)state;
    check(cases, COUNT(cases));
}

/* Signed inc and dec with a negative operand, before and since the GT200. */
static void signed_counting_before_the_gt200(void **state)
{
    /* clang-format off */
    static const struct atomic_case cases[] = {
        { HW_ATOM_INC, HW_TYPE_S32, HW_CHIP_G84, 0xfffffff0, 0xffffffe0, 0, 0xfffffff1, 0xfffffff0 },
        { HW_ATOM_INC, HW_TYPE_S32, HW_CHIP_G84, 5, 0xffffffe0, 0, 0xffffffe0, 5 },
        { HW_ATOM_INC, HW_TYPE_S32, HW_CHIP_G84, 0xffffff00, 0xffffffe0, 0, 0xffffffe0, 0xffffff00 },
        { HW_ATOM_INC, HW_TYPE_S32, HW_CHIP_G200, 5, 0xffffffe0, 0, 6, 5 },
        { HW_ATOM_INC, HW_TYPE_S32, HW_CHIP_G84, 5, 5, 0, 0, 5 },
        { HW_ATOM_DEC, HW_TYPE_S32, HW_CHIP_G84, 0xfffffff0, 0xffffffe0, 0, 0xffffffef, 0xfffffff0 },
        { HW_ATOM_DEC, HW_TYPE_S32, HW_CHIP_G84, 5, 0xffffffe0, 0, 0, 5 },
        { HW_ATOM_DEC, HW_TYPE_S32, HW_CHIP_GT215, 5, 0xffffffe0, 0, 4, 5 },
    };
    /* clang-format on */

    (void)state;
    check(cases, COUNT(cases));
}

static void narrow_types(void **state)
{
    /* clang-format off */
    static const struct atomic_case cases[] = {
        { HW_ATOM_ADD, HW_TYPE_U8, HW_CHIP_G84, 0x01020380, 0x101, 0, 0x02030481, 0x80 },
        { HW_ATOM_ADD, HW_TYPE_S8, HW_CHIP_G84, 0x01020380, 1, 0, 0x02030481, 0xffffff80 },
        { HW_ATOM_EXCH, HW_TYPE_U16, HW_CHIP_G84, 0x12348765, 0xabcd1, 0, 0xbcd1bcd1, 0x8765 },
        { HW_ATOM_EXCH, HW_TYPE_S16, HW_CHIP_G200, 0x12348765, 0xabcd1, 0, 0x12348765, 0xffff8765 },
    };
    /* clang-format on */

    (void)state;
    check(cases, COUNT(cases));
}

/* Maxwell on: every operation on pairs of words, as PTX's atom describes it. */
static void pairs_since_maxwell(void **state)
{
    const uint64_t big = 0xffffffff00000000, limit = 0x100000002;
    /* clang-format off */
    const struct atomic_case cases[] = {
        { HW_ATOM_INC, HW_TYPE_U64, HW_CHIP_GM107, 0xffffffff, limit, 0, 0x100000000, 0xffffffff },
        { HW_ATOM_INC, HW_TYPE_U64, HW_CHIP_GM107, limit, limit, 0, 0, limit },
        { HW_ATOM_INC, HW_TYPE_U64, HW_CHIP_GM107, big, limit, 0, 0, big },
        { HW_ATOM_DEC, HW_TYPE_U64, HW_CHIP_GM107, 0x100000000, limit, 0, 0xffffffff, 0x100000000 },
        { HW_ATOM_DEC, HW_TYPE_U64, HW_CHIP_GM107, 0, limit, 0, limit, 0 },
        { HW_ATOM_DEC, HW_TYPE_U64, HW_CHIP_GM107, limit, limit, 0, limit - 1, limit },
        { HW_ATOM_DEC, HW_TYPE_U64, HW_CHIP_GM107, limit + 1, limit, 0, limit, limit + 1 },
        { HW_ATOM_INC, HW_TYPE_U64, HW_CHIP_GM107, limit - 1, limit, 0, limit, limit - 1 },
        { HW_ATOM_DEC, HW_TYPE_U64, HW_CHIP_GM107, big, limit, 0, limit, big },
        { HW_ATOM_MAX, HW_TYPE_U64, HW_CHIP_GM107, big, 5, 0, big, big },
        { HW_ATOM_MAX, HW_TYPE_S64, HW_CHIP_GM107, big, 5, 0, 5, big },
        { HW_ATOM_MIN, HW_TYPE_U64, HW_CHIP_GM107, big, 5, 0, 5, big },
        { HW_ATOM_MIN, HW_TYPE_S64, HW_CHIP_GM107, big, 5, 0, big, big },
        { HW_ATOM_MIN, HW_TYPE_S64, HW_CHIP_GM107, 5, 5, 0, 5, 5 },
        { HW_ATOM_AND, HW_TYPE_B64, HW_CHIP_GM107, 0x300000005, 0x100000006, 0, 0x100000004, 0x300000005 },
        { HW_ATOM_OR, HW_TYPE_B64, HW_CHIP_GM107, 0x300000005, 0x400000002, 0, 0x700000007, 0x300000005 },
        { HW_ATOM_XOR, HW_TYPE_B64, HW_CHIP_GM107, 0x300000005, 0x100000001, 0, 0x200000004, 0x300000005 },
        { 9, HW_TYPE_B64, HW_CHIP_GM107, 7, 5, 0, 7, 7 },
    };
    /* clang-format on */

    (void)state;
    check(cases, COUNT(cases));
}

/* Sums round to nearest even; singles take denormals for zero, halves and doubles do not. */
static void floats(void **state)
{
    /* clang-format off */
    static const struct atomic_case cases[] = {
        { HW_ATOM_ADD, HW_TYPE_F32, HW_CHIP_GM107, 0x3f800000, 0x40000000, 0, 0x40400000, 0x3f800000 },
        { HW_ATOM_ADD, HW_TYPE_F32, HW_CHIP_GM107, 0x4b800000, 0x3f800000, 0, 0x4b800000, 0x4b800000 },
        { HW_ATOM_ADD, HW_TYPE_F32, HW_CHIP_GM107, 0x00000001, 0x00000001, 0, 0, 1 },
        { HW_ATOM_MIN, HW_TYPE_F32, HW_CHIP_GM107, 0x3f800000, 0xc0000000, 0, 0xc0000000, 0x3f800000 },
        { HW_ATOM_MAX, HW_TYPE_F32, HW_CHIP_GM107, 0x3f800000, 0xc0000000, 0, 0x3f800000, 0x3f800000 },
        { HW_ATOM_MAX, HW_TYPE_F32, HW_CHIP_GM107, 0x7fc00000, 0xc0000000, 0, 0xc0000000, 0x7fc00000 },
        { HW_ATOM_EXCH, HW_TYPE_F32, HW_CHIP_GM107, 0x3f800000, 1, 0, 1, 0x3f800000 },
        { 9, HW_TYPE_F32, HW_CHIP_GM107, 0x3f800000, 1, 0, 0x3f800000, 0x3f800000 },
        { HW_ATOM_ADD, HW_TYPE_F64, HW_CHIP_GP100, 0x3ff0000000000000, 0x4000000000000000, 0, 0x4008000000000000,
          0x3ff0000000000000 },
        { HW_ATOM_ADD, HW_TYPE_F64, HW_CHIP_GP100, 1, 1, 0, 2, 1 },
        { HW_ATOM_MIN, HW_TYPE_F64, HW_CHIP_GP100, 0x3ff0000000000000, 0xc000000000000000, 0, 0xc000000000000000,
          0x3ff0000000000000 },
        { HW_ATOM_MAX, HW_TYPE_F64, HW_CHIP_GP100, 0x3ff0000000000000, 0xc000000000000000, 0, 0x3ff0000000000000,
          0x3ff0000000000000 },
        { 9, HW_TYPE_F64, HW_CHIP_GP100, 3, 5, 0, 3, 3 },
        /* 1 + 2 and 65504 + 65504; NaN, and infinity less infinity; denormals */
        { HW_ATOM_ADD, HW_TYPE_F16X2, HW_CHIP_GM20B, 0x7bff3c00, 0x7bff4000, 0, 0x7c004200, 0x7bff3c00 },
        { HW_ATOM_ADD, HW_TYPE_F16X2, HW_CHIP_GM20B, 0x7e017c00, 0x3c00fc00, 0, 0x7fff7fff, 0x7e017c00 },
        { HW_ATOM_ADD, HW_TYPE_F16X2, HW_CHIP_GM20B, 0x3c000001, 0xfe010001, 0, 0x7fff0002, 0x3c000001 },
        { HW_ATOM_MIN, HW_TYPE_F16X2, HW_CHIP_GM20B, 0x3c00c000, 0xbc004000, 0, 0xbc00c000, 0x3c00c000 },
        { HW_ATOM_MAX, HW_TYPE_F16X2, HW_CHIP_GM20B, 0x3c00c000, 0xbc004000, 0, 0x3c004000, 0x3c00c000 },
        { HW_ATOM_CAS, HW_TYPE_F16X2, HW_CHIP_GM20B, 5, 5, 9, 9, 5 },
        { 9, HW_TYPE_F16X2, HW_CHIP_GM20B, 0x3c00c000, 1, 0, 0x3c00c000, 0x3c00c000 },
    };
    /* clang-format on */

    (void)state;
    check(cases, COUNT(cases));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words),        cmocka_unit_test(sums_of_singles),
        cmocka_unit_test(pairs),        cmocka_unit_test(signed_counting_before_the_gt200),
        cmocka_unit_test(narrow_types), cmocka_unit_test(pairs_since_maxwell),
        cmocka_unit_test(floats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
