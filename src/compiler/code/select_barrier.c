/* SPDX-License-Identifier: MIT */
/* Barriers, fences, and what else orders or stops lanes. */
#include <stdio.h>
#include <string.h>

#include "compiler/code/select.h"
#include "compiler/ir/ir_words.h"

/* What the fields of an instruction hold. */
#define MOST_BARRIER 15u
#define MOST_THREADS 4095u

static struct hw_mach_operand number_or_register(struct hw_selection *s, const struct hw_ir_value *value,
                                                 uint32_t most)
{
    uint64_t bits;

    return hw_ir_is_constant(value, &bits) && bits <= most ? hw_select_immediate(bits, HW_IMMEDIATE_UNSIGNED)
                                                           : hw_select_operand(s, value);
}

static bool is_nothing(const struct hw_mach_operand *operand)
{
    return operand->kind == HW_MACH_OPERAND_IMMEDIATE && operand->value == 0;
}

/* Where a barrier's result is a register of the instruction itself. */
static void bar_with_result(struct hw_selection *s, const struct hw_ir_insn *insn,
                            struct hw_mach_operand operand[4])
{
    static const char *const forms[] = {[HW_IR_BARRIER_SYNC] = "BAR.RED.POPC RZ, %0, %1, PT",
                                        [HW_IR_BARRIER_ARRIVE] = "BAR.ARV RZ, %0, %1, PT",
                                        [HW_IR_BARRIER_POPC] = "BAR.RED.POPC %0, %1, %2, %3",
                                        [HW_IR_BARRIER_AND] = "BAR.RED.AND RZ, %0, %1, %2, %3",
                                        [HW_IR_BARRIER_OR] = "BAR.RED.OR RZ, %0, %1, %2, %3"};
    const bool has_result = insn->how.number >= HW_IR_BARRIER_POPC;

    if (is_nothing(&operand[2]))
        operand[2] = hw_select_fixed("RZ");
    hw_select_put(s, forms[insn->how.number], has_result, has_result ? 4 : 2, operand + (has_result ? 0 : 1))
        ->stays = true;
}

/* Where it is fetched by another. */
static void bar_and_fetch(struct hw_selection *s, const struct hw_ir_insn *insn,
                          struct hw_mach_operand operand[4])
{
    static const char *const reductions[] = {
        [HW_IR_BARRIER_POPC] = "POPC", [HW_IR_BARRIER_AND] = "AND", [HW_IR_BARRIER_OR] = "OR"};
    const unsigned number = insn->how.number;
    char text[96];

    if (number == HW_IR_BARRIER_SYNC) {
        const bool is_all = is_nothing(&operand[2]);
        hw_select_put(s, is_all ? "BAR.SYNC %0" : "BAR.SYNC %0, %1", 0, is_all ? 1 : 2, operand + 1)->stays =
            true;
        return;
    }
    if (number == HW_IR_BARRIER_ARRIVE) {
        hw_select_put(s, "BAR.ARV %0, %1", 0, 2, operand + 1)->stays = true;
        return;
    }
    if (is_nothing(&operand[2]))
        snprintf(text, sizeof text, "BAR.RED.%s %%1, %%3\nB2R.RESULT %s%%0", reductions[number],
                 number == HW_IR_BARRIER_POPC ? "" : "RZ, ");
    else
        snprintf(text, sizeof text, "BAR.RED.%s %%1, %%2, %%3\nB2R.RESULT %s%%0", reductions[number],
                 number == HW_IR_BARRIER_POPC ? "" : "RZ, ");
    hw_select_put(s, hw_arena_text(s->arena, text, strlen(text)), 1, 4, operand)->stays = true;
}

void hw_select_barrier(struct hw_selection *s, const struct hw_ir_insn *insn)
{
    struct hw_mach_operand operand[4] = {{.kind = HW_MACH_OPERAND_NONE}};

    if (insn->how.number == HW_IR_BARRIER_WARP)
        return; /* lanes of a warp act together */
    if (insn->results)
        operand[0] = hw_select_to(s, &insn->result[0]);
    else if (insn->how.number >= HW_IR_BARRIER_POPC)
        operand[0] = hw_select_fixed(insn->how.number == HW_IR_BARRIER_POPC ? "RZ" : "PT");
    operand[1] = number_or_register(s, insn->operand[0].value, MOST_BARRIER);
    operand[2] = insn->operands > 1 ? number_or_register(s, insn->operand[1].value, MOST_THREADS)
                                    : hw_select_immediate(0, HW_IMMEDIATE_UNSIGNED);
    operand[3] = insn->operands > 2 ? hw_select_operand(s, insn->operand[2].value) : hw_select_fixed("PT");
    if (hw_codegen_reads(s->target, "BAR.SYNC 0x0"))
        bar_and_fetch(s, insn, operand);
    else
        bar_with_result(s, insn, operand);
}

void hw_select_fence(struct hw_selection *s, const struct hw_ir_insn *insn)
{
    static const char *const forms[] = {[HW_IR_SCOPE_NONE] = "MEMBAR.SYS",
                                        [HW_IR_SCOPE_CTA] = "MEMBAR.CTA",
                                        [HW_IR_SCOPE_GPU] = "MEMBAR.GL",
                                        [HW_IR_SCOPE_SYSTEM] = "MEMBAR.SYS"};
    const struct hw_mach_operand none = {.kind = HW_MACH_OPERAND_NONE};

    hw_select_put(s, forms[insn->how.number & 3], 0, 0, &none)->stays = true;
}

void hw_select_breakpoint(struct hw_selection *s, const struct hw_ir_insn *insn)
{
    const struct hw_mach_operand none = {.kind = HW_MACH_OPERAND_NONE};

    (void)insn;
    hw_select_put(s, "BPT.TRAP 0x1", 0, 0, &none)->stays = true;
}

/* Hints, and times to wait that nobody can rely on. */
void hw_select_nothing(struct hw_selection *s, const struct hw_ir_insn *insn)
{
    (void)s;
    (void)insn;
}
