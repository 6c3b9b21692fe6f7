/* SPDX-License-Identifier: MIT */
/* Blackwell's arithmetic on two floats (FADD2, FMUL2, FFMA2) and its extremes of three (FMNMX3) become two
 * micro-operations each, those of one float and of two. */
#include "engine/translate/translate.h"

/* How a pair of registers is two floats: the operand's part. */
enum { PAIR = 0, PAIR_SWAPPED, PAIR_SAME };

static unsigned single_op(unsigned op)
{
    return op == HW_OP_FADD2 ? HW_OP_FADD : op == HW_OP_FMUL2 ? HW_OP_FMUL : HW_OP_FFMA;
}

/* One of the two floats of a source; false: nobody has described how it is read. */
static bool take_half(struct hw_operand *source, unsigned half)
{
    const bool is_register = source->kind == HW_OPERAND_REG || source->kind == HW_OPERAND_UREG;

    if (source->part > PAIR_SAME)
        return false;
    if (is_register && source->reg != HW_RZ && source->part != PAIR_SAME)
        source->reg = (uint16_t)(source->reg + (source->part == PAIR_SWAPPED ? 1 - half : half));
    source->part = 0;
    source->bytes = 4;
    return true;
}

/* The operation on one half of each operand. */
static bool half_of(const struct hw_semantics *whole, unsigned half, struct hw_semantics *one)
{
    *one = *whole;
    one->op = (uint16_t)single_op(whole->op);
    one->operand[0].bytes = 4;
    if (one->operand[0].reg != HW_RZ)
        one->operand[0].reg = (uint16_t)(one->operand[0].reg + half);
    for (unsigned i = 1; i < one->operand_count; i++)
        if (!take_half(&one->operand[i], half))
            return false;
    return true;
}

static bool reads(const struct hw_semantics *view, uint16_t reg)
{
    for (unsigned i = 1; i < view->operand_count; i++)
        if (view->operand[i].kind == HW_OPERAND_REG && view->operand[i].reg == reg)
            return true;
    return false;
}

/* The micro-operation of an arithmetic operation; the last one that it makes. */
static struct hw_uop *emit_single(struct hw_translator *t, const struct hw_semantics *view)
{
    t->view = *view;
    hw_translate_alu(t);
    return t->no_memory ? &t->scratch : &t->program->uop[t->program->uop_count - 1];
}

/* The second may read what the first writes, which then waits in a temporary register. */
static void translate_pair(struct hw_translator *t)
{
    const struct hw_semantics whole = t->view;
    struct hw_semantics low, high;

    if (!half_of(&whole, 0, &low) || !half_of(&whole, 1, &high)) {
        hw_emit_guarded_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_UNDOCUMENTED);
        return;
    }
    const bool waits = low.operand[0].reg != HW_RZ && reads(&high, low.operand[0].reg);
    struct hw_uop *first = emit_single(t, &low);
    const uint16_t d = first->d, temp = waits ? hw_temp_registers(t, 1) : d;
    first->d = temp;
    emit_single(t, &high);
    if (waits)
        hw_emit_move(t, d, temp);
    t->view = whole;
}

/* d, a, b, c, pred. */
static void translate_extreme(struct hw_translator *t)
{
    const struct hw_semantics whole = t->view;
    const uint16_t temp = hw_temp_registers(t, 1);
    struct hw_semantics two = whole;

    two.op = HW_OP_FMNMX;
    two.operand[3] = whole.operand[4];
    two.operand_count = 4;
    emit_single(t, &two)->d = temp;
    two.operand[1] = (struct hw_operand){.kind = HW_OPERAND_REG, .bytes = 4, .reg = HW_RZ};
    two.operand[2] = whole.operand[3];
    emit_single(t, &two)->a = temp;
    t->view = whole;
}

bool hw_translate_float_parts(struct hw_translator *t)
{
    switch (t->view.op) {
    case HW_OP_FADD2:
    case HW_OP_FMUL2:
    case HW_OP_FFMA2: translate_pair(t); return true;
    case HW_OP_FMNMX3: translate_extreme(t); return true;
    default: return false;
    }
}
