/* SPDX-License-Identifier: MIT */
/* See compile.h: the way through the rooms of the compiler. */
#include "compiler/front/compile.h"

#include <stdlib.h>
#include <string.h>

#include <halfwarp/listing.h>

#include "compiler/build/build.h"
#include "compiler/code/codegen.h"
#include "compiler/code/lower.h"
#include "compiler/code/lower_calls.h"
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

struct compilation {
    struct hw_arena *arena;
    const struct hw_compile_options *options;
    struct hw_codegen_target target;
    const struct hw_ir_module *module, *library; /* NULL: there is none */
};

/* What lowering makes has constants of its own, and may be lowered further for them. */
static void make_kernel(struct compilation *c, struct hw_ir_function *function)
{
    hw_pass_inline(function, c->module);
    if (c->library && hw_codegen_lower_calls(function, c->library))
        hw_pass_inline(function, c->library);
    hw_ir_drop_unreached(function, hw_ir_flow(function));
    improve(function, c->options->level);
    hw_codegen_lower_generic(function);
    hw_codegen_lower_memory(function);
    for (unsigned round = 0; hw_codegen_lower(&c->target, function) && round < MOST_ROUNDS; round++)
        improve(function, c->options->level);
}

static void make_all_values(const struct hw_ir_module *module)
{
    for (size_t i = 0; i < module->routines; i++)
        if (module->routine[i]->function)
            make_values(module->routine[i]->function);
}

static hw_status read_module(struct hw_arena *arena, const char *text, size_t length,
                             const struct hw_ir_module **module, struct hw_error *error)
{
    const struct hw_ptx_module *tree;
    hw_status status = hw_ptx_read(arena, text, length, &tree, error);

    if (status == HW_OK)
        status = hw_build(arena, tree, module, error);
    if (status == HW_OK)
        make_all_values(*module);
    return status;
}

static hw_status write_listing(struct compilation *c, const char *text, size_t length, const char **listing,
                               struct hw_error *error)
{
    const struct hw_codegen_options code = {.target = c->options->target,
                                            .most_registers = c->options->most_registers};
    hw_status status = read_module(c->arena, text, length, &c->module, error);

    if (status == HW_OK && c->options->library)
        status = read_module(c->arena, c->options->library, strlen(c->options->library), &c->library, error);
    if (status == HW_OK)
        status = hw_codegen_target(c->arena, c->options->target, &c->target, error);
    if (status != HW_OK)
        return status;
    for (size_t i = 0; i < c->module->routines; i++)
        if (c->module->routine[i]->function && c->module->routine[i]->is_kernel)
            make_kernel(c, c->module->routine[i]->function);
    return hw_codegen_listing(c->module, &code, listing, error);
}

hw_status hw_compile_listing(const char *text, size_t length, const struct hw_compile_options *options,
                             char **listing, struct hw_error *error)
{
    struct hw_arena arena = {.chunks = NULL};
    struct compilation compilation = {.arena = &arena, .options = options};
    const char *made = NULL;
    hw_status status;

    *listing = NULL;
    if (setjmp(arena.out))
        status = hw_fail(error, HW_ERR_NO_MEMORY, "compiler", "the host is out of memory");
    else
        status = write_listing(&compilation, text, length, &made, error);
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
