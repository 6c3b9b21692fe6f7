/* SPDX-License-Identifier: MIT */
/* Lane functions for comparisons combined with predicates: ISETP, ISET, IMNMX, ICMP, SEL.  The result of a
 * comparison becomes a lane mask as early as possible. */
#include "ops/scalar/integer.h"
#include "ops/lanes/lanes.h"

/* What turns unsigned order into signed order. */
static inline uint32_t order_flip(const struct hw_uop *uop)
{
    return hw_type_signed(uop->type) ? 0 : 0x80000000u;
}

/* The lanes in which comparison `cmp` (1 less, 2 equal, 4 greater) holds, given those that are less and
 * equal. */
static inline uint32_t lanes_where_true(unsigned cmp, uint32_t less, uint32_t equal)
{
    return (cmp & 1 ? less : 0) | (cmp & 2 ? equal : 0) | (cmp & 4 ? ~(less | equal) : 0);
}

#if VECTOR_BYTES == 64
/* The kind of a comparison is a literal of the instruction. */
static inline uint32_t compare_sixteen(__m512i a, __m512i b, unsigned cmp)
{
    switch (cmp & 7) {
    case 0: return 0;
    case 1: return _mm512_cmplt_epi32_mask(a, b);
    case 2: return _mm512_cmpeq_epi32_mask(a, b);
    case 3: return _mm512_cmple_epi32_mask(a, b);
    case 4: return _mm512_cmpgt_epi32_mask(a, b);
    case 5: return _mm512_cmpneq_epi32_mask(a, b);
    case 6: return _mm512_cmpge_epi32_mask(a, b);
    default: return 0xffff;
    }
}

static inline uint32_t compare_lanes(const uint32_t *a, const uint32_t *b, unsigned cmp, uint32_t flip)
{
    const __m512i bias = _mm512_set1_epi32((int)flip);
    uint32_t holds = 0;

    for (unsigned l = 0; l < LANES; l += 16)
        holds |= compare_sixteen(_mm512_xor_si512(_mm512_load_si512(a + l), bias),
                                 _mm512_xor_si512(_mm512_load_si512(b + l), bias), cmp)
                 << l;
    return holds;
}
#else
static inline uint32_t compare_lanes(const uint32_t *a, const uint32_t *b, unsigned cmp, uint32_t flip)
{
    lanes less, equal;

    FOR_LANES(l) {
        less.lane[l] = (int32_t)(a[l] ^ flip) < (int32_t)(b[l] ^ flip) ? ~0u : 0;
        equal.lane[l] = a[l] == b[l] ? ~0u : 0;
    }
    return lanes_where_true(cmp, lanes_with_sign(less.lane), lanes_with_sign(equal.lane));
}
#endif

/* The same for the high words of longer numbers, whose lower ones left a condition code. */
static uint32_t compare_lanes_x(const struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b),
                   *cond = register_at(regs, uop->cond_in);
    const bool is_signed = hw_type_signed(uop->type);
    lanes less, equal;

    FOR_LANES(l) {
        const uint32_t relation = hw_int_relation_x(a[l], b[l], is_signed, cond[l]);
        less.lane[l] = relation == 1 ? ~0u : 0;
        equal.lane[l] = relation == 2 ? ~0u : 0;
    }
    return lanes_where_true(uop->cmp, lanes_with_sign(less.lane), lanes_with_sign(equal.lane));
}

static inline uint32_t compare(const struct hw_regs *regs, const struct hw_uop *uop)
{
    if (uop->cond_in != HW_NO_REGISTER)
        return compare_lanes_x(regs, uop);
    return compare_lanes(register_at(regs, uop->a), register_at(regs, uop->b), uop->cmp, order_flip(uop));
}

static __attribute__((noinline)) void isetp_x(struct hw_regs *regs, const struct hw_uop *uop)
{
    store_comparison(regs, uop, compare_lanes_x(regs, uop));
}

static void isetp(struct hw_regs *regs, const struct hw_uop *uop)
{
    if (uop->cond_in != HW_NO_REGISTER)
        isetp_x(regs, uop);
    else
        store_comparison(
            regs, uop,
            compare_lanes(register_at(regs, uop->a), register_at(regs, uop->b), uop->cmp, order_flip(uop)));
}

static void iset_any(struct hw_regs *regs, const struct hw_uop *uop)
{
    store_truth(regs, uop, compare(regs, uop));
}

/* The words of `yes` where the lane mask has a bit, else those of `no`. */
static inline void choose_lanes(uint32_t mask, const uint32_t *yes, const uint32_t *no, lanes *value)
{
    copy_lanes(value->lane, no);
    blend_lanes(value->lane, yes, mask);
}

static inline void store_choice(const struct hw_regs *regs, const struct hw_uop *uop, uint32_t mask,
                                const uint32_t *yes, const uint32_t *no)
{
    lanes value;

    choose_lanes(mask, yes, no, &value);
    if (wants_flags(uop))
        store_integer_flags(regs, uop, value.lane, 32);
    store(regs, uop, value.lane);
}

/* The smaller of a and b where the predicate holds, the greater elsewhere. */
static void imnmx(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b);
    const uint32_t less = compare_lanes(a, b, 1, order_flip(uop));

    store_choice(regs, uop, ~(less ^ read_pred(regs, uop->p_in)), a, b);
}

/* Words of longer numbers, from the highest (.XHI) down.  Each leaves, in Z, whether the numbers are equal so
 * far and, in S, whether a is less; a lower word decides only where those above are equal.  Which bits the
 * chip uses for this no public source says, but no other instruction reads them in compiled code. */
static void imnmx_part(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b);
    const uint32_t *cond = uop->cond_in != HW_NO_REGISTER ? register_at(regs, uop->cond_in) : NULL;
    const uint32_t flip = order_flip(uop);
    lanes value, flags, less;

    FOR_LANES(l) {
        const uint32_t here = a[l] == b[l]                                      ? HW_FLAG_Z
                              : (int32_t)(a[l] ^ flip) < (int32_t)(b[l] ^ flip) ? HW_FLAG_S
                                                                                : 0;
        flags.lane[l] = cond && !(cond[l] & HW_FLAG_Z) ? cond[l] & HW_FLAG_S : here;
        less.lane[l] = flags.lane[l] & HW_FLAG_S ? ~0u : 0;
    }
    choose_lanes(~(lanes_with_sign(less.lane) ^ read_pred(regs, uop->p_in)), a, b, &value);
    if (wants_flags(uop))
        store_flags(regs, uop, flags.lane);
    store(regs, uop, value.lane);
}

static void icmp(struct hw_regs *regs, const struct hw_uop *uop)
{
    static const _Alignas(64) hw_lanes zero;
    const uint32_t holds = compare_lanes(register_at(regs, uop->c), zero, uop->cmp, order_flip(uop));

    store_choice(regs, uop, holds, register_at(regs, uop->a), register_at(regs, uop->b));
}

static void sel(struct hw_regs *regs, const struct hw_uop *uop)
{
    store_choice(regs, uop, read_pred(regs, uop->p_in), register_at(regs, uop->a), register_at(regs, uop->b));
}

hw_uop_fn *const HW_LANE_FUNCTIONS(compare)[HW_LANES_COMPARE_COUNT] = {
    [HW_LANES_COMPARE_ISETP] = isetp, [HW_LANES_COMPARE_ISET_ANY] = iset_any,
    [HW_LANES_COMPARE_IMNMX] = imnmx, [HW_LANES_COMPARE_IMNMX_PART] = imnmx_part,
    [HW_LANES_COMPARE_ICMP] = icmp,   [HW_LANES_COMPARE_SEL] = sel,
};
