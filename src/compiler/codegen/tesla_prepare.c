/* SPDX-License-Identifier: MIT */
/* Rewrites a function for chips before GF100 before legalisation: single precision has no denormals;
 * operations with two results, or without a libcall or rule, become others that have one. */
#include "compiler/codegen/tesla.h"

/* Selectors of PRMT's modes after the first, .f4e .b4e .rc8 .ecl .ecr .rc16, by the two low bits of its
 * third operand. */
static const uint16_t selections[][4] = {{0x3210, 0x4321, 0x5432, 0x6543}, {0x5670, 0x6701, 0x7012, 0x0123},
                                         {0x0000, 0x1111, 0x2222, 0x3333}, {0x3210, 0x3211, 0x3222, 0x3333},
                                         {0x0000, 0x1110, 0x2210, 0x3210}, {0x1010, 0x3232, 0x1010, 0x3232}};

/* The entry of a table of four that two bits name. */
static void name_bytes(struct hw_legalisation *l)
{
    const uint16_t *table = selections[l->insn->how.number - 1];
    struct hw_ir_value *chosen = hw_legalise_word(l, table[0]);
    struct hw_ir_value *which =
        hw_legalise_op2(l, HW_IR_AND, HW_TYPE_B32, hw_legalise_operand(l, 2), hw_legalise_word(l, 3));

    for (unsigned i = 1; i < 4; i++)
        chosen = hw_legalise_select(
            l, hw_legalise_compare(l, HW_LOWER_EQUAL, HW_TYPE_U32, which, hw_legalise_word(l, i)),
            hw_legalise_word(l, table[i]), chosen);
    hw_ir_set_operand(l->insn, 2, chosen);
    l->insn->how.number = 0;
}

static struct hw_ir_value *word2(struct hw_legalisation *l, enum hw_ir_op op, struct hw_ir_value *a,
                                 struct hw_ir_value *b)
{
    return hw_legalise_op2(l, op, HW_TYPE_S32, a, b);
}

/* How far a number must be shifted is counted from its other end; where no bit is found, both are all ones.
 */
static void count_from_above(struct hw_legalisation *l)
{
    struct hw_ir_modifiers how = l->insn->how;
    struct hw_ir_value *operand = hw_legalise_operand(l, 0);

    how.wrap = false;
    struct hw_ir_value *position = hw_legalise_op(l, HW_IR_BFIND, &how, HW_IR_KIND_32, 1, &operand);
    struct hw_ir_value *count =
        word2(l, HW_IR_SUB, hw_legalise_word(l, operand->kind == HW_IR_KIND_64 ? 63 : 31), position);
    count = word2(l, HW_IR_OR, count, word2(l, HW_IR_SHR, position, hw_legalise_word(l, 31)));
    hw_ir_replace(&l->insn->result[0], count);
    hw_ir_remove(l->insn);
}

/* A product, and a sum that carries. */
static void part(struct hw_legalisation *l)
{
    struct hw_ir_insn *insn = l->insn;
    const struct hw_ir_modifiers how = {.type = HW_TYPE_U32};
    const uint8_t kinds[] = {insn->result[0].kind, HW_IR_KIND_CARRY};
    struct hw_ir_value *operand[] = {hw_legalise_op2(l, insn->op == HW_IR_MAD ? HW_IR_MUL : HW_IR_MUL_HIGH,
                                                     insn->how.type, hw_legalise_operand(l, 0),
                                                     hw_legalise_operand(l, 1)),
                                     hw_legalise_operand(l, 2), NULL};
    const struct hw_ir_made made = {.op = HW_IR_ADD,
                                    .how = &how,
                                    .results = insn->results,
                                    .kind = kinds,
                                    .operands = insn->operands - 1,
                                    .operand = operand};

    if (insn->operands > 3)
        operand[2] = hw_legalise_operand(l, 3);
    struct hw_ir_insn *sum = hw_ir_insn(l->function, insn->block, insn, &made);
    for (unsigned i = 0; i < insn->results; i++)
        hw_ir_replace(&insn->result[i], &sum->result[i]);
    hw_ir_remove(insn);
}

/* The chip's conversions from and to doubles keep denormals; a conversion of a single to itself does not. */
static void flush(struct hw_legalisation *l)
{
    struct hw_ir_insn *insn = l->insn;
    const struct hw_ir_modifiers how = {.type = HW_TYPE_F32, .from = HW_TYPE_F32, .ftz = true};
    struct hw_ir_modifiers whole = insn->how;
    struct hw_ir_value *value = hw_legalise_operand(l, 0);

    whole.ftz = false;
    if (insn->how.from == HW_TYPE_F32)
        value = hw_legalise_op(l, HW_IR_CONVERT, &how, HW_IR_KIND_32, 1, &value);
    value = hw_legalise_op(l, HW_IR_CONVERT, &whole, insn->result[0].kind, 1, &value);
    if (insn->how.type == HW_TYPE_F32)
        value = hw_legalise_op(l, HW_IR_CONVERT, &how, HW_IR_KIND_32, 1, &value);
    hw_ir_replace(&insn->result[0], value);
    hw_ir_remove(insn);
}

static void prepare(struct hw_legalisation *l)
{
    struct hw_ir_insn *insn = l->insn;
    const bool has_single = insn->how.type == HW_TYPE_F32 || insn->how.from == HW_TYPE_F32,
               has_double = insn->how.type == HW_TYPE_F64 || insn->how.from == HW_TYPE_F64;

    if (has_single && has_double && insn->op == HW_IR_CONVERT && insn->how.ftz)
        flush(l);
    else if (has_single && !has_double)
        insn->how.ftz = true;
    else if (insn->op == HW_IR_PRMT && insn->how.number)
        name_bytes(l);
    else if (insn->op == HW_IR_BFIND && insn->how.wrap)
        count_from_above(l);
    else if ((insn->op == HW_IR_MAD || insn->op == HW_IR_MAD_HIGH) && insn->result[0].kind == HW_IR_KIND_32 &&
             (insn->results > 1 || insn->operands > 3))
        part(l);
}

void hw_tesla_prepare(struct hw_ir_function *function)
{
    struct hw_legalisation l = {.function = function};

    for (uint32_t i = 0; i < function->block_count; i++)
        for (struct hw_ir_insn *next, *insn = function->block[i]->first; insn; insn = next) {
            next = insn->next;
            l.insn = insn;
            prepare(&l);
        }
    hw_tesla_generic(function);
}
