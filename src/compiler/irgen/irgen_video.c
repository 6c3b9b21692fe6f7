/* SPDX-License-Identifier: MIT */
/* Translates PTX's video instructions: table rows.  Each becomes one operation, which holds everything that
 * was said about bytes and halves. */
#include "compiler/irgen/irgen_state.h"

#include <string.h>

/* --- parts ---------------------------------------------------------------------------------------------- */

static uint8_t part_of(struct hw_irgen *builder, const struct hw_ptx_operand *operand)
{
    static const char *const parts[] = {
        [HW_IR_PART_B0] = "b0", [HW_IR_PART_B1] = "b1", [HW_IR_PART_B2] = "b2",
        [HW_IR_PART_B3] = "b3", [HW_IR_PART_H0] = "h0", [HW_IR_PART_H1] = "h1",
    };

    if (!operand->part)
        return HW_IR_PART_ALL;
    for (uint8_t i = HW_IR_PART_B0; i <= HW_IR_PART_H1; i++)
        if (!strcmp(operand->part, parts[i]))
            return i;
    hw_irgen_fail(builder, operand->location, HW_ERR_SYNTAX, "found .%s, expected .b0 .b1 .b2 .b3 .h0 .h1",
                  operand->part);
}

/* Which part of a and b each lane takes, or which lanes are meant: b3210, h10; the last digit is lane 0's. */
static unsigned digits_of(struct hw_irgen *builder, const struct hw_ptx_operand *operand, unsigned lanes,
                          uint8_t digit[4])
{
    const char *part = operand->part, letter = lanes == 2 ? 'h' : 'b';
    const size_t count = strlen(part) - 1;

    for (size_t i = 0; i < count && count <= lanes; i++) {
        const char found = part[count - i];
        if (found < '0' || found >= (char)('0' + 2 * lanes))
            break;
        digit[i] = (uint8_t)(found - '0');
        if (i + 1 == count && part[0] == letter)
            return (unsigned)count;
    }
    hw_irgen_fail(builder, operand->location, HW_ERR_SYNTAX, "found .%s, expected .%s", part,
                  lanes == 2 ? "h10" : "b3210");
}

static void select_parts(struct hw_irgen *builder, const struct hw_ptx_operand *operand, unsigned lanes,
                         uint8_t first, uint8_t select[4])
{
    for (unsigned i = 0; i < lanes; i++)
        select[i] = (uint8_t)(first + i);
    if (operand->part && digits_of(builder, operand, lanes, select) != lanes)
        hw_irgen_fail(builder, operand->location, HW_ERR_SYNTAX,
                      "found .%s, expected a part for each of %u lanes", operand->part, lanes);
}

static uint8_t mask_of(struct hw_irgen *builder, const struct hw_ptx_operand *operand, unsigned lanes)
{
    uint8_t digit[4], mask = 0;

    if (!operand->part)
        return (uint8_t)((1u << lanes) - 1);
    for (unsigned count = digits_of(builder, operand, lanes, digit), i = 0; i < count; i++)
        mask |= (uint8_t)(1u << digit[i]);
    if (mask >> lanes)
        hw_irgen_fail(builder, operand->location, HW_ERR_SYNTAX, "found .%s, expected lanes below %u",
                      operand->part, lanes);
    return mask;
}

/* --- the operation ----------------------------------------------------------------------------------------
 */

static struct hw_ir_value *whole(struct hw_irgen *builder, const struct hw_ptx_operand *operand)
{
    struct hw_ptx_operand all = *operand;

    all.part = NULL;
    all.is_minus = false;
    return hw_irgen_source(builder, &all, HW_PTX_TYPE_B32, false);
}

/* Types stand as those of result, a, b; vset has none for its result, a shift none for the count. */
static void copy_types(const struct hw_irgen *builder, struct hw_ir_video *video, uint8_t *result)
{
    const bool sets = video->op == HW_IR_VIDEO_SET;

    *result = sets ? HW_TYPE_U32 : hw_irgen_type(builder->types[0]);
    video->type_a = hw_irgen_type(builder->types[sets ? 0 : 1]);
    video->type_b = hw_irgen_type(builder->types[sets ? 1 : 2]);
}

static void build(struct hw_irgen *builder, const struct hw_ir_video *video, uint8_t type)
{
    const struct hw_ptx_operand *to = hw_irgen_operand(builder, 0);
    struct hw_ir_modifiers how = {
        .type = type, .sat = builder->says.sat, .cmp = builder->says.cmp, .extra = video};
    struct hw_ir_value *operand[3];
    struct hw_ptx_operand all = *to;
    const unsigned count = (unsigned)builder->insn->operands - 1;

    for (unsigned i = 0; i < count; i++)
        operand[i] = whole(builder, hw_irgen_operand(builder, i + 1));
    all.part = NULL;
    hw_irgen_assign(builder, &all, HW_PTX_TYPE_B32,
                    hw_irgen_op(builder, HW_IR_VIDEO, &how, HW_IR_KIND_32, count, operand), false);
}

/* One lane: with c a second operation, or the part of c that the result goes to. */
static void scalar(struct hw_irgen *builder)
{
    struct hw_ir_video *video = hw_arena_alloc(builder->arena, sizeof *video);
    const struct hw_ptx_operand *to = hw_irgen_operand(builder, 0), *a = hw_irgen_operand(builder, 1),
                                *b = hw_irgen_operand(builder, 2);
    const bool has_c = builder->insn->operands > 3;
    uint8_t type;

    video->op = builder->row->number;
    video->lanes = 1;
    copy_types(builder, video, &type);
    video->part_a = part_of(builder, a);
    video->part_b = part_of(builder, b);
    video->part_c = part_of(builder, to);
    video->wrap = builder->says.wrap;
    video->shift = builder->says.shift;
    if (video->op == HW_IR_VIDEO_MAD) {
        video->plus_one = builder->says.plus_one;
        video->negate_product = a->is_minus != b->is_minus;
        video->negate_c = hw_irgen_operand(builder, 3)->is_minus;
    } else if (has_c != (builder->says.merge || video->part_c)) {
        hw_irgen_fail(builder, builder->location, HW_ERR_SYNTAX, "%s has %u operands, expected %u",
                      hw_ptx_op_row(builder->insn->op)->name, builder->insn->operands, has_c ? 3u : 4u);
    } else if (has_c) {
        video->second = builder->says.merge ? builder->says.merge : HW_IR_SECOND_MERGE;
    }
    build(builder, video, type);
}

static void lanes(struct hw_irgen *builder, unsigned count)
{
    struct hw_ir_video *video = hw_arena_alloc(builder->arena, sizeof *video);
    uint8_t type;

    video->op = builder->row->number;
    video->lanes = (uint8_t)count;
    copy_types(builder, video, &type);
    video->mask = mask_of(builder, hw_irgen_operand(builder, 0), count);
    select_parts(builder, hw_irgen_operand(builder, 1), count, 0, video->select_a);
    select_parts(builder, hw_irgen_operand(builder, 2), count, (uint8_t)count, video->select_b);
    video->second = builder->says.merge;
    build(builder, video, type);
}

static void halves(struct hw_irgen *builder)
{
    lanes(builder, 2);
}

static void bytes(struct hw_irgen *builder)
{
    lanes(builder, 4);
}

/* clang-format off */
#define INTS "u32 s32"
#define SCALAR(op, kind, types, words) {op, types, words, "*", .lower = scalar, .number = kind}
#define LANES(name, kind) \
    {HW_PTX_##name##2, INTS "," INTS "," INTS, "sat", "*", .lower = halves, .number = kind}, \
    {HW_PTX_##name##2, INTS "," INTS "," INTS, "add!", "*", .lower = halves, .number = kind}, \
    {HW_PTX_##name##4, INTS "," INTS "," INTS, "sat", "*", .lower = bytes, .number = kind}, \
    {HW_PTX_##name##4, INTS "," INTS "," INTS, "add!", "*", .lower = bytes, .number = kind}
const struct hw_irgen_row hw_irgen_rows_video[] = {
    SCALAR(HW_PTX_VADD, HW_IR_VIDEO_ADD, INTS "," INTS "," INTS, "sat merge"),
    SCALAR(HW_PTX_VSUB, HW_IR_VIDEO_SUB, INTS "," INTS "," INTS, "sat merge"),
    SCALAR(HW_PTX_VABSDIFF, HW_IR_VIDEO_ABSDIFF, INTS "," INTS "," INTS, "sat merge"),
    SCALAR(HW_PTX_VMIN, HW_IR_VIDEO_MIN, INTS "," INTS "," INTS, "sat merge"),
    SCALAR(HW_PTX_VMAX, HW_IR_VIDEO_MAX, INTS "," INTS "," INTS, "sat merge"),
    SCALAR(HW_PTX_VSHL, HW_IR_VIDEO_SHL, INTS "," INTS ", u32", "sat clamp! merge"),
    SCALAR(HW_PTX_VSHL, HW_IR_VIDEO_SHL, INTS "," INTS ", u32", "sat wrap! merge"),
    SCALAR(HW_PTX_VSHR, HW_IR_VIDEO_SHR, INTS "," INTS ", u32", "sat clamp! merge"),
    SCALAR(HW_PTX_VSHR, HW_IR_VIDEO_SHR, INTS "," INTS ", u32", "sat wrap! merge"),
    SCALAR(HW_PTX_VSET, HW_IR_VIDEO_SET, INTS "," INTS, "relation! merge"),
    SCALAR(HW_PTX_VMAD, HW_IR_VIDEO_MAD, INTS "," INTS "," INTS, "sat shr7 po"),
    SCALAR(HW_PTX_VMAD, HW_IR_VIDEO_MAD, INTS "," INTS "," INTS, "sat shr15 po"),
    LANES(VADD, HW_IR_VIDEO_ADD), LANES(VSUB, HW_IR_VIDEO_SUB), LANES(VABSDIFF, HW_IR_VIDEO_ABSDIFF),
    LANES(VMIN, HW_IR_VIDEO_MIN), LANES(VMAX, HW_IR_VIDEO_MAX), LANES(VAVRG, HW_IR_VIDEO_AVERAGE),
    {HW_PTX_VSET2, INTS "," INTS, "relation! add", "*", .lower = halves, .number = HW_IR_VIDEO_SET},
    {HW_PTX_VSET4, INTS "," INTS, "relation! add", "*", .lower = bytes, .number = HW_IR_VIDEO_SET},
    {0},
};
/* clang-format on */
