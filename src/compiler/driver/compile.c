/* SPDX-License-Identifier: MIT */
/* The compiler driver runs all stages from PTX to a module: see compiler.h. */
#include <halfwarp/compiler.h>

#include <stdlib.h>
#include <string.h>

#include <halfwarp/listing.h>

#include "compiler/irgen/irgen.h"
#include "compiler/codegen/call_graph.h"
#include "compiler/codegen/codegen.h"
#include "compiler/codegen/legalise.h"
#include "compiler/codegen/legalise_libcalls.h"
#include "compiler/codegen/legalise_generic.h"
#include "compiler/codegen/legalise_memory.h"
#include "compiler/codegen/legalise_handles.h"
#include "compiler/codegen/lower_switch.h"
#include "compiler/driver/entry_filter.h"
#include "compiler/driver/line_table.h"
#include "compiler/driver/link_single.h"
#include "compiler/driver/unsupported.h"
#include "compiler/driver/resource_report.h"
#include "compiler/ir/ir_check.h"
#include "compiler/ir/ir_ssa.h"
#include "compiler/runtime/ptx_arithmetic.h"
#include "compiler/passes/passes.h"
#include "compiler/ptx/ptx_parse_module.h"

#define MAX_ROUNDS 4u
#define LOOPS      2u /* the level from which on loops are changed */

static void make_values(struct hw_ir_function *function)
{
    hw_codegen_lower_switches(function);
    hw_ir_drop_unreached(function, hw_ir_flow(function));
    hw_ir_ssa(function, hw_ir_flow(function));
}

static void optimise(struct hw_ir_function *function, unsigned level)
{
    bool changes = true;

    for (unsigned round = 0; level && changes && round < MAX_ROUNDS; round++) {
        changes = hw_pass_simplify(function);
        changes |= hw_pass_simplify_cfg(function);
        changes |= hw_pass_gvn(function, hw_ir_flow(function));
        changes |= hw_pass_dce(function);
    }
    hw_pass_dce(function);
}

struct compilation {
    struct hw_arena *arena;
    const struct hw_compile_options *options;
    struct hw_codegen_target target;
    const struct hw_ir_module *module;
    bool needs_link; /* the listing is of code that is to be linked, alone */
    const char *listing;
    const struct hw_ir_module *library[HW_LIBCALL_COUNT]; /* of arithmetic, read when first needed */
    struct hw_codegen_lines lines;
    struct hw_codegen_spills spills;
    struct hw_unsupported *refusals;
    bool again; /* a function was refused that others call */
};

static void make_all_values(const struct hw_ir_module *module)
{
    for (size_t i = 0; i < module->routines; i++)
        if (module->routine[i]->function)
            make_values(module->routine[i]->function);
}

/* The tree goes when the module is built. */
static hw_status read_module(struct hw_arena *arena, const char *text, size_t length,
                             const struct hw_compile_options *options, const struct hw_ir_module **module,
                             struct hw_error *error)
{
    struct hw_arena *own = hw_arena_within(arena);
    const struct hw_ptx_module *tree;
    hw_status status = hw_ptx_parse(own, text, length, &tree, error);

    if (status == HW_OK)
        status = hw_filter_entries(own, options, &tree, error);
    if (status == HW_OK)
        status = hw_irgen_run(arena, tree, module, error);
    hw_arena_clear(own);
    if (status == HW_OK)
        make_all_values(*module);
    return status;
}

/* An error in what is made here, or comes with the compiler, is none of the text. */
static hw_status blame_compiler(struct hw_error *error, const char *where)
{
    if (!error)
        return HW_ERR_FORMAT;
    const struct hw_error inner = *error;
    return hw_fail(error, inner.status, "compiler", "the compiler is wrong: line %u of its %s: %s",
                   inner.line, where, inner.text);
}

/* Lines of a library are none of the text. */
static void forget_lines(const struct hw_ir_module *module)
{
    for (size_t i = 0; i < module->routines; i++) {
        const struct hw_ir_function *function = module->routine[i]->function;
        for (uint32_t k = 0; function && k < function->block_count; k++)
            for (struct hw_ir_insn *insn = function->block[k]->first; insn; insn = insn->next)
                insn->text_line = 0;
    }
}

static const char *library_text(const struct compilation *c, unsigned library)
{
    if (library == HW_LIBCALL_FAMILY)
        return hw_arithmetic_tesla_text();
    return c->options->library ? c->options->library : hw_arithmetic_text();
}

/* Functions of one library may have operations that are functions of the other. */
static hw_status call_libraries(struct compilation *c, struct hw_ir_function *function,
                                struct hw_error *error)
{
    const struct hw_compile_options all = {.entries = 0};
    bool changes = true;

    for (unsigned round = 0; changes && round < MAX_ROUNDS; round++) {
        changes = false;
        for (unsigned i = 0; i < HW_LIBCALL_COUNT; i++) {
            if (!hw_codegen_needs_library(i, &c->target, function))
                continue;
            const char *text = library_text(c, i);
            if (!c->library[i]) {
                if (read_module(c->arena, text, strlen(text), &all, &c->library[i], error) != HW_OK)
                    return blame_compiler(error, "library");
                forget_lines(c->library[i]);
            }
            if (!hw_codegen_legalise_libcalls(i, &c->target, function, c->library[i]))
                continue;
            hw_pass_inline(function);
            changes = true;
        }
        hw_ir_drop_unreached(function, hw_ir_flow(function));
    }
    return HW_OK;
}

/* What legalisation creates has constants of its own, so it may be legalised further. */
static hw_status make_code(struct compilation *c, const struct hw_ir_routine *routine, struct hw_error *error)
{
    struct hw_ir_function *function = routine->function;

    hw_pass_unify_returns(function);
    optimise(function, c->options->level);
    if (c->options->level >= LOOPS) {
        hw_pass_licm(function, hw_ir_flow(function));
        hw_pass_strength_reduction(function, hw_ir_flow(function));
    }
    hw_codegen_prepare(&c->target, function);
    const hw_status status = call_libraries(c, function, error);
    if (status != HW_OK)
        return status;
    optimise(function, c->options->level);
    if (c->options->level >= LOOPS && hw_pass_unroll(function))
        optimise(function, c->options->level);
    if (!c->target.short_addresses)
        hw_codegen_legalise_generic(function);
    hw_codegen_legalise_memory(function, c->target.short_addresses);
    if (c->options->level) {
        hw_pass_demanded_bits(function, hw_ir_flow(function));
        hw_pass_fold_offsets(function);
        optimise(function, c->options->level);
        if (!c->target.short_addresses)
            hw_pass_merge_loads(function);
    }
    hw_codegen_legalise_handles(&c->target, function, routine->is_kernel);
    for (unsigned round = 0; hw_codegen_legalise(&c->target, function) && round < MAX_ROUNDS; round++)
        optimise(function, c->options->level);
    return HW_OK;
}

/* Whether a linker has to work out what kernels need. */
static bool has_calls(const struct hw_ir_module *module)
{
    for (size_t i = 0; i < module->routines; i++) {
        const struct hw_ir_routine *routine = module->routine[i];
        if (routine->function &&
            (routine->has_code || (routine->is_kernel && hw_codegen_has_calls(routine->function))))
            return true;
    }
    return false;
}

/* The module with all that can be had of it. */
static hw_status build_module(struct compilation *c, const char *text, size_t length, struct hw_error *error)
{
    const struct hw_compile_options *options = c->options;
    hw_status status = read_module(c->arena, text, length, options, &c->module, error);

    if (status == HW_OK)
        status = hw_codegen_target(c->arena, options->target, &c->target, error);
    if (status != HW_OK)
        return status;
    if (options->is_relocatable && c->target.short_addresses)
        return hw_fail(error, HW_ERR_UNSUPPORTED, "compiler",
                       "%s has no relocatable code: files of it cannot be linked", options->target);
    return hw_unsupported_in_ir(c->refusals, c->module, error);
}

static hw_status write_listing(struct compilation *c, const char *text, size_t length, struct hw_error *error)
{
    const struct hw_compile_options *options = c->options;
    hw_status status = build_module(c, text, length, error);

    if (status != HW_OK)
        return status;
    hw_pass_choose_inlining(c->module, !c->target.short_addresses, options->is_relocatable);
    hw_pass_find_functions(c->module, options->is_relocatable);
    if (options->level && !c->target.short_addresses)
        hw_pass_align(c->module);
    for (size_t i = 0; status == HW_OK && i < c->module->routines; i++)
        if (c->module->routine[i]->function &&
            (c->module->routine[i]->is_kernel || c->module->routine[i]->has_code))
            status = make_code(c, c->module->routine[i], error);
    if (status != HW_OK)
        return status;
    c->needs_link = !c->target.short_addresses && !options->is_relocatable && has_calls(c->module);
    const struct hw_codegen_options code = {.target = options->target,
                                            .most_registers = options->most_registers,
                                            .is_ordered = options->level > 0,
                                            .spills = options->used ? &c->spills : NULL,
                                            .lines = options->lines ? &c->lines : NULL,
                                            .is_relocatable = options->is_relocatable || c->needs_link,
                                            .is_alone = c->needs_link};
    status = hw_codegen_print_module(c->module, &code, &c->listing, error);
    return status == HW_OK ? hw_unsupported_in_code(c->refusals, c->module, &c->again, error) : status;
}

/* The steps that need the compiler's memory. */
static hw_status make_module(struct compilation *c, const char *text, size_t length,
                             struct hw_module **module, struct hw_error *error)
{
    hw_status status = write_listing(c, text, length, error);

    if (status != HW_OK || c->again)
        return status;
    if (hw_listing_read(c->listing, HW_SYNTAX_NV, NULL, module, error) != HW_OK)
        return blame_compiler(error, "listing");
    if (c->needs_link)
        status = hw_compile_link(module, c->module, &c->target, error);
    if (status == HW_OK && c->options->lines && !c->target.short_addresses)
        status = hw_add_line_table(c->module, &c->lines, *module, error);
    if (status == HW_OK && c->options->used)
        hw_report_resources(c->options, *module, &c->spills);
    return status;
}

static hw_status try_often(struct hw_arena *arena, const char *text, size_t length,
                           const struct hw_compile_options *options, struct hw_module **module,
                           struct hw_error *error)
{
    struct hw_unsupported refusals = {.arena = arena, .options = options};
    struct hw_error own;
    hw_status status;
    bool again;

    do {
        struct compilation compilation = {
            .arena = hw_arena_within(arena), .options = options, .refusals = &refusals};
        status = make_module(&compilation, text, length, module, error ? error : &own);
        hw_arena_clear(compilation.arena);
        again = status == HW_OK && compilation.again;
    } while (again);
    return status;
}

hw_status hw_compile_ptx(const char *text, size_t length, const struct hw_compile_options *options,
                         struct hw_module **module, struct hw_error *error)
{
    struct hw_arena arena = {.chunks = NULL};
    hw_status status;

    *module = NULL;
    if (setjmp(arena.out))
        status = hw_fail(error, HW_ERR_NO_MEMORY, "compiler", "the host is out of memory");
    else
        status = try_often(&arena, text, length, options, module, error);
    hw_arena_clear(&arena);
    if (status != HW_OK) {
        hw_module_free(*module);
        *module = NULL;
    }
    return status;
}

hw_status hw_compile_listing(const char *text, size_t length, const struct hw_compile_options *options,
                             char **listing, struct hw_error *error)
{
    const struct hw_listing_options how = {.syntax = HW_SYNTAX_NV};
    struct hw_module *module;
    size_t ignored;
    hw_status status = hw_compile_ptx(text, length, options, &module, error);

    *listing = NULL;
    if (status == HW_OK)
        status = hw_listing_write(module, &how, listing, &ignored, error);
    hw_module_free(module);
    return status;
}
