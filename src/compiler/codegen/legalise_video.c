/* SPDX-License-Identifier: MIT */
/* Legalises video operations on halves and bytes: selected lanes are permuted into order, and chips without
 * an instruction for all lanes do one after the other. */
#include "compiler/codegen/legalise.h"
#include "compiler/codegen/isel_video_template.h"
#include "compiler/ir/ir_words.h"

static struct hw_ir_value *word2(struct hw_legalisation *l, enum hw_ir_op op, unsigned type,
                                 struct hw_ir_value *a, struct hw_ir_value *b)
{
    return hw_legalise_op2(l, op, type, a, b);
}

/* --- in order ------------------------------------------------------------------------------------------ */

/* The selector of PRMT that moves the selected byte or half of each lane into position. */
static uint32_t selection_of(const uint8_t *select, unsigned lanes)
{
    uint32_t selection = 0;

    for (unsigned i = 0; i < lanes; i++)
        selection |=
            lanes == 4 ? (uint32_t)select[i] << 4 * i : (2u * select[i] | (2u * select[i] + 1) << 4) << 8 * i;
    return selection;
}

static struct hw_ir_value *ordered(struct hw_legalisation *l, uint32_t selection, uint32_t plain,
                                   unsigned which)
{
    struct hw_ir_value *a = hw_legalise_operand(l, 0), *b = hw_legalise_operand(l, 1);

    return selection == plain
               ? hw_legalise_operand(l, which)
               : hw_legalise_op3(l, HW_IR_PRMT, HW_TYPE_B32, a, b, hw_legalise_word(l, selection));
}

/* The same operation on words whose lanes are in order. */
static struct hw_ir_value *in_order(struct hw_legalisation *l, const struct hw_ir_video *video)
{
    const uint32_t select_a = selection_of(video->select_a, video->lanes),
                   select_b = selection_of(video->select_b, video->lanes);

    if (select_a == 0x3210 && select_b == 0x7654)
        return NULL;
    struct hw_ir_video *plain = hw_arena_alloc(l->function->arena, sizeof *plain);
    *plain = *video;
    for (unsigned i = 0; i < video->lanes; i++) {
        plain->select_a[i] = (uint8_t)i;
        plain->select_b[i] = (uint8_t)(video->lanes + i);
    }
    struct hw_ir_value *a = ordered(l, select_a, 0x3210, 0), *b = ordered(l, select_b, 0x7654, 1);
    struct hw_ir_value *value =
        hw_legalise_op3(l, HW_IR_VIDEO, l->insn->how.type, a, b, hw_legalise_operand(l, 2));
    value->from->how = l->insn->how;
    value->from->how.extra = plain;
    return value;
}

/* --- one lane after the other -------------------------------------------------------------------------- */

static struct hw_ir_value *part_of(struct hw_legalisation *l, unsigned which, unsigned at, unsigned bits,
                                   unsigned type)
{
    struct hw_ir_value *value = hw_legalise_operand(l, which);

    if (at + bits < 32)
        value = word2(l, HW_IR_SHL, HW_TYPE_B32, value, hw_legalise_word(l, 32 - bits - at));
    return word2(l, HW_IR_SHR, type, value, hw_legalise_word(l, 32 - bits));
}

static struct hw_ir_value *of_lane(struct hw_legalisation *l, const struct hw_ir_video *video, unsigned at,
                                   unsigned bits)
{
    struct hw_ir_value *a = part_of(l, 0, at, bits, video->type_a),
                       *b = part_of(l, 1, at, bits, video->type_b), *value;

    switch (video->op) {
    case HW_IR_VIDEO_ADD: return word2(l, HW_IR_ADD, HW_TYPE_S32, a, b);
    case HW_IR_VIDEO_SUB: return word2(l, HW_IR_SUB, HW_TYPE_S32, a, b);
    case HW_IR_VIDEO_MIN: return word2(l, HW_IR_MIN, HW_TYPE_S32, a, b);
    case HW_IR_VIDEO_MAX: return word2(l, HW_IR_MAX, HW_TYPE_S32, a, b);
    case HW_IR_VIDEO_ABSDIFF:
        value = word2(l, HW_IR_MAX, HW_TYPE_S32, a, b);
        return word2(l, HW_IR_SUB, HW_TYPE_S32, value, word2(l, HW_IR_MIN, HW_TYPE_S32, a, b));
    case HW_IR_VIDEO_SET:
        return hw_legalise_select(l, hw_legalise_compare(l, l->insn->how.cmp, HW_TYPE_S32, a, b),
                                  hw_legalise_word(l, 1), hw_legalise_word(l, 0));
    default: /* the average is rounded away from zero: 1 is added unless the sum is negative */
        value = word2(l, HW_IR_ADD, HW_TYPE_S32, a, b);
        a = word2(l, HW_IR_SHR, HW_TYPE_S32, value, hw_legalise_word(l, 31));
        value = word2(l, HW_IR_ADD, HW_TYPE_S32, value,
                      word2(l, HW_IR_ADD, HW_TYPE_S32, a, hw_legalise_word(l, 1)));
        return word2(l, HW_IR_SHR, HW_TYPE_S32, value, hw_legalise_word(l, 1));
    }
}

static struct hw_ir_value *saturated(struct hw_legalisation *l, struct hw_ir_value *value, unsigned bits)
{
    const bool is_unsigned = hw_codegen_is_unsigned(l->insn->how.type);
    const uint32_t most = is_unsigned ? (1u << bits) - 1 : (1u << (bits - 1)) - 1;

    value = word2(l, HW_IR_MIN, HW_TYPE_S32, value, hw_legalise_word(l, most));
    return word2(l, HW_IR_MAX, HW_TYPE_S32, value, hw_legalise_word(l, is_unsigned ? 0 : ~most));
}

static struct hw_ir_value *insert(struct hw_legalisation *l, struct hw_ir_value *value,
                                  struct hw_ir_value *into, unsigned at, unsigned bits)
{
    const struct hw_ir_modifiers how = {.type = HW_TYPE_B32};
    struct hw_ir_value *const operand[] = {value, into, hw_legalise_word(l, at), hw_legalise_word(l, bits)};
    static const uint8_t kinds[] = {HW_IR_KIND_32};
    const struct hw_ir_made made = {
        .op = HW_IR_BFI, .how = &how, .results = 1, .kind = kinds, .operands = 4, .operand = operand};

    return &hw_ir_insn(l->function, l->insn->block, l->insn, &made)->result[0];
}

static struct hw_ir_value *lanes(struct hw_legalisation *l)
{
    const struct hw_ir_video *video = l->insn->how.extra;
    const unsigned bits = 32u / video->lanes;

    if (video->lanes == 1)
        return NULL;
    struct hw_ir_value *result = in_order(l, video);
    if (result || hw_isel_video_template(l->target, l->insn))
        return result;
    result = hw_legalise_operand(l, 2);
    for (unsigned i = 0; i < video->lanes; i++) {
        if (!(video->mask >> i & 1))
            continue;
        struct hw_ir_value *value = of_lane(l, video, bits * i, bits);
        if (l->insn->how.sat)
            value = saturated(l, value, bits);
        result = video->second == HW_IR_SECOND_ADD ? word2(l, HW_IR_ADD, HW_TYPE_U32, result, value)
                                                   : insert(l, value, result, bits * i, bits);
    }
    return result;
}

const struct hw_legalise_rule hw_legalise_video[] = {
    {HW_IR_VIDEO, HW_CODEGEN_32, NULL, lanes},
    {0},
};
