/* SPDX-License-Identifier: MIT */
/* See built_ptx.h. */
#include "built_ptx.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/ir/ir_check.h"
#include "compiler/ir/ir_print.h"
#include "compiler/ir/ir_ssa.h"
#include "compiler/passes/passes.h"
#include "compiler/ptx/ptx_parse_module.h"
#include "ir_run.h"

#define STEPS 10000u

enum stage {
    STAGE_DROP,
    STAGE_SSA,
    STAGE_FOLD,
    STAGE_NUMBER,
    STAGE_DEAD,
    STAGE_STRAIGHTEN,
    STAGE_HOIST,
    STAGE_INDUCT,
    STAGE_UNROLL,
    STAGE_NARROW,
    STAGE_OFFSET,
    STAGE_JOIN
};
const char *const built_ptx_stages[BUILT_STAGES + 1] = {
    [STAGE_DROP] = "drop",      [STAGE_SSA] = "ssa",       [STAGE_FOLD] = "fold",
    [STAGE_NUMBER] = "number",  [STAGE_DEAD] = "dead",     [STAGE_STRAIGHTEN] = "straighten",
    [STAGE_HOIST] = "hoist",    [STAGE_INDUCT] = "induct", [STAGE_UNROLL] = "unroll",
    [STAGE_NARROW] = "narrow",  [STAGE_OFFSET] = "offset", [STAGE_JOIN] = "join",
    [BUILT_STAGES] = "the end",
};

hw_status built_ptx_try(struct built_ptx *built, const char *text, struct hw_error *error)
{
    struct hw_arena *read = calloc(1, sizeof *read); /* the tree goes as soon as the module is there */
    const struct hw_ptx_module *tree;

    memset(built, 0, sizeof *built);
    assert_non_null(read);
    if (setjmp(read->out) || setjmp(built->arena.out))
        fail_msg("there is no memory");
    hw_status status = hw_ptx_parse(read, text, strlen(text), &tree, error);
    if (!status)
        status = hw_irgen_run(&built->arena, tree, &built->module, error);
    for (size_t i = 0; !status && i < built->module->routines; i++)
        if (built->module->routine[i]->refused) {
            *error = *built->module->routine[i]->refused;
            status = error->status;
        }
    hw_arena_clear(read);
    free(read);
    return status;
}

void built_ptx_make(struct built_ptx *built, const char *text)
{
    struct hw_error error = {.text = ""};

    if (!built_ptx_try(built, text, &error))
        return;
    print_error("%s\n", text);
    fail_msg("%u:%u: %s", error.line, error.column, error.text);
}

static void is_right(const struct hw_ir_function *function)
{
    struct hw_error error = {.text = ""};

    if (!hw_ir_check(function, &error))
        return;
    hw_ir_print(function, stderr);
    fail_msg("%s", error.text);
}

static void do_stage(struct hw_ir_function *function, unsigned stage)
{
    switch (stage) {
    case STAGE_DROP: hw_ir_drop_unreached(function, hw_ir_flow(function)); break;
    case STAGE_SSA: hw_ir_ssa(function, hw_ir_flow(function)); break;
    case STAGE_FOLD: hw_pass_simplify(function); break;
    case STAGE_NUMBER: hw_pass_gvn(function, hw_ir_flow(function)); break;
    case STAGE_DEAD: hw_pass_dce(function); break;
    case STAGE_HOIST: hw_pass_licm(function, hw_ir_flow(function)); break;
    case STAGE_INDUCT: hw_pass_strength_reduction(function, hw_ir_flow(function)); break;
    case STAGE_OFFSET: hw_pass_fold_offsets(function); break;
    case STAGE_JOIN: hw_pass_merge_loads(function); break;
    case STAGE_UNROLL: hw_pass_unroll(function); break;
    case STAGE_NARROW: hw_pass_demanded_bits(function, hw_ir_flow(function)); break;
    default: hw_pass_simplify_cfg(function); break;
    }
    is_right(function);
}

void built_ptx_do(const struct built_ptx *built, unsigned stage)
{
    for (size_t i = 0; i < built->module->routines; i++)
        if (built->module->routine[i]->function)
            do_stage(built->module->routine[i]->function, stage);
}

static struct hw_ir_function *function_of(const struct built_ptx *built, const char *name)
{
    for (size_t i = 0; i < built->module->routines; i++)
        if (!strcmp(built->module->routine[i]->symbol->name, name))
            return built->module->routine[i]->function;
    fail_msg("there is no function %s", name);
    return NULL;
}

uint64_t built_ptx_run(const struct built_ptx *built, const char *name, const uint64_t in[3])
{
    struct ir_run *run = calloc(1, sizeof *run);
    uint64_t out = 0;

    assert_non_null(run);
    run->steps = STEPS;
    for (unsigned i = 0; i < 3; i++) { /* %tid is 1, 2, 3, %ntid 3, 4, 5 */
        run->special[HW_IR_SPECIAL_TID_X + i] = 1 + i;
        run->special[HW_IR_SPECIAL_NTID_X + i] = 3 + i;
    }
    const bool done = ir_run(run, function_of(built, name), in, &out);
    if (!done)
        print_error("cannot run: %s\n", run->failure);
    free(run);
    return done ? out : 0xbad;
}

void built_ptx_print(const struct built_ptx *built, const char *name)
{
    hw_ir_print(function_of(built, name), stderr);
}
