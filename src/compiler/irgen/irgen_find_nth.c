/* SPDX-License-Identifier: MIT */
/* Translates fns: find the position of a mask's n-th set bit from a position on, upwards or downwards.
 *
 * Downwards is upwards in the reversed mask.  The n-th set bit is found by binary search: if the lower half
 * of the remaining bits has fewer set bits than asked for, it is in the upper one. */
#include "compiler/irgen/irgen_functions.h"
#include "compiler/irgen/irgen_state.h"

#define WORD HW_IR_KIND_32

static struct hw_ir_value *word2(struct hw_irgen *builder, enum hw_ir_op op, struct hw_ir_value *a,
                                 struct hw_ir_value *b)
{
    return hw_irgen_op2(builder, op, HW_TYPE_U32, WORD, a, b);
}

static struct hw_ir_value *word_of(struct hw_irgen *builder, uint32_t bits)
{
    return hw_irgen_constant(builder, WORD, bits);
}

static struct hw_ir_value *compared(struct hw_irgen *builder, unsigned cmp, unsigned type,
                                    struct hw_ir_value *a, struct hw_ir_value *b)
{
    const struct hw_ir_modifiers how = {.type = (uint8_t)type, .cmp = (uint8_t)cmp};

    return hw_irgen_op(builder, HW_IR_SETP, &how, HW_IR_KIND_PRED, 2, (struct hw_ir_value *[]){a, b});
}

static struct hw_ir_value *chosen(struct hw_irgen *builder, struct hw_ir_value *is, struct hw_ir_value *yes,
                                  struct hw_ir_value *no)
{
    const struct hw_ir_modifiers how = {.type = HW_TYPE_NONE};

    return hw_irgen_op(builder, HW_IR_SELECT, &how, WORD, 3, (struct hw_ir_value *[]){is, yes, no});
}

static struct hw_ir_value *ones(struct hw_irgen *builder, struct hw_ir_value *mask)
{
    return hw_irgen_op1(builder, HW_IR_POPC, HW_TYPE_B32, WORD, mask);
}

/* The position of a mask's n-th set bit; all ones if it has fewer. */
static struct hw_ir_value *nth_one(struct hw_irgen *builder, struct hw_ir_value *mask, struct hw_ir_value *n)
{
    struct hw_ir_value *there = compared(builder, 6, HW_TYPE_U32, ones(builder, mask), n), /* at least */
        *position = word_of(builder, 0), *none = word_of(builder, 0);

    for (uint32_t half = 16; half; half /= 2) {
        struct hw_ir_value *low = word2(builder, HW_IR_AND, mask, word_of(builder, (1u << half) - 1)),
                           *count = ones(builder, low),
                           *is_above = compared(builder, 4, HW_TYPE_U32, n, count);
        n = word2(builder, HW_IR_SUB, n, chosen(builder, is_above, count, none));
        position =
            word2(builder, HW_IR_ADD, position, chosen(builder, is_above, word_of(builder, half), none));
        mask = chosen(builder, is_above, word2(builder, HW_IR_SHR, mask, word_of(builder, half)), low);
    }
    return chosen(builder, there, position, word_of(builder, UINT32_MAX));
}

void hw_irgen_find_nth(struct hw_irgen *builder)
{
    struct hw_ir_value *mask = hw_irgen_read(builder, 1, HW_PTX_TYPE_B32),
                       *base = hw_irgen_read(builder, 2, HW_PTX_TYPE_B32),
                       *n = hw_irgen_read(builder, 3, HW_PTX_TYPE_B32), *zero = word_of(builder, 0);
    struct hw_ir_value *is_down = compared(builder, 1, HW_TYPE_S32, n, zero),
                       *is_here = compared(builder, 2, HW_TYPE_S32, n, zero);
    struct hw_ir_value *last = word_of(builder, 31),
                       *turned = hw_irgen_op1(builder, HW_IR_BREV, HW_TYPE_B32, WORD, mask);

    mask = chosen(builder, is_down, turned, mask);
    base = chosen(builder, is_down, word2(builder, HW_IR_SUB, last, base), base);
    n = chosen(builder, is_down, word2(builder, HW_IR_SUB, zero, n), n);
    struct hw_ir_value *from = word2(builder, HW_IR_SHL, word_of(builder, UINT32_MAX), base),
                       *only = word2(builder, HW_IR_SHL, word_of(builder, 1), base);
    mask = word2(builder, HW_IR_AND, mask, chosen(builder, is_here, only, from));
    n = chosen(builder, is_here, word_of(builder, 1), n);
    struct hw_ir_value *position = nth_one(builder, mask, n), *up = word2(builder, HW_IR_SUB, last, position),
                       *is_none = compared(builder, 2, HW_TYPE_U32, position, word_of(builder, UINT32_MAX));
    up = chosen(builder, is_none, position, up);
    hw_irgen_assign(builder, hw_irgen_operand(builder, 0), HW_PTX_TYPE_B32,
                    chosen(builder, is_down, up, position), false);
}
