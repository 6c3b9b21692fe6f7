/* SPDX-License-Identifier: MIT */
/* Removes unsupported functions and their users: see unsupported.h. */
#include "compiler/driver/unsupported.h"

#include <string.h>

/* --- callers ----------------------------------------------------------------------------------------- */

static const struct hw_ir_routine *refused_in(const struct hw_ir_insn *insn)
{
    const struct hw_ir_symbol *symbol = insn->how.symbol;

    return symbol && symbol->is_function && symbol->routine && symbol->routine->refused ? symbol->routine
                                                                                        : NULL;
}

/* A refused function that a function calls or names. */
static const struct hw_ir_routine *refused_within(const struct hw_ir_function *function)
{
    const struct hw_ir_routine *found = NULL;

    for (uint32_t i = 0; i < function->block_count && !found; i++)
        for (const struct hw_ir_insn *insn = function->block[i]->first; insn && !found; insn = insn->next) {
            found = refused_in(insn);
            for (uint32_t k = 0; k < insn->operands && !found; k++)
                if (insn->operand[k].value->from)
                    found = refused_in(insn->operand[k].value->from);
        }
    return found;
}

static bool refuse_callers_once(const struct hw_ir_module *module)
{
    bool changes = false;

    for (size_t i = 0; i < module->routines; i++) {
        struct hw_ir_routine *routine = module->routine[i];
        const struct hw_ir_routine *callee = routine->function ? refused_within(routine->function) : NULL;
        struct hw_error why;
        if (!callee)
            continue;
        hw_fail(&why, callee->refused->status, "compiler", "%s needs %s: %s", routine->symbol->name,
                callee->symbol->name, callee->refused->text);
        why.line = callee->refused->line;
        why.column = callee->refused->column;
        hw_ir_refuse(module->arena, routine, &why);
        changes = true;
    }
    return changes;
}

static void refuse_callers(const struct hw_ir_module *module)
{
    bool changes = false;

    for (size_t i = 0; i < module->routines && !changes; i++)
        changes = module->routine[i]->refused != NULL;
    while (changes)
        changes = refuse_callers_once(module);
}

/* --- telling ----------------------------------------------------------------------------------------- */

static const struct hw_unsupported_function *find_refused(const struct hw_unsupported *refusals,
                                                          const char *name)
{
    for (size_t i = 0; i < refusals->count; i++)
        if (strcmp(refusals->list[i].name, name) == 0)
            return &refusals->list[i];
    return NULL;
}

/* The first that was refused is the error of the whole. */
static hw_status first_refused(const struct hw_unsupported *refusals, struct hw_error *error)
{
    if (error)
        *error = refusals->list[0].why;
    return refusals->list[0].why.status;
}

static void report_refused(struct hw_unsupported *refusals, const struct hw_ir_routine *routine)
{
    const struct hw_compile_options *options = refusals->options;
    const char *name = routine->symbol->name;

    refusals->list = hw_arena_grow(refusals->arena, refusals->list, refusals->count, &refusals->capacity,
                                   sizeof *refusals->list);
    struct hw_unsupported_function *refusal = &refusals->list[refusals->count++];
    *refusal = (struct hw_unsupported_function){hw_arena_text(refusals->arena, name, strlen(name)),
                                                *routine->refused};
    if (options->refused)
        options->refused(options->context, refusal->name, &refusal->why);
}

hw_status hw_unsupported_in_code(struct hw_unsupported *refusals, const struct hw_ir_module *module,
                                 bool *again, struct hw_error *error)
{
    size_t left = 0, gone = 0;

    *again = false;
    for (size_t i = 0; i < module->routines; i++) {
        const struct hw_ir_routine *routine = module->routine[i];
        left += routine->is_kernel && routine->function;
        gone += routine->is_kernel && routine->refused;
        if (!routine->refused || find_refused(refusals, routine->symbol->name))
            continue;
        report_refused(refusals, routine);
        *again |= !routine->is_kernel;
    }
    return refusals->count && (!refusals->options->refused || (gone && !left))
               ? first_refused(refusals, error)
               : HW_OK;
}

hw_status hw_unsupported_in_ir(struct hw_unsupported *refusals, const struct hw_ir_module *module,
                               struct hw_error *error)
{
    bool again;

    for (size_t i = 0; i < module->routines; i++) {
        const struct hw_unsupported_function *known =
            find_refused(refusals, module->routine[i]->symbol->name);
        if (known)
            hw_ir_refuse(module->arena, module->routine[i], &known->why);
    }
    refuse_callers(module);
    return hw_unsupported_in_code(refusals, module, &again, error);
}
