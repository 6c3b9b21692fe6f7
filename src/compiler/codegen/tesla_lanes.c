/* SPDX-License-Identifier: MIT */
/* Selects special registers and warp-wide operations of chips before GF100.  Sizes and the block's
 * coordinates are 16-bit halves in the header of a launch; a thread's coordinates come in R0. */
#include <stdio.h>
#include <string.h>

#include "compiler/codegen/tesla.h"

#include "compiler/ir/ir_words.h"

static const char *const specials[HW_IR_SPECIAL_COUNT] = {
    [HW_IR_SPECIAL_TID_X] = "I2I.U32.U16 %0, %1L",
    [HW_IR_SPECIAL_TID_Y] = "I2I.U32.U16 %0, %1H\nLOP32I.AND %0, %0, 0x3ff",
    [HW_IR_SPECIAL_TID_Z] = "SHR %0, %1, 0x1a",
    [HW_IR_SPECIAL_NTID_X] = "I2I.U32.U16 %0, g [0x1].U16",
    [HW_IR_SPECIAL_NTID_Y] = "I2I.U32.U16 %0, g [0x2].U16",
    [HW_IR_SPECIAL_NTID_Z] = "I2I.U32.U16 %0, g [0x3].U16",
    [HW_IR_SPECIAL_NCTAID_X] = "I2I.U32.U16 %0, g [0x4].U16",
    [HW_IR_SPECIAL_NCTAID_Y] = "I2I.U32.U16 %0, g [0x5].U16",
    [HW_IR_SPECIAL_NCTAID_Z] = "MVI %0, 0x1",
    [HW_IR_SPECIAL_CTAID_X] = "I2I.U32.U16 %0, g [0x6].U16",
    [HW_IR_SPECIAL_CTAID_Y] = "I2I.U32.U16 %0, g [0x7].U16",
    [HW_IR_SPECIAL_CTAID_Z] = "MVI %0, 0x0",
    [HW_IR_SPECIAL_CURRENT_GRAPH_EXEC] = "MVI %0, 0x0",
    [HW_IR_SPECIAL_GRIDID] = "I2I.U32.U16 %0, g [0x0].U16",
    [HW_IR_SPECIAL_LANEID] = "S2R %0, SR_PHYSID\nLOP32I.AND %0, %0, 0x1f",
    [HW_IR_SPECIAL_WARPID] = "S2R %0, SR_PHYSID\nSHR %0, %0, 0x8\nLOP32I.AND %0, %0, 0x1f",
    [HW_IR_SPECIAL_SMID] = "S2R %0, SR_PHYSID\nSHR %0, %0, 0x10\nLOP32I.AND %0, %0, 0xff",
    [HW_IR_SPECIAL_NWARPID] = "MVI %0, 0x20",
    [HW_IR_SPECIAL_CLOCK] = "S2R %0, SR_CLOCK",
    [HW_IR_SPECIAL_PM] = "S2R %0, SR_PM0",
    [HW_IR_SPECIAL_PM + 1] = "S2R %0, SR_PM1",
    [HW_IR_SPECIAL_PM + 2] = "S2R %0, SR_PM2",
    [HW_IR_SPECIAL_PM + 3] = "S2R %0, SR_PM3",
};

void hw_tesla_special(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const char *template = insn->how.number < HW_IR_SPECIAL_COUNT ? specials[insn->how.number] : NULL;
    const bool is_coordinate = insn->how.number <= HW_IR_SPECIAL_TID_Z;
    struct hw_mir_operand operand[2] = {hw_isel_to(s, &insn->result[0])};
    char text[96];

    if (!template) {
        hw_isel_fail(s, "read that register");
        return;
    }
    if (is_coordinate)
        operand[1] = hw_isel_of(s, hw_isel_stack(s));
    snprintf(text, sizeof text, "%s%s", template,
             insn->result[0].kind == HW_IR_KIND_64 ? "\nMVI %0', 0x0" : "");
    hw_isel_emit(s, hw_arena_text(s->arena, text, strlen(text)), 1, 1u + is_coordinate, operand)
        ->has_side_effects = insn->op == HW_IR_CLOCK;
}

void hw_tesla_barrier(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    struct hw_mir_operand number = {.kind = HW_MIR_OPERAND_NONE};
    uint64_t bits;
    char text[64];

    if (insn->how.number == HW_IR_BARRIER_WARP)
        return;
    if (insn->how.number != HW_IR_BARRIER_SYNC || !hw_ir_is_constant(insn->operand[0].value, &bits) ||
        bits > 15 || (insn->operands > 1 && !hw_ir_is_constant(insn->operand[1].value, &(uint64_t){0}))) {
        hw_isel_fail(s, "do this");
        return;
    }
    number = hw_isel_immediate(bits, HW_IMMEDIATE_UNSIGNED);
    snprintf(text, sizeof text, "BAR.ARV.WAIT b%u, 0xfff", (unsigned)bits);
    hw_isel_emit(s, hw_arena_text(s->arena, text, strlen(text)), 0, 1, &number)->has_side_effects = true;
}

/* The guard of a vote is its predicate; its result is a condition, which becomes a word. */
void hw_tesla_vote(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    static const char *const templates[2][2] = {{"VOTE.ALL C0 (C0.NE)", "VOTE.ALL C0 (C0.EQ)"},
                                                {"VOTE.ANY C0 (C0.NE)", "VOTE.ANY C0 (C0.EQ)"}};
    struct hw_mir_operand to = hw_isel_to(s, &insn->result[0]);
    char text[128];

    if (insn->how.number > HW_IR_VOTE_ANY || !hw_codegen_accepts(s->target, templates[0][0])) {
        hw_isel_fail(s, "do this");
        return;
    }
    const struct hw_mir_operand condition = hw_tesla_condition(s, insn->operand[0].value);
    if (condition.kind == HW_MIR_OPERAND_FIXED)
        snprintf(text, sizeof text, "MVI %%0, 0x%x", condition.inv ? 0 : UINT32_MAX);
    else
        snprintf(text, sizeof text, "%s\nMVI %%0, 0x0\nLOP.PASS_B %%0 (C0.NE), %%0, ~%%0",
                 templates[insn->how.number == HW_IR_VOTE_ANY][condition.inv]);
    hw_isel_emit(s, hw_arena_text(s->arena, text, strlen(text)), 1, 1, &to)->has_side_effects = true;
}

void hw_tesla_breakpoint(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const struct hw_mir_operand none = {.kind = HW_MIR_OPERAND_NONE};

    (void)insn;
    hw_isel_emit(s, hw_codegen_accepts(s->target, "BPT") ? "BPT" : "TRAP", 0, 0, &none)->has_side_effects =
        true;
}
