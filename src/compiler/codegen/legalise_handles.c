/* SPDX-License-Identifier: MIT */
/* Legalises texture and surface handles: see legalise_handles.h.
 *
 * A kernel has a word of bank 0, or a slot, for each texture and surface that it names, so instructions can
 * name it without a register.  A function does not know where its kernels have that word until it is linked;
 * it loads the word as a handle.  If surfaces are descriptors (GK104, GK110), functions load the words of the
 * descriptor in the same way, and names stay names. */
#include "compiler/codegen/legalise_handles.h"

#define MAX_OPERANDS 24u

bool hw_codegen_is_lookup(const struct hw_ir_insn *insn)
{
    return insn->op == HW_IR_TEXTURE || insn->op == HW_IR_TEXTURE_QUERY || insn->op == HW_IR_SURFACE_LOAD ||
           insn->op == HW_IR_SURFACE_STORE || insn->op == HW_IR_SURFACE_REDUCE;
}

/* A value whose halves are joined again; NULL: it is another. */
static const struct hw_ir_value *joined(const struct hw_ir_insn *insn)
{
    const struct hw_ir_value *low = insn->operand[0].value, *high = insn->operand[1].value;
    const bool is_whole = insn->operands == 2 && low->from == high->from && low->from->op == HW_IR_UNPACK &&
                          low->which == 0 && high->which == 1;

    return is_whole ? low->from->operand[0].value : NULL;
}

/* The name that a handle is a copy of; NULL: none. */
static const struct hw_ir_symbol *name_of(const struct hw_ir_value *value)
{
    while (value && value->from->op != HW_IR_HANDLE) {
        const struct hw_ir_insn *insn = value->from;
        const bool is_same =
            insn->op == HW_IR_COPY || ((insn->op == HW_IR_TO_GENERIC || insn->op == HW_IR_FROM_GENERIC) &&
                                       insn->how.space == HW_IR_SPACE_GLOBAL);
        value = is_same ? insn->operand[0].value : insn->op == HW_IR_PACK ? joined(insn) : NULL;
    }
    return value ? value->from->how.symbol : NULL;
}

/* The same with another symbol, and with a handle if there is one. */
static void replace_handle(struct hw_ir_function *function, struct hw_ir_insn *insn,
                           const struct hw_ir_symbol *symbol, struct hw_ir_value *handle)
{
    struct hw_ir_value *operand[MAX_OPERANDS];
    struct hw_ir_modifiers how = insn->how;
    uint8_t kind[8];
    struct hw_ir_made made = {.op = (enum hw_ir_op)insn->op,
                              .how = &how,
                              .results = insn->results,
                              .kind = kind,
                              .operand = operand};

    if (handle)
        operand[made.operands++] = handle;
    for (uint32_t i = !insn->how.symbol; i < insn->operands; i++)
        operand[made.operands++] = insn->operand[i].value;
    for (unsigned i = 0; i < insn->results; i++)
        kind[i] = insn->result[i].kind;
    how.symbol = symbol;
    struct hw_ir_insn *again = hw_ir_insn(function, insn->block, insn, &made);
    for (unsigned i = 0; i < insn->results; i++)
        hw_ir_replace(&insn->result[i], &again->result[i]);
    hw_ir_remove(insn);
}

static struct hw_ir_value *handle_of(struct hw_ir_function *function, struct hw_ir_insn *insn,
                                     const struct hw_ir_symbol *symbol)
{
    static const uint8_t kind[] = {HW_IR_KIND_64};
    const struct hw_ir_modifiers how = {.symbol = symbol};
    const struct hw_ir_made made = {.op = HW_IR_HANDLE, .how = &how, .results = 1, .kind = kind};

    return &hw_ir_insn(function, insn->block, insn, &made)->result[0];
}

static void legalise_lookup(struct hw_codegen_target *target, struct hw_ir_function *function,
                            struct hw_ir_insn *insn, bool is_kernel)
{
    const struct hw_ir_symbol *symbol = insn->how.symbol ? insn->how.symbol : name_of(insn->operand[0].value);

    if (!symbol || insn->operands + 1 > MAX_OPERANDS)
        return;
    const bool has_name = is_kernel || !target->banks || hw_codegen_has_slots(target) ||
                          (symbol->opaque == HW_IR_OPAQUE_SURFACE && hw_codegen_has_descriptors(target));
    if (has_name && !insn->how.symbol)
        replace_handle(function, insn, symbol, NULL);
    else if (!has_name && insn->how.symbol)
        replace_handle(function, insn, NULL, handle_of(function, insn, symbol));
}

void hw_codegen_legalise_handles(struct hw_codegen_target *target, struct hw_ir_function *function,
                                 bool is_kernel)
{
    for (uint32_t i = 0; i < function->block_count; i++)
        for (struct hw_ir_insn *insn = function->block[i]->first, *next; insn; insn = next) {
            next = insn->next;
            hw_ir_set_location(function, insn);
            if (hw_codegen_is_lookup(insn))
                legalise_lookup(target, function, insn, is_kernel);
        }
    hw_ir_set_location(function, NULL);
}
