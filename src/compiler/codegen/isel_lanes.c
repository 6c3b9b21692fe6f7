/* SPDX-License-Identifier: MIT */
/* Selects special registers, and warp-wide operations such as votes and shuffles. */
#include <stdio.h>
#include <string.h>

#include "compiler/codegen/isel.h"
#include "compiler/ir/ir_special.h"
#include "compiler/ir/ir_words.h"

static const char *const specials[HW_IR_SPECIAL_COUNT] = {
    [HW_IR_SPECIAL_TID_X] = "SR_TID.X",
    [HW_IR_SPECIAL_TID_Y] = "SR_TID.Y",
    [HW_IR_SPECIAL_TID_Z] = "SR_TID.Z",
    [HW_IR_SPECIAL_CTAID_X] = "SR_CTAID.X",
    [HW_IR_SPECIAL_CTAID_Y] = "SR_CTAID.Y",
    [HW_IR_SPECIAL_CTAID_Z] = "SR_CTAID.Z",
    [HW_IR_SPECIAL_LANEID] = "SR_LANEID",
    [HW_IR_SPECIAL_LANEMASK_EQ] = "SR_EQMASK",
    [HW_IR_SPECIAL_LANEMASK_LE] = "SR_LEMASK",
    [HW_IR_SPECIAL_LANEMASK_LT] = "SR_LTMASK",
    [HW_IR_SPECIAL_LANEMASK_GE] = "SR_GEMASK",
    [HW_IR_SPECIAL_LANEMASK_GT] = "SR_GTMASK",
    [HW_IR_SPECIAL_CLOCK] = "SR_CLOCKLO",
    [HW_IR_SPECIAL_CLOCK_HI] = "SR_CLOCKHI",
    [HW_IR_SPECIAL_GLOBALTIMER_LO] = "SR_GLOBALTIMERLO",
    [HW_IR_SPECIAL_GLOBALTIMER_HI] = "SR_GLOBALTIMERHI",
    [HW_IR_SPECIAL_TOTAL_SMEM_SIZE] = "SR_SMEMSZ",
    [HW_IR_SPECIAL_WARPID] = "SR_VIRTID\nBFE.U32 %0, %0, 0x608",
    [HW_IR_SPECIAL_NWARPID] = "SR_VIRTCFG\nMOV32I %0, 0x40", /* that most chips hold */
    [HW_IR_SPECIAL_SMID] = "SR_VIRTID\nBFE.U32 %0, %0, 0x914",
    [HW_IR_SPECIAL_NSMID] = "SR_VIRTCFG\nBFE.U32 %0, %0, 0x914",
};

static void read_special(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const struct hw_mir_operand to = hw_isel_to(s, &insn->result[0]);
    const char *name = insn->how.number < HW_IR_SPECIAL_COUNT ? specials[insn->how.number] : NULL;
    char text[96];

    if (!name) {
        hw_isel_fail(s, "read that register");
        return;
    }
    snprintf(text, sizeof text, "S2R %%0, %s%s", name,
             insn->result[0].kind == HW_IR_KIND_64 ? "\nMOV %0', RZ" : "");
    hw_isel_emit(s, hw_arena_text(s->arena, text, strlen(text)), 1, 1, &to);
}

void hw_isel_special(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    struct hw_mir_operand operand[2] = {hw_isel_to(s, &insn->result[0]), {.kind = HW_MIR_OPERAND_CONSTANT}};

    if (hw_isel_in_bank(s, &insn->result[0], &operand[1].bank, &operand[1].value))
        hw_isel_emit(s, insn->result[0].kind == HW_IR_KIND_64 ? "MOV %0, %1\nMOV %0', %1'" : "MOV %0, %1", 1,
                     2, operand);
    else if (insn->how.number == HW_IR_SPECIAL_CURRENT_GRAPH_EXEC) /* of chips that launch no graphs */
        hw_isel_emit(s, "MOV %0, RZ\nMOV %0', RZ", 1, 1, operand);
    else
        read_special(s, insn);
}

/* Counters of events. */
static void read_counter(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const struct hw_mir_operand to = hw_isel_to(s, &insn->result[0]);
    const unsigned number = insn->how.number - HW_IR_SPECIAL_PM;
    const bool is_wide = insn->result[0].kind == HW_IR_KIND_64;
    char text[64];

    if (is_wide && !hw_codegen_accepts(s->target, "S2R R0, SR_PM_HI0")) {
        hw_isel_fail(s, "read a counter of 64 bits");
        return;
    }
    snprintf(text, sizeof text, is_wide ? "S2R %%0, SR_PM%u\nS2R %%0', SR_PM_HI%u" : "S2R %%0, SR_PM%u",
             number, number);
    hw_isel_emit(s, hw_arena_text(s->arena, text, strlen(text)), 1, 1, &to)->has_side_effects = true;
}

void hw_isel_clock(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const struct hw_mir_operand to = hw_isel_to(s, &insn->result[0]);

    if (insn->how.number >= HW_IR_SPECIAL_PM && insn->how.number <= HW_IR_SPECIAL_LAST_PM)
        read_counter(s, insn);
    else if (insn->how.number == HW_IR_SPECIAL_CLOCK64)
        hw_isel_emit(s, "S2R %0, SR_CLOCKLO\nS2R %0', SR_CLOCKHI", 1, 1, &to)->has_side_effects = true;
    else if (insn->how.number == HW_IR_SPECIAL_GLOBALTIMER)
        hw_isel_emit(s, "S2R %0, SR_GLOBALTIMERLO\nS2R %0', SR_GLOBALTIMERHI", 1, 1, &to)->has_side_effects =
            true;
    else
        read_special(s, insn);
}

/* --- votes and shuffles ------------------------------------------------------------------------------ */

/* Those of a mask are those that are here: lanes of these chips act together. */
void hw_isel_vote(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    static const char *const templates[] = {[HW_IR_VOTE_ALL] = "VOTE.ALL RZ, %0, %1",
                                            [HW_IR_VOTE_ANY] = "VOTE.ANY RZ, %0, %1",
                                            [HW_IR_VOTE_SAME] = "VOTE.EQ RZ, %0, %1",
                                            [HW_IR_VOTE_BALLOT] = "VOTE.ANY %0, PT, %1"};
    struct hw_isel_fold fold[HW_ISEL_MAX_FOLDS];
    const struct hw_ir_value *value = insn->operand[0].value;
    const bool is_folded = hw_isel_folds(s, value, HW_CODEGEN_READS_BITS, HW_CODEGEN_PRED, fold) > 0;
    struct hw_mir_operand operand[] = {hw_isel_to(s, &insn->result[0]),
                                       hw_isel_operand(s, is_folded ? fold[0].base : value)};

    operand[1].inv = operand[1].inv != (is_folded && fold[0].operand.inv);
    hw_isel_emit(s, templates[insn->how.number & 3], 1, 2, operand)->has_side_effects = true;
}

void hw_isel_active(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const struct hw_mir_operand to = hw_isel_to(s, &insn->result[0]);

    hw_isel_emit(s, "VOTE.ANY %0, PT, PT", 1, 1, &to)->has_side_effects = true;
}

static struct hw_mir_operand small_or_register(struct hw_isel *s, const struct hw_ir_value *value,
                                               uint64_t most)
{
    uint64_t bits;

    if (hw_ir_is_constant(value, &bits) && bits <= most)
        return hw_isel_immediate(bits, HW_IMMEDIATE_UNSIGNED);
    return hw_isel_operand(s, value);
}

void hw_isel_shuffle(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    static const char *const templates[] = {[HW_IR_SHUFFLE_INDEX] = "SHFL.IDX %1, %0, %2, %3, %4",
                                            [HW_IR_SHUFFLE_UP] = "SHFL.UP %1, %0, %2, %3, %4",
                                            [HW_IR_SHUFFLE_DOWN] = "SHFL.DOWN %1, %0, %2, %3, %4",
                                            [HW_IR_SHUFFLE_BUTTERFLY] = "SHFL.BFLY %1, %0, %2, %3, %4"};
    const bool has_range = insn->results > 1 && s->reg[insn->result[1].number];
    const struct hw_mir_operand operand[] = {
        hw_isel_to(s, &insn->result[0]),
        has_range ? hw_isel_of(s, s->reg[insn->result[1].number]) : hw_isel_fixed("PT"),
        hw_isel_operand(s, insn->operand[0].value), small_or_register(s, insn->operand[1].value, 31),
        small_or_register(s, insn->operand[2].value, 0x1fff)};

    if (!hw_codegen_accepts(s->target, "SHFL.IDX PT, R0, R1, R2, R3")) {
        hw_isel_fail(s, "do this");
        return;
    }
    hw_isel_emit(s, templates[insn->how.number & 3], 2, 5, operand)->has_side_effects = true;
}
