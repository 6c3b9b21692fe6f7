/* SPDX-License-Identifier: MIT */
/* Selects video operations (SIMD within a word) that the target has an instruction for. */
#include "compiler/codegen/isel.h"
#include "compiler/codegen/isel_video_template.h"
#include "compiler/ir/ir_words.h"

/* The low byte of the result goes to where it belongs. */
static void insert_byte(struct hw_isel *s, const struct hw_ir_insn *insn, struct hw_mir_operand byte)
{
    const struct hw_ir_video *video = insn->how.extra;
    const struct hw_mir_operand operand[] = {hw_isel_to(s, &insn->result[0]), byte,
                                             hw_isel_operand(s, insn->operand[2].value)};

    hw_isel_emit(s, video->part_c == HW_IR_PART_B1 ? "BFI %0, %1, 0x808, %2" : "BFI %0, %1, 0x818, %2", 1, 3,
                 operand);
}

void hw_isel_video(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const char *template = hw_isel_video_template(s->target, insn);
    const bool is_odd = hw_codegen_is_odd_byte(insn);
    struct hw_mir_operand operand[4];

    if (!template) {
        hw_isel_fail(s, "do this");
        return;
    }
    operand[0] =
        is_odd ? hw_isel_of(s, hw_isel_scratch(s, HW_MIR_FILE_GENERAL, 1)) : hw_isel_to(s, &insn->result[0]);
    const unsigned sources = is_odd ? 2 : insn->operands;
    for (unsigned i = 0; i < sources; i++)
        operand[1 + i] = hw_isel_operand(s, insn->operand[i].value);
    hw_isel_emit(s, template, 1, 1 + sources, operand);
    if (is_odd)
        insert_byte(s, insn, operand[0]);
}
