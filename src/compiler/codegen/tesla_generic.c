/* SPDX-License-Identifier: MIT */
/* Resolves generic addresses (address space inference) on chips before GF100, whose every load and store
 * names its memory.  Compilers make a generic address of a variable in shared or local memory, and use it in
 * the same function: the origin of an address determines which memory an access means, and the conversions
 * become copies.  If an address may point into two memories, or its origin is not followed, the conversions
 * stay and selection refuses them. */
#include "compiler/codegen/tesla.h"

#define BIT(space) (1u << (space))
#define NO_GLOBAL \
    (BIT(HW_IR_SPACE_SHARED) | BIT(HW_IR_SPACE_LOCAL) | BIT(HW_IR_SPACE_CONST) | BIT(HW_IR_SPACE_PARAM))

/* For each value the memories other than global that it may point into. */
struct tesla_spaces {
    struct hw_ir_function *function;
    uint8_t *of;
};

static bool passes_on(const struct hw_ir_insn *insn)
{
    switch (insn->op) {
    case HW_IR_COPY:
    case HW_IR_PHI:
    case HW_IR_SELECT:
    case HW_IR_ADD:
    case HW_IR_SUB:
    case HW_IR_PACK:
    case HW_IR_UNPACK:
    case HW_IR_CONVERT: return true;
    default: return false;
    }
}

static unsigned found_for(const struct tesla_spaces *s, const struct hw_ir_insn *insn)
{
    unsigned found = 0;

    if (insn->op == HW_IR_TO_GENERIC)
        return BIT(insn->how.space) & NO_GLOBAL;
    for (uint32_t i = 0; passes_on(insn) && i < insn->operands; i++)
        found |= s->of[insn->operand[i].value->number];
    return found;
}

static void propagate_space(struct tesla_spaces *s)
{
    for (bool changes = true; changes;) {
        changes = false;
        for (uint32_t i = 0; i < s->function->block_count; i++)
            for (const struct hw_ir_insn *insn = s->function->block[i]->first; insn; insn = insn->next)
                for (unsigned k = 0; k < insn->results; k++) {
                    uint8_t *of = &s->of[insn->result[k].number];
                    const uint8_t more = (uint8_t)(*of | found_for(s, insn));
                    changes |= more != *of;
                    *of = more;
                }
    }
}

static bool is_access(const struct hw_ir_insn *insn)
{
    return insn->op == HW_IR_LOAD || insn->op == HW_IR_STORE || insn->op == HW_IR_ATOMIC ||
           insn->op == HW_IR_PREFETCH;
}

/* Whether an operand that points into other memory than global is one that this file understands. */
static bool is_followed(const struct hw_ir_insn *insn, uint32_t which, unsigned spaces)
{
    const bool is_one = (spaces & (spaces - 1)) == 0;

    if (insn->op == HW_IR_FROM_GENERIC)
        return spaces == BIT(insn->how.space);
    if (is_access(insn))
        return which == 0 && is_one && insn->how.space == HW_IR_SPACE_GENERIC;
    return passes_on(insn) || insn->op == HW_IR_SETP || (insn->op == HW_IR_IS_SPACE && is_one);
}

/* Only addresses of one memory come together, where some are not global. */
static bool are_equal(const struct tesla_spaces *s, const struct hw_ir_insn *insn)
{
    const unsigned all = found_for(s, insn);

    if (!all || (insn->op != HW_IR_PHI && insn->op != HW_IR_SELECT))
        return true;
    for (uint32_t i = insn->op == HW_IR_SELECT; i < insn->operands; i++) {
        const struct hw_ir_value *value = insn->operand[i].value;
        if (s->of[value->number] != all && value->from->op != HW_IR_UNDEFINED)
            return false;
    }
    return true;
}

static bool are_known(const struct tesla_spaces *s)
{
    for (uint32_t i = 0; i < s->function->block_count; i++)
        for (const struct hw_ir_insn *insn = s->function->block[i]->first; insn; insn = insn->next) {
            if (!are_equal(s, insn))
                return false;
            for (uint32_t k = 0; k < insn->operands; k++) {
                const unsigned spaces = s->of[insn->operand[k].value->number];
                if (spaces && !is_followed(insn, k, spaces))
                    return false;
            }
        }
    return true;
}

static void pass_through(struct hw_ir_insn *insn)
{
    hw_ir_replace(&insn->result[0], insn->operand[0].value);
    hw_ir_remove(insn);
}

/* The table has only values that existed when it was built: what an IS_SPACE became is newer. */
static void resolve_access(const struct tesla_spaces *s, struct hw_ir_insn *insn)
{
    const bool takes_address =
        insn->op == HW_IR_IS_SPACE || insn->op == HW_IR_FROM_GENERIC || is_access(insn);
    const unsigned spaces = takes_address ? s->of[insn->operand[0].value->number] : 0;
    const unsigned space = spaces ? (unsigned)__builtin_ctz(spaces) : HW_IR_SPACE_GLOBAL;

    if (insn->op == HW_IR_IS_SPACE) {
        hw_ir_replace(&insn->result[0],
                      hw_ir_constant(s->function, HW_IR_KIND_PRED, insn->how.space == space));
        hw_ir_remove(insn);
    } else if (insn->op == HW_IR_FROM_GENERIC && spaces) {
        pass_through(insn);
    } else if (is_access(insn) && spaces) {
        insn->how.space = (uint8_t)space;
    }
}

void hw_tesla_generic(struct hw_ir_function *function)
{
    struct tesla_spaces s = {.function = function,
                             .of = hw_arena_alloc(function->arena, function->values + 1)};

    propagate_space(&s);
    if (!are_known(&s))
        return;
    for (uint32_t i = 0; i < function->block_count; i++)
        for (struct hw_ir_insn *insn = function->block[i]->first, *next; insn; insn = next) {
            next = insn->next;
            resolve_access(&s, insn);
        }
    for (uint32_t i = 0; i < function->block_count; i++)
        for (struct hw_ir_insn *insn = function->block[i]->first, *next; insn; insn = next) {
            next = insn->next;
            if (insn->op == HW_IR_TO_GENERIC)
                pass_through(insn);
        }
}
