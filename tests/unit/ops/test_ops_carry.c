/* SPDX-License-Identifier: MIT */
/* Sums, products and comparisons whose carries are predicates, and what else Volta brought for integers and
 * predicates: against references in arithmetic of 128 bits or bit by bit. */
#include "test_ops_lanes.h"

#include <stdlib.h>

typedef unsigned __int128 wide;

static bool source_holds(const struct lane *lane, const struct hw_operand *operand)
{
    return (lane->pred >> operand->reg & 1) != !!(operand->flags & HW_OPERAND_INV);
}

static void expect_one(struct lane *lane, unsigned number, bool holds)
{
    if (number != HW_PT)
        lane->pred = (lane->pred & ~(1u << number)) | (uint32_t)holds << number;
}

/* What an addend is in a sum of `bits` bits: complemented where it is negated, and then 1 more is added. */
static wide addend(const struct hw_semantics *view, const struct hw_operand *operand, uint64_t x,
                   unsigned bits)
{
    const uint64_t mask = bits == 64 ? ~0ull : 0xffffffffull;

    if (!(operand->flags & (HW_OPERAND_NEG | HW_OPERAND_INV)))
        return x;
    return (wide)(~x & mask) + (view->mod[HW_MOD_CARRY] ? 0 : 1);
}

/* The predicates at the end, as numbers. */
static wide carries(const struct hw_semantics *view, const struct lane *lane, unsigned count)
{
    wide sum = 0;

    for (unsigned i = 0; i < count && view->mod[HW_MOD_CARRY]; i++)
        sum += source_holds(lane, &view->operand[view->operand_count - 1 - i]);
    return sum;
}

static void reference_iadd3(const struct hw_semantics *view, struct lane *lane)
{
    const struct hw_operand *o = view->operand;
    const wide sum = addend(view, &o[3], lane->a, 32) + addend(view, &o[4], lane->b, 32) +
                     addend(view, &o[5], lane->c, 32) + carries(view, lane, 2);

    lane->d = (uint32_t)sum;
    expect_one(lane, o[1].reg, sum >> 32 >= 1);
    expect_one(lane, o[2].reg, sum >> 32 >= 2);
}

static void random_sign(struct hw_semantics *view, unsigned position)
{
    view->operand[position].flags = random_bits() & 1         ? 0
                                    : view->mod[HW_MOD_CARRY] ? HW_OPERAND_INV
                                                              : HW_OPERAND_NEG;
}

static void sums_of_three(void **state)
{
    (void)state;
    for (unsigned variant = 0; variant < 200; variant++) {
        struct hw_semantics view = view_of(HW_OP_IADD3C);

        view.mod[HW_MOD_CARRY] = variant & 1;
        add_registers(&view, REG_D, REG_D);
        add_pred(&view, variant & 2 ? 7 : 1);
        add_pred(&view, variant & 4 ? 7 : 2);
        add_registers(&view, REG_A, REG_C);
        for (unsigned i = 3; i < 6; i++)
            random_sign(&view, i);
        if (variant & 1) {
            add_pred(&view, random_bits() & 15);
            add_pred(&view, random_bits() & 15);
        }
        check(&view, reference_iadd3, 10);
    }
}

/* The pairs of sources may share rows with each other and with that of d, the rows D and A. */
static uint64_t pair_at(const struct lane *lane, const struct hw_operand *operand)
{
    const uint32_t word[] = {lane->d, lane->a, lane->b, lane->c, lane->cond};

    return (uint64_t)word[operand->reg + 1] << 32 | word[operand->reg];
}

static void reference_iadd3_wide(const struct hw_semantics *view, struct lane *lane)
{
    wide sum = carries(view, lane, 2);

    for (unsigned i = 3; i < 6; i++)
        sum += addend(view, &view->operand[i], pair_at(lane, &view->operand[i]), 64);
    lane->d = (uint32_t)sum;
    lane->a = (uint32_t)(sum >> 32);
    expect_one(lane, view->operand[1].reg, sum >> 64 >= 1);
    expect_one(lane, view->operand[2].reg, sum >> 64 >= 2);
}

static void sums_of_three_pairs(void **state)
{
    (void)state;
    for (unsigned variant = 0; variant < 200; variant++) {
        struct hw_semantics view = view_of(HW_OP_IADD3C);

        view.mod[HW_MOD_TYPE] = HW_TYPE_U64;
        view.mod[HW_MOD_CARRY] = variant & 1;
        add_operand(&view, HW_OPERAND_REG, REG_D)->bytes = 8;
        add_pred(&view, variant & 2 ? 7 : 1);
        add_pred(&view, variant & 4 ? 7 : 2);
        for (unsigned i = 3; i < 6; i++) {
            add_operand(&view, HW_OPERAND_REG, REG_A + (unsigned)(random_bits() % 3))->bytes = 8;
            random_sign(&view, i);
        }
        if (variant & 1) {
            add_pred(&view, random_bits() & 15);
            add_pred(&view, random_bits() & 15);
        }
        check(&view, reference_iadd3_wide, 10);
    }
}

static void reference_lea(const struct hw_semantics *view, struct lane *lane)
{
    const struct hw_operand *o = view->operand;
    const bool high = view->op == HW_OP_LEAHIC, third = high && o[4].kind == HW_OPERAND_REG;
    const unsigned count = (unsigned)o[third ? 5 : 4].offset;
    const uint64_t pair = third ? (uint64_t)lane->c << 32 | lane->a : (uint64_t)(int64_t)(int32_t)lane->a;
    const uint32_t x = high ? (uint32_t)(pair << count >> 32) : lane->a << count;
    const wide sum = addend(view, &o[2], x, 32) + addend(view, &o[3], lane->b, 32) + carries(view, lane, 1);

    lane->d = (uint32_t)sum;
    expect_one(lane, o[1].reg, sum >> 32 != 0);
}

static void addresses(void **state)
{
    (void)state;
    for (unsigned variant = 0; variant < 384; variant++) {
        struct hw_semantics view = view_of(variant % 3 ? HW_OP_LEAHIC : HW_OP_LEAC);

        view.mod[HW_MOD_CARRY] = random_bits() & 1;
        add_registers(&view, REG_D, REG_D);
        add_pred(&view, random_bits() & 1 ? 7 : 3);
        add_registers(&view, REG_A, variant % 3 == 2 ? REG_C : REG_B);
        add_literal(&view, variant / 3 % 32);
        random_sign(&view, 2);
        random_sign(&view, 3);
        if (view.mod[HW_MOD_CARRY])
            add_pred(&view, random_bits() & 15);
        check(&view, reference_lea, 10);
    }
}

/* The pair of c is the rows C and COND, that of d the rows D and A. */
static void reference_product(const struct hw_semantics *view, struct lane *lane)
{
    const struct hw_operand *o = view->operand;
    const bool is_signed = view->mod[HW_MOD_TYPE] == HW_TYPE_S32, low = view->op == HW_OP_IMAD;
    const uint64_t product =
        is_signed ? (uint64_t)((int64_t)(int32_t)lane->a * (int32_t)lane->b) : (uint64_t)lane->a * lane->b;
    const uint64_t c = low ? lane->c : (uint64_t)lane->cond << 32 | lane->c;
    const wide sum = product + addend(view, &o[low ? 3 : 4], c, 64) + carries(view, lane, 1);

    lane->d = view->mod[HW_MOD_HIGH] ? (uint32_t)(sum >> 32) : (uint32_t)sum;
    if (!low && !view->mod[HW_MOD_HIGH])
        lane->a = (uint32_t)(sum >> 32);
    if (!low)
        expect_one(lane, o[1].reg, sum >> 64 != 0);
}

static void products(void **state)
{
    (void)state;
    for (unsigned variant = 0; variant < 96; variant++) {
        struct hw_semantics view = view_of(variant % 3 ? HW_OP_IMADWIDE : HW_OP_IMAD);

        view.mod[HW_MOD_CARRY] = variant % 3 == 0 || variant & 4;
        view.mod[HW_MOD_HIGH] = variant % 3 == 2;
        view.mod[HW_MOD_TYPE] = variant & 8 ? HW_TYPE_S32 : HW_TYPE_U32;
        add_registers(&view, REG_D, REG_D);
        if (variant % 3)
            add_pred(&view, variant & 16 ? 7 : 4);
        add_registers(&view, REG_A, REG_C);
        if (variant % 3)
            view.operand[view.operand_count - 1].bytes = 8;
        random_sign(&view, view.operand_count - 1u);
        if (view.mod[HW_MOD_CARRY])
            add_pred(&view, random_bits() & 15);
        check(&view, reference_product, 20);
    }
}

/* The comparison of the two-word numbers whose lower words have compared as the last predicate says. */
static void reference_isetp(const struct hw_semantics *view, struct lane *lane)
{
    const struct hw_operand *o = view->operand;
    const bool is_signed = view->mod[HW_MOD_TYPE] == HW_TYPE_S32;
    const bool less = is_signed ? (int32_t)lane->a < (int32_t)lane->b : lane->a < lane->b;
    const unsigned cmp = view->mod[HW_MOD_CMP];
    const bool here = cmp & (lane->a == lane->b ? 2u : less ? 1u : 4u);
    const bool asks = view->mod[HW_MOD_CARRY] && lane->a == lane->b && cmp != 0 && cmp != 7;
    const bool holds = asks ? source_holds(lane, &o[5]) : here, with = source_holds(lane, &o[4]);
    const unsigned conflicts = view->mod[HW_MOD_BOOL];

    expect_one(lane, o[0].reg,
               conflicts == 0   ? holds && with
               : conflicts == 1 ? holds || with
                                : holds != with);
    expect_one(lane, o[1].reg,
               conflicts == 0   ? !holds && with
               : conflicts == 1 ? !holds || with
                                : !holds != with);
}

static void comparisons(void **state)
{
    (void)state;
    for (unsigned variant = 0; variant < 96; variant++) {
        struct hw_semantics view = view_of(HW_OP_ISETP);

        add_pred(&view, 0);
        add_pred(&view, 1);
        add_registers(&view, REG_A, REG_B);
        add_pred(&view, 2 + (random_bits() & 1 ? 8 : 0));
        add_pred(&view, 3 + (random_bits() & 1 ? 8 : 0));
        view.mod[HW_MOD_CMP] = variant % 8;
        view.mod[HW_MOD_BOOL] = variant / 8 % 3;
        view.mod[HW_MOD_TYPE] = variant & 1 ? HW_TYPE_S32 : HW_TYPE_U32;
        view.mod[HW_MOD_CARRY] = variant >= 48;
        check(&view, reference_isetp, 20);
    }
}

static void reference_shf(const struct hw_semantics *view, struct lane *lane)
{
    const unsigned type = view->mod[HW_MOD_TYPE],
                   width = type == HW_TYPE_S64 || type == HW_TYPE_U64 ? 64 : 32;
    const unsigned count = view->mod[HW_MOD_WRAP] ? lane->b % width : lane->b < width ? lane->b : width;
    const bool is_signed = type == HW_TYPE_S64 || type == HW_TYPE_S32;
    const uint64_t pair = (uint64_t)lane->c << 32 | lane->a;
    const wide extended = is_signed && pair >> 63 ? ~(wide)0 << 64 | pair : pair;
    const uint64_t moved =
        view->mod[HW_MOD_RIGHT] ? (uint64_t)(extended >> count) : (uint64_t)(extended << count);

    lane->d = (uint32_t)(view->mod[HW_MOD_PART] == 3 ? moved >> 32 : moved);
}

static void shifts(void **state)
{
    static const uint8_t type[] = {HW_TYPE_S64, HW_TYPE_U64, HW_TYPE_S32, HW_TYPE_U32};

    (void)state;
    for (unsigned variant = 0; variant < 32; variant++) {
        struct hw_semantics view = view_of(HW_OP_SHF);

        add_registers(&view, REG_D, REG_C);
        view.mod[HW_MOD_TYPE] = type[variant % 4];
        view.mod[HW_MOD_RIGHT] = variant >> 2 & 1;
        view.mod[HW_MOD_WRAP] = variant >> 3 & 1;
        view.mod[HW_MOD_PART] = variant & 16 ? 3 : 1;
        check(&view, reference_shf, 100);
    }
}

/* Bit by bit. */
static void reference_bits(const struct hw_semantics *view, struct lane *lane)
{
    const bool wraps = view->mod[HW_MOD_WRAP];
    const uint32_t a = wraps ? lane->a % 32 : lane->a, b = wraps ? lane->b % 32 : lane->b;
    uint32_t value = 0;

    for (unsigned i = 0; i < 32; i++) {
        bool bit;
        if (view->op == HW_OP_BREV)
            bit = lane->a >> (31 - i) & 1;
        else if (view->op == HW_OP_BMSK)
            bit = i >= a && i < (uint64_t)a + b;
        else if (view->op == HW_OP_SGXT)
            bit = i < b ? lane->a >> i & 1
                        : view->mod[HW_MOD_TYPE] == HW_TYPE_S32 && b && lane->a >> (b - 1) & 1;
        else
            bit = (uint64_t)llabs((int64_t)(int32_t)lane->a) >> i & 1;
        value |= (uint32_t)bit << i;
    }
    lane->d = value;
}

static void bits(void **state)
{
    static const uint16_t op[] = {HW_OP_BREV, HW_OP_IABS, HW_OP_BMSK, HW_OP_SGXT};

    (void)state;
    for (unsigned variant = 0; variant < 16; variant++) {
        struct hw_semantics view = view_of(op[variant % 4]);

        add_registers(&view, REG_D, variant % 4 < 2 ? REG_A : REG_B);
        view.mod[HW_MOD_WRAP] = variant >> 2 & 1;
        view.mod[HW_MOD_TYPE] = variant & 8 ? HW_TYPE_S32 : HW_TYPE_U32;
        check(&view, reference_bits, 200);
    }
}

static void reference_tested(const struct hw_semantics *view, struct lane *lane)
{
    if (view->op == HW_OP_FLOP) {
        lane->d = 0xffffffff;
        for (unsigned i = 0; i < 32; i++)
            lane->d = lane->a >> i & 1 ? i : lane->d;
        expect_one(lane, view->operand[1].reg, lane->a != 0);
        return;
    }
    const bool with = source_holds(lane, &view->operand[6]);

    lane->d = lane->a & (lane->b | lane->c); /* table 0xe0 */
    expect_one(lane, view->operand[0].reg, view->mod[HW_MOD_BOOL] ? lane->d || with : lane->d && with);
}

static void results_tested(void **state)
{
    struct hw_semantics flo = view_of(HW_OP_FLOP);

    (void)state;
    add_registers(&flo, REG_D, REG_D);
    add_pred(&flo, 5);
    add_registers(&flo, REG_A, REG_A);
    flo.mod[HW_MOD_TYPE] = HW_TYPE_U32;
    check(&flo, reference_tested, 200);
    for (unsigned variant = 0; variant < 8; variant++) {
        struct hw_semantics view = view_of(HW_OP_LOP3);

        add_pred(&view, variant & 1 ? 7 : 4);
        add_registers(&view, REG_D, REG_C);
        add_literal(&view, 0xe0);
        add_pred(&view, random_bits() & 15);
        view.mod[HW_MOD_POPT] = 3;
        view.mod[HW_MOD_BOOL] = variant >> 1 & 1;
        check(&view, reference_tested, 100);
    }
}

static void reference_plop3(const struct hw_semantics *view, struct lane *lane)
{
    const uint32_t word[3] = {lane->a, lane->b, lane->c};
    unsigned registers = 0, index = 0;

    for (unsigned i = 2; i < 5; i++)
        index = index * 2 + (view->operand[i].kind == HW_OPERAND_PRED ? source_holds(lane, &view->operand[i])
                                                                      : word[registers++] >> 31);
    expect_one(lane, view->operand[0].reg, view->operand[5].offset >> index & 1);
    expect_one(lane, view->operand[1].reg, view->operand[6].offset >> index & 1);
}

static void truth_tables(void **state)
{
    (void)state;
    for (unsigned variant = 0; variant < 256; variant++) {
        struct hw_semantics view = view_of(HW_OP_PLOP3);
        unsigned next = REG_A;

        add_pred(&view, 0);
        add_pred(&view, variant & 8 ? 7 : 1);
        for (unsigned i = 0; i < 3; i++)
            if (variant >> i & 1)
                add_operand(&view, HW_OPERAND_REG, next++)->part = 1;
            else
                add_pred(&view, random_bits() & 15);
        add_literal(&view, (int64_t)(random_bits() & 255));
        add_literal(&view, (int64_t)(random_bits() & 255));
        check(&view, reference_plop3, 10);
    }
}

static int seed(void **state)
{
    (void)state;
    random_state = 0x5eed;
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_of_three), cmocka_unit_test(sums_of_three_pairs),
        cmocka_unit_test(addresses),     cmocka_unit_test(products),
        cmocka_unit_test(comparisons),   cmocka_unit_test(shifts),
        cmocka_unit_test(bits),          cmocka_unit_test(results_tested),
        cmocka_unit_test(truth_tables),
    };
    return cmocka_run_group_tests(tests, seed, NULL);
}
