/* SPDX-License-Identifier: MIT */
/* Fuzz PTX: any bytes give tokens that lie in order within the text, and a tree or an error that says where.
 * A tree as text reads again, and has the same text.  It becomes a module of the intermediate form, or an
 * error that says where, and that stays what hw_ir_check accepts in all passes.  It becomes code of a target,
 * or a sentence about the text: what the compiler has made is never to blame. */
#include <halfwarp/compiler.h>

#include "compiler/irgen/irgen.h"
#include "compiler/ir/ir_check.h"
#include "compiler/ir/ir_ssa.h"
#include "compiler/passes/passes.h"
#include "compiler/ptx/lex.h"
#include "compiler/ptx/ptx_print.h"
#include "compiler/ptx/ptx_parse_module.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_error(hw_status status, const struct hw_error *error)
{
    if (status && (!error->text[0] || !error->line || !error->column))
        abort();
}

static void check_tokens(const char *text, size_t size)
{
    const char *next = text;
    struct hw_ptx_lexer lexer;
    struct hw_ptx_token token;
    struct hw_error error = {.status = HW_OK};
    hw_status status;
    hw_ptx_lex_start(&lexer, text, size);
    while (!(status = hw_ptx_lex(&lexer, &token, &error)) && token.kind != HW_PTX_TOKEN_END) {
        if (!token.length || token.text < next || token.length > size - (size_t)(token.text - text))
            abort();
        next = token.text + token.length;
    }
    check_error(status, &error);
}

/* The text of a text's tree, from malloc; NULL if it has none. */
static char *printed(const char *text, size_t size, size_t *length)
{
    struct hw_arena arena = {.bytes = 0};
    const struct hw_ptx_module *module;
    struct hw_error error = {.status = HW_OK};
    char *found = NULL;
    if (setjmp(arena.out))
        abort();
    hw_status status = hw_ptx_parse(&arena, text, size, &module, &error);
    check_error(status, &error);
    if (!status) {
        FILE *to = open_memstream(&found, length);
        if (!to)
            abort();
        hw_ptx_print(module, to);
        fclose(to);
    }
    hw_arena_clear(&arena);
    return found;
}

static void check_function(const struct hw_ir_function *function)
{
    struct hw_error error = {.status = HW_OK};
    if (hw_ir_check(function, &error)) {
        fprintf(stderr, "%s\n", error.text);
        abort();
    }
}

static void take_through_passes(struct hw_ir_function *function)
{
    hw_ir_drop_unreached(function, hw_ir_flow(function));
    check_function(function);
    hw_ir_ssa(function, hw_ir_flow(function));
    check_function(function);
    hw_pass_simplify(function);
    check_function(function);
    hw_pass_gvn(function, hw_ir_flow(function));
    check_function(function);
    hw_pass_dce(function);
    check_function(function);
    hw_pass_simplify_cfg(function);
    check_function(function);
    hw_pass_licm(function, hw_ir_flow(function));
    check_function(function);
    hw_pass_strength_reduction(function, hw_ir_flow(function));
    check_function(function);
    hw_pass_unroll(function);
    check_function(function);
    hw_pass_demanded_bits(function, hw_ir_flow(function));
    check_function(function);
    hw_pass_fold_offsets(function);
    check_function(function);
    hw_pass_merge_loads(function);
    check_function(function);
}

static void build(const char *text, size_t size)
{
    struct hw_arena arena = {.bytes = 0};
    const struct hw_ptx_module *tree;
    const struct hw_ir_module *module;
    struct hw_error error = {.status = HW_OK};
    if (setjmp(arena.out))
        abort();
    if (hw_ptx_parse(&arena, text, size, &tree, &error))
        abort();
    const hw_status status = hw_irgen_run(&arena, tree, &module, &error);
    check_error(status, &error);
    for (size_t i = 0; !status && i < module->routines; i++)
        if (module->routine[i]->function)
            take_through_passes(module->routine[i]->function);
    hw_arena_clear(&arena);
}

/* For one target of each generation, at one level: the length of the text says which. */
static void compile(const char *text, size_t size)
{
    static const char *const targets[] = {"sm_13", "sm_20", "sm_30", "sm_35", "sm_52", "sm_61"};
    const struct hw_compile_options options = {.target = targets[size % (sizeof targets / sizeof *targets)],
                                               .level = (unsigned)(size / 6 % 4),
                                               .most_registers = size / 24 % 4 ? 0 : 24};
    struct hw_module *module = NULL;
    struct hw_error error = {.status = HW_OK};
    if (hw_compile_ptx(text, size, &options, &module, &error) &&
        strstr(error.text, "the compiler is wrong")) {
        fprintf(stderr, "%s, -O%u, registers %u: %s\n", options.target, options.level, options.most_registers,
                error.text);
        abort();
    }
    hw_module_free(module);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t first_length, second_length;
    check_tokens((const char *)data, size);
    char *first = printed((const char *)data, size, &first_length);
    if (!first)
        return 0;
    char *second = printed(first, first_length, &second_length);
    if (!second || strcmp(first, second) != 0)
        abort();
    build(first, first_length);
    compile(first, first_length);
    free(first);
    free(second);
    return 0;
}
