/* SPDX-License-Identifier: MIT */
/* Conversions as Maxwell does them: the reference against the host's arithmetic in all rounding modes, and
 * the 32-lane functions against the reference for all pairs of types. */
#include "fact.h"
#include "ops/scalar/convert.h"
#include "ops/scalar/fp16.h"
#include "ops/scalar/fp64.h"
#include "ops/value_types.h"
#include "unit/ops/test_ops_host.h"
#include "unit/ops/test_ops_scalar.h"

/* A 64-bit operand at whose values rules meet. */
static uint64_t random_wide(void)
{
    const uint64_t r = random_bits();

    switch (r & 7) {
    case 0: return (uint64_t)(int64_t)(int32_t)random_operand();
    case 1: return random_operand();
    case 2: return UINT64_MAX << (r >> 8 & 63);
    case 3: return UINT64_MAX >> (r >> 8 & 63);
    case 4: return bits_of_double((double)float_of(random_operand()) * (1 + (double)(r >> 60) * 0x1p-25));
    case 5: return bits_of_double(ldexp(1 + (double)(r >> 40) * 0x1p-24, (int)(r >> 8 & 127) - 20)) | r << 63;
    default: return random_bits();
    }
}

static void integers_wrap_or_clamp(void **state)
{
    uint32_t flags;

    (void)state;
    random_state = 1;
    for (unsigned i = 0; i < 20000; i++) {
        const uint64_t x = random_wide();
        struct hw_conversion cv = {.type = HW_TYPE_S8, .type2 = HW_TYPE_S32};

        assert_int_equal((uint32_t)hw_convert_i2i(&cv, x, &flags), (uint32_t)(int8_t)x);
        cv.type = HW_TYPE_U16;
        assert_int_equal((uint32_t)hw_convert_i2i(&cv, x, &flags), (uint16_t)x);
        cv.sat = HW_SAT_CLEARS_NAN;
        assert_int_equal((uint32_t)hw_convert_i2i(&cv, x, &flags), (int32_t)x < 0       ? 0
                                                                   : (int32_t)x > 65535 ? 65535
                                                                                        : (uint16_t)x);
        cv = (struct hw_conversion){.type = HW_TYPE_S64, .type2 = HW_TYPE_S16};
        assert_int_equal(hw_convert_i2i(&cv, x, &flags), (uint64_t)(int64_t)(int16_t)x);
    }
    /* what a signed division makes of the least integer */
    const struct hw_conversion size = {
        .type = HW_TYPE_S32, .type2 = HW_TYPE_S32, .operand_flags = HW_OPERAND_ABS};

    assert_int_equal((uint32_t)hw_convert_i2i(&size, 0x80000000u, &flags), 0x80000000u);
    assert_int_equal((uint32_t)hw_convert_i2i(&size, 0xfffffffbu, &flags), 5);
}

/* From 64-bit integers, the host's conversions round in all modes. */
static void floats_from_integers(void **state)
{
    uint32_t flags;

    (void)state;
    random_state = 2;
    for (unsigned i = 0; i < 100000; i++) {
        struct hw_conversion cv = {.type = HW_TYPE_F32, .type2 = HW_TYPE_S64, .round = i & 3};
        const uint64_t x = random_wide();
        volatile int64_t number = (int64_t)x;
        volatile uint64_t magnitude = x;
        volatile float single;
        volatile double wide;

        round_as(cv.round);
        single = (float)number;
        wide = magnitude ? (double)magnitude
                         : 0; /* clang's code for baseline x86-64 subtracts: -0 when rounding down */
        round_as(HW_ROUND_RN);
        assert_int_equal((uint32_t)hw_convert_i2f(&cv, x, &flags), bits_of(single));
        cv.type = HW_TYPE_F64;
        cv.type2 = HW_TYPE_U64;
        assert_int_equal(hw_convert_i2f(&cv, x, &flags), bits_of_double(wide));
        cv.operand_flags = HW_OPERAND_NEG;
        if (x == 0)
            assert_int_equal(hw_convert_i2f(&cv, x, &flags), 0); /* the integer is negated */
    }
}

static uint64_t clamped(double whole, unsigned type)
{
    const unsigned bits = hw_type_bits(type);
    const double most = ldexp(1, hw_type_signed(type) ? (int)bits - 1 : (int)bits);
    const double least = hw_type_signed(type) ? -most : 0;

    if (whole >= most)
        return UINT64_MAX >> (64 - bits + hw_type_signed(type));
    if (whole <= least)
        return hw_type_signed(type) ? UINT64_MAX << (bits - 1) : 0;
    return hw_type_signed(type) ? (uint64_t)(int64_t)whole : (uint64_t)whole;
}

static void check_f2i(unsigned type, unsigned type2, uint64_t x, unsigned round)
{
    const struct hw_conversion cv = {.type = (uint8_t)type, .type2 = (uint8_t)type2, .round = (uint8_t)round};
    const unsigned bits = hw_type_bits(type);
    const uint64_t mask = bits == 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
    const bool wide = type2 == HW_TYPE_F64 || bits == 64;
    volatile double number = type2 == HW_TYPE_F64 ? double_of(x) : (double)float_of((uint32_t)x);
    uint32_t flags;
    uint64_t expected;

    round_as(round);
    number = nearbyint(number);
    round_as(HW_ROUND_RN);
    expected = number == number ? clamped(number, type) : wide ? (uint64_t)1 << (bits - 1) : 0;
    if ((hw_convert_f2i(&cv, x, &flags) & mask) != (expected & mask))
        fail_msg("f2i %u from %u of %llx, rounding %u: %llx, expected %llx", type, type2,
                 (unsigned long long)x, round, (unsigned long long)hw_convert_f2i(&cv, x, &flags),
                 (unsigned long long)expected);
}

static void integers_from_floats(void **state)
{
    static const uint8_t types[] = {HW_TYPE_U16, HW_TYPE_S16, HW_TYPE_U32,
                                    HW_TYPE_S32, HW_TYPE_U64, HW_TYPE_S64};

    (void)state;
    random_state = 3;
    for (unsigned i = 0; i < 20000; i++) {
        const uint64_t x = random_wide();
        const uint32_t narrow = random_operand();

        for (unsigned j = 0; j < sizeof types; j++) {
            check_f2i(types[j], HW_TYPE_F32, narrow, i & 3);
            check_f2i(types[j], HW_TYPE_F32, bits_of((float)double_of(x)), i & 3);
            if (j >= 2)
                check_f2i(types[j], HW_TYPE_F64, x, i & 3);
        }
    }
    /* a denormal is more than nothing, unless it is flushed */
    struct hw_conversion up = {.type = HW_TYPE_S32, .type2 = HW_TYPE_F32, .round = HW_ROUND_RP};
    uint32_t flags;

    assert_int_equal(hw_convert_f2i(&up, 1, &flags), 1);
    up.ftz = true;
    assert_int_equal(hw_convert_f2i(&up, 1, &flags), 0);
    up.type = HW_TYPE_S64;
    assert_int_equal(hw_convert_f2i(&up, 1, &flags), 0);
}

static void doubles_and_singles(void **state)
{
    uint32_t flags;

    (void)state;
    random_state = 4;
    for (unsigned i = 0; i < 100000; i++) {
        const struct hw_conversion narrow = {.type = HW_TYPE_F32, .type2 = HW_TYPE_F64, .round = i & 3};
        const struct hw_conversion widen = {.type = HW_TYPE_F64, .type2 = HW_TYPE_F32};
        const uint64_t x = random_wide();
        const uint32_t y = random_operand();
        volatile double wide = double_of(x);
        volatile float single;

        round_as(narrow.round);
        single = (float)wide;
        round_as(HW_ROUND_RN);
        assert_int_equal((uint32_t)hw_convert_f2f(&narrow, x, &flags), bits_of(single));
        if (!hw_fp32_is_nan(y))
            assert_int_equal(hw_convert_f2f(&widen, y, &flags), bits_of_double((double)float_of(y)));
    }
    struct hw_conversion cv = {.type = HW_TYPE_F32, .type2 = HW_TYPE_F64, .sat = HW_SAT_CLEARS_NAN};

    assert_int_equal(hw_convert_f2f(&cv, 0x7ff8000000000000u, &flags), 0);
    assert_int_equal(hw_convert_f2f(&cv, 0x4000000000000000u, &flags), HW_FP32_ONE);
    cv = (struct hw_conversion){.type = HW_TYPE_F32, .type2 = HW_TYPE_F64, .ftz = true};
    assert_int_equal(hw_convert_f2f(&cv, 0xb800000000000000u, &flags), HW_FP32_SIGN);
}

static void halves(void **state)
{
    uint32_t flags;

    (void)state;
    random_state = 5;
    for (unsigned i = 0; i < 200000; i++) {
        struct hw_conversion cv = {.type = HW_TYPE_F16, .type2 = HW_TYPE_F32, .round = i & 3};
        const uint64_t r = random_bits();
        const uint32_t near = hw_fp16_widen((uint32_t)r & 0xffff) + (uint32_t)(r >> 20) % 0x4001 - 0x2000;
        const uint32_t x = i & 4 ? near : random_operand();

        if (hw_fp32_is_nan(x))
            assert_int_equal(hw_convert_f2f(&cv, x, &flags), 0x7fff);
        else if ((x & 0x7fffffffu) < HW_FP32_INFINITY)
            assert_int_equal(hw_convert_f2f(&cv, x, &flags), half_of((double)float_of(x), cv.round));
        cv.type2 = HW_TYPE_S32;
        assert_int_equal(hw_convert_i2f(&cv, x, &flags), half_of((double)(int32_t)x, cv.round));
    }
    for (uint32_t x = 0; x < 0x10000; x++) { /* every half there and back */
        const struct hw_conversion up = {.type = HW_TYPE_F32, .type2 = HW_TYPE_F16};
        const struct hw_conversion down = {.type = HW_TYPE_F16, .type2 = HW_TYPE_F32};
        const uint32_t single = (uint32_t)hw_convert_f2f(&up, x, &flags);

        assert_int_equal(hw_convert_f2f(&down, single, &flags), (x & 0x7fff) > 0x7c00 ? 0x7fff : x);
    }
}

/* The 32-lane functions against the reference. */

typedef uint64_t convert_fn(const struct hw_conversion *conversion, uint64_t source, uint32_t *flags);

static void check_lanes(const struct hw_alu_table *table, const struct hw_semantics *view,
                        convert_fn *function, unsigned part)
{
    const struct hw_conversion cv = {
        .type = view->mod[HW_MOD_TYPE],
        .type2 = view->mod[HW_MOD_TYPE2],
        .round = view->mod[HW_MOD_ROUND],
        .operand_flags = view->operand[1].flags,
        .integral = view->mod[HW_MOD_INTEGRAL],
        .sat = view->mod[HW_MOD_SAT] ? HW_SAT_CLEARS_NAN : HW_SAT_NONE,
        .ftz = view->mod[HW_MOD_FTZ],
    };
    const unsigned shift = part >= HW_PART_BYTE0 ? 8 * (part - HW_PART_BYTE0) : part == HW_PART_HIGH ? 16 : 0;
    struct hw_uop uop;

    bind_on(view, table, HW_CHIP_GM107, &uop);
    uop.a_part = (uint8_t)part;
    for (unsigned rounds = 12; rounds--;) {
        fill_rows();
        for (unsigned l = 0; l < HW_LANES; l++) {
            const uint64_t x = random_wide();

            if (hw_type_bits(cv.type2) == 64) {
                reg[REG_A][l] = (uint32_t)x;
                reg[REG_A + 1][l] = (uint32_t)(x >> 32);
            }
        }
        run(&uop);
        for (unsigned l = 0; l < HW_LANES; l++) {
            const uint64_t high = hw_type_bits(cv.type2) == 64 ? (uint64_t)reg[REG_A + 1][l] << 32 : 0;
            const uint64_t x = (reg[REG_A][l] | high) >> shift;
            uint32_t flags;
            const uint64_t expected = function(&cv, x, &flags);
            uint64_t result = reg[REG_D][l];

            result |= hw_type_bits(cv.type) == 64 ? (uint64_t)reg[REG_D + 1][l] << 32 : expected >> 32 << 32;
            if (result != expected || reg[REG_FLAGS][l] != flags)
                fail_msg("%s op %u types %u %u round %u flags %u sat %u ftz %u integral %u: %llx gives %llx, "
                         "expected %llx",
                         table->name, view->op, cv.type, cv.type2, cv.round, cv.operand_flags, cv.sat, cv.ftz,
                         cv.integral, (unsigned long long)x, (unsigned long long)result,
                         (unsigned long long)expected);
        }
    }
}

static const uint8_t integers[] = {HW_TYPE_U8,  HW_TYPE_S8,  HW_TYPE_U16, HW_TYPE_S16,
                                   HW_TYPE_U32, HW_TYPE_S32, HW_TYPE_U64, HW_TYPE_S64};
static const uint8_t floats[] = {HW_TYPE_F16, HW_TYPE_F32, HW_TYPE_F64};

static bool chip_has(unsigned op, unsigned type, unsigned type2)
{
    if (op == HW_OP_I2I)
        return true;
    if (op == HW_OP_F2I && hw_type_bits(type) == 8)
        return true; /* no encoding, but no harm either */
    return !(type2 == HW_TYPE_F16 && hw_type_bits(type) == 64) &&
           !(type2 == HW_TYPE_F64 && hw_type_bits(type) == 16) &&
           !(type == HW_TYPE_F16 && hw_type_bits(type2) == 64);
}

static void pair_with(const struct hw_alu_table *table, unsigned op, unsigned type, unsigned type2)
{
    convert_fn *const function = op == HW_OP_I2I   ? hw_convert_i2i
                                 : op == HW_OP_I2F ? hw_convert_i2f
                                 : op == HW_OP_F2I ? hw_convert_f2i
                                                   : hw_convert_f2f;
    const unsigned bits = hw_type_bits(type2);

    for (unsigned variant = 0; variant < 4 * 4 * 4 * 2; variant++) {
        struct hw_semantics view = view_of(op, 2);
        struct hw_uop uop = {.fn = NULL};
        const unsigned part = bits == 8    ? HW_PART_BYTE0 + variant % 4
                              : bits == 16 ? (variant & 1 ? HW_PART_HIGH : HW_PART_LOW)
                                           : HW_PART_WORD;

        view.mod[HW_MOD_TYPE] = (uint8_t)type;
        view.mod[HW_MOD_TYPE2] = (uint8_t)type2;
        view.mod[HW_MOD_ROUND] = op == HW_OP_I2I ? 0 : variant & 3;
        view.operand[1].flags = variant >> 2 & 3;
        view.mod[HW_MOD_FTZ] = op >= HW_OP_F2I && (variant >> 4 & 1);
        view.mod[HW_MOD_SAT] = (op == HW_OP_I2I || op == HW_OP_F2F) && (variant >> 5 & 1);
        view.mod[HW_MOD_INTEGRAL] = op == HW_OP_F2F && type == type2 && (variant >> 6 & 1);
        if (chip_has(op, type, type2))
            check_lanes(table, &view, function, part);
        else
            assert_false(hw_alu_select(&view, table, hw_chip_traits_of(HW_CHIP_GM107), &uop));
    }
}

static void lanes_with(const struct hw_alu_table *table)
{
    for (unsigned i = 0; i < sizeof integers; i++) {
        for (unsigned j = 0; j < sizeof integers; j++)
            pair_with(table, HW_OP_I2I, integers[i], integers[j]);
        for (unsigned j = 0; j < sizeof floats; j++) {
            pair_with(table, HW_OP_F2I, integers[i], floats[j]);
            pair_with(table, HW_OP_I2F, floats[j], integers[i]);
        }
    }
    for (unsigned i = 0; i < sizeof floats; i++)
        for (unsigned j = 0; j < sizeof floats; j++)
            pair_with(table, HW_OP_F2F, floats[i], floats[j]);
}

static void lanes(void **state)
{
    (void)state;
    with_each_table(lanes_with);
}

/* Numbers far below the least half: each one's fraction is dropped, and only rounding away from zero sees
 * that it was there.  Below 2^-33 Tesla does not. */
static void far_below_halves(void **state)
{
    (void)state;
    for (uint32_t exponent = 0x50; exponent <= 0x65; exponent++)
        for (uint32_t fraction = 0; fraction < 0x800000; fraction += 0x3fffff) {
            const uint32_t single = exponent << 23 | fraction, least = exponent > 0x5d ? 1 : 0;

            assert_int_equal(hw_fp16_narrow(single, HW_ROUND_RN, false), 0);
            assert_int_equal(hw_fp16_narrow(single | HW_FP32_SIGN, HW_ROUND_RZ, false), 0x8000);
            assert_int_equal(hw_fp16_narrow(single, HW_ROUND_RP, false), least);
            assert_int_equal(hw_fp16_narrow(single, HW_ROUND_RM, false), 0);
            assert_int_equal(hw_fp16_narrow(single | HW_FP32_SIGN, HW_ROUND_RM, false), 0x8000 | least);
            assert_int_equal(hw_fp16_narrow(single, HW_ROUND_RP, true), 0);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers_wrap_or_clamp),
        cmocka_unit_test(floats_from_integers),
        cmocka_unit_test(integers_from_floats),
        cmocka_unit_test(doubles_and_singles),
        cmocka_unit_test(halves),
        cmocka_unit_test(lanes),
        cmocka_unit_test(far_below_halves),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
