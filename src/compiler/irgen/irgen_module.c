/* SPDX-License-Identifier: MIT */
/* Translates a module: its functions and their attributes (see irgen.h).  First all names are declared, so
 * that every address has its symbol; then bodies are translated. */
#include "compiler/irgen/irgen.h"

#include "compiler/irgen/irgen_state.h"

#include <stdlib.h>
#include <string.h>

static const uint8_t linkages[HW_PTX_LINK_COUNT] = {
    [HW_PTX_LINK_LOCAL] = HW_IR_LINK_LOCAL,   [HW_PTX_LINK_VISIBLE] = HW_IR_LINK_VISIBLE,
    [HW_PTX_LINK_EXTERN] = HW_IR_LINK_EXTERN, [HW_PTX_LINK_WEAK] = HW_IR_LINK_WEAK,
    [HW_PTX_LINK_COMMON] = HW_IR_LINK_COMMON,
};

const char *hw_irgen_text(struct hw_irgen *builder, const char *text)
{
    return hw_arena_text(builder->arena, text, strlen(text));
}

uint8_t hw_irgen_linkage(enum hw_ptx_linkage linkage)
{
    return linkages[linkage];
}

/* --- functions -------------------------------------------------------------------------------------------
 */

static void copy_limits(const struct hw_ptx_function *from, struct hw_ir_routine *routine)
{
    for (size_t i = 0; i < from->limits; i++) {
        const struct hw_ptx_limit *limit = &from->limit[i];
        const bool is_exact = !strcmp(limit->name, "reqntid");
        if (is_exact || !strcmp(limit->name, "maxntid")) {
            for (unsigned k = 0; k < 3; k++)
                routine->threads[k] = k < limit->numbers ? (uint32_t)limit->number[k] : 1;
            routine->is_exact = is_exact;
        } else if (!strcmp(limit->name, "minnctapersm")) {
            routine->least_blocks = (uint32_t)limit->number[0];
        } else if (!strcmp(limit->name, "maxnreg")) {
            routine->most_registers = (uint32_t)limit->number[0];
        } else if (!strcmp(limit->name, "noreturn")) {
            routine->never_returns = true;
        }
    }
}

static void declare_function(struct hw_irgen *builder, const struct hw_ptx_function *function)
{
    struct hw_ir_module *module = builder->module;
    const struct hw_ptx_symbol *symbol = function->symbol;

    if (hw_irgen_map_find(&builder->symbols, symbol))
        return;
    const struct hw_ptx_function *from = symbol->function; /* the definition, if there is one */
    struct hw_ir_symbol *made = hw_arena_alloc(builder->arena, sizeof *made);
    *made = (struct hw_ir_symbol){.name = hw_irgen_text(builder, symbol->name),
                                  .linkage = hw_irgen_linkage(from->linkage),
                                  .is_function = true,
                                  .line = from->symbol->location.line,
                                  .column = from->symbol->location.column,
                                  .align = 1};
    hw_irgen_map_add(builder->arena, &builder->symbols, symbol, made);
    struct hw_ir_routine *routine = hw_arena_alloc(builder->arena, sizeof *routine);
    routine->symbol = made;
    routine->is_kernel = from->is_entry;
    routine->signature = hw_irgen_signature(builder, from);
    copy_limits(from, routine);
    made->routine = routine;
    module->routine = hw_arena_grow(builder->arena, module->routine, module->routines,
                                    &module->routine_capacity, sizeof(struct hw_ir_routine *));
    module->routine[module->routines++] = routine;
}

/* --- the module ------------------------------------------------------------------------------------------
 */

static void copy_target(struct hw_irgen *builder, const char *target)
{
    struct hw_ir_module *module = builder->module;
    char *end;

    if (!strncmp(target, "sm_", 3) || !strncmp(target, "compute_", 8)) {
        module->target = (unsigned)strtoul(strchr(target, '_') + 1, &end, 10);
        if (*end && strcmp(end, "a") && strcmp(end, "f"))
            module->target = 0;
    } else if (!strcmp(target, "debug")) {
        module->has_debug = true;
    } else if (!strcmp(target, "map_f64_to_f32")) {
        module->narrows_doubles = true;
    } else if (!strcmp(target, "texmode_independent")) {
        module->has_samplers = true;
    }
}

static void declare(struct hw_irgen *builder, const struct hw_ptx_statement *statement)
{
    struct hw_ir_module *module = builder->module;

    switch (statement->kind) {
    case HW_PTX_STATEMENT_VARIABLE:
        if (statement->variable->space != HW_PTX_SPACE_REG &&
            statement->variable->space != HW_PTX_SPACE_PARAM)
            hw_irgen_symbol(builder, statement->variable->symbol, statement->location);
        break;
    case HW_PTX_STATEMENT_FUNCTION: declare_function(builder, statement->function); break;
    case HW_PTX_STATEMENT_ALIAS:
        hw_irgen_map_add(builder->arena, &builder->symbols, statement->alias->alias,
                         hw_irgen_map_find(&builder->symbols, statement->alias->of));
        break;
    case HW_PTX_STATEMENT_FILE:
        module->file = hw_arena_grow(builder->arena, module->file, module->files, &module->file_capacity,
                                     sizeof *module->file);
        module->file[module->files++] = (struct hw_ir_file){(uint32_t)statement->file->number,
                                                            hw_irgen_text(builder, statement->file->name)};
        break;
    default: break;
    }
}

static void build_variables(struct hw_irgen *builder)
{
    const struct hw_ptx_module *tree = builder->tree;

    for (size_t i = 0; i < tree->targets; i++)
        copy_target(builder, tree->target[i]);
    for (size_t i = 0; i < tree->top.count; i++)
        declare(builder, &tree->top.statement[i]);
    for (size_t i = 0; i < tree->top.count; i++)
        if (tree->top.statement[i].kind == HW_PTX_STATEMENT_VARIABLE)
            hw_irgen_initial(builder, tree->top.statement[i].variable);
}

static hw_status build_body(struct hw_irgen *builder, const struct hw_ptx_function *function)
{
    const struct hw_ir_symbol *const symbol = hw_irgen_map_find(&builder->symbols, function->symbol);

    if (setjmp(builder->failed)) {
        if (!hw_ir_is_refusal(builder->status))
            return builder->status;
        hw_ir_refuse(builder->arena, symbol->routine, builder->error);
        return HW_OK;
    }
    hw_irgen_function(builder, function, symbol->routine);
    return HW_OK;
}

static hw_status build_bodies(struct hw_irgen *builder)
{
    const struct hw_ptx_scope *top = &builder->tree->top;
    hw_status status = HW_OK;

    for (size_t i = 0; i < top->count && status == HW_OK; i++)
        if (top->statement[i].kind == HW_PTX_STATEMENT_FUNCTION && top->statement[i].function->body)
            status = build_body(builder, top->statement[i].function);
    return status;
}

hw_status hw_irgen_run(struct hw_arena *arena, const struct hw_ptx_module *tree,
                       const struct hw_ir_module **module, struct hw_error *error)
{
    struct hw_irgen *builder = hw_arena_alloc(arena, sizeof *builder);

    *module = NULL;
    builder->arena = arena;
    builder->error = error ? error : hw_arena_alloc(arena, sizeof *error);
    builder->tree = tree;
    builder->rows = hw_irgen_rows(arena);
    builder->module = hw_arena_alloc(arena, sizeof *builder->module);
    builder->module->arena = arena;
    builder->module->version = 10 * tree->major + tree->minor;
    builder->module->address_bits = tree->address_size ? tree->address_size : 32;
    builder->address = builder->module->address_bits == 64 ? HW_IR_KIND_64 : HW_IR_KIND_32;
    if (setjmp(builder->failed))
        return builder->status;
    build_variables(builder);
    const hw_status status = build_bodies(builder);
    *module = status == HW_OK ? builder->module : NULL;
    return status;
}
