/* SPDX-License-Identifier: MIT */
/* Writes the template of a video operation: see isel_video_template.h.  Generations differ in the order of
 * some modifiers, so both orders are tried. */
#include "compiler/codegen/isel_video_template.h"

#include <stdio.h>
#include <string.h>

#include "compiler/codegen/isel_patterns.h"
#include "compiler/ir/ir_words.h"

#define MAX_TEXT 128u

static const char *const names[] = {
    [HW_IR_VIDEO_ADD] = "VADD",     [HW_IR_VIDEO_SUB] = "VADD",  [HW_IR_VIDEO_ABSDIFF] = "VABSDIFF",
    [HW_IR_VIDEO_MIN] = "VMNMX",    [HW_IR_VIDEO_MAX] = "VMNMX", [HW_IR_VIDEO_SHL] = "VSHL",
    [HW_IR_VIDEO_SHR] = "VSHR",     [HW_IR_VIDEO_SET] = "VSET",  [HW_IR_VIDEO_MAD] = "VMAD",
    [HW_IR_VIDEO_AVERAGE] = "VADD",
};

static unsigned bits_of(unsigned part)
{
    return part == HW_IR_PART_ALL ? 32 : part <= HW_IR_PART_B3 ? 8 : 16;
}

/* The type of the result; comparisons and products have none. */
static const char *result_type(const struct hw_ir_insn *insn, const struct hw_ir_video *video)
{
    static const char *const comparisons[] = {
        [1] = ".LT", [2] = ".EQ", [3] = ".LE", [4] = ".GT", [5] = ".NE", [6] = ".GE"};
    const bool is_signed = !hw_codegen_is_unsigned(insn->how.type);

    if (video->op == HW_IR_VIDEO_SET)
        return comparisons[insn->how.cmp % 7];
    if (video->op == HW_IR_VIDEO_MAD)
        return "";
    return video->op == HW_IR_VIDEO_ABSDIFF ? is_signed ? ".SD" : "" : is_signed ? "" : ".UD";
}

/* What is done with the result and the third operand. */
static const char *second_step(const struct hw_ir_video *video)
{
    static const char *const steps[] = {
        [HW_IR_SECOND_ADD] = ".ACC", [HW_IR_SECOND_MIN] = ".MIN", [HW_IR_SECOND_MAX] = ".MAX"};
    static const char *const merges[] = {[HW_IR_PART_B0] = ".MRG_8B0",
                                         [HW_IR_PART_B2] = ".MRG_8B2",
                                         [HW_IR_PART_H0] = ".MRG_16L",
                                         [HW_IR_PART_H1] = ".MRG_16H"};

    if (video->second != HW_IR_SECOND_MERGE)
        return video->second ? steps[video->second] : "";
    return merges[video->part_c] ? merges[video->part_c] : "";
}

/* Lanes that are written, where not all are. */
static void write_lane_mask(const struct hw_ir_video *video, char text[6])
{
    static const char letters[] = "XYZW";
    unsigned length = 0;

    if (video->lanes > 1 && video->mask != (1u << video->lanes) - 1) {
        text[length++] = '.';
        for (unsigned i = 0; i < video->lanes; i++)
            if (video->mask >> i & 1)
                text[length++] = letters[i];
    }
    text[length] = '\0';
}

static const char *operands_of(const struct hw_ir_insn *insn, const struct hw_ir_video *video, char *text,
                               size_t size)
{
    static const char *const parts[] = {"", "", ".B1", ".B2", ".B3", "", ".H1"};
    const bool is_negative = video->op == HW_IR_VIDEO_SUB, has_third = insn->operands > 2;
    const char *third = has_third && !hw_codegen_is_odd_byte(insn) ? "%3" : "RZ";

    snprintf(text, size, " %%0, %s%%1%s, %s%%2%s, %s%s", video->negate_product ? "-" : "",
             parts[video->part_a], is_negative ? "-" : "", parts[video->part_b], video->negate_c ? "-" : "",
             third);
    return text;
}

static bool has_default_lanes(const struct hw_ir_video *video)
{
    for (unsigned i = 0; video->lanes > 1 && i < video->lanes; i++)
        if (video->select_a[i] != i || video->select_b[i] != video->lanes + i)
            return false;
    return true;
}

bool hw_codegen_is_odd_byte(const struct hw_ir_insn *insn)
{
    const struct hw_ir_video *video = insn->how.extra;

    return video->second == HW_IR_SECOND_MERGE &&
           (video->part_c == HW_IR_PART_B1 || video->part_c == HW_IR_PART_B3);
}

const char *hw_isel_video_template(struct hw_codegen_target *target, const struct hw_ir_insn *insn)
{
    const struct hw_ir_video *video = insn->how.extra;
    const unsigned lane = 32u / video->lanes, bits[] = {video->lanes > 1 ? lane : bits_of(video->part_a),
                                                        video->lanes > 1 ? lane : bits_of(video->part_b)};
    const char *sat = insn->how.sat ? ".SAT" : "",
               *more = video->op == HW_IR_VIDEO_MAX ? ".MX"
                       : video->op == HW_IR_VIDEO_AVERAGE || video->plus_one
                           ? video->lanes > 1 ? ".AVRG" : ".PO"
                       : (video->op == HW_IR_VIDEO_SHL || video->op == HW_IR_VIDEO_SHR) && video->wrap ? ".W"
                                                                                                       : "",
               *scale = video->shift == 7    ? ".SHR_7"
                        : video->shift == 15 ? ".SHR_15"
                                             : "";
    char lanes[6], operands[48], number[4] = "", text[MAX_TEXT], types[24] = "";

    if (!has_default_lanes(video))
        return NULL;
    write_lane_mask(video, lanes);
    operands_of(insn, video, operands, sizeof operands);
    if (video->lanes > 1)
        snprintf(number, sizeof number, "%u", video->lanes);
    if (video->lanes == 1 || video->type_a != HW_TYPE_S32 || video->type_b != HW_TYPE_S32)
        snprintf(types, sizeof types, ".%c%u.%c%u", video->type_a == HW_TYPE_S32 ? 'S' : 'U', bits[0],
                 video->type_b == HW_TYPE_S32 ? 'S' : 'U', bits[1]);
    for (unsigned order = 0; order < 3; order++) {
        const char *words[3] = {order == 1 ? sat : more,
                                order == 0   ? scale
                                : order == 1 ? more
                                             : sat,
                                order == 0 ? sat : scale};
        char example[MAX_TEXT];
        snprintf(text, sizeof text, "%s%s%s%s%s%s%s%s%s%s", names[video->op], number,
                 result_type(insn, video), types, words[0], words[1], words[2], second_step(video), lanes,
                 operands);
        size_t length = 0;
        for (const char *at = text; *at; at++)
            example[length++] = *at == '%' ? 'R' : *at;
        example[length] = '\0';
        if (hw_codegen_accepts(target, example))
            return hw_arena_text(target->arena, text, strlen(text));
    }
    return NULL;
}
