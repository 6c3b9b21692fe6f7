/* SPDX-License-Identifier: MIT */
/* See ir_run.h: integers, bits, comparisons, conversions.  What PTX says about fields is done bit by bit. */
#include <halfwarp/modifiers.h>

#include "ir_run.h"
#include "ops/scalar/convert.h"
#include "ops/scalar/fp16.h"
#include "ops/scalar/fp32.h"
#include "ops/scalar/fp64.h"

typedef __int128 wide;

struct integers {
    unsigned bits;
    bool is_signed;
    uint64_t u[3]; /* operands 1 to 3, cut */
    wide n[3];     /* the same as numbers */
};

unsigned ir_run_type_bits(unsigned type)
{
    static const uint8_t bits[] = {
        [HW_TYPE_NONE] = 1,  [HW_TYPE_U8] = 8,     [HW_TYPE_S8] = 8,   [HW_TYPE_U16] = 16, [HW_TYPE_S16] = 16,
        [HW_TYPE_U32] = 32,  [HW_TYPE_S32] = 32,   [HW_TYPE_U64] = 64, [HW_TYPE_S64] = 64, [HW_TYPE_F16] = 16,
        [HW_TYPE_F32] = 32,  [HW_TYPE_F64] = 64,   [HW_TYPE_B16] = 16, [HW_TYPE_B32] = 32, [HW_TYPE_B64] = 64,
        [HW_TYPE_B128] = 64, [HW_TYPE_F16X2] = 32,
    };

    return bits[type];
}

static bool is_signed(unsigned type)
{
    return type == HW_TYPE_S8 || type == HW_TYPE_S16 || type == HW_TYPE_S32 || type == HW_TYPE_S64;
}

static bool is_float(unsigned type)
{
    return type == HW_TYPE_F16 || type == HW_TYPE_F32 || type == HW_TYPE_F64 || type == HW_TYPE_F16X2;
}

static wide number(uint64_t bits, unsigned width, bool has_sign)
{
    return has_sign ? (wide)((int64_t)(bits << (64 - width)) >> (64 - width)) : (wide)ir_run_cut(bits, width);
}

static struct integers integers_of(const struct hw_ir_insn *insn, const uint64_t *in)
{
    struct integers of = {.bits = ir_run_type_bits(insn->how.type), .is_signed = is_signed(insn->how.type)};

    for (unsigned i = 0; i < 3; i++) {
        of.u[i] = ir_run_cut(in[i], of.bits);
        of.n[i] = number(in[i], of.bits, of.is_signed);
    }
    return of;
}

static uint64_t clamped(wide n, unsigned bits)
{
    const wide most = ((wide)1 << (bits - 1)) - 1;

    return (uint64_t)(n > most ? most : n < -most - 1 ? -most - 1 : n);
}

/* --- sums and products ------------------------------------------------------------------------------------
 */

/* A sum of two cut numbers and a carry, with what goes out of it.  A difference is the sum with the
 * complement, whose carry is 1 where nothing is borrowed. */
static void sum(const struct hw_ir_insn *insn, const struct integers *of, uint64_t a, uint64_t b,
                uint64_t carry, uint64_t *out)
{
    const bool subtracts = insn->op == HW_IR_SUB;
    const uint64_t other = subtracts ? ir_run_cut(~b, of->bits) : b;
    const unsigned __int128 whole =
        (unsigned __int128)a + other + (subtracts && insn->operands < 3 ? 1 : carry);

    out[0] = (uint64_t)whole;
    out[1] = (uint64_t)(whole >> of->bits) & 1;
    if (insn->how.sat)
        out[0] = clamped(subtracts ? of->n[0] - of->n[1] : of->n[0] + of->n[1], of->bits);
}

static bool products(const struct hw_ir_insn *insn, const struct integers *of, const uint64_t *in,
                     uint64_t *out)
{
    const wide product = (wide)((unsigned __int128)of->n[0] * (unsigned __int128)of->n[1]);
    const uint64_t low = ir_run_cut((uint64_t)product, of->bits),
                   high = ir_run_cut((uint64_t)((unsigned __int128)product >> of->bits), of->bits);
    const uint64_t carry = insn->operands > 3 ? in[3] : 0;
    const wide product24 = number(in[0], 24, of->is_signed) * number(in[1], 24, of->is_signed);
    const wide high24 = product24 >> 16;

    switch (insn->op) {
    case HW_IR_MUL: out[0] = low; return true;
    case HW_IR_MUL_HIGH: out[0] = high; return true;
    case HW_IR_MUL_WIDE: out[0] = (uint64_t)product; return true;
    case HW_IR_MAD: sum(insn, of, low, of->u[2], carry, out); return true;
    case HW_IR_MAD_HIGH:
        sum(insn, of, high, of->u[2], carry, out);
        if (insn->how.sat)
            out[0] = clamped((product >> of->bits) + of->n[2], of->bits);
        return true;
    case HW_IR_MAD_WIDE: out[0] = (uint64_t)product + in[2]; return true;
    case HW_IR_MUL24: out[0] = (uint64_t)product24; return true;
    case HW_IR_MUL24_HIGH: out[0] = (uint64_t)high24; return true;
    case HW_IR_MAD24: out[0] = (uint64_t)(product24 + of->n[2]); return true;
    case HW_IR_MAD24_HIGH:
        out[0] =
            insn->how.sat ? clamped((wide)(int32_t)high24 + of->n[2], 32) : (uint64_t)(high24 + of->n[2]);
        return true;
    default: return false;
    }
}

static bool numbers(const struct hw_ir_insn *insn, const struct integers *of, const uint64_t *in,
                    uint64_t *out)
{
    const wide a = of->n[0], b = of->n[1];

    switch (insn->op) {
    case HW_IR_ADD:
    case HW_IR_SUB: sum(insn, of, of->u[0], of->u[1], insn->operands > 2 ? in[2] : 0, out); return true;
    case HW_IR_DIV: out[0] = b == 0 ? UINT64_MAX : (uint64_t)(a / b); return true;
    case HW_IR_REM: out[0] = b == 0 ? (uint64_t)a : (uint64_t)(a % b); return true;
    case HW_IR_ABS: out[0] = (uint64_t)(a < 0 ? -a : a); return true;
    case HW_IR_NEG: out[0] = (uint64_t)-a; return true;
    case HW_IR_MIN: out[0] = (uint64_t)(a < b ? a : b); return true;
    case HW_IR_MAX: out[0] = (uint64_t)(a < b ? b : a); return true;
    case HW_IR_SAD: out[0] = (uint64_t)(of->n[2] + (a < b ? b - a : a - b)); return true;
    default: return products(insn, of, in, out);
    }
}

/* --- bits --------------------------------------------------------------------------------------------------
 */

static uint64_t field_of(const struct integers *of, uint64_t at, uint64_t length)
{
    const uint64_t top = of->bits - 1, last = at + length - 1;
    const uint64_t sign = of->is_signed && length ? of->u[0] >> (last < top ? last : top) & 1 : 0;
    uint64_t field = 0;

    for (uint64_t i = 0; i <= top; i++)
        field |= (i < length && at + i <= top ? of->u[0] >> (at + i) & 1 : sign) << i;
    return field;
}

static uint64_t with_field(const struct integers *of, uint64_t at, uint64_t length)
{
    uint64_t whole = of->u[1];

    for (uint64_t i = 0; i < length && at + i < of->bits; i++)
        whole = (whole & ~((uint64_t)1 << (at + i))) | (of->u[0] >> i & 1) << (at + i);
    return whole;
}

static uint64_t highest(const struct hw_ir_insn *insn, const struct integers *of)
{
    uint64_t bits = of->n[0] < 0 ? ir_run_cut(~of->u[0], of->bits) : of->u[0], at = UINT32_MAX;

    for (; bits; bits >>= 1)
        at++;
    at = (uint32_t)at;
    return insn->how.wrap && at != UINT32_MAX ? of->bits - 1 - at : at;
}

static uint64_t reversed(const struct integers *of)
{
    uint64_t bits = 0;

    for (unsigned i = 0; i < of->bits; i++)
        bits |= (of->u[0] >> i & 1) << (of->bits - 1 - i);
    return bits;
}

static uint64_t table(uint32_t a, uint32_t b, uint32_t c, unsigned entries)
{
    uint64_t bits = 0;

    for (unsigned i = 0; i < 32; i++)
        bits |= (uint64_t)(entries >> ((a >> i & 1) << 2 | (b >> i & 1) << 1 | (c >> i & 1)) & 1) << i;
    return bits;
}

static uint32_t selected_byte(uint64_t both, unsigned which)
{
    const uint32_t byte = (uint32_t)(both >> 8 * (which & 7)) & 255;

    return which & 8 ? (byte & 128 ? 255 : 0) : byte;
}

static uint32_t permuted(uint64_t both, uint32_t selection, unsigned mode)
{
    /* the bytes of each mode for selections 0 to 3, lowest first */
    static const uint16_t modes[7][4] = {
        [1] = {0x3210, 0x4321, 0x5432, 0x6543}, [2] = {0x5670, 0x6701, 0x7012, 0x0123},
        [3] = {0x0000, 0x1111, 0x2222, 0x3333}, [4] = {0x3210, 0x3211, 0x3222, 0x3333},
        [5] = {0x0000, 0x1110, 0x2210, 0x3210}, [6] = {0x1010, 0x3232, 0x1010, 0x3232},
    };
    const uint32_t which = mode ? modes[mode][selection & 3] : selection;
    uint32_t word = 0;

    for (unsigned i = 0; i < 4; i++)
        word |= selected_byte(both, which >> 4 * i & 15) << 8 * i;
    return word;
}

static uint64_t dot(const struct hw_ir_insn *insn, const uint64_t *in)
{
    const bool a_signed = is_signed(insn->how.type), b_signed = is_signed(insn->how.from);
    wide total = (int32_t)in[2];

    for (unsigned i = 0; i < 4 && insn->op == HW_IR_DP4A; i++)
        total += number(in[0] >> 8 * i, 8, a_signed) * number(in[1] >> 8 * i, 8, b_signed);
    for (unsigned i = 0; i < 2 && insn->op == HW_IR_DP2A; i++)
        total += number(in[0] >> 16 * i, 16, a_signed) *
                 number(in[1] >> 8 * (i + 2 * insn->how.number), 8, b_signed);
    return (uint64_t)total;
}

static uint64_t funnel(const struct hw_ir_insn *insn, const uint64_t *in)
{
    const uint64_t both = (uint32_t)in[0] | in[1] << 32;
    const unsigned count = insn->how.wrap ? in[2] & 31 : (uint32_t)in[2] > 32 ? 32 : (unsigned)in[2];

    return insn->op == HW_IR_FUNNEL_RIGHT ? (count ? both >> count : both) : (both << count) >> 32;
}

static bool bits(const struct hw_ir_insn *insn, const struct integers *of, const uint64_t *in, uint64_t *out)
{
    const uint64_t count = (uint32_t)in[1], a = of->u[0], b = of->u[1];

    switch (insn->op) {
    case HW_IR_AND: out[0] = a & b; return true;
    case HW_IR_OR: out[0] = a | b; return true;
    case HW_IR_XOR: out[0] = a ^ b; return true;
    case HW_IR_NOT: out[0] = ~a; return true;
    case HW_IR_CNOT: out[0] = a == 0; return true;
    case HW_IR_LOP3:
        out[0] = table((uint32_t)in[0], (uint32_t)in[1], (uint32_t)in[2], insn->how.number);
        return true;
    case HW_IR_SHL: out[0] = count >= of->bits ? 0 : a << count; return true;
    case HW_IR_SHR: out[0] = (uint64_t)(of->n[0] >> (count > of->bits ? of->bits : count)); return true;
    case HW_IR_FUNNEL_LEFT:
    case HW_IR_FUNNEL_RIGHT: out[0] = funnel(insn, in); return true;
    case HW_IR_BFE: out[0] = field_of(of, in[1] & 255, in[2] & 255); return true;
    case HW_IR_BFI: out[0] = with_field(of, in[2] & 255, in[3] & 255); return true;
    case HW_IR_BFIND: out[0] = highest(insn, of); return true;
    case HW_IR_POPC: out[0] = (uint64_t)__builtin_popcountll(a); return true;
    case HW_IR_CLZ: out[0] = a ? (uint64_t)__builtin_clzll(a) - (64 - of->bits) : of->bits; return true;
    case HW_IR_BREV: out[0] = reversed(of); return true;
    case HW_IR_PRMT:
        out[0] = permuted((uint32_t)in[0] | in[1] << 32, (uint32_t)in[2], insn->how.number);
        return true;
    case HW_IR_DP4A:
    case HW_IR_DP2A: out[0] = dot(insn, in); return true;
    case HW_IR_VIDEO: out[0] = ir_run_video(insn, in); return true;
    default: return false;
    }
}

/* --- moves, comparisons, conversions -----------------------------------------------------------------------
 */

static uint32_t relation_of(const struct hw_ir_insn *insn, const struct integers *of, const uint64_t *in)
{
    const uint32_t a = (uint32_t)in[0], b = (uint32_t)in[1];

    switch (insn->how.type) {
    case HW_TYPE_F16:
        return hw_fp32_relation(hw_fp16_widen((uint32_t)ir_run_half(a, insn->how.ftz)),
                                hw_fp16_widen((uint32_t)ir_run_half(b, insn->how.ftz)), false);
    case HW_TYPE_F32: return hw_fp32_relation(a, b, insn->how.ftz);
    case HW_TYPE_F64: return hw_fp64_relation(in[0], in[1]);
    default: return of->n[0] == of->n[1] ? 2 : of->n[0] < of->n[1] ? 1 : 4;
    }
}

static uint64_t converted(const struct hw_ir_insn *insn, uint64_t in)
{
    const unsigned to = insn->how.type, is_long = ir_run_type_bits(to) == 64 && insn->how.from == HW_TYPE_F16,
                   from = is_long ? HW_TYPE_F32 : insn->how.from;
    const struct hw_conversion conversion = {
        .type = (uint8_t)to,
        .type2 = (uint8_t)from,
        .round = insn->how.round,
        .sat = insn->how.sat ? HW_SAT_CLEARS_NAN : HW_SAT_NONE,
        .integral = insn->how.integral,
        .ftz = insn->how.ftz,
    };
    uint32_t flags = 0;
    in = is_long ? hw_fp16_widen((uint32_t)in & 0xffff) : in; /* chips have no such conversion */
    uint64_t out =
        is_float(from) ? (is_float(to) ? hw_convert_f2f : hw_convert_f2i)(&conversion, in, &flags)
        : is_float(to)
            ? hw_convert_i2f(&conversion, in, &flags)
            : hw_convert_i2i(&conversion, (uint64_t)number(in, ir_run_type_bits(from), is_signed(from)),
                             &flags);

    if (to == HW_TYPE_F16 && from == HW_TYPE_F64 && insn->how.round == HW_ROUND_RN && !insn->how.sat)
        return ir_run_to_half(in);
    if (insn->how.sat && to == HW_TYPE_F64) /* what the conversions that chips have do not do */
        return hw_fp64_min(hw_fp64_max(out, 0), (uint64_t)0x3ff << 52);
    if (insn->how.sat && is_float(to) && !is_float(from)) {
        const struct hw_conversion clamp = {
            .type = (uint8_t)to, .type2 = (uint8_t)to, .sat = HW_SAT_CLEARS_NAN};
        out = hw_convert_f2f(&clamp, out, &flags);
    }
    return is_float(to) ? out : (uint64_t)number(out, ir_run_type_bits(to), is_signed(to));
}

static bool moves(const struct hw_ir_insn *insn, const struct integers *of, const uint64_t *in, uint64_t *out)
{
    const unsigned width =
        insn->operands ? hw_ir_kind_bits((enum hw_ir_kind)insn->operand[0].value->kind) : 0;
    const unsigned part = insn->results ? hw_ir_kind_bits((enum hw_ir_kind)insn->result->kind) : 0;

    out[0] = 0;
    switch (insn->op) {
    case HW_IR_COPY: out[0] = in[0]; return true;
    case HW_IR_SELECT: out[0] = in[0] & 1 ? in[1] : in[2]; return true;
    case HW_IR_PACK:
        for (unsigned i = 0; i < insn->operands; i++)
            out[0] |= ir_run_cut(in[i], width) << i * width;
        return true;
    case HW_IR_UNPACK:
        for (unsigned i = 0; i < insn->results; i++)
            out[i] = in[0] >> i * part;
        return true;
    case HW_IR_SETP: out[0] = (insn->how.cmp & relation_of(insn, of, in)) != 0; return true;
    case HW_IR_CONVERT: out[0] = converted(insn, in[0]); return true;
    default: return false;
    }
}

bool ir_run_math(const struct hw_ir_insn *insn, const uint64_t in[4], uint64_t out[4])
{
    const struct integers of = integers_of(insn, in);

    if (moves(insn, &of, in, out))
        return true;
    if (is_float(insn->how.type))
        return ir_run_float(insn, in, out);
    return numbers(insn, &of, in, out) || bits(insn, &of, in, out);
}
