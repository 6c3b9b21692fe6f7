/* SPDX-License-Identifier: MIT */
/* A product of 64 bits (IMAD.WIDE) works in two steps: the low register of its addend and of its result is
 * that of the first, the high register that of the second, two cycles later.  From Hopper on compilers count
 * on that (HW_TRAIT_SPLIT_PRODUCTS). */
#include "sched/sched_insn.h"

/* The first register of an operand that fills two; HW_READY_VALUES: it does not. */
static unsigned pair_of(const struct hw_operand *operand)
{
    return operand->kind == HW_OPERAND_REG && operand->bytes == 8 && operand->reg < HW_READY_PRED - 1u
               ? operand->reg
               : HW_READY_VALUES;
}

/* Whether another source of the product is this register, too: that one is read as usual. */
static bool is_factor(const struct hw_semantics *view, unsigned written, unsigned addend, unsigned number)
{
    for (unsigned i = written; i < view->operand_count; i++)
        if (i != addend && view->operand[i].kind == HW_OPERAND_REG && view->operand[i].reg == number)
            return true;
    return false;
}

void hw_product_halves(const struct hw_target *target, const struct hw_insn *insn,
                       const struct hw_semantics *view, struct hw_sched_insn *step)
{
    if (!hw_timing_has(target, HW_TRAIT_SPLIT_PRODUCTS) || hw_timing_class(insn) != HW_CLASS_ALU_WIDE)
        return;
    const unsigned written = hw_semantics_written(view);
    if (written)
        step->low_written = (uint16_t)pair_of(&view->operand[0]);
    for (unsigned i = written; i < view->operand_count; i++) {
        const unsigned low = pair_of(&view->operand[i]);
        if (low == HW_READY_VALUES)
            continue;
        if (!is_factor(view, written, i, low))
            step->low_read = (uint16_t)low;
        if (!is_factor(view, written, i, low + 1))
            step->high_read = (uint16_t)(low + 1);
    }
    step->low_timing = &hw_timing_table(target)->timing[HW_CLASS_ALU_LOW];
}
