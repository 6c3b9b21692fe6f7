/* SPDX-License-Identifier: MIT */
/* Drives legalisation over a function, and offers its rules what creates operations: see legalise.h. */
#include "compiler/codegen/target_hooks.h"

#include "compiler/passes/fold.h"

/* Of constants comes one. */
struct hw_ir_value *hw_legalise_op(struct hw_legalisation *l, enum hw_ir_op op,
                                   const struct hw_ir_modifiers *how, unsigned kind, unsigned count,
                                   struct hw_ir_value *const *operand)
{
    const uint8_t kinds[] = {(uint8_t)kind};
    const struct hw_ir_made made = {
        .op = op, .how = how, .results = 1, .kind = kinds, .operands = count, .operand = operand};

    struct hw_ir_insn *insn = hw_ir_insn(l->function, l->insn->block, l->insn, &made);
    uint64_t in[4] = {0}, out;
    bool is_known = how->type != 0 && count <= 4;
    for (unsigned i = 0; i < count && is_known; i++)
        is_known = hw_ir_is_constant(operand[i], &in[i]);
    if (!is_known || !hw_fold_evaluate(insn, in, &out))
        return &insn->result[0];
    hw_ir_remove(insn);
    return hw_ir_constant(l->function, (enum hw_ir_kind)kind,
                          hw_fold_cut(out, hw_ir_kind_bits((enum hw_ir_kind)kind)));
}

static unsigned kind_of(unsigned type)
{
    const unsigned bits = hw_codegen_type_bits(type);

    return bits == 64 ? HW_IR_KIND_64 : bits == 16 ? HW_IR_KIND_16 : HW_IR_KIND_32;
}

struct hw_ir_value *hw_legalise_op1(struct hw_legalisation *l, enum hw_ir_op op, unsigned type,
                                    struct hw_ir_value *a)
{
    const struct hw_ir_modifiers how = {.type = (uint8_t)type};

    return hw_legalise_op(l, op, &how, a->kind == HW_IR_KIND_PRED ? HW_IR_KIND_PRED : kind_of(type), 1, &a);
}

struct hw_ir_value *hw_legalise_op2(struct hw_legalisation *l, enum hw_ir_op op, unsigned type,
                                    struct hw_ir_value *a, struct hw_ir_value *b)
{
    const struct hw_ir_modifiers how = {.type = (uint8_t)type};
    struct hw_ir_value *const operand[] = {a, b};
    const unsigned kind = a->kind == HW_IR_KIND_PRED ? HW_IR_KIND_PRED
                          : op == HW_IR_MUL_WIDE     ? HW_IR_KIND_64
                                                     : kind_of(type);

    return hw_legalise_op(l, op, &how, kind, 2, operand);
}

struct hw_ir_value *hw_legalise_op3(struct hw_legalisation *l, enum hw_ir_op op, unsigned type,
                                    struct hw_ir_value *a, struct hw_ir_value *b, struct hw_ir_value *c)
{
    const struct hw_ir_modifiers how = {.type = (uint8_t)type};
    struct hw_ir_value *const operand[] = {a, b, c};

    return hw_legalise_op(l, op, &how, kind_of(type), 3, operand);
}

struct hw_ir_value *hw_legalise_mad_wide(struct hw_legalisation *l, unsigned type, struct hw_ir_value *a,
                                         struct hw_ir_value *b, struct hw_ir_value *c)
{
    const struct hw_ir_modifiers how = {.type = (uint8_t)type};
    struct hw_ir_value *const operand[] = {a, b, c};

    return hw_legalise_op(l, HW_IR_MAD_WIDE, &how, HW_IR_KIND_64, 3, operand);
}

struct hw_ir_value *hw_legalise_compare(struct hw_legalisation *l, unsigned cmp, unsigned type,
                                        struct hw_ir_value *a, struct hw_ir_value *b)
{
    const struct hw_ir_modifiers how = {.type = (uint8_t)type, .cmp = (uint8_t)cmp};
    struct hw_ir_value *const operand[] = {a, b};

    return hw_legalise_op(l, HW_IR_SETP, &how, HW_IR_KIND_PRED, 2, operand);
}

struct hw_ir_value *hw_legalise_select(struct hw_legalisation *l, struct hw_ir_value *condition,
                                       struct hw_ir_value *yes, struct hw_ir_value *no)
{
    const struct hw_ir_modifiers how = {.type = yes->kind == HW_IR_KIND_64 ? HW_TYPE_B64 : HW_TYPE_B32};
    struct hw_ir_value *const operand[] = {condition, yes, no};

    return hw_legalise_op(l, HW_IR_SELECT, &how, yes->kind, 3, operand);
}

struct hw_ir_value *hw_legalise_convert(struct hw_legalisation *l, unsigned type, unsigned from,
                                        unsigned kind, struct hw_ir_value *value)
{
    const struct hw_ir_modifiers how = {.type = (uint8_t)type, .from = (uint8_t)from};

    return hw_legalise_op(l, HW_IR_CONVERT, &how, kind, 1, &value);
}

struct hw_ir_value *hw_legalise_word(struct hw_legalisation *l, uint32_t bits)
{
    return hw_ir_constant(l->function, HW_IR_KIND_32, bits);
}

struct hw_ir_value *hw_legalise_long(struct hw_legalisation *l, uint64_t bits)
{
    return hw_ir_constant(l->function, HW_IR_KIND_64, bits);
}

struct hw_ir_value *hw_legalise_pair(struct hw_legalisation *l, struct hw_ir_value *low,
                                     struct hw_ir_value *high)
{
    const struct hw_ir_modifiers how = {.type = HW_TYPE_B64};
    struct hw_ir_value *const operand[] = {low, high};

    return hw_legalise_op(l, HW_IR_PACK, &how, HW_IR_KIND_64, 2, operand);
}

void hw_legalise_split(struct hw_legalisation *l, struct hw_ir_value *value, struct hw_ir_value *half[2])
{
    static const uint8_t kinds[] = {HW_IR_KIND_32, HW_IR_KIND_32};
    const struct hw_ir_modifiers how = {.type = HW_TYPE_B64};
    const struct hw_ir_made made = {
        .op = HW_IR_UNPACK, .how = &how, .results = 2, .kind = kinds, .operands = 1, .operand = &value};
    uint64_t bits;

    if (hw_ir_is_constant(value, &bits)) {
        half[0] = hw_legalise_word(l, (uint32_t)bits);
        half[1] = hw_legalise_word(l, (uint32_t)(bits >> 32));
        return;
    }
    if (value->from->op == HW_IR_PACK && value->from->operands == 2) {
        half[0] = value->from->operand[0].value;
        half[1] = value->from->operand[1].value;
        return;
    }
    struct hw_ir_insn *insn = hw_ir_insn(l->function, l->insn->block, l->insn, &made);
    half[0] = &insn->result[0];
    half[1] = &insn->result[1];
}

struct hw_ir_value *hw_legalise_operand(const struct hw_legalisation *l, unsigned which)
{
    return l->insn->operand[which].value;
}

/* --- traversal --------------------------------------------------------------------------------------- */

static struct hw_ir_value *apply_rule(struct hw_legalisation *l, const struct hw_legalise_rule *rule)
{
    for (; rule->lower; rule++)
        if (rule->op == l->insn->op && (rule->classes & hw_codegen_class(l->insn)) &&
            !(rule->unless && hw_codegen_accepts(l->target, rule->unless))) {
            struct hw_ir_value *value = rule->lower(l);
            if (value)
                return value;
        }
    return NULL;
}

/* What an operation became is legalised again: the traversal continues with the first of it. */
static struct hw_ir_insn *legalise_insn(struct hw_legalisation *l)
{
    static const struct hw_legalise_rule *const rules[] = {
        hw_legalise_conversions, hw_legalise_i16,    hw_legalise_i64,  hw_legalise_i64_bits,
        hw_legalise_i32,         hw_legalise_floats, hw_legalise_video};
    struct hw_ir_insn *insn = l->insn, *before = insn->prev;
    struct hw_ir_block *block = insn->block;
    struct hw_ir_value *value = NULL;

    if (insn->results != 1)
        return insn->next;
    if (l->target->family->lower)
        value = apply_rule(l, l->target->family->lower);
    for (unsigned i = 0; i < sizeof rules / sizeof rules[0] && !value; i++)
        value = apply_rule(l, rules[i]);
    if (!value)
        return insn->next;
    hw_ir_replace(&insn->result[0], value);
    hw_ir_remove(insn);
    return before ? before->next : block->first;
}

bool hw_codegen_family_legalises(const struct hw_codegen_target *target, const struct hw_ir_insn *insn)
{
    for (const struct hw_legalise_rule *rule = target->family->lower; rule && rule->lower; rule++)
        if (rule->op == insn->op && (rule->classes & hw_codegen_class(insn)))
            return true;
    return false;
}

void hw_codegen_prepare(const struct hw_codegen_target *target, struct hw_ir_function *function)
{
    if (target->family->prepare)
        target->family->prepare(function);
}

bool hw_codegen_legalise(struct hw_codegen_target *target, struct hw_ir_function *function)
{
    struct hw_legalisation l = {.target = target, .function = function};
    bool changes = false;

    hw_codegen_prepare(target, function);
    for (uint32_t i = 0; i < function->block_count; i++)
        for (struct hw_ir_insn *insn = function->block[i]->first; insn;) {
            l.insn = insn;
            hw_ir_set_location(function, insn);
            insn = legalise_insn(&l);
            changes |= l.insn->block == NULL; /* it is another now */
        }
    hw_ir_set_location(function, NULL);
    return changes;
}
