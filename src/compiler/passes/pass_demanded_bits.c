/* SPDX-License-Identifier: MIT */
/* Demanded-bits narrowing: 64-bit values of which only the low word is demanded are computed in 32 bits.
 *
 * A backward pass from the uses finds which high words are demanded: the low word of a sum or a product
 * depends on low words alone.  Demanded values stay as they are; for the others low words are computed beside
 * them, and the 64-bit values are dead. */
#include "compiler/passes/passes.h"

struct word_narrowing {
    struct hw_ir_function *function;
    bool *is_whole;           /* by a value's number: its high word is needed */
    struct hw_ir_value **low; /* by a value's number: its low word, where that is made */
    struct hw_ir_value **stack;
    uint32_t depth;
};

static unsigned half_type(unsigned type)
{
    return type == HW_TYPE_U64   ? HW_TYPE_U32
           : type == HW_TYPE_S64 ? HW_TYPE_S32
           : type == HW_TYPE_B64 ? HW_TYPE_B32
                                 : HW_TYPE_NONE;
}

/* --- which high words are needed --------------------------------------------------------------------- */

static bool is_integer(unsigned type)
{
    return type != HW_TYPE_F16 && type != HW_TYPE_F32 && type != HW_TYPE_F64 && type != HW_TYPE_F16X2;
}

/* Operations whose low word depends on nothing but low words. */
static bool is_narrowable(const struct hw_ir_insn *insn)
{
    if (insn->results != 1 || insn->result->kind != HW_IR_KIND_64 || insn->how.sat)
        return false;
    switch (insn->op) {
    case HW_IR_PHI:
    case HW_IR_COPY:
    case HW_IR_SELECT: return true;
    case HW_IR_ADD:
    case HW_IR_SUB: return insn->operands == 2 && half_type(insn->how.type);
    case HW_IR_MUL:
    case HW_IR_AND:
    case HW_IR_OR:
    case HW_IR_XOR:
    case HW_IR_NOT:
    case HW_IR_NEG:
    case HW_IR_SHL: return half_type(insn->how.type);
    case HW_IR_MUL_WIDE:
    case HW_IR_MAD_WIDE: return insn->operand[0].value->kind == HW_IR_KIND_32 && is_integer(insn->how.type);
    case HW_IR_PACK: return insn->operands == 2 && insn->operand[0].value->kind == HW_IR_KIND_32;
    case HW_IR_CONVERT:
        return half_type(insn->how.type) && is_integer(insn->how.from) &&
               insn->operand[0].value->kind != HW_IR_KIND_64;
    default: return false;
    }
}

/* What takes the low word out of a number. */
static bool is_truncation(const struct hw_ir_insn *insn)
{
    if (insn->op == HW_IR_UNPACK)
        return insn->results == 2 && insn->operand[0].value->kind == HW_IR_KIND_64 && !insn->result[1].uses;
    return insn->op == HW_IR_CONVERT && insn->operand[0].value->kind == HW_IR_KIND_64 && !insn->how.sat &&
           insn->result->kind != HW_IR_KIND_64 && half_type(insn->how.from) && is_integer(insn->how.type);
}

static void demand(struct word_narrowing *n, struct hw_ir_value *value)
{
    if (value->kind != HW_IR_KIND_64 || n->is_whole[value->number])
        return;
    n->is_whole[value->number] = true;
    n->stack[n->depth++] = value;
}

static void find_demanded(struct word_narrowing *n)
{
    for (uint32_t i = 0; i < n->function->block_count; i++)
        for (const struct hw_ir_insn *insn = n->function->block[i]->first; insn; insn = insn->next)
            for (uint32_t k = 0; !is_narrowable(insn) && !is_truncation(insn) && k < insn->operands; k++)
                demand(n, insn->operand[k].value);
    while (n->depth) {
        const struct hw_ir_insn *insn = n->stack[--n->depth]->from;
        for (uint32_t k = 0; is_narrowable(insn) && k < insn->operands; k++)
            demand(n, insn->operand[k].value);
    }
}

/* --- low words --------------------------------------------------------------------------------------- */

static struct hw_ir_value *create_narrow(const struct word_narrowing *n, struct hw_ir_insn *next,
                                         enum hw_ir_op op, const struct hw_ir_modifiers *how, unsigned count,
                                         struct hw_ir_value *const *operand)
{
    const struct hw_ir_made made = {.op = op,
                                    .how = how,
                                    .results = 1,
                                    .kind = &(uint8_t){HW_IR_KIND_32},
                                    .operands = count,
                                    .operand = operand};

    return hw_ir_insn(n->function, next->block, next, &made)->result;
}

static struct hw_ir_value *low_word(const struct word_narrowing *n, struct hw_ir_value *value,
                                    struct hw_ir_insn *next)
{
    if (value->kind != HW_IR_KIND_64)
        return value;
    if (n->low[value->number])
        return n->low[value->number];
    return hw_ir_low_word(n->function, next, value);
}

static struct hw_ir_value *narrowed(const struct word_narrowing *n, struct hw_ir_insn *insn)
{
    struct hw_ir_modifiers how = insn->how;
    struct hw_ir_value *operand[3];
    enum hw_ir_op op = (enum hw_ir_op)insn->op;

    if (op == HW_IR_PACK)
        return insn->operand[0].value;
    if (op == HW_IR_CONVERT && insn->operand[0].value->kind == HW_IR_KIND_32)
        return insn->operand[0].value;
    if (op == HW_IR_MUL_WIDE || op == HW_IR_MAD_WIDE)
        op = op == HW_IR_MUL_WIDE ? HW_IR_MUL : HW_IR_MAD;
    else
        how.type = (uint8_t)(op == HW_IR_SELECT ? HW_TYPE_B32 : half_type(how.type));
    for (uint32_t i = 0; i < insn->operands; i++)
        operand[i] = low_word(n, insn->operand[i].value, insn);
    return create_narrow(n, insn, op, &how, insn->operands, operand);
}

static void fill_phi(const struct word_narrowing *n, const struct hw_ir_insn *phi)
{
    for (uint32_t i = 0; i < phi->operands; i++)
        hw_ir_add_operand(n->function, n->low[phi->result->number]->from,
                          low_word(n, phi->operand[i].value, phi->block->from[i]->last));
}

static bool is_narrow(const struct word_narrowing *n, const struct hw_ir_insn *insn)
{
    return is_narrowable(insn) && !n->is_whole[insn->result->number] && insn->result->uses;
}

/* A cut of what is narrow now takes it as it is, or cuts less. */
static void replace_truncation(const struct word_narrowing *n, struct hw_ir_insn *cut)
{
    struct hw_ir_value *low = n->low[cut->operand[0].value->number];

    if (cut->result->kind == HW_IR_KIND_32 &&
        (cut->op == HW_IR_UNPACK || cut->how.type == HW_TYPE_U32 || cut->how.type == HW_TYPE_S32 ||
         cut->how.type == HW_TYPE_B32)) {
        hw_ir_replace(&cut->result[0], low);
    } else if (cut->op == HW_IR_CONVERT) {
        cut->how.from = (uint8_t)half_type(cut->how.from);
        hw_ir_set_operand(cut, 0, low);
    }
}

bool hw_pass_demanded_bits(struct hw_ir_function *function, const struct hw_ir_flow *flow)
{
    const uint32_t values = function->values + 1;
    struct word_narrowing n = {.function = function,
                               .is_whole = hw_arena_array(function->arena, values, 1),
                               .low = hw_arena_array(function->arena, values, sizeof(struct hw_ir_value *)),
                               .stack =
                                   hw_arena_array(function->arena, values, sizeof(struct hw_ir_value *))};
    bool changed = false;

    find_demanded(&n);
    for (uint32_t i = 0; i < flow->count; i++)
        for (struct hw_ir_insn *insn = flow->order[i]->first; insn; insn = insn->next) {
            hw_ir_set_location(function, insn);
            if (insn->results != 1 || insn->result->number >= values || !is_narrow(&n, insn))
                continue;
            n.low[insn->result->number] = insn->op == HW_IR_PHI
                                              ? create_narrow(&n, insn, HW_IR_PHI, NULL, 0, NULL)
                                              : narrowed(&n, insn);
            changed = true;
        }
    for (uint32_t i = 0; changed && i < flow->count; i++)
        for (struct hw_ir_insn *insn = flow->order[i]->first; insn; insn = insn->next) {
            hw_ir_set_location(function, insn);
            if (insn->op == HW_IR_PHI && insn->result->number < values && n.low[insn->result->number])
                fill_phi(&n, insn);
            else if (is_truncation(insn) && insn->operand[0].value->number < values &&
                     n.low[insn->operand[0].value->number])
                replace_truncation(&n, insn);
        }
    hw_ir_set_location(function, NULL);
    return changed;
}
