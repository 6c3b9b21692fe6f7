/* SPDX-License-Identifier: MIT */
/* What chips before GF100 lack: comparisons of 64 bits, sizes of words, products wider than halves give. */
#include "compiler/code/lower_divide.h"
#include "compiler/code/tesla.h"

/* A sum of a product with carries is a product, and a sum with carries. */
static void part(struct hw_ir_function *function, struct hw_ir_insn *insn)
{
    static const uint8_t kinds[] = {HW_IR_KIND_32, HW_IR_KIND_CARRY};
    struct hw_ir_value *factor[] = {insn->operand[0].value, insn->operand[1].value};
    const struct hw_ir_made product = {.op = insn->op == HW_IR_MAD ? HW_IR_MUL : HW_IR_MUL_HIGH,
                                       .how = &insn->how,
                                       .results = 1,
                                       .kind = kinds,
                                       .operands = 2,
                                       .operand = factor};
    struct hw_ir_value *added[3] = {&hw_ir_insn(function, insn->block, insn, &product)->result[0]};
    for (unsigned i = 2; i < insn->operands; i++)
        added[i - 1] = insn->operand[i].value;
    const struct hw_ir_made sum = {.op = HW_IR_ADD,
                                   .how = &insn->how,
                                   .results = insn->results,
                                   .kind = kinds,
                                   .operands = (uint8_t)(insn->operands - 1),
                                   .operand = added};
    struct hw_ir_insn *by = hw_ir_insn(function, insn->block, insn, &sum);
    for (unsigned i = 0; i < insn->results; i++)
        hw_ir_replace(&insn->result[i], &by->result[i]);
    hw_ir_remove(insn);
}

void hw_tesla_prepare(struct hw_ir_function *function)
{
    for (uint32_t i = 0; i < function->block_count; i++)
        for (struct hw_ir_insn *insn = function->block[i]->first, *behind; insn; insn = behind) {
            behind = insn->behind;
            if (insn->how.type == HW_TYPE_F32 || insn->how.from == HW_TYPE_F32)
                insn->how.ftz = true;
            if ((insn->op == HW_IR_MAD || insn->op == HW_IR_MAD_HIGH) &&
                (insn->results == 2 || insn->operands == 4))
                part(function, insn);
        }
}

/* --- comparisons -----------------------------------------------------------------------------------------
 */

/* The high words decide; the low ones, which have no sign, where those are equal. */
static struct hw_ir_value *compared(struct hw_lowering *l)
{
    const unsigned cmp = l->insn->how.cmp & 7;
    const unsigned type = hw_codegen_is_unsigned(l->insn->how.type) ? HW_TYPE_U32 : HW_TYPE_S32;
    struct hw_ir_value *a[2], *b[2];

    hw_lower_split(l, hw_lower_operand(l, 0), a);
    hw_lower_split(l, hw_lower_operand(l, 1), b);
    struct hw_ir_value *is_same = hw_lower_compare(l, HW_LOWER_EQUAL, HW_TYPE_U32, a[1], b[1]);
    struct hw_ir_value *low = hw_lower_compare(l, cmp, HW_TYPE_U32, a[0], b[0]);
    struct hw_ir_value *high = hw_lower_compare(l, cmp & ~HW_LOWER_EQUAL, type, a[1], b[1]);
    low = hw_lower_op2(l, HW_IR_AND, 0, is_same, low);
    return hw_lower_op2(l, HW_IR_OR, 0, high, low);
}

static struct hw_ir_value *set(struct hw_lowering *l)
{
    struct hw_ir_value *condition =
        hw_lower_compare(l, l->insn->how.cmp, l->insn->how.from ? l->insn->how.from : l->insn->how.type,
                         hw_lower_operand(l, 0), hw_lower_operand(l, 1));

    return hw_lower_select(l, condition,
                           hw_lower_word(l, l->insn->how.type == HW_TYPE_F32 ? 0x3f800000 : 0xffffffff),
                           hw_lower_word(l, 0));
}

/* The chip's own gives 0x7fffffff for the least number, and PTX that number itself. */
static struct hw_ir_value *size(struct hw_lowering *l)
{
    struct hw_ir_value *a = hw_lower_operand(l, 0);
    struct hw_ir_value *negative = hw_lower_op2(l, HW_IR_SUB, HW_TYPE_S32, hw_lower_word(l, 0), a);

    return hw_lower_op2(l, HW_IR_MAX, HW_TYPE_S32, a, negative);
}

/* --- products --------------------------------------------------------------------------------------------
 */

/* A negative factor counts 2^32 too much of the other. */
static struct hw_ir_value *corrected(struct hw_lowering *l, struct hw_ir_value *high,
                                     struct hw_ir_value *sign, struct hw_ir_value *other)
{
    struct hw_ir_value *mask = hw_lower_op2(l, HW_IR_SHR, HW_TYPE_S32, sign, hw_lower_word(l, 31));

    return hw_lower_op2(l, HW_IR_SUB, HW_TYPE_U32, high,
                        hw_lower_op2(l, HW_IR_AND, HW_TYPE_B32, mask, other));
}

static struct hw_ir_value *high_of(struct hw_lowering *l, struct hw_ir_value *a, struct hw_ir_value *b)
{
    const bool is_signed = !hw_codegen_is_unsigned(l->insn->how.type);
    uint64_t bits;

    /* What a shift would push out. */
    if (hw_ir_is_constant(b, &bits) && bits > 1 && bits < 1u << 31 && (bits & (bits - 1)) == 0)
        return hw_lower_op2(l, HW_IR_SHR, is_signed ? HW_TYPE_S32 : HW_TYPE_U32, a,
                            hw_lower_word(l, 32 - (uint32_t)__builtin_ctzll(bits)));
    struct hw_ir_value *high = hw_lower_op2(l, HW_IR_MUL_HIGH, HW_TYPE_U32, a, b);
    if (!is_signed)
        return high;
    return corrected(l, corrected(l, high, a, b), b, a);
}

static struct hw_ir_value *high_product(struct hw_lowering *l)
{
    if (hw_codegen_is_unsigned(l->insn->how.type))
        return NULL;
    return high_of(l, hw_lower_operand(l, 0), hw_lower_operand(l, 1));
}

static struct hw_ir_value *high_sum(struct hw_lowering *l)
{
    struct hw_ir_value *high = high_of(l, hw_lower_operand(l, 0), hw_lower_operand(l, 1));

    return hw_lower_op2(l, HW_IR_ADD, HW_TYPE_U32, high, hw_lower_operand(l, 2));
}

static struct hw_ir_value *wide_product(struct hw_lowering *l)
{
    struct hw_ir_value *a = hw_lower_operand(l, 0), *b = hw_lower_operand(l, 1);
    struct hw_ir_value *low = hw_lower_op2(l, HW_IR_MUL, HW_TYPE_U32, a, b);

    return hw_lower_pair(l, low, high_of(l, a, b));
}

static struct hw_ir_value *wide_sum(struct hw_lowering *l)
{
    return hw_lower_op2(l, HW_IR_ADD, HW_TYPE_U64, wide_product(l), hw_lower_operand(l, 2));
}

static struct hw_ir_value *long_product(struct hw_lowering *l)
{
    struct hw_ir_value *a[2], *b[2];

    hw_lower_split(l, hw_lower_operand(l, 0), a);
    hw_lower_split(l, hw_lower_operand(l, 1), b);
    struct hw_ir_value *high = hw_lower_op2(l, HW_IR_MUL_HIGH, HW_TYPE_U32, a[0], b[0]);
    high = hw_lower_op2(l, HW_IR_ADD, HW_TYPE_U32, high, hw_lower_op2(l, HW_IR_MUL, HW_TYPE_U32, a[0], b[1]));
    high = hw_lower_op2(l, HW_IR_ADD, HW_TYPE_U32, high, hw_lower_op2(l, HW_IR_MUL, HW_TYPE_U32, a[1], b[0]));
    return hw_lower_pair(l, hw_lower_op2(l, HW_IR_MUL, HW_TYPE_U32, a[0], b[0]), high);
}

#define WORD HW_CODEGEN_32
#define LONG HW_CODEGEN_64

const struct hw_lower_rule hw_lower_tesla[] = {
    {HW_IR_SETP, LONG, NULL, compared},
    {HW_IR_ABS, WORD, NULL, size},
    {HW_IR_SET, WORD | HW_CODEGEN_FLOAT | HW_CODEGEN_DOUBLE, NULL, set},
    {HW_IR_DIV, WORD, NULL, hw_lower_quotient},
    {HW_IR_REM, WORD, NULL, hw_lower_quotient},
    {HW_IR_MUL, LONG, NULL, long_product},
    {HW_IR_MUL_HIGH, WORD, NULL, high_product},
    {HW_IR_MAD_HIGH, WORD, NULL, high_sum},
    {HW_IR_MUL_WIDE, WORD, NULL, wide_product},
    {HW_IR_MAD_WIDE, WORD, NULL, wide_sum},
    {0},
};
