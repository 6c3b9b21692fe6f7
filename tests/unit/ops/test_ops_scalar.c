/* SPDX-License-Identifier: MIT */
/* The 32-lane functions against references, on random operands and on those where rules meet.
 *
 * Single precision is compared with fp32.c lane by lane, doubles with fp64.c, conversions with
 * convert.c; the integers have references of their own here, in 64-bit arithmetic. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "fact.h"
#include "ops/select/alu.h"
#include "ops/scalar/cond.h"
#include "ops/scalar/convert.h"
#include "ops/scalar/fp32.h"
#include "ops/scalar/fp64.h"
#include "ops/scalar/sfu.h"
#include "ops/value_types.h"
#include "unit/ops/test_ops_scalar.h"

static uint32_t reference_fp32(const struct hw_semantics *view, uint32_t a, uint32_t b, uint32_t c)
{
    const struct hw_fp32_mode mode = {view->mod[HW_MOD_ROUND], HW_FTZ_FLUSH, 0};

    a = modified(a, view->operand[1].flags);
    b = modified(b, view->operand[2].flags);
    c = modified(c, view->operand[3].flags);
    switch (view->op) {
    case HW_OP_FADD: return hw_fp32_add(a, b, mode);
    case HW_OP_FMUL: return hw_fp32_mul(a, b, mode);
    case HW_OP_FMAD: return hw_fp32_fmad(a, b, c);
    case HW_OP_FMIN: return hw_fp32_min(a, b, true);
    case HW_OP_FMAX: return hw_fp32_max(a, b, true);
    case HW_OP_FSET: return hw_fp32_relation(a, b, true) & view->mod[HW_MOD_CMP] ? ~0u : 0;
    case HW_OP_SLCT: return hw_fp32_slct(a, b, c);
    case HW_OP_RCP: return hw_sfu_rcp_of(a);
    case HW_OP_RSQ: return hw_sfu_rsq_of(a);
    case HW_OP_LG2: return hw_sfu_lg2_of(a);
    case HW_OP_SIN: return hw_sfu_sin_of(a);
    case HW_OP_COS: return hw_sfu_cos_of(a);
    case HW_OP_EX2: return hw_sfu_ex2_of(a);
    default: return view->mod[HW_MOD_REDUCE] ? hw_sfu_reduce_ex2(a) : hw_sfu_reduce_sin(a);
    }
}

static void check_fp32(const struct hw_alu_table *table, const struct hw_semantics *view, unsigned rounds)
{
    struct hw_uop uop;

    bind(view, table, &uop);
    while (rounds--) {
        fill_rows();
        run(&uop);
        for (unsigned l = 0; l < HW_LANES; l++) {
            const uint32_t a = reg[REG_A][l], b = reg[REG_B][l], c = reg[REG_C][l];
            uint32_t expected = reference_fp32(view, a, b, c);
            uint32_t flags;

            if (view->mod[HW_MOD_SAT])
                expected = hw_fp32_saturate(expected, HW_SAT_KEEPS_NAN);
            flags = view->op == HW_OP_FSET   ? (expected ? HW_FLAG_S : HW_FLAG_Z)
                    : view->op == HW_OP_SLCT ? hw_fp32_slct_flags(expected)
                                             : hw_fp32_flags(expected);
            if (reg[REG_D][l] != expected || reg[REG_FLAGS][l] != flags)
                fail_msg("%s op %u: %08x %08x %08x gives %08x flags %x, expected %08x %x", table->name,
                         view->op, a, b, c, reg[REG_D][l], reg[REG_FLAGS][l], expected, flags);
        }
    }
}

static void fp32_with(const struct hw_alu_table *table)
{
    static const uint16_t ops[] = {HW_OP_FADD, HW_OP_FMUL, HW_OP_FMAD, HW_OP_FMIN, HW_OP_FMAX, HW_OP_SLCT};

    for (unsigned i = 0; i < sizeof ops / sizeof ops[0]; i++)
        for (unsigned variant = 0; variant < 8; variant++) {
            struct hw_semantics view = view_of(ops[i], ops[i] == HW_OP_FMAD || ops[i] == HW_OP_SLCT ? 4 : 3);

            view.operand[1].flags = variant & 1 && ops[i] != HW_OP_SLCT ? HW_OPERAND_NEG : 0;
            view.operand[view.operand_count - 1].flags = variant & 2 ? HW_OPERAND_NEG : 0;
            view.mod[HW_MOD_SAT] = variant & 4 && ops[i] <= HW_OP_FMAD;
            check_fp32(table, &view, ops[i] == HW_OP_FMAD ? 2000 : 600);
            view.mod[HW_MOD_ROUND] = HW_ROUND_RZ;
            if (ops[i] == HW_OP_FADD || ops[i] == HW_OP_FMUL)
                check_fp32(table, &view, 100);
        }
    for (unsigned cmp = 0; cmp < 16; cmp++) {
        struct hw_semantics view = view_of(HW_OP_FSET, 3);

        view.mod[HW_MOD_CMP] = (uint8_t)cmp;
        view.operand[1].flags = HW_OPERAND_ABS;
        view.operand[2].flags = HW_OPERAND_NEG;
        check_fp32(table, &view, 300);
    }
}

static void single_precision(void **state)
{
    (void)state;
    with_each_table(fp32_with);
}

static void sfu_with(const struct hw_alu_table *table)
{
    for (unsigned op = HW_OP_RCP; op <= HW_OP_RRO; op++)
        for (unsigned variant = 0; variant < 4; variant++) {
            struct hw_semantics view = view_of(op, 2);

            view.operand[1].flags = (uint8_t)variant;
            view.mod[HW_MOD_REDUCE] = variant & 1;
            view.mod[HW_MOD_SAT] = op == HW_OP_EX2 && (variant & 2);
            check_fp32(table, &view, 500);
        }
}

static void special_functions(void **state)
{
    (void)state;
    with_each_table(sfu_with);
}

/* An operand as a number, taken from the low bits that its type names. */
static int64_t number_of(uint32_t word, unsigned type)
{
    const unsigned width = hw_type_bits(type);
    const uint64_t low = word & (((uint64_t)1 << width) - 1);

    return hw_type_signed(type) && low >> (width - 1) ? (int64_t)low - ((int64_t)1 << width) : (int64_t)low;
}

/* x + y + carry in `width` bits: sum, and flags from the definition of each. */
static uint32_t reference_sum(uint32_t x, uint32_t y, uint32_t carry, bool sat, uint32_t *flags)
{
    const uint64_t unsigned_sum = (uint64_t)x + y + carry;
    const int64_t signed_sum = (int64_t)(int32_t)x + (int32_t)y + carry;
    const bool overflow = signed_sum != (int32_t)signed_sum;
    uint32_t value = (uint32_t)unsigned_sum;

    if (sat && overflow)
        value = signed_sum < 0 ? 0x80000000u : 0x7fffffffu;
    *flags =
        (value == 0 ? 1u : 0) | (value >> 31 ? 2u : 0) | (unsigned_sum >> 32 ? 4u : 0) | (overflow ? 8u : 0);
    return value;
}

static uint32_t plain_flags(uint32_t value)
{
    return (value == 0 ? 1u : 0) | (value >> 31 ? 2u : 0);
}

static uint32_t reference_shift(const struct hw_semantics *view, uint32_t a, uint32_t count, uint32_t *flags)
{
    const bool left = view->op == HW_OP_SHL;
    const int64_t x = number_of(a, view->mod[HW_MOD_TYPE]);
    const unsigned step = count < 40 ? count : 40;
    const uint32_t value = (uint32_t)(left ? (uint64_t)x << step : (uint64_t)(x >> step));
    const bool inside = count > 0 && count < 32;
    const uint32_t last_out = !inside ? 0 : left ? a >> (32 - count) & 1 : a >> (count - 1) & 1;

    *flags = plain_flags(value) | (last_out ? 4u : 0) | (count == 1 && (a ^ value) >> 31 ? 8u : 0);
    return value;
}

static uint32_t reference_integer(const struct hw_semantics *view, uint32_t a, uint32_t b, uint32_t c,
                                  uint32_t cond, uint32_t *flags)
{
    const unsigned type = view->mod[HW_MOD_TYPE], type2 = view->mod[HW_MOD_TYPE2];
    const int64_t x = number_of(a, type), y = number_of(b, type2 ? type2 : type);
    const bool neg1 = view->operand[1].flags & HW_OPERAND_NEG;
    const bool neg2 = view->operand[view->operand_count - 1].flags & HW_OPERAND_NEG;
    const uint32_t carry = view->mod[HW_MOD_CARRY] ? cond >> 2 & 1 : neg1 || neg2;
    uint32_t value;

    switch (view->op) {
    case HW_OP_IADD: return reference_sum(neg1 ? ~a : a, neg2 ? ~b : b, carry, view->mod[HW_MOD_SAT], flags);
    case HW_OP_IMUL:
        value = (uint32_t)(view->mod[HW_MOD_HIGH] ? (uint64_t)(x * y) >> 16 : (uint64_t)(x * y));
        break;
    case HW_OP_IMAD:
        value = (uint32_t)(view->mod[HW_MOD_HIGH] ? (uint64_t)(x * y) >> 16 : (uint64_t)(x * y));
        return reference_sum(neg1 ? ~value : value, neg2 ? ~c : c, carry, view->mod[HW_MOD_SAT], flags);
    case HW_OP_ISAD: return reference_sum((uint32_t)(x < y ? y - x : x - y), c, 0, false, flags);
    case HW_OP_IMIN: value = (uint32_t)(x < y ? x : y); break;
    case HW_OP_IMAX: value = (uint32_t)(x < y ? y : x); break;
    case HW_OP_ISET:
        value = view->mod[HW_MOD_CMP] & (x < y ? 1 : x == y ? 2 : 4) ? ~0u : 0;
        *flags = value ? 2 : 1;
        return value;
    default: return reference_shift(view, a, b, flags);
    }
    *flags = plain_flags(value);
    return value;
}

static void check_integer(const struct hw_alu_table *table, const struct hw_semantics *view, unsigned rounds)
{
    struct hw_uop uop;

    bind(view, table, &uop);
    while (rounds--) {
        fill_rows();
        run(&uop);
        for (unsigned l = 0; l < HW_LANES; l++) {
            const uint32_t a = reg[REG_A][l], b = reg[REG_B][l], c = reg[REG_C][l];
            uint32_t flags;
            const uint32_t expected = reference_integer(view, a, b, c, reg[REG_COND][l], &flags);

            if (reg[REG_D][l] != expected || reg[REG_FLAGS][l] != flags)
                fail_msg("%s op %u: %08x %08x %08x gives %08x flags %x, expected %08x %x", table->name,
                         view->op, a, b, c, reg[REG_D][l], reg[REG_FLAGS][l], expected, flags);
        }
    }
}

static void adds_with(const struct hw_alu_table *table)
{
    for (unsigned variant = 0; variant < 16; variant++) {
        struct hw_semantics add = view_of(HW_OP_IADD, 3);

        add.mod[HW_MOD_TYPE] = HW_TYPE_U32;
        add.operand[1].flags = (variant & 3) == 1 ? HW_OPERAND_NEG : 0;
        add.operand[2].flags = (variant & 3) == 2 ? HW_OPERAND_NEG : 0;
        add.mod[HW_MOD_CARRY] = (variant & 3) == 3;
        add.mod[HW_MOD_SAT] = variant >> 2 & 1;
        check_integer(table, &add, 300);
        for (unsigned type = HW_TYPE_U16; type <= HW_TYPE_S24; type++) {
            struct hw_semantics mad = view_of(HW_OP_IMAD, 4);

            memcpy(mad.mod, add.mod, sizeof mad.mod);
            mad.mod[HW_MOD_TYPE] = (uint8_t)type;
            mad.mod[HW_MOD_HIGH] = variant >> 3 && type >= HW_TYPE_U24;
            mad.operand[1].flags = add.operand[1].flags;
            mad.operand[3].flags = add.operand[2].flags;
            check_integer(table, &mad, 300);
        }
    }
}

static void integers_with(const struct hw_alu_table *table)
{
    static const uint16_t ops[] = {HW_OP_ISAD, HW_OP_IMIN, HW_OP_IMAX, HW_OP_ISET, HW_OP_SHL, HW_OP_SHR};

    adds_with(table);
    for (unsigned type = HW_TYPE_U16; type <= HW_TYPE_S24; type++)
        for (unsigned type2 = HW_TYPE_U16; type2 <= HW_TYPE_S24; type2++) {
            struct hw_semantics mul = view_of(HW_OP_IMUL, 3);

            mul.mod[HW_MOD_TYPE] = (uint8_t)type;
            mul.mod[HW_MOD_TYPE2] = (uint8_t)type2;
            check_integer(table, &mul, 300);
            mul.mod[HW_MOD_HIGH] = 1;
            check_integer(table, &mul, 300);
        }
    for (unsigned i = 0; i < sizeof ops / sizeof ops[0]; i++)
        for (unsigned cmp = 0; cmp < 8; cmp++) {
            struct hw_semantics view = view_of(ops[i], ops[i] == HW_OP_ISAD ? 4 : 3);

            view.mod[HW_MOD_TYPE] = cmp & 1 || ops[i] == HW_OP_SHL ? HW_TYPE_U32 : HW_TYPE_S32;
            view.mod[HW_MOD_CMP] = (uint8_t)cmp;
            check_integer(table, &view, 300);
        }
}

static void integers(void **state)
{
    (void)state;
    with_each_table(integers_with);
    hw_fact("SF-060");
    hw_fact("SF-061");
    hw_fact("SF-265");
    hw_fact("SF-266");
}

static uint64_t reference_fp64(const struct hw_semantics *view, uint64_t a, uint64_t b, uint64_t c)
{
    a = hw_fp64_modify(a, view->operand[1].flags);
    b = hw_fp64_modify(b, view->operand[2].flags);
    c = hw_fp64_modify(c, view->operand[3].flags);
    switch (view->op) {
    case HW_OP_DFMA: return hw_fp64_fma(a, b, c, view->mod[HW_MOD_ROUND]);
    case HW_OP_DADD: return hw_fp64_add(a, b, view->mod[HW_MOD_ROUND]);
    case HW_OP_DMUL: return hw_fp64_mul(a, b, view->mod[HW_MOD_ROUND]);
    case HW_OP_DMIN: return hw_fp64_min(a, b);
    default: return hw_fp64_max(a, b);
    }
}

/* Doubles near each other, near the ends of the range, and special ones. */
static void fill_doubles(void)
{
    static const uint32_t high[] = {0,          0x80000000, 0x7ff00000, 0xfff00000,
                                    0x7ff80000, 0x7fefffff, 0x00100000, 0x3ff00000};

    fill_rows();
    for (unsigned l = 0; l < HW_LANES; l++) {
        const uint64_t r = random_bits();

        for (unsigned i = REG_A + 1; i <= REG_C + 1; i += 2) {
            const unsigned kind = r >> 4 * i & 15;
            if (kind < 8)
                reg[i][l] = (reg[i][l] & 0x800fffff) | (0x3f0 + (uint32_t)(r >> 50) % 70) << 20;
            else if (kind == 8)
                reg[i][l] = high[r >> 60 & 7];
            else if (kind == 9)
                reg[i][l] = (reg[i][l] & 0x800fffff) | (0x1f0 + (uint32_t)(r >> 50) % 40) << 20;
            if (r >> 40 & 1)
                reg[i - 1][l] = (uint32_t)random_bits();
        }
    }
}

static void doubles_with(const struct hw_alu_table *table)
{
    for (unsigned op = HW_OP_DFMA; op <= HW_OP_DMAX; op++)
        for (unsigned variant = 0; variant < 8; variant++) {
            struct hw_semantics view = view_of(op, op == HW_OP_DFMA ? 4 : 3);
            struct hw_uop uop;

            view.operand[1].flags = variant & 4 ? HW_OPERAND_NEG : 0;
            view.mod[HW_MOD_ROUND] = variant & 3;
            bind(&view, table, &uop);
            for (unsigned i = 0; i < 300; i++) {
                fill_doubles();
                run(&uop);
                for (unsigned l = 0; l < HW_LANES; l++) {
                    const uint64_t a = reg[REG_A][l] | (uint64_t)reg[REG_A + 1][l] << 32;
                    const uint64_t b = reg[REG_B][l] | (uint64_t)reg[REG_B + 1][l] << 32;
                    const uint64_t c = reg[REG_C][l] | (uint64_t)reg[REG_C + 1][l] << 32;
                    const uint64_t expected = reference_fp64(&view, a, b, c);

                    assert_int_equal(reg[REG_D][l] | (uint64_t)reg[REG_D + 1][l] << 32, expected);
                    assert_int_equal(reg[REG_FLAGS][l], hw_fp64_flags(expected));
                }
            }
        }
}

static void double_precision(void **state)
{
    (void)state;
    with_each_table(doubles_with);
}

static uint64_t reference_convert(unsigned op, const struct hw_conversion *conversion, uint32_t a,
                                  uint32_t *flags)
{
    switch (op) {
    case HW_OP_I2I: return hw_convert_i2i(conversion, a, flags);
    case HW_OP_I2F: return hw_convert_i2f(conversion, a, flags);
    case HW_OP_F2I: return hw_convert_f2i(conversion, a, flags);
    default: return hw_convert_f2f(conversion, a, flags);
    }
}

static void check_convert(const struct hw_alu_table *table, const struct hw_semantics *view)
{
    const struct hw_conversion conversion = {
        .type = view->mod[HW_MOD_TYPE],
        .type2 = view->mod[HW_MOD_TYPE2],
        .round = view->mod[HW_MOD_ROUND],
        .operand_flags = view->operand[1].flags,
        .integral = view->mod[HW_MOD_INTEGRAL],
        .sat = view->mod[HW_MOD_SAT] || view->op == HW_OP_I2I,
        .ftz = true,
        .tesla = true,
    };
    struct hw_uop uop;

    bind(view, table, &uop);
    for (unsigned i = 0; i < 200; i++) {
        fill_rows();
        run(&uop);
        for (unsigned l = 0; l < HW_LANES; l++) {
            const uint32_t a = reg[REG_A][l];
            uint32_t flags;
            const uint64_t expected = reference_convert(view->op, &conversion, a, &flags);

            if (reg[REG_D][l] != (uint32_t)expected || reg[REG_FLAGS][l] != flags)
                fail_msg("%s op %u types %u %u round %u: %08x gives %08x flags %x, expected %08x %x",
                         table->name, view->op, conversion.type, conversion.type2, conversion.round, a,
                         reg[REG_D][l], reg[REG_FLAGS][l], (uint32_t)expected, flags);
        }
    }
}

static struct hw_semantics conversion_view(unsigned op, unsigned type, unsigned type2, unsigned flags,
                                           unsigned round)
{
    struct hw_semantics view = view_of(op, 2);

    view.operand[1].flags = (uint8_t)flags;
    view.mod[HW_MOD_TYPE] = (uint8_t)type;
    view.mod[HW_MOD_TYPE2] = (uint8_t)type2;
    view.mod[HW_MOD_ROUND] = (uint8_t)round;
    return view;
}

static bool is_24_bits(unsigned type)
{
    return type == HW_TYPE_U24 || type == HW_TYPE_S24;
}

static void integers_between_types(const struct hw_alu_table *table, unsigned flags)
{
    for (unsigned type = HW_TYPE_U8; type <= HW_TYPE_S32; type++)
        for (unsigned type2 = HW_TYPE_U8; type2 <= HW_TYPE_S32; type2++) {
            const struct hw_semantics view = conversion_view(HW_OP_I2I, type, type2, flags, 0);

            if (!is_24_bits(type) && !is_24_bits(type2))
                check_convert(table, &view);
        }
}

static void conversions_with(const struct hw_alu_table *table)
{
    for (unsigned flags = 0; flags < 4; flags++) {
        integers_between_types(table, flags);
        for (unsigned round = 0; round < 4; round++) {
            struct hw_semantics view = conversion_view(HW_OP_F2F, HW_TYPE_F32, HW_TYPE_F32, flags, round);

            for (unsigned variant = 0; variant < 4; variant++) {
                view.mod[HW_MOD_INTEGRAL] = variant & 1;
                view.mod[HW_MOD_SAT] = variant >> 1;
                check_convert(table, &view);
            }
            for (unsigned type = HW_TYPE_U8; type <= HW_TYPE_S32; type++) {
                view = conversion_view(HW_OP_I2F, HW_TYPE_F32, type, flags, round);
                view.mod[HW_MOD_SAT] = flags == 1;
                check_convert(table, &view);
            }
            for (unsigned type = HW_TYPE_U32; type <= HW_TYPE_S32; type++) {
                view = conversion_view(HW_OP_F2I, type, HW_TYPE_F32, flags, round);
                check_convert(table, &view);
            }
        }
    }
}

static void conversions(void **state)
{
    (void)state;
    with_each_table(conversions_with);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(single_precision), cmocka_unit_test(special_functions), cmocka_unit_test(integers),
        cmocka_unit_test(double_precision), cmocka_unit_test(conversions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
