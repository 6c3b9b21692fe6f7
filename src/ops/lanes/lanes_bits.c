/* SPDX-License-Identifier: MIT */
/* Lane functions for shifts, bit fields, logic and bytes, as Fermi to Maxwell have them, are loops around
 * bitfield.h. */
#include "ops/scalar/bitfield.h"
#include "ops/lanes/lanes_add.h"

/* Results without carry or overflow. */
static inline void store_bits(const struct hw_regs *regs, const struct hw_uop *uop, lanes *value)
{
    if (wants_flags(uop))
        store_integer_flags(regs, uop, value->lane, 32);
    store(regs, uop, value->lane);
}

static inline const uint32_t *reverse(const uint32_t *a, lanes *reversed)
{
    FOR_LANES(l)
        reversed->lane[l] = hw_bits_reverse(a[l]);
    return reversed->lane;
}

/* .X: C comes in next to the old word.  No public source has tried it; taken to be a logical shift through
 * the carry, so that shifts by 1 chain. */
static void shift_carry_in(const struct hw_regs *regs, const struct hw_uop *uop, bool right,
                           const uint32_t *count, lanes *value)
{
    const uint32_t *cond = register_at(regs, uop->cond_in);

    FOR_LANES(l) {
        const uint32_t bit = right ? 32 - count[l] : count[l] - 1;
        value->lane[l] |= bit < 32 ? (cond[l] / HW_FLAG_C & 1) << (bit & 31) : 0;
    }
}

/* SHL and SHR of words with .W, .X, .BREV.  Flags are as without (integer.h). */
static inline void shift_any(const struct hw_regs *regs, const struct hw_uop *uop, bool right, bool is_signed)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b);
    lanes value, flags, reversed, wrapped;

    if (uop->shift.reverse)
        a = reverse(a, &reversed);
    if (uop->shift.wrap) {
        FOR_LANES(l)
            wrapped.lane[l] = b[l] & 31;
        b = wrapped.lane;
    }
    FOR_LANES(l)
        value.lane[l] = (right ? hw_int_shr(a[l], b[l], 32, is_signed) : hw_int_shl(a[l], b[l], 32)).value;
    if (uop->cond_in != HW_NO_REGISTER)
        shift_carry_in(regs, uop, right, b, &value);
    if (wants_flags(uop)) {
        FOR_LANES(l)
            flags.lane[l] =
                (right ? hw_int_shr(a[l], b[l], 32, is_signed) : hw_int_shl(a[l], b[l], 32)).flags;
        FOR_LANES(l)
            flags.lane[l] = (flags.lane[l] & (HW_FLAG_C | HW_FLAG_O)) | hw_int_flags(value.lane[l], 32);
        store_flags(regs, uop, flags.lane);
    }
    store(regs, uop, value.lane);
}

static void shl_any(struct hw_regs *regs, const struct hw_uop *uop)
{
    shift_any(regs, uop, false, false);
}

static void shr_any(struct hw_regs *regs, const struct hw_uop *uop)
{
    if (hw_type_signed(uop->type) && uop->cond_in == HW_NO_REGISTER)
        shift_any(regs, uop, true, true);
    else
        shift_any(regs, uop, true, false);
}

/* Funnel shifts. */
static void shf_left(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b),
                   *c = register_at(regs, uop->c);
    const unsigned width = uop->shift.width;
    const bool wrap = uop->shift.wrap;
    lanes value;

    FOR_LANES(l)
        value.lane[l] = hw_funnel_left(a[l], c[l], hw_funnel_count(b[l], width, wrap));
    store_bits(regs, uop, &value);
}

static void shf_low(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b);
    const unsigned width = uop->shift.width;
    const bool wrap = uop->shift.wrap;
    lanes value;

    FOR_LANES(l) {
        const uint32_t count = hw_funnel_count(b[l], width, wrap);
        value.lane[l] = count < 32 ? a[l] << (count & 31) : 0;
    }
    store_bits(regs, uop, &value);
}

static void shf_right(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b),
                   *c = register_at(regs, uop->c);
    const unsigned width = uop->shift.width;
    const bool wrap = uop->shift.wrap, is_signed = hw_type_signed(uop->type), high = uop->high;
    lanes value;

    FOR_LANES(l)
        value.lane[l] = hw_funnel_right(a[l], c[l], hw_funnel_count(b[l], width, wrap), is_signed, high);
    store_bits(regs, uop, &value);
}

static inline void extract(const struct hw_regs *regs, const struct hw_uop *uop, bool is_signed)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b);
    lanes value, reversed;

    if (uop->bits.reverse)
        a = reverse(a, &reversed);
    FOR_LANES(l)
        value.lane[l] = hw_bits_extract(a[l], b[l], is_signed);
    store_bits(regs, uop, &value);
}

static void bfe_u32(struct hw_regs *regs, const struct hw_uop *uop)
{
    extract(regs, uop, false);
}

static void bfe_s32(struct hw_regs *regs, const struct hw_uop *uop)
{
    extract(regs, uop, true);
}

static void bfi(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b),
                   *c = register_at(regs, uop->c);
    lanes value;

    FOR_LANES(l)
        value.lane[l] = hw_bits_insert(a[l], b[l], c[l]);
    store_bits(regs, uop, &value);
}

static void flo(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), a_xor = uop->a_xor;
    const bool is_signed = hw_type_signed(uop->type), from_top = uop->bits.from_top;
    lanes value;

    FOR_LANES(l) {
        const uint32_t x = a[l] ^ a_xor;
        value.lane[l] = hw_bits_highest(is_signed ? hw_bits_unlike_sign(x) : x, from_top);
    }
    if (uop->p_out != HW_PT) {
        lanes any;
        FOR_LANES(l)
            any.lane[l] = ~value.lane[l];
        write_pred(regs, uop->p_out, lanes_with_sign(any.lane));
    }
    store_bits(regs, uop, &value);
}

static void brev(struct hw_regs *regs, const struct hw_uop *uop)
{
    lanes value;

    reverse(register_at(regs, uop->a), &value);
    store_bits(regs, uop, &value);
}

static void sgxt(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b);
    const bool wrap = uop->shift.wrap, is_signed = hw_type_signed(uop->type);
    lanes value;

    FOR_LANES(l)
        value.lane[l] = hw_bits_extend(a[l], hw_funnel_count(b[l], 32, wrap), is_signed);
    store_bits(regs, uop, &value);
}

static void bmsk(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b);
    const bool wrap = uop->shift.wrap;
    lanes value;

    FOR_LANES(l)
        value.lane[l] = hw_bits_mask(hw_funnel_count(a[l], 32, wrap), hw_funnel_count(b[l], 32, wrap));
    store_bits(regs, uop, &value);
}

static void iabs(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a);
    lanes value;

    FOR_LANES(l)
        value.lane[l] = (int32_t)a[l] < 0 ? 0 - a[l] : a[l];
    store_bits(regs, uop, &value);
}

static void popc(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), a_xor = uop->a_xor;
    lanes value;

    FOR_LANES(l)
        value.lane[l] = hw_bits_count(a[l] ^ a_xor);
    store_bits(regs, uop, &value);
}

static void popc_both(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b), a_xor = uop->a_xor,
                   b_xor = uop->b_xor;
    lanes value;

    FOR_LANES(l)
        value.lane[l] = hw_bits_count((a[l] ^ a_xor) & (b[l] ^ b_xor));
    store_bits(regs, uop, &value);
}

/* Flags and predicate of a bitwise result.  With .X a word counts as zero only if Z held before. */
static void store_tested(struct hw_regs *regs, const struct hw_uop *uop, lanes *value)
{
    lanes flags, always;
    const uint32_t *cond = condition(regs, uop, HW_FLAG_Z, &always);
    const unsigned tests = uop->bits.tests;
    uint32_t zero;

    FOR_LANES(l)
        flags.lane[l] =
            ((value->lane[l] == 0 ? HW_FLAG_Z : 0) & cond[l]) | (value->lane[l] >> 31) * HW_FLAG_S;
    if (wants_flags(uop))
        store_flags(regs, uop, flags.lane);
    FOR_LANES(l)
        flags.lane[l] = flags.lane[l] & HW_FLAG_Z ? ~0u : 0;
    zero = lanes_with_sign(flags.lane);
    const uint32_t holds = tests == 3 ? ~zero : tests == 2 ? zero : tests ? ~0u : 0;
    write_pred(regs, uop->p_out, combine(uop->logic2, holds, read_pred(regs, uop->p_in)));
    store(regs, uop, value->lane);
}

/* LOP with a predicate or .X.  The four operations are sums modulo 2 of some of a, b,
 * ab. */
static void logic_any(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b);
    const uint32_t a_xor = uop->a_xor, b_xor = uop->b_xor;
    const uint32_t has_a = uop->logic == HW_LOGIC_OR || uop->logic == HW_LOGIC_XOR ? ~0u : 0;
    const uint32_t has_b = uop->logic != HW_LOGIC_AND ? ~0u : 0,
                   has_both = uop->logic <= HW_LOGIC_OR ? ~0u : 0;
    lanes value;

    FOR_LANES(l) {
        const uint32_t x = a[l] ^ a_xor, y = b[l] ^ b_xor;
        value.lane[l] = (x & has_a) ^ (y & has_b) ^ (x & y & has_both);
    }
    store_tested(regs, uop, &value);
}

/* A coefficient of the polynomial, as a mask. */
static inline uint32_t coefficient(const struct hw_uop *uop, unsigned number)
{
    return uop->polynomial >> number & 1 ? ~0u : 0;
}

static inline void lop3_lanes(const struct hw_regs *regs, const struct hw_uop *uop, lanes *value)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b),
                   *c = register_at(regs, uop->c);
    const uint32_t k0 = coefficient(uop, 0), k1 = coefficient(uop, 1), k2 = coefficient(uop, 2),
                   k3 = coefficient(uop, 3), k4 = coefficient(uop, 4), k5 = coefficient(uop, 5),
                   k6 = coefficient(uop, 6), k7 = coefficient(uop, 7);

    FOR_LANES(l) {
        const uint32_t without_a = k0 ^ (k1 & c[l]) ^ (b[l] & (k2 ^ (k3 & c[l])));
        const uint32_t with_a = k4 ^ (k5 & c[l]) ^ (b[l] & (k6 ^ (k7 & c[l])));
        value->lane[l] = without_a ^ (a[l] & with_a);
    }
}

static void lop3(struct hw_regs *regs, const struct hw_uop *uop)
{
    lanes value;

    lop3_lanes(regs, uop, &value);
    store_bits(regs, uop, &value);
}

static void lop3_any(struct hw_regs *regs, const struct hw_uop *uop)
{
    lanes value;

    lop3_lanes(regs, uop, &value);
    store_tested(regs, uop, &value);
}

/* Usually the selector is a literal: then a byte is moved in all lanes alike. */
static inline void permute_uniform(const uint32_t *a, const uint32_t *c, uint32_t selector, lanes *value)
{
    FOR_LANES(l)
        value->lane[l] = 0;
    for (unsigned n = 0; n < 32; n += 8) {
        const uint32_t nibble = selector >> n / 2;
        const uint32_t *from = nibble & 4 ? c : a;
        const unsigned left = 24 - 8 * (nibble & 3);

        if (nibble & 8)
            FOR_LANES(l)
                value->lane[l] |= ((0 - (from[l] << left >> 31)) & 0xff) << n;
        else
            FOR_LANES(l)
                value->lane[l] |= from[l] << left >> 24 << n;
    }
}

static void prmt(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b),
                   *c = register_at(regs, uop->c);
    const unsigned mode = uop->bits.selector;
    lanes selector, value;
    uint32_t differ = 0;

    FOR_LANES(l)
        differ |= b[l] ^ b[0];
    if (!differ) {
        permute_uniform(a, c, hw_bits_selector(b[0], mode), &value);
        store(regs, uop, value.lane);
        return;
    }
    if (mode) {
        FOR_LANES(l)
            selector.lane[l] = hw_bits_selector(b[l], mode);
        b = selector.lane;
    }
    FOR_LANES(l)
        value.lane[l] = hw_bits_permuted(a[l], c[l], b[l], 0) | hw_bits_permuted(a[l], c[l], b[l], 1) |
                        hw_bits_permuted(a[l], c[l], b[l], 2) | hw_bits_permuted(a[l], c[l], b[l], 3);
    store(regs, uop, value.lane);
}

hw_uop_fn *const HW_LANE_FUNCTIONS(bits)[HW_LANES_BITS_COUNT] = {
    [HW_LANES_BITS_SHL_ANY] = shl_any,   [HW_LANES_BITS_SHR_ANY] = shr_any,
    [HW_LANES_BITS_SHF_LEFT] = shf_left, [HW_LANES_BITS_SHF_RIGHT] = shf_right,
    [HW_LANES_BITS_BFE_U32] = bfe_u32,   [HW_LANES_BITS_BFE_S32] = bfe_s32,
    [HW_LANES_BITS_BFI] = bfi,           [HW_LANES_BITS_FLO] = flo,
    [HW_LANES_BITS_POPC] = popc,         [HW_LANES_BITS_LOGIC_ANY] = logic_any,
    [HW_LANES_BITS_LOP3] = lop3,         [HW_LANES_BITS_LOP3_ANY] = lop3_any,
    [HW_LANES_BITS_PRMT] = prmt,         [HW_LANES_BITS_POPC_BOTH] = popc_both,
    [HW_LANES_BITS_SHF_LOW] = shf_low,   [HW_LANES_BITS_BREV] = brev,
    [HW_LANES_BITS_SGXT] = sgxt,         [HW_LANES_BITS_BMSK] = bmsk,
    [HW_LANES_BITS_IABS] = iabs,
};
