/* SPDX-License-Identifier: MIT */
/* Selects barriers, fences, and other instructions that order or stop lanes. */
#include <stdio.h>
#include <string.h>

#include "compiler/codegen/isel.h"
#include "compiler/ir/ir_words.h"

/* What the fields of an instruction hold. */
#define MAX_BARRIER 15u
#define MAX_THREADS 4095u

static struct hw_mir_operand number_or_register(struct hw_isel *s, const struct hw_ir_value *value,
                                                uint32_t most)
{
    uint64_t bits;

    return hw_ir_is_constant(value, &bits) && bits <= most ? hw_isel_immediate(bits, HW_IMMEDIATE_UNSIGNED)
                                                           : hw_isel_operand(s, value);
}

static bool is_nothing(const struct hw_mir_operand *operand)
{
    return operand->kind == HW_MIR_OPERAND_IMMEDIATE && operand->value == 0;
}

/* Where a barrier's result is a register of the instruction itself. */
static void bar_with_result(struct hw_isel *s, const struct hw_ir_insn *insn,
                            struct hw_mir_operand operand[4])
{
    static const char *const templates[] = {[HW_IR_BARRIER_SYNC] = "BAR.RED.POPC RZ, %0, %1, PT",
                                            [HW_IR_BARRIER_ARRIVE] = "BAR.ARV RZ, %0, %1, PT",
                                            [HW_IR_BARRIER_POPC] = "BAR.RED.POPC %0, %1, %2, %3",
                                            [HW_IR_BARRIER_AND] = "BAR.RED.AND RZ, %0, %1, %2, %3",
                                            [HW_IR_BARRIER_OR] = "BAR.RED.OR RZ, %0, %1, %2, %3"};
    const bool has_result = insn->how.number >= HW_IR_BARRIER_POPC;

    if (is_nothing(&operand[2]))
        operand[2] = hw_isel_fixed("RZ");
    hw_isel_emit(s, templates[insn->how.number], has_result, has_result ? 4 : 2,
                 operand + (has_result ? 0 : 1))
        ->has_side_effects = true;
}

/* Where it is fetched by another. */
static void bar_and_fetch(struct hw_isel *s, const struct hw_ir_insn *insn, struct hw_mir_operand operand[4])
{
    static const char *const reductions[] = {
        [HW_IR_BARRIER_POPC] = "POPC", [HW_IR_BARRIER_AND] = "AND", [HW_IR_BARRIER_OR] = "OR"};
    const unsigned number = insn->how.number;
    char text[96];

    if (number == HW_IR_BARRIER_SYNC) {
        const bool is_all = is_nothing(&operand[2]);
        hw_isel_emit(s, is_all ? "BAR.SYNC %0" : "BAR.SYNC %0, %1", 0, is_all ? 1 : 2, operand + 1)
            ->has_side_effects = true;
        return;
    }
    if (number == HW_IR_BARRIER_ARRIVE) {
        hw_isel_emit(s, "BAR.ARV %0, %1", 0, 2, operand + 1)->has_side_effects = true;
        return;
    }
    if (is_nothing(&operand[2]))
        snprintf(text, sizeof text, "BAR.RED.%s %%1, %%3\nB2R.RESULT %s%%0", reductions[number],
                 number == HW_IR_BARRIER_POPC ? "" : "RZ, ");
    else
        snprintf(text, sizeof text, "BAR.RED.%s %%1, %%2, %%3\nB2R.RESULT %s%%0", reductions[number],
                 number == HW_IR_BARRIER_POPC ? "" : "RZ, ");
    hw_isel_emit(s, hw_arena_text(s->arena, text, strlen(text)), 1, 4, operand)->has_side_effects = true;
}

void hw_isel_barrier(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    struct hw_mir_operand operand[4] = {{.kind = HW_MIR_OPERAND_NONE}};

    if (insn->how.number == HW_IR_BARRIER_WARP)
        return; /* lanes of a warp act together */
    if (insn->results)
        operand[0] = hw_isel_to(s, &insn->result[0]);
    else if (insn->how.number >= HW_IR_BARRIER_POPC)
        operand[0] = hw_isel_fixed(insn->how.number == HW_IR_BARRIER_POPC ? "RZ" : "PT");
    operand[1] = number_or_register(s, insn->operand[0].value, MAX_BARRIER);
    operand[2] = insn->operands > 1 ? number_or_register(s, insn->operand[1].value, MAX_THREADS)
                                    : hw_isel_immediate(0, HW_IMMEDIATE_UNSIGNED);
    operand[3] = insn->operands > 2 ? hw_isel_operand(s, insn->operand[2].value) : hw_isel_fixed("PT");
    if (hw_codegen_accepts(s->target, "BAR.SYNC 0x0"))
        bar_and_fetch(s, insn, operand);
    else
        bar_with_result(s, insn, operand);
}

void hw_isel_fence(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    static const char *const templates[] = {[HW_IR_SCOPE_NONE] = "MEMBAR.SYS",
                                            [HW_IR_SCOPE_CTA] = "MEMBAR.CTA",
                                            [HW_IR_SCOPE_GPU] = "MEMBAR.GL",
                                            [HW_IR_SCOPE_SYSTEM] = "MEMBAR.SYS"};
    const struct hw_mir_operand none = {.kind = HW_MIR_OPERAND_NONE};

    hw_isel_emit(s, templates[insn->how.number & 3], 0, 0, &none)->has_side_effects = true;
}

void hw_isel_breakpoint(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const struct hw_mir_operand none = {.kind = HW_MIR_OPERAND_NONE};

    (void)insn;
    hw_isel_emit(s, "BPT.TRAP 0x1", 0, 0, &none)->has_side_effects = true;
}

/* Hints, and waiting times that are not guaranteed. */
void hw_isel_nothing(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    (void)s;
    (void)insn;
}
