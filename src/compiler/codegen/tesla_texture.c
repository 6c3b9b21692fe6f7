/* SPDX-License-Identifier: MIT */
/* Selects texture lookups of chips before GF100: a texture is a numbered texture unit, which the module
 * assigns.  Four registers hold the coordinates before and the results after the lookup. */
#include <stdio.h>
#include <string.h>

#include "compiler/codegen/tesla.h"

#include "compiler/ir/ir_words.h"

#define WINDOW 4u

static const uint8_t coordinates[HW_IR_SHAPE_COUNT] = {
    [HW_IR_SHAPE_1D] = 1, [HW_IR_SHAPE_2D] = 2, [HW_IR_SHAPE_3D] = 3};

static bool is_plain(const struct hw_ir_insn *insn)
{
    const struct hw_ir_texture *texture = insn->how.extra;

    return !texture->is_gather && !texture->has_offset && !texture->compares && !texture->has_presence &&
           !texture->has_sampler &&
           (texture->level == HW_IR_LEVEL_NONE || texture->level == HW_IR_LEVEL_GIVEN) &&
           coordinates[texture->shape] && insn->results == WINDOW && insn->result[0].kind == HW_IR_KIND_32;
}

void hw_tesla_texture(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const struct hw_ir_texture *texture = insn->how.extra;
    const unsigned slot = insn->how.symbol ? hw_codegen_slot(s->layout, insn->how.symbol) : 0,
                   unit = slot / 4 - 1,
                   words = coordinates[texture->shape] + (texture->level == HW_IR_LEVEL_GIVEN);
    char text[96];

    if (!slot || !is_plain(insn) || insn->operands != words || words > WINDOW) {
        hw_isel_fail(s, "look this up");
        return;
    }
    const struct hw_mir_operand to = hw_isel_of(s, hw_isel_wide(s, insn, WINDOW)),
                                from = hw_isel_of(s, hw_isel_scratch(s, HW_MIR_FILE_GENERAL, WINDOW));
    const struct hw_mir_operand move[] = {to, from}, both[] = {to, to};
    hw_isel_reg_sequence(s, from, words, insn->operand);
    hw_isel_emit(s, NULL, 1, 2, move);
    snprintf(text, sizeof text, "%s.LIVE %%0, 0x%x, 0x%x, 0x%x, RGBA",
             insn->how.from != HW_TYPE_F32         ? "TLD"
             : texture->level == HW_IR_LEVEL_GIVEN ? "TEX.LL"
                                                   : "TEX",
             unit, unit, words);
    hw_isel_emit(s, hw_arena_text(s->arena, text, strlen(text)), 1, 2, both);
}
