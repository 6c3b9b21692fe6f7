/* SPDX-License-Identifier: MIT */
/* Lane functions for products of half words: XMAD, IMADSP, IDP.  XMAD is the multiplier of this generation: a
 * product of words is three of them, so its usual forms have loops of their own. */
#include "ops/lanes/lanes_add.h"
#include "ops/scalar/xmad.h"

/* The unsigned product of halves. */
static inline void product_of_halves(const struct hw_regs *regs, const struct hw_uop *uop, lanes *product)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b);
    const unsigned a_shift = uop->xmad.a_shift, b_shift = uop->xmad.b_shift;

    FOR_LANES(l)
        product->lane[l] = (a[l] >> a_shift & 0xffff) * (b[l] >> b_shift & 0xffff);
}

/* product + c, or its lower half. */
static void xmad(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *c = register_at(regs, uop->c);
    const unsigned shift = uop->xmad.shift;
    const uint32_t c_and = uop->c_and;
    lanes value;

    product_of_halves(regs, uop, &value);
    FOR_LANES(l)
        value.lane[l] = (value.lane[l] << shift) + (c[l] & c_and);
    store(regs, uop, value.lane);
}

static void xmad_mrg(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *b = register_at(regs, uop->b), *c = register_at(regs, uop->c);
    lanes value;

    product_of_halves(regs, uop, &value);
    FOR_LANES(l)
        value.lane[l] = hw_xmad_merge(value.lane[l] + c[l], b[l]);
    store(regs, uop, value.lane);
}

static void xmad_psl_cbcc(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *b = register_at(regs, uop->b), *c = register_at(regs, uop->c);
    lanes value;

    product_of_halves(regs, uop, &value);
    FOR_LANES(l)
        value.lane[l] = ((value.lane[l] + b[l]) << 16) + c[l];
    store(regs, uop, value.lane);
}

/* A half of each word, extended. */
static inline void halves(const uint32_t *word, unsigned shift, bool is_signed, lanes *half)
{
    FOR_LANES(l)
        half->lane[l] = hw_extend_half(word[l] >> shift, is_signed);
}

/* The addend by its kind: a choice outside the loop, which compilers do not make of one inside. */
static const uint32_t *addends(unsigned kind, const uint32_t *b, const uint32_t *c, lanes *addend)
{
#define ADDENDS(which)                                           \
    case which:                                                  \
        FOR_LANES(l)                                             \
            addend->lane[l] = hw_xmad_addend(which, b[l], c[l]); \
        return addend->lane

    switch (kind) {
        ADDENDS(HW_XMAD_CLO);
        ADDENDS(HW_XMAD_CHI);
        ADDENDS(HW_XMAD_CBCC);
    default: return c;
    }
#undef ADDENDS
}

static const uint32_t *sign_fixed(const struct hw_regs *regs, const struct hw_uop *uop, const lanes *pa,
                                  const lanes *pb, lanes *addend)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b),
                   *c = register_at(regs, uop->c);
    const uint32_t a_rest = 0xffff0000u >> uop->xmad.a_shift, b_rest = 0xffff0000u >> uop->xmad.b_shift;

    FOR_LANES(l)
        addend->lane[l] = hw_xmad_sign_fixed(pa->lane[l], pb->lane[l], a[l] & a_rest, b[l] & b_rest, c[l]);
    return addend->lane;
}

/* Any XMAD.  The flags Z and S are those of what is written, C and O of the
 * sum. */
static void xmad_any(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *b = register_at(regs, uop->b);
    const bool merge = uop->xmad.merge;
    const unsigned shift = uop->xmad.shift;
    lanes pa, pb, buffer, value, flags, no_carry;
    const uint32_t *cond = condition(regs, uop, 0, &no_carry), *addend;

    halves(register_at(regs, uop->a), uop->xmad.a_shift, hw_type_signed(uop->type), &pa);
    halves(b, uop->xmad.b_shift, hw_type_signed(uop->type2), &pb);
    if (uop->xmad.addend == HW_XMAD_CSFU)
        addend = sign_fixed(regs, uop, &pa, &pb, &buffer);
    else
        addend = addends(uop->xmad.addend, b, register_at(regs, uop->c), &buffer);
    FOR_LANES(l) {
        const uint32_t carry = cond[l] / HW_FLAG_C & 1;
        const struct hw_int_result sum =
            hw_int_add(pa.lane[l] * pb.lane[l] << shift, addend[l], carry, 32, false);

        value.lane[l] = merge ? hw_xmad_merge(sum.value, b[l]) : sum.value;
        flags.lane[l] = (sum.flags & (HW_FLAG_C | HW_FLAG_O)) | hw_int_flags(value.lane[l], 32);
    }
    if (wants_flags(uop))
        store_flags(regs, uop, flags.lane);
    store(regs, uop, value.lane);
}

static void imadsp(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint8_t *part = uop->sum.part;
    lanes a_buffer, b_buffer, c_buffer;
    const uint32_t *a = operand(regs, uop->a, part[0], uop->type, &a_buffer);
    const uint32_t *b = operand(regs, uop->b, part[1], uop->type2, &b_buffer);
    const uint32_t *c = operand(regs, uop->c, part[2], uop->sum.c_type, &c_buffer);
    lanes product;

    FOR_LANES(l)
        product.lane[l] = a[l] * b[l];
    add_registers(regs, uop, product.lane, 0, c, 0);
}

static void imadsp_sd(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b),
                   *c = register_at(regs, uop->c);
    lanes value;

    FOR_LANES(l)
        value.lane[l] = hw_imadsp_sd(a[l], b[l], c[l]);
    if (wants_flags(uop))
        store_integer_flags(regs, uop, value.lane, 32);
    store(regs, uop, value.lane);
}

/* Sums of products. */
static void idp(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b),
                   *c = register_at(regs, uop->c);
    const bool a_signed = hw_type_signed(uop->type), b_signed = hw_type_signed(uop->type2),
               high = uop->dot.parts == 2;
    const uint32_t c_xor = uop->c_xor;
    lanes value;

    if (uop->dot.parts == 0)
        FOR_LANES(l)
            value.lane[l] = (c[l] ^ c_xor) - c_xor + hw_dot_4a(a[l], b[l], a_signed, b_signed);
    else
        FOR_LANES(l)
            value.lane[l] = (c[l] ^ c_xor) - c_xor + hw_dot_2a(a[l], b[l], a_signed, b_signed, high);
    store(regs, uop, value.lane);
}

hw_uop_fn *const HW_LANE_FUNCTIONS(xmad)[HW_LANES_XMAD_COUNT] = {
    [HW_LANES_XMAD_XMAD] = xmad,
    [HW_LANES_XMAD_MRG] = xmad_mrg,
    [HW_LANES_XMAD_PSL_CBCC] = xmad_psl_cbcc,
    [HW_LANES_XMAD_ANY] = xmad_any,
    [HW_LANES_XMAD_IMADSP] = imadsp,
    [HW_LANES_XMAD_IDP] = idp,
    [HW_LANES_XMAD_IMADSP_SD] = imadsp_sd,
};
