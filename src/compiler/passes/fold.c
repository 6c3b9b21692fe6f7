/* SPDX-License-Identifier: MIT */
/* Implements constant folding: see fold.h.  Operands are truncated to the operation's type and sign-extended;
 * a result is computed in 64 bits and truncated again by the constant that it becomes. */
#include "compiler/passes/fold.h"

struct fold_operands {
    unsigned bits;
    bool is_signed;
    uint64_t a, b, c;
    int64_t sa, sb;
};

bool hw_fold_is_float(unsigned type)
{
    return type == HW_TYPE_F16 || type == HW_TYPE_F32 || type == HW_TYPE_F64 || type == HW_TYPE_F16X2;
}

bool hw_fold_is_signed(unsigned type)
{
    return type == HW_TYPE_S8 || type == HW_TYPE_S16 || type == HW_TYPE_S32 || type == HW_TYPE_S64;
}

static unsigned type_bits(unsigned type)
{
    switch (type) {
    case HW_TYPE_U8:
    case HW_TYPE_S8: return 8;
    case HW_TYPE_U16:
    case HW_TYPE_S16:
    case HW_TYPE_B16: return 16;
    case HW_TYPE_U64:
    case HW_TYPE_S64:
    case HW_TYPE_B64: return 64;
    case HW_TYPE_NONE: return 1; /* of predicates */
    default: return 32;
    }
}

/* Counts are clamped: a shift by the width or more gives zeros, or signs. */
static uint64_t shift(const struct hw_ir_insn *insn, const struct fold_operands *n, uint64_t count)
{
    count = hw_fold_cut(count, 32);
    if (insn->op == HW_IR_SHL)
        return count >= n->bits ? 0 : n->a << count;
    if (n->is_signed)
        return (uint64_t)(n->sa >> (count >= n->bits ? n->bits - 1 : count));
    return count >= n->bits ? 0 : n->a >> count;
}

static bool relation(const struct hw_ir_insn *insn, const struct fold_operands *n)
{
    const bool less = n->is_signed ? n->sa < n->sb : n->a < n->b;

    return insn->how.cmp & (n->a == n->b ? 2 : less ? 1 : 4);
}

/* A rest by zero, and the one quotient that does not fit, are for the chip to say. */
static bool divide(const struct hw_ir_insn *insn, const struct fold_operands *n, uint64_t *out)
{
    if (n->b == 0 || (n->is_signed && n->sb == -1))
        return false;
    if (insn->op == HW_IR_DIV)
        *out = n->is_signed ? (uint64_t)(n->sa / n->sb) : n->a / n->b;
    else
        *out = n->is_signed ? (uint64_t)(n->sa % n->sb) : n->a % n->b;
    return true;
}

static bool extended(const struct hw_ir_insn *insn, uint64_t in, uint64_t *out)
{
    const unsigned from = insn->how.from, bits = type_bits(from);

    if (hw_fold_is_float(from) || insn->how.sat)
        return false;
    *out = hw_fold_is_signed(from) ? (uint64_t)hw_fold_signed(in, bits) : hw_fold_cut(in, bits);
    *out = hw_fold_cut(*out, type_bits(insn->how.type));
    if (hw_fold_is_signed(insn->how.type))
        *out = (uint64_t)hw_fold_signed(*out, type_bits(insn->how.type));
    return true;
}

bool hw_fold_evaluate(const struct hw_ir_insn *insn, const uint64_t in[4], uint64_t *out)
{
    const unsigned type = insn->how.type, bits = type_bits(type);
    const bool is_signed = hw_fold_is_signed(type);
    const struct fold_operands n = {.bits = bits,
                                    .is_signed = is_signed,
                                    .a = hw_fold_cut(in[0], bits),
                                    .b = hw_fold_cut(in[1], bits),
                                    .c = hw_fold_cut(in[2], bits),
                                    .sa = hw_fold_signed(in[0], bits),
                                    .sb = hw_fold_signed(in[1], bits)};

    if (hw_fold_is_float(type) || insn->how.sat)
        return false;
    switch (insn->op) {
    case HW_IR_ADD: *out = n.a + n.b; return insn->operands == 2;
    case HW_IR_SUB: *out = n.a - n.b; return insn->operands == 2;
    case HW_IR_MUL: *out = n.a * n.b; return true;
    case HW_IR_MUL_WIDE: *out = is_signed ? (uint64_t)(n.sa * n.sb) : n.a * n.b; return bits <= 32;
    case HW_IR_MAD: *out = n.a * n.b + n.c; return insn->operands == 3;
    case HW_IR_DIV:
    case HW_IR_REM: return divide(insn, &n, out);
    case HW_IR_NEG: *out = 0 - n.a; return true;
    case HW_IR_ABS: *out = is_signed && n.sa < 0 ? 0 - n.a : n.a; return true;
    case HW_IR_MIN:
        *out = is_signed ? (uint64_t)(n.sa < n.sb ? n.sa : n.sb) : n.a < n.b ? n.a : n.b;
        return insn->operands == 2;
    case HW_IR_MAX:
        *out = is_signed ? (uint64_t)(n.sa > n.sb ? n.sa : n.sb) : n.a > n.b ? n.a : n.b;
        return insn->operands == 2;
    case HW_IR_AND: *out = n.a & n.b; return true;
    case HW_IR_OR: *out = n.a | n.b; return true;
    case HW_IR_XOR: *out = n.a ^ n.b; return true;
    case HW_IR_NOT: *out = ~n.a; return true;
    case HW_IR_CNOT: *out = n.a == 0; return true;
    case HW_IR_SHL:
    case HW_IR_SHR: *out = shift(insn, &n, in[1]); return true;
    case HW_IR_POPC: *out = (uint64_t)__builtin_popcountll(n.a); return true;
    case HW_IR_SETP: *out = relation(insn, &n); return true;
    case HW_IR_CONVERT: return extended(insn, in[0], out);
    case HW_IR_PACK:
        *out = in[0] | in[1] << hw_ir_kind_bits((enum hw_ir_kind)insn->operand[0].value->kind);
        return insn->operands == 2;
    default: return false;
    }
}
