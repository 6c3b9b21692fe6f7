/* SPDX-License-Identifier: MIT */
/* Lookups of textures by handles in bank 0: of a parameter, or of a texture that the module names, for which
 * the kernel has a word behind its parameters.  On GF100 a kernel has slots instead, by number, for textures
 * that the module names.  Coordinates lie one behind the other, and so do the results. */
#include <stdio.h>
#include <string.h>

#include "compiler/code/select.h"
#include "compiler/ir/ir_words.h"

#define RESULTS 4u

static const struct {
    const char *name;
    uint8_t words; /* coordinates, and the layer before them */
} shapes[HW_IR_SHAPE_COUNT] = {
    [HW_IR_SHAPE_1D] = {"1D", 1},
    [HW_IR_SHAPE_2D] = {"2D", 2},
    [HW_IR_SHAPE_3D] = {"3D", 3},
    [HW_IR_SHAPE_ARRAY_1D] = {"ARRAY_1D", 2},
    [HW_IR_SHAPE_ARRAY_2D] = {"ARRAY_2D", 3},
};

/* The number of the word in bank 0 that has the handle, or of the slot.  False: it is elsewhere. */
static bool find_unit(const struct hw_selection *s, const struct hw_ir_insn *insn, unsigned *unit)
{
    const bool has_slots = hw_codegen_has_slots(s->target);
    uint8_t bank;
    int64_t offset;

    if (insn->how.symbol) {
        const unsigned slot = hw_codegen_slot(s->layout, insn->how.symbol) / 4;
        *unit = has_slots ? slot - 1 : slot;
        return slot > 0;
    }
    if (has_slots || !hw_select_in_bank(s, insn->operand[0].value, &bank, &offset) || bank != 0)
        return false;
    *unit = (unsigned)offset / 4;
    return true;
}

static bool is_plain(const struct hw_ir_texture *texture)
{
    return !texture->is_gather && !texture->has_offset && !texture->compares && !texture->has_presence &&
           !texture->has_sampler &&
           (texture->level == HW_IR_LEVEL_NONE || texture->level == HW_IR_LEVEL_GIVEN) &&
           shapes[texture->shape].name;
}

/* Some chips name a sampler, too, which the handle says in truth, and some wait for lookups by an
 * instruction; there may be a second list of sources. */
static const char *form_of(struct hw_selection *s, const struct hw_ir_insn *insn, unsigned unit,
                           bool has_second)
{
    const struct hw_ir_texture *texture = insn->how.extra;
    const bool is_float = insn->how.from == HW_TYPE_F32, has_level = texture->level == HW_IR_LEVEL_GIVEN;
    const char *name = is_float    ? has_level ? "TEX.LL" : "TEX"
                       : has_level ? "TLD.LL"
                                   : "TLD.LZ",
               *shape = shapes[texture->shape].name,
               *wait = hw_codegen_reads(s->target, "TEXDEPBAR 0x0") ? "\nTEXDEPBAR 0x0" : "";
    char text[128];

    snprintf(text, sizeof text, "%s R4, R8, 0x%x, %s, 0xf", name, unit, shape);
    const bool is_once = hw_codegen_reads(s->target, text);
    const int length =
        snprintf(text, sizeof text, "%s %%0, %%1%s, 0x%x", name, has_second ? ", %2" : "", unit);
    if (is_once)
        snprintf(text + length, sizeof text - (size_t)length, ", %s, 0xf%s", shape, wait);
    else if (hw_codegen_has_slots(s->target))
        snprintf(text + length, sizeof text - (size_t)length, ", 0x%x, %s, 0xf", unit, shape);
    else
        snprintf(text + length, sizeof text - (size_t)length, ", 0x0, %s, 0xf%s", shape, wait);
    return hw_arena_text(s->arena, text, strlen(text));
}

/* Sources one behind the other in a register. */
static struct hw_mach_operand list_of(struct hw_selection *s, const struct hw_ir_use *use, unsigned words)
{
    if (words == 1)
        return hw_select_operand(s, use->value);
    const uint32_t reg = hw_select_scratch(s, HW_MACH_FILE_GENERAL, words == 3 ? 4 : words);
    return hw_select_join(s, hw_select_of(s, reg), words, use);
}

void hw_select_texture(struct hw_selection *s, const struct hw_ir_insn *insn)
{
    const struct hw_ir_texture *texture = insn->how.extra;
    const unsigned first = insn->how.symbol ? 0 : 1;
    const bool has_level = texture->level == HW_IR_LEVEL_GIVEN,
               has_second = has_level && !s->target->one_source_list;
    const unsigned words = shapes[texture->shape].words, listed = words + (has_level && !has_second);
    unsigned unit;

    if (!is_plain(texture) || !find_unit(s, insn, &unit) || insn->results != RESULTS ||
        insn->result[0].kind != HW_IR_KIND_32 || insn->operands - first != words + has_level || listed > 4) {
        hw_select_fail(s, "look this up");
        return;
    }
    const struct hw_mach_operand operand[] = {
        hw_select_of(s, hw_select_wide(s, insn, RESULTS)), list_of(s, insn->operand + first, listed),
        has_second ? hw_select_operand(s, insn->operand[first + words].value) : hw_select_fixed("RZ")};
    hw_select_put(s, form_of(s, insn, unit, has_second), 1, has_second ? 3 : 2, operand);
}
