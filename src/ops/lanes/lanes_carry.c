/* SPDX-License-Identifier: MIT */
/* Lane functions for sums, products and comparisons have predicates as carries: from Volta on.
 *
 * A sum is exact before it is cut: the word of carries above it says how often it ran over, once for the
 * first predicate and twice for the second.  Instructions without a carry in read predicates that never hold.
 */
#include "ops/scalar/integer.h"
#include "ops/lanes/lanes.h"

/* What is added beside the operands: negations and carries. */
static inline void sum_of_extras(const struct hw_regs *regs, const struct hw_uop *uop, lanes *sum)
{
    const uint32_t first = read_pred(regs, uop->carry.first), second = read_pred(regs, uop->carry.second),
                   plus = uop->carry.plus;

    FOR_LANES(l)
        sum->lane[l] = plus + (first & lane_bit[l] ? 1 : 0) + (second & lane_bit[l] ? 1 : 0);
}

/* Predicates of the sums that ran over at least once, and at least twice. */
static inline void store_carries(struct hw_regs *regs, const struct hw_uop *uop, lanes *over)
{
    lanes twice;

    FOR_LANES(l) {
        twice.lane[l] = over->lane[l] > 1 ? ~0u : 0;
        over->lane[l] = over->lane[l] ? ~0u : 0;
    }
    write_pred(regs, uop->p_out, lanes_with_sign(over->lane));
    write_pred(regs, uop->p_out2, lanes_with_sign(twice.lane));
}

/* To `sum` three words are added, complemented where the masks say; `over`: how often the sum ran over. */
static inline void sum_three(const struct hw_uop *uop, const uint32_t *a, const uint32_t *b,
                             const uint32_t *c, lanes *sum, lanes *over)
{
    const uint32_t a_xor = uop->a_xor, b_xor = uop->b_xor, c_xor = uop->c_xor;

    FOR_LANES(l) { /* in words: vectors of long sums would have to be taken apart again */
        const uint32_t one = a[l] ^ a_xor, two = one + (b[l] ^ b_xor), three = two + (c[l] ^ c_xor),
                       all = three + sum->lane[l];

        sum->lane[l] = all;
        over->lane[l] = (uint32_t)(two < one) + (three < two) + (all < three);
    }
}

static inline void add_three(struct hw_regs *regs, const struct hw_uop *uop, const uint32_t *a,
                             const uint32_t *b, const uint32_t *c)
{
    lanes value, over;

    sum_of_extras(regs, uop, &value);
    sum_three(uop, a, b, c, &value, &over);
    store(regs, uop, value.lane);
    store_carries(regs, uop, &over);
}

static const _Alignas(64) hw_lanes nothing;

static void iadd3(struct hw_regs *regs, const struct hw_uop *uop)
{
    add_three(regs, uop, register_at(regs, uop->a), register_at(regs, uop->b), register_at(regs, uop->c));
}

/* What the low words carry is added to the high ones. */
static void iadd3_wide(struct hw_regs *regs, const struct hw_uop *uop)
{
    lanes low, high, over;

    sum_of_extras(regs, uop, &low);
    sum_three(uop, register_at(regs, uop->a), register_at(regs, uop->b), register_at(regs, uop->c), &low,
              &high);
    sum_three(uop, register_at(regs, uop->a + 1u), register_at(regs, uop->b + 1u),
              register_at(regs, uop->c + 1u), &high, &over);
    write_lanes(regs, uop->d, executing(regs), low.lane);
    write_lanes(regs, uop->d + 1u, executing(regs), high.lane);
    store_carries(regs, uop, &over);
}

static void lea(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a);
    const unsigned count = uop->imm & 31;
    lanes moved;

    FOR_LANES(l)
        moved.lane[l] = a[l] << count;
    add_three(regs, uop, moved.lane, register_at(regs, uop->b), nothing);
}

static void leahi(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a),
                   *c = uop->carry.extends ? nothing : register_at(regs, uop->c);
    const uint32_t extends = uop->carry.extends ? ~0u : 0;
    const unsigned count = uop->imm & 31;
    lanes moved;

    FOR_LANES(l) {
        const uint32_t high = c[l] | ((0 - (a[l] >> 31)) & extends);
        moved.lane[l] = high << count | a[l] >> 1 >> (31 - count);
    }
    add_three(regs, uop, moved.lane, register_at(regs, uop->b), nothing);
}

static void imad(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b),
                   *c = register_at(regs, uop->c);
    const uint32_t c_xor = uop->c_xor;
    lanes value;

    sum_of_extras(regs, uop, &value);
    FOR_LANES(l)
        value.lane[l] += a[l] * b[l] + (c[l] ^ c_xor);
    store(regs, uop, value.lane);
}

/* The product of words and a sum with a pair, in words; the carry is that of the unsigned sum. */
static inline void multiply_wide(struct hw_regs *regs, const struct hw_uop *uop, lanes *low, lanes *high)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b),
                   *c = register_at(regs, uop->c), *c_high = register_at(regs, uop->c + 1u);
    const uint32_t c_xor = uop->c_xor;
    const bool is_signed = hw_type_signed(uop->type);
    lanes over;

    sum_of_extras(regs, uop, low);
    FOR_LANES(l) {
        const uint32_t product = a[l] * b[l],
                       product_high = hw_int_mul_word_high(a[l], b[l], is_signed, is_signed);
        const uint32_t sum = product + (c[l] ^ c_xor), total = sum + low->lane[l];
        const uint32_t carry = (sum < product) + (total < sum);
        const uint32_t sum_high = product_high + (c_high[l] ^ c_xor), total_high = sum_high + carry;

        over.lane[l] = (sum_high < product_high) + (total_high < sum_high);
        low->lane[l] = total;
        high->lane[l] = total_high;
    }
    store_carries(regs, uop, &over);
}

static void imadwide(struct hw_regs *regs, const struct hw_uop *uop)
{
    lanes low, high;

    multiply_wide(regs, uop, &low, &high);
    write_lanes(regs, uop->d, executing(regs), low.lane);
    write_lanes(regs, uop->d + 1u, executing(regs), high.lane);
}

static void imadwide_high(struct hw_regs *regs, const struct hw_uop *uop)
{
    lanes low, high;

    multiply_wide(regs, uop, &low, &high);
    store(regs, uop, high.lane);
}

/* The product and sum of addresses, where nothing is carried or negated. */
static inline void add_product(struct hw_regs *regs, const struct hw_uop *uop, bool is_signed)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b),
                   *c = register_at(regs, uop->c), *c_high = register_at(regs, uop->c + 1u);
    lanes low, high;

    FOR_LANES(l) {
        const uint64_t product =
            is_signed ? (uint64_t)((int64_t)(int32_t)a[l] * (int32_t)b[l]) : (uint64_t)a[l] * b[l];
        const uint32_t sum = (uint32_t)product + c[l];

        low.lane[l] = sum;
        high.lane[l] = (uint32_t)(product >> 32) + c_high[l] + (uint32_t)(sum < c[l]);
    }
    write_lanes(regs, uop->d, executing(regs), low.lane);
    write_lanes(regs, uop->d + 1u, executing(regs), high.lane);
}

static void imadwide_sum(struct hw_regs *regs, const struct hw_uop *uop)
{
    if (hw_type_signed(uop->type))
        add_product(regs, uop, true);
    else
        add_product(regs, uop, false);
}

/* The highest words of long numbers: where they are equal, those below have decided. */
static void isetp(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b);
    const uint32_t below = read_pred(regs, uop->carry.first), cmp = uop->cmp & 7;
    const bool is_signed = hw_type_signed(uop->type);
    lanes holds, equal;

    FOR_LANES(l) {
        const uint32_t relation = hw_int_relation(a[l], b[l], is_signed);
        holds.lane[l] = relation & cmp ? ~0u : 0;
        equal.lane[l] = relation == 2 ? ~0u : 0;
    }
    const uint32_t decided = cmp == 0 || cmp == 7 ? 0 : lanes_with_sign(equal.lane);
    store_comparison(regs, uop, (lanes_with_sign(holds.lane) & ~decided) | (below & decided));
}

hw_uop_fn *const HW_LANE_FUNCTIONS(carry)[HW_LANES_CARRY_COUNT] = {
    [HW_LANES_CARRY_IADD3] = iadd3,       [HW_LANES_CARRY_IADD3_WIDE] = iadd3_wide,
    [HW_LANES_CARRY_IMAD] = imad,         [HW_LANES_CARRY_IMADWIDE_SUM] = imadwide_sum,
    [HW_LANES_CARRY_IMADWIDE] = imadwide, [HW_LANES_CARRY_IMADWIDE_HIGH] = imadwide_high,
    [HW_LANES_CARRY_LEA] = lea,           [HW_LANES_CARRY_LEAHI] = leahi,
    [HW_LANES_CARRY_ISETP] = isetp,
};
