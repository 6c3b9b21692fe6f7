/* Products of parts of words, of 32 lanes: XMAD, IMADSP, IDP.  XMAD is the multiplier of this generation: a product
 * of words is three of them, so its usual forms have loops of their own. */
#include "ops/rows_add.h"
#include "ops/xmad.h"

/* The unsigned product of halves; opt[0] and opt[1] say where they begin. */
static inline void product_of_halves(const struct hw_regs *regs, const struct hw_uop *uop, lanes *product)
{
    const uint32_t *a = row_at(regs, uop->a), *b = row_at(regs, uop->b);
    const unsigned a_shift = uop->opt[0], b_shift = uop->opt[1];

    FOR_LANES(l)
        product->lane[l] = (a[l] >> a_shift & 0xffff) * (b[l] >> b_shift & 0xffff);
}

/* product + c; opt[2]: the shift of .PSL. */
static void xmad(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *c = row_at(regs, uop->c);
    const unsigned shift = uop->opt[2];
    lanes value;

    product_of_halves(regs, uop, &value);
    FOR_LANES(l)
        value.lane[l] = (value.lane[l] << shift) + c[l];
    store(regs, uop, value.lane);
}

static void xmad_mrg(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *b = row_at(regs, uop->b), *c = row_at(regs, uop->c);
    lanes value;

    product_of_halves(regs, uop, &value);
    FOR_LANES(l)
        value.lane[l] = hw_xmad_merge(value.lane[l] + c[l], b[l]);
    store(regs, uop, value.lane);
}

static void xmad_psl_cbcc(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *b = row_at(regs, uop->b), *c = row_at(regs, uop->c);
    lanes value;

    product_of_halves(regs, uop, &value);
    FOR_LANES(l)
        value.lane[l] = ((value.lane[l] + b[l]) << 16) + c[l];
    store(regs, uop, value.lane);
}

/* Any XMAD.  opt[3]: .MRG; mode: the addend.  The flags Z and S are those of what is written, C and O of the sum. */
static void xmad_any(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = row_at(regs, uop->a), *b = row_at(regs, uop->b), *c = row_at(regs, uop->c);
    const uint32_t *cond = uop->cond_in != HW_NO_ROW ? row_at(regs, uop->cond_in) : NULL;
    const bool a_signed = hw_type_signed(uop->type), b_signed = hw_type_signed(uop->type2), merge = uop->opt[3];
    const unsigned kind = uop->mode;
    lanes value, flags;

    FOR_LANES(l) {
        const uint32_t pa = hw_extend_half(a[l] >> uop->opt[0], a_signed);
        const uint32_t pb = hw_extend_half(b[l] >> uop->opt[1], b_signed);
        const uint32_t carry = cond ? cond[l] / HW_FLAG_C & 1 : 0;
        const struct hw_int_result sum = hw_int_add(pa * pb << uop->opt[2], hw_xmad_addend(kind, pa, pb, b[l], c[l]),
                                                    carry, 32, false);

        value.lane[l] = merge ? hw_xmad_merge(sum.value, b[l]) : sum.value;
        flags.lane[l] = (sum.flags & (HW_FLAG_C | HW_FLAG_O)) | hw_int_flags(value.lane[l], 32);
    }
    if (wants_flags(uop))
        store_flags(regs, uop, flags.lane);
    store(regs, uop, value.lane);
}

/* opt: where the operands begin, and the type of c. */
static void imadsp(struct hw_regs *regs, const struct hw_uop *uop)
{
    lanes a_buffer, b_buffer, c_buffer;
    const uint32_t *a = operand(regs, uop->a, uop->opt[0], uop->type, &a_buffer);
    const uint32_t *b = operand(regs, uop->b, uop->opt[1], uop->type2, &b_buffer);
    const uint32_t *c = operand(regs, uop->c, uop->opt[2], uop->opt[3], &c_buffer);
    lanes product;

    FOR_LANES(l)
        product.lane[l] = a[l] * b[l];
    add_rows(regs, uop, product.lane, 0, c, 0);
}

/* Sums of products; opt[0]: modifier idp. */
static void idp(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = row_at(regs, uop->a), *b = row_at(regs, uop->b), *c = row_at(regs, uop->c);
    const bool a_signed = hw_type_signed(uop->type), b_signed = hw_type_signed(uop->type2), high = uop->opt[0] == 2;
    lanes value;

    if (uop->opt[0] == 0)
        FOR_LANES(l)
            value.lane[l] = c[l] + hw_dot_4a(a[l], b[l], a_signed, b_signed);
    else
        FOR_LANES(l)
            value.lane[l] = c[l] + hw_dot_2a(a[l], b[l], a_signed, b_signed, high);
    store(regs, uop, value.lane);
}

hw_uop_fn *const HW_ROWS(xmad)[HW_ROWS_XMAD_COUNT] = {
    [HW_ROWS_XMAD] = xmad,         [HW_ROWS_XMAD_MRG] = xmad_mrg, [HW_ROWS_XMAD_PSL_CBCC] = xmad_psl_cbcc,
    [HW_ROWS_XMAD_ANY] = xmad_any, [HW_ROWS_IMADSP] = imadsp,     [HW_ROWS_IDP] = idp,
};
