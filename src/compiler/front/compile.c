/* SPDX-License-Identifier: MIT */
/* See compile.h: the way through the rooms of the compiler. */
#include "compiler/front/compile.h"

#include <stdlib.h>
#include <string.h>

#include <halfwarp/listing.h>

#include "compiler/build/build.h"
#include "compiler/code/codegen.h"
#include "compiler/code/lower.h"
#include "compiler/code/lower_generic.h"
#include "compiler/code/lower_memory.h"
#include "compiler/code/lower_switch.h"
#include "compiler/ir/ir_check.h"
#include "compiler/ir/ir_ssa.h"
#include "compiler/passes/passes.h"
#include "compiler/ptx/ptx_read.h"

#define MOST_ROUNDS 4u

static void make_values(struct hw_ir_function *function)
{
    hw_codegen_lower_switches(function);
    hw_ir_drop_unreached(function, hw_ir_flow(function));
    hw_ir_ssa(function, hw_ir_flow(function));
}

static void improve(struct hw_ir_function *function, unsigned level)
{
    bool changes = true;

    for (unsigned round = 0; level && changes && round < MOST_ROUNDS; round++) {
        changes = hw_pass_fold(function);
        changes |= hw_pass_straighten(function);
        changes |= hw_pass_number(function, hw_ir_flow(function));
        changes |= hw_pass_dead(function);
    }
    hw_pass_dead(function);
}

/* What lowering makes has constants of its own. */
static void make_kernel(struct hw_ir_function *function, const struct hw_ir_module *module,
                        struct hw_codegen_target *target, unsigned level)
{
    hw_pass_inline(function, module);
    hw_ir_drop_unreached(function, hw_ir_flow(function));
    improve(function, level);
    hw_codegen_lower_generic(function);
    hw_codegen_lower_memory(function);
    for (unsigned round = 0; round < 2; round++) {
        hw_codegen_lower(target, function);
        improve(function, level);
    }
}

static void prepare(const struct hw_ir_module *module, struct hw_codegen_target *target, unsigned level)
{
    for (size_t i = 0; i < module->routines; i++)
        if (module->routine[i]->function)
            make_values(module->routine[i]->function);
    for (size_t i = 0; i < module->routines; i++)
        if (module->routine[i]->function && module->routine[i]->is_kernel)
            make_kernel(module->routine[i]->function, module, target, level);
}

static hw_status write_listing(struct hw_arena *arena, const char *text, size_t length,
                               const struct hw_compile_options *options, const char **listing,
                               struct hw_error *error)
{
    const struct hw_codegen_options code = {.target = options->target,
                                            .most_registers = options->most_registers};
    const struct hw_ptx_module *tree;
    const struct hw_ir_module *module;
    struct hw_codegen_target target;
    hw_status status = hw_ptx_read(arena, text, length, &tree, error);

    if (status == HW_OK)
        status = hw_build(arena, tree, &module, error);
    if (status == HW_OK)
        status = hw_codegen_target(arena, options->target, &target, error);
    if (status != HW_OK)
        return status;
    prepare(module, &target, options->level);
    return hw_codegen_listing(module, &code, listing, error);
}

hw_status hw_compile_listing(const char *text, size_t length, const struct hw_compile_options *options,
                             char **listing, struct hw_error *error)
{
    struct hw_arena arena = {.chunks = NULL};
    const char *made = NULL;
    hw_status status;

    *listing = NULL;
    if (setjmp(arena.out))
        status = hw_fail(error, HW_ERR_NO_MEMORY, "compiler", "the host is out of memory");
    else
        status = write_listing(&arena, text, length, options, &made, error);
    if (status == HW_OK && !(*listing = strdup(made)))
        status = hw_fail(error, HW_ERR_NO_MEMORY, "compiler", "the host is out of memory");
    hw_arena_clear(&arena);
    return status;
}

/* An error in the listing is one of the compiler, not of the text. */
static hw_status blame_compiler(struct hw_error *error)
{
    if (!error)
        return HW_ERR_FORMAT;
    const struct hw_error inner = *error;
    return hw_fail(error, inner.status, "compiler", "the compiler is wrong: line %u of its listing: %s",
                   inner.line, inner.text);
}

hw_status hw_compile_ptx(const char *text, size_t length, const struct hw_compile_options *options,
                         struct hw_module **module, struct hw_error *error)
{
    char *listing;
    hw_status status = hw_compile_listing(text, length, options, &listing, error);

    *module = NULL;
    if (status != HW_OK)
        return status;
    status = hw_listing_read(listing, HW_SYNTAX_NV, NULL, module, error);
    if (status != HW_OK)
        status = blame_compiler(error);
    free(listing);
    return status;
}
