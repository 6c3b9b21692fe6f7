/* SPDX-License-Identifier: MIT */
/* Address folding moves constants inside an address to the offset of the instruction: base + 4 (i + 3) is
 * base + 4 i, and 12 after it.  So neighbouring accesses compute the same address, once. */
#include "compiler/passes/passes.h"

#include "compiler/passes/fold.h"

#define MAX_DEPTH 6u

struct offset_search {
    struct hw_ir_function *function;
    struct hw_ir_insn *insn; /* before which all is made */
};

static struct hw_ir_value *without(const struct offset_search *search, struct hw_ir_value *value,
                                   unsigned depth, uint64_t *offset);

static bool is_plain(const struct hw_ir_insn *insn)
{
    return insn->results == 1 && !insn->how.sat && !hw_fold_is_float(insn->how.type) && insn->block &&
           (insn->result->kind == HW_IR_KIND_32 || insn->result->kind == HW_IR_KIND_64);
}

/* The operation with other operands. */
static struct hw_ir_value *fold_again(const struct offset_search *search, const struct hw_ir_insn *insn,
                                      struct hw_ir_value *const *operand)
{
    const struct hw_ir_made made = {.op = (enum hw_ir_op)insn->op,
                                    .how = &insn->how,
                                    .results = 1,
                                    .kind = &insn->result->kind,
                                    .operands = insn->operands,
                                    .operand = operand};

    return hw_ir_insn(search->function, search->insn->block, search->insn, &made)->result;
}

static struct hw_ir_value *of_sum(const struct offset_search *search, struct hw_ir_value *value,
                                  unsigned depth, uint64_t *offset)
{
    const struct hw_ir_insn *insn = value->from;
    struct hw_ir_value *operand[2];
    uint64_t bits;

    if (hw_ir_is_constant(insn->operand[1].value, &bits)) {
        *offset += bits;
        return without(search, insn->operand[0].value, depth, offset);
    }
    for (unsigned i = 0; i < 2; i++)
        operand[i] = without(search, insn->operand[i].value, depth, offset);
    return operand[0] == insn->operand[0].value && operand[1] == insn->operand[1].value
               ? value
               : fold_again(search, insn, operand);
}

/* A product with a number, and what is added to it. */
static struct hw_ir_value *of_product(const struct offset_search *search, struct hw_ir_value *value,
                                      unsigned depth, uint64_t factor, uint64_t *offset)
{
    const struct hw_ir_insn *insn = value->from;
    struct hw_ir_value *operand[3] = {NULL, insn->operand[1].value, NULL};
    uint64_t inner = 0;

    operand[0] = without(search, insn->operand[0].value, depth, &inner);
    *offset += inner * factor;
    if (insn->operands == 3)
        operand[2] = without(search, insn->operand[2].value, depth, offset);
    return operand[0] == insn->operand[0].value &&
                   (insn->operands == 2 || operand[2] == insn->operand[2].value)
               ? value
               : fold_again(search, insn, operand);
}

/* What a value is except for a number, which is added to *offset. */
static struct hw_ir_value *without(const struct offset_search *search, struct hw_ir_value *value,
                                   unsigned depth, uint64_t *offset)
{
    const struct hw_ir_insn *insn = value->from;
    uint64_t factor;

    if (depth == MAX_DEPTH || !is_plain(insn))
        return value;
    switch (insn->op) {
    case HW_IR_ADD: return insn->operands == 2 ? of_sum(search, value, depth + 1, offset) : value;
    case HW_IR_SHL:
        return hw_ir_is_constant(insn->operand[1].value, &factor) &&
                       factor < hw_ir_kind_bits((enum hw_ir_kind)value->kind)
                   ? of_product(search, value, depth + 1, (uint64_t)1 << factor, offset)
                   : value;
    case HW_IR_MUL:
    case HW_IR_MAD:
        return hw_ir_is_constant(insn->operand[1].value, &factor) && insn->operands <= 3
                   ? of_product(search, value, depth + 1, factor, offset)
                   : value;
    default: return value;
    }
}

bool hw_pass_fold_offsets(struct hw_ir_function *function)
{
    bool changed = false;

    for (uint32_t i = 0; i < function->block_count; i++)
        for (struct hw_ir_insn *insn = function->block[i]->first; insn; insn = insn->next) {
            const struct offset_search search = {.function = function, .insn = insn};
            uint64_t offset = 0;
            if (insn->op != HW_IR_LOAD && insn->op != HW_IR_STORE && insn->op != HW_IR_ATOMIC)
                continue;
            hw_ir_set_location(function, insn);
            struct hw_ir_value *base = without(&search, insn->operand[0].value, 0, &offset);
            if (base == insn->operand[0].value)
                continue;
            if (base->kind == HW_IR_KIND_32)
                offset = (uint64_t)(int64_t)(int32_t)offset;
            insn->how.bits += offset;
            hw_ir_set_operand(insn, 0, base);
            changed = true;
        }
    hw_ir_set_location(function, NULL);
    return changed;
}
