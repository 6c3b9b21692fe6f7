/* SPDX-License-Identifier: MIT */
/* Lane functions for words and their halves and bytes, of Hopper and later: VIADD, VIMNMX, VIMNMX3,
 * VIADDMNMX; and minima and comparisons of pairs of registers.
 *
 * A predicate chooses: the least where it holds, else the greatest. */
#include "ops/lanes/lanes.h"

#include "ops/scalar/packed.h"

static void viadd(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b);
    const unsigned bits = hw_type_bits(uop->type);
    const uint32_t turn_a = uop->a_xor, turn_b = uop->b_xor, one = bits == 16 ? 0x00010001u : 0x01010101u;
    lanes value;

    FOR_LANES(l) {
        const uint32_t x = hw_packed_add(a[l] ^ turn_a, turn_a & one, bits),
                       y = hw_packed_add(b[l] ^ turn_b, turn_b & one, bits);
        value.lane[l] = hw_packed_add(x, y, bits);
    }
    store(regs, uop, value.lane);
}

/* The least of x and y where the bits of `least` are set, else the greatest; `chosen`: all ones where that is
 * x, as it is if they are equal. */
static inline void extremum(const struct hw_uop *uop, lanes *x, const uint32_t *y, const lanes *least,
                            lanes *chosen)
{
    const unsigned bits = hw_type_bits(uop->type);
    const bool is_signed = hw_type_signed(uop->type);

    FOR_LANES(l) {
        const uint32_t less = hw_packed_less(x->lane[l], y[l], bits, is_signed),
                       more = hw_packed_less(y[l], x->lane[l], bits, is_signed),
                       first = least->lane[l] ? ~more : ~less;
        x->lane[l] = (x->lane[l] & first) | (y[l] & ~first);
        chosen->lane[l] = first;
    }
}

/* Negative numbers become 0. */
static inline void rectify(const struct hw_uop *uop, lanes *x)
{
    const unsigned bits = hw_type_bits(uop->type);

    if (uop->packed.relu)
        FOR_LANES(l)
            x->lane[l] &= ~hw_packed_less(x->lane[l], 0, bits, true);
}

/* The predicates are those of the lowest part and of the next. */
static void vimnmx(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b);
    const unsigned bits = hw_type_bits(uop->type);
    lanes value, least, chosen, next;

    words_of_lanes(read_pred(regs, uop->p_in), &least);
    FOR_LANES(l)
        value.lane[l] = a[l];
    extremum(uop, &value, b, &least, &chosen);
    rectify(uop, &value);
    FOR_LANES(l) {
        next.lane[l] = chosen.lane[l] << (32 - 2 * bits % 32) % 32;
        chosen.lane[l] = chosen.lane[l] << (32 - bits);
    }
    store(regs, uop, value.lane);
    write_pred(regs, uop->p_out, lanes_with_sign(chosen.lane));
    write_pred(regs, uop->p_out2, lanes_with_sign(next.lane));
}

/* Of three: the sum of the first two, or the least of them, and the third. */
static inline void of_three(struct hw_regs *regs, const struct hw_uop *uop, lanes *value)
{
    lanes least, chosen;

    words_of_lanes(read_pred(regs, uop->p_in), &least);
    extremum(uop, value, register_at(regs, uop->c), &least, &chosen);
    rectify(uop, value);
    store(regs, uop, value->lane);
}

static void vimnmx3(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a);
    lanes value, least, chosen;

    words_of_lanes(read_pred(regs, uop->p_in), &least);
    FOR_LANES(l)
        value.lane[l] = a[l];
    extremum(uop, &value, register_at(regs, uop->b), &least, &chosen);
    of_three(regs, uop, &value);
}

static void viaddmnmx(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b);
    const unsigned bits = hw_type_bits(uop->type);
    const uint32_t turn = uop->b_xor, one = bits == 16 ? 0x00010001u : bits == 8 ? 0x01010101u : 1u;
    lanes value;

    FOR_LANES(l)
        value.lane[l] = hw_packed_add(a[l], hw_packed_add(b[l] ^ turn, turn & one, bits), bits);
    of_three(regs, uop, &value);
}

/* --- pairs of registers --- */

/* All ones where a is less than b, and where they are equal. */
static inline void compare_wide(struct hw_regs *regs, const struct hw_uop *uop, lanes *less, lanes *equal)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b),
                   *a_high = register_at(regs, uop->a + 1u), *b_high = register_at(regs, uop->b + 1u);
    const uint32_t flip = hw_type_signed(uop->type) ? 0x80000000u : 0;

    FOR_LANES(l) {
        const uint32_t x = a_high[l] ^ flip, y = b_high[l] ^ flip;

        less->lane[l] = x < y || (x == y && a[l] < b[l]) ? ~0u : 0;
        equal->lane[l] = x == y && a[l] == b[l] ? ~0u : 0;
    }
}

static void isetp_wide(struct hw_regs *regs, const struct hw_uop *uop)
{
    lanes less, equal;

    compare_wide(regs, uop, &less, &equal);
    const uint32_t is_less = lanes_with_sign(less.lane), is_equal = lanes_with_sign(equal.lane);
    store_comparison(regs, uop,
                     (uop->cmp & 1 ? is_less : 0) | (uop->cmp & 2 ? is_equal : 0) |
                         (uop->cmp & 4 ? ~(is_less | is_equal) : 0));
}

static void imnmx_wide(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b),
                   *a_high = register_at(regs, uop->a + 1u), *b_high = register_at(regs, uop->b + 1u);
    lanes less, equal, least, low, high;

    compare_wide(regs, uop, &less, &equal);
    words_of_lanes(read_pred(regs, uop->p_in), &least);
    FOR_LANES(l) {
        const uint32_t first = less.lane[l] ^ ~least.lane[l];

        low.lane[l] = (a[l] & first) | (b[l] & ~first);
        high.lane[l] = (a_high[l] & first) | (b_high[l] & ~first);
    }
    write_lanes(regs, uop->d, executing(regs), low.lane);
    write_lanes(regs, uop->d + 1u, executing(regs), high.lane);
}

static void mov_wide(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), *a_high = register_at(regs, uop->a + 1u);
    lanes low, high;

    FOR_LANES(l) {
        low.lane[l] = a[l];
        high.lane[l] = a_high[l];
    }
    write_lanes(regs, uop->d, executing(regs), low.lane);
    write_lanes(regs, uop->d + 1u, executing(regs), high.lane);
}

static void sel_wide(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b),
                   *a_high = register_at(regs, uop->a + 1u), *b_high = register_at(regs, uop->b + 1u);
    lanes first, low, high;

    words_of_lanes(read_pred(regs, uop->p_in), &first);
    FOR_LANES(l) {
        low.lane[l] = (a[l] & first.lane[l]) | (b[l] & ~first.lane[l]);
        high.lane[l] = (a_high[l] & first.lane[l]) | (b_high[l] & ~first.lane[l]);
    }
    write_lanes(regs, uop->d, executing(regs), low.lane);
    write_lanes(regs, uop->d + 1u, executing(regs), high.lane);
}

/* clang-format off */
hw_uop_fn *const HW_LANE_FUNCTIONS(packed)[HW_LANES_PACKED_COUNT] = {
    [HW_LANES_PACKED_VIADD] = viadd,
    [HW_LANES_PACKED_VIMNMX] = vimnmx,
    [HW_LANES_PACKED_VIMNMX3] = vimnmx3,
    [HW_LANES_PACKED_VIADDMNMX] = viaddmnmx,
    [HW_LANES_PACKED_ISETP_WIDE] = isetp_wide,
    [HW_LANES_PACKED_IMNMX_WIDE] = imnmx_wide,
    [HW_LANES_PACKED_MOV_WIDE] = mov_wide,
    [HW_LANES_PACKED_SEL_WIDE] = sel_wide,
};
/* clang-format on */
