/* SPDX-License-Identifier: MIT */
/* Implements the entry filter: see entry_filter.h.  Kernels call no kernels, so none that stays needs one
 * that is dropped. */
#include "compiler/driver/entry_filter.h"

#include <string.h>

static bool is_wanted(const struct hw_compile_options *options, const char *name)
{
    for (size_t i = 0; i < options->entries; i++)
        if (!strcmp(options->entry[i], name))
            return true;
    return false;
}

static bool is_kernel(const struct hw_ptx_statement *statement)
{
    return statement->kind == HW_PTX_STATEMENT_FUNCTION && statement->function->is_entry;
}

static hw_status check_entries(const struct hw_compile_options *options, const struct hw_ptx_scope *top,
                               struct hw_error *error)
{
    for (size_t i = 0; i < options->entries; i++) {
        bool found = false;
        for (size_t k = 0; k < top->count && !found; k++)
            found = is_kernel(&top->statement[k]) &&
                    !strcmp(top->statement[k].function->symbol->name, options->entry[i]);
        if (!found)
            return hw_fail(error, HW_ERR_NOT_FOUND, "compiler", "there is no kernel `%s`", options->entry[i]);
    }
    return HW_OK;
}

hw_status hw_filter_entries(struct hw_arena *arena, const struct hw_compile_options *options,
                            const struct hw_ptx_module **tree, struct hw_error *error)
{
    const struct hw_ptx_module *from = *tree;

    if (!options->entries)
        return HW_OK;
    struct hw_ptx_module *kept = hw_arena_alloc(arena, sizeof *kept);
    *kept = *from;
    kept->top.statement = hw_arena_array(arena, from->top.count, sizeof *kept->top.statement);
    kept->top.count = 0;
    for (size_t i = 0; i < from->top.count; i++)
        if (!is_kernel(&from->top.statement[i]) ||
            is_wanted(options, from->top.statement[i].function->symbol->name))
            kept->top.statement[kept->top.count++] = from->top.statement[i];
    *tree = kept;
    return check_entries(options, &kept->top, error);
}
