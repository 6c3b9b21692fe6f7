/* Shifts, bit fields, logic and bytes of 32 lanes, of the kinds that came with Fermi to Maxwell: loops around
 * bitfield.h. */
#include "ops/bitfield.h"
#include "ops/integer.h"
#include "ops/rows.h"

/* Results without carry or overflow. */
static inline void store_bits(const struct hw_regs *regs, const struct hw_uop *uop, lanes *value)
{
    if (wants_flags(uop))
        store_integer_flags(regs, uop, value->lane, 32);
    store(regs, uop, value->lane);
}

/* The condition code that is read, or a row of `instead`. */
static inline const uint32_t *condition(const struct hw_regs *regs, const struct hw_uop *uop, uint32_t instead,
                                        lanes *buffer)
{
    if (uop->cond_in != HW_NO_ROW)
        return row_at(regs, uop->cond_in);
    FOR_LANES(l)
        buffer->lane[l] = instead;
    return buffer->lane;
}

/* SHL and SHR of words with .W, .X, .BREV.  opt[0]: wrap, opt[1]: brev.  Flags are as without (integer.h).  No
 * public source has tried .X; taken to be a logical shift through the carry, so that shifts by 1 chain. */
static inline void shift_any(const struct hw_regs *regs, const struct hw_uop *uop, bool right)
{
    const uint32_t *a = row_at(regs, uop->a), *b = row_at(regs, uop->b);
    const bool is_signed = hw_type_signed(uop->type) && uop->cond_in == HW_NO_ROW, reverse = uop->opt[1];
    const uint32_t mask = uop->opt[0] ? 31 : ~0u;
    lanes value, flags, no_carry;
    const uint32_t *cond = condition(regs, uop, 0, &no_carry);

    FOR_LANES(l) {
        const uint32_t x = reverse ? hw_bits_reverse(a[l]) : a[l], count = b[l] & mask;
        const uint32_t carry = cond[l] / HW_FLAG_C & 1;
        const struct hw_int_result result =
            right ? hw_int_shr(x, count, 32, is_signed) : hw_int_shl(x, count, 32);
        const uint32_t in = count - 1 < 32 ? carry << ((right ? 32 - count : count - 1) & 31) : 0;

        value.lane[l] = result.value | in;
        flags.lane[l] = (result.flags & (HW_FLAG_C | HW_FLAG_O)) | hw_int_flags(result.value | in, 32);
    }
    if (wants_flags(uop))
        store_flags(regs, uop, flags.lane);
    store(regs, uop, value.lane);
}

static void shl_any(struct hw_regs *regs, const struct hw_uop *uop)
{
    shift_any(regs, uop, false);
}

static void shr_any(struct hw_regs *regs, const struct hw_uop *uop)
{
    shift_any(regs, uop, true);
}

/* Funnel shifts.  opt[0]: wrap; opt[1]: the width that counts end at, 32 or 64. */
static void shf_left(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = row_at(regs, uop->a), *b = row_at(regs, uop->b), *c = row_at(regs, uop->c);
    const unsigned width = uop->opt[1];
    const bool wrap = uop->opt[0];
    lanes value;

    FOR_LANES(l)
        value.lane[l] = hw_funnel_left(a[l], c[l], hw_funnel_count(b[l], width, wrap));
    store_bits(regs, uop, &value);
}

static void shf_right(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = row_at(regs, uop->a), *b = row_at(regs, uop->b), *c = row_at(regs, uop->c);
    const unsigned width = uop->opt[1];
    const bool wrap = uop->opt[0], is_signed = hw_type_signed(uop->type), high = uop->high;
    lanes value;

    FOR_LANES(l)
        value.lane[l] = hw_funnel_right(a[l], c[l], hw_funnel_count(b[l], width, wrap), is_signed, high);
    store_bits(regs, uop, &value);
}

/* opt[1]: brev. */
static inline void extract(const struct hw_regs *regs, const struct hw_uop *uop, bool is_signed)
{
    const uint32_t *a = row_at(regs, uop->a), *b = row_at(regs, uop->b);
    lanes value, reversed;

    if (uop->opt[1]) {
        FOR_LANES(l)
            reversed.lane[l] = hw_bits_reverse(a[l]);
        a = reversed.lane;
    }
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
    const uint32_t *a = row_at(regs, uop->a), *b = row_at(regs, uop->b), *c = row_at(regs, uop->c);
    lanes value;

    FOR_LANES(l)
        value.lane[l] = hw_bits_insert(a[l], b[l], c[l]);
    store_bits(regs, uop, &value);
}

/* opt[1]: counted from the top. */
static void flo(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = row_at(regs, uop->a), a_xor = uop->a_xor;
    const bool is_signed = hw_type_signed(uop->type), from_top = uop->opt[1];
    lanes value;

    FOR_LANES(l) {
        const uint32_t x = a[l] ^ a_xor;
        value.lane[l] = hw_bits_highest(is_signed ? hw_bits_unlike_sign(x) : x, from_top);
    }
    store_bits(regs, uop, &value);
}

static void popc(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = row_at(regs, uop->a), a_xor = uop->a_xor;
    lanes value;

    FOR_LANES(l)
        value.lane[l] = hw_bits_count(a[l] ^ a_xor);
    store_bits(regs, uop, &value);
}

/* Flags and predicate of a bitwise result.  With .X a word counts as zero only if Z held before. */
static void store_tested(struct hw_regs *regs, const struct hw_uop *uop, lanes *value)
{
    lanes flags, always;
    const uint32_t *cond = condition(regs, uop, HW_FLAG_Z, &always);
    uint32_t zero;

    FOR_LANES(l)
        flags.lane[l] = ((value->lane[l] == 0 ? HW_FLAG_Z : 0) & cond[l]) | (value->lane[l] >> 31) * HW_FLAG_S;
    if (wants_flags(uop))
        store_flags(regs, uop, flags.lane);
    FOR_LANES(l)
        flags.lane[l] *= 0x80000000u / HW_FLAG_Z;
    zero = lanes_with_sign(flags.lane);
    hw_write_pred(regs, uop->p_out, uop->opt[0] == 3 ? ~zero : uop->opt[0] == 2 ? zero : uop->opt[0] ? ~0u : 0);
    store(regs, uop, value->lane);
}

/* LOP with a predicate or .X; opt[0]: modifier popt. */
static void logic_any(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = row_at(regs, uop->a), *b = row_at(regs, uop->b);
    const uint32_t a_xor = uop->a_xor, b_xor = uop->b_xor;
    const unsigned operation = uop->logic;
    lanes value;

    FOR_LANES(l)
        value.lane[l] = hw_int_logic(a[l] ^ a_xor, b[l] ^ b_xor, operation);
    store_tested(regs, uop, &value);
}

/* uop->imm: the table as a polynomial, whose coefficients become masks. */
static inline void lop3_rows(const struct hw_regs *regs, const struct hw_uop *uop, lanes *value)
{
    const uint32_t *a = row_at(regs, uop->a), *b = row_at(regs, uop->b), *c = row_at(regs, uop->c);
    uint32_t k[8];

    for (unsigned i = 0; i < 8; i++)
        k[i] = uop->imm >> i & 1 ? ~0u : 0;
    const uint32_t k0 = k[0], k1 = k[1], k2 = k[2], k3 = k[3], k4 = k[4], k5 = k[5], k6 = k[6], k7 = k[7];
    FOR_LANES(l) {
        const uint32_t without_a = k0 ^ (k1 & c[l]) ^ (b[l] & (k2 ^ (k3 & c[l])));
        const uint32_t with_a = k4 ^ (k5 & c[l]) ^ (b[l] & (k6 ^ (k7 & c[l])));
        value->lane[l] = without_a ^ (a[l] & with_a);
    }
}

static void lop3(struct hw_regs *regs, const struct hw_uop *uop)
{
    lanes value;

    lop3_rows(regs, uop, &value);
    store_bits(regs, uop, &value);
}

static void lop3_any(struct hw_regs *regs, const struct hw_uop *uop)
{
    lanes value;

    lop3_rows(regs, uop, &value);
    store_tested(regs, uop, &value);
}

/* opt[0]: modifier prmt. */
static void prmt(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = row_at(regs, uop->a), *b = row_at(regs, uop->b), *c = row_at(regs, uop->c);
    lanes selector, value;

    copy_row(selector.lane, b);
    if (uop->opt[0])
        FOR_LANES(l)
            selector.lane[l] = hw_bits_selector(b[l], uop->opt[0]);
    FOR_LANES(l) {
        const uint32_t s = selector.lane[l];
        value.lane[l] = hw_bits_permuted(a[l], c[l], s, 0) | hw_bits_permuted(a[l], c[l], s, 1) |
                        hw_bits_permuted(a[l], c[l], s, 2) | hw_bits_permuted(a[l], c[l], s, 3);
    }
    store(regs, uop, value.lane);
}

hw_uop_fn *const HW_ROWS(bits)[HW_ROWS_BITS_COUNT] = {
    [HW_ROWS_SHL_ANY] = shl_any,     [HW_ROWS_SHR_ANY] = shr_any, [HW_ROWS_SHF_LEFT] = shf_left,
    [HW_ROWS_SHF_RIGHT] = shf_right, [HW_ROWS_BFE_U32] = bfe_u32, [HW_ROWS_BFE_S32] = bfe_s32,
    [HW_ROWS_BFI] = bfi,             [HW_ROWS_FLO] = flo,         [HW_ROWS_POPC] = popc,
    [HW_ROWS_LOGIC_ANY] = logic_any, [HW_ROWS_LOP3] = lop3,       [HW_ROWS_LOP3_ANY] = lop3_any,
    [HW_ROWS_PRMT] = prmt,
};
