/* SPDX-License-Identifier: MIT */
/* Control flow: one function for a program, a block of LLVM for each leader.
 *
 * Between leaders straight code is done slice by slice; all else calls the micro-operation's own function, as
 * the interpreter does.  A jump that all active lanes take, or none, stays in the function.  Where a function
 * has made another path active, or another micro-operation next, `moved` finds that out: on in the function,
 * or back to the interpreter. */
#include "jit/compiler/jit_build.h"
#include "jit/compiler/jit_call.h"
#include "jit/compiler/jit_icount.h"
#include "jit/compiler/jit_debug_lines.h"
#include "jit/compiler/jit_ftz.h"
#include "jit/compiler/jit_promote.h"

LLVMValueRef hw_jit_negated(const struct hw_jit_build *build, unsigned number, LLVMValueRef word)
{
    return number & HW_PRED_NOT ? LLVMBuildNot(build->at, word, "") : word;
}

LLVMValueRef hw_jit_tested(const struct hw_jit_build *build, uint32_t index, const struct hw_jit_words *words)
{
    LLVMValueRef cond = hw_jit_register(build, index, words, build->unit->uop[index].guard.cond);

    return LLVMBuildCall2(build->at, build->test, build->wrapper_of[index], &cond, 1, "");
}

/* --- lanes --- */

/* The active lanes for which the conditions of a jump hold. */
static LLVMValueRef lanes_of(const struct hw_jit_build *build, uint32_t index, LLVMValueRef active)
{
    const unsigned p_in = build->unit->uop[index].p_in, number = p_in & ~HW_PRED_NOT;
    const LLVMValueRef word =
        number == HW_PT ? hw_jit_word(build, ~0u)
                        : hw_jit_load(build, hw_jit_promoted_predicates(build, index), HW_JIT_PRED(number));
    LLVMValueRef lanes = LLVMBuildAnd(build->at, active, hw_jit_negated(build, p_in, word), "");
    LLVMValueRef passed = hw_jit_word(build, 0);

    if (!hw_jit_tests(build->unit, index))
        return lanes;
    for (unsigned first = 0; first < HW_LANES; first += build->slice_lanes) {
        const struct hw_jit_words words = hw_jit_promoted_words(build, index, first);
        const LLVMValueRef some =
            LLVMBuildShl(build->at, hw_jit_tested(build, index, &words), hw_jit_word(build, first), "");
        passed = LLVMBuildOr(build->at, passed, some, "");
    }
    return LLVMBuildAnd(build->at, lanes, passed, "");
}

/* Lanes leave, where there are any.  In a bracket its end is done, too. */
static void leave_path(struct hw_jit_build *build, uint32_t index)
{
    const LLVMBasicBlockRef some = hw_jit_block(build, "some"), on = hw_jit_block(build, "on");

    if (build->unit->guard_region[index] == HW_JIT_GUARD_REGION_NONE) {
        const LLVMValueRef lanes = lanes_of(build, index, hw_jit_active(build));
        LLVMBuildCondBr(build->at, hw_jit_equal(build, lanes, hw_jit_word(build, 0)), on, some);
    } else {
        LLVMBuildBr(build->at, some);
    }
    LLVMPositionBuilderAtEnd(build->at, some);
    hw_jit_write_back(build, index);
    hw_jit_call(build, index, build->moved);
    hw_jit_reload(build, index);
    LLVMBuildBr(build->at, on);
    LLVMPositionBuilderAtEnd(build->at, on);
}

/* What is no part of straight code. */
static void execute(struct hw_jit_build *build, uint32_t index)
{
    const unsigned kind = build->unit->kind[index];

    if (kind == HW_JIT_KIND_ACCESS)
        hw_jit_access(build, index);
    else if (kind == HW_JIT_KIND_EXIT)
        leave_path(build, index);
    else
        hw_jit_call(build, index, kind == HW_JIT_KIND_INDIRECT ? build->moved : build->leave);
}

/* The same within the brackets of a guard, where it may be that no lane executes. */
static void execute_for_some(struct hw_jit_build *build, uint32_t index)
{
    const LLVMBasicBlockRef some = hw_jit_block(build, "some"), on = hw_jit_block(build, "on");
    const LLVMValueRef exec = hw_jit_load(build, build->warp, HW_JIT_EXEC);

    LLVMBuildCondBr(build->at, hw_jit_equal(build, exec, hw_jit_word(build, 0)), on, some);
    LLVMPositionBuilderAtEnd(build->at, some);
    execute(build, index);
    LLVMBuildBr(build->at, on);
    LLVMPositionBuilderAtEnd(build->at, on);
}

/* --- jumps --- */

/* All active lanes jump.  Where the warp may have to stop, the engine's function decides. */
static void jump(struct hw_jit_build *build, uint32_t index)
{
    const uint32_t target = build->unit->uop[index].jump.target;
    LLVMTypeRef parameters[] = {build->pointer, build->pointer, build->i32};
    const LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(build->context), parameters, 3, 0);
    LLVMValueRef function = LLVMGetNamedFunction(build->module, HW_JIT_GO);
    LLVMValueRef arguments[] = {build->warp, hw_jit_uop(build, index),
                                hw_jit_word(build, build->unit->first + target)};
    const LLVMBasicBlockRef rare = hw_jit_block(build, "rare"), on = hw_jit_block(build, "on");

    LLVMBuildCondBr(build->at, hw_jit_icount(build, index), rare, on);
    LLVMPositionBuilderAtEnd(build->at, rare);
    hw_jit_write_back(build, index);
    if (!function)
        function = LLVMAddFunction(build->module, HW_JIT_GO, type);
    LLVMBuildCall2(build->at, type, function, arguments, 3, "");
    const LLVMValueRef leaves = hw_jit_is_event(build, hw_jit_event(build, build->warp), HW_EVENT_STOP);
    const LLVMBasicBlockRef stays = hw_jit_block(build, "stays");
    LLVMBuildCondBr(build->at, leaves, build->leave, stays);
    LLVMPositionBuilderAtEnd(build->at, stays);
    hw_jit_forget_event(build);
    hw_jit_reload(build, index);
    LLVMBuildBr(build->at, hw_jit_edge_block(build, index, target));
    LLVMPositionBuilderAtEnd(build->at, on);
    hw_jit_icount_from(build, index, target);
    LLVMBuildBr(build->at, hw_jit_edge_block(build, index, target));
}

static void branch(struct hw_jit_build *build, uint32_t index)
{
    const LLVMBasicBlockRef all = hw_jit_block(build, "all"), others = hw_jit_block(build, "others"),
                            some = hw_jit_block(build, "some");
    const LLVMBasicBlockRef next = hw_jit_edge_block(build, index, index + 1);
    const LLVMValueRef active = hw_jit_active(build), lanes = lanes_of(build, index, active);

    LLVMBuildCondBr(build->at, hw_jit_equal(build, lanes, active), all, others);
    LLVMPositionBuilderAtEnd(build->at, all);
    jump(build, index);
    LLVMPositionBuilderAtEnd(build->at, others);
    LLVMBuildCondBr(build->at, hw_jit_equal(build, lanes, hw_jit_word(build, 0)), next, some);
    LLVMPositionBuilderAtEnd(build->at, some);
    hw_jit_write_back(build, index);
    hw_jit_call(build, index, build->moved);
    hw_jit_reload(build, index);
    LLVMBuildBr(build->at, next);
}

/* --- blocks --- */

/* Where straight code that begins at `index` ends. */
static uint32_t end_of_segment(const struct hw_jit_unit *unit, uint32_t index)
{
    do
        index++;
    while (index < unit->count && hw_jit_in_slices(unit, index) && !unit->leader[index]);
    return index;
}

static void block(struct hw_jit_build *build, uint32_t first)
{
    const struct hw_jit_unit *unit = build->unit;
    uint32_t index = first;

    LLVMPositionBuilderAtEnd(build->at, build->block[first]);
    hw_jit_lines_at_none(build);
    hw_jit_promote_enter(build, first);
    do {
        if (hw_jit_in_slices(unit, index)) {
            const uint32_t end = end_of_segment(unit, index);
            hw_jit_ftz_block_body(build, index, end);
            index = end;
        } else if (unit->kind[index] == HW_JIT_KIND_BRANCH) {
            hw_jit_lines_at(build, index);
            branch(build, index);
            return;
        } else {
            hw_jit_lines_at(build, index);
            if (unit->guard_region[index] == HW_JIT_GUARD_REGION_SKIPPED)
                execute_for_some(build, index);
            else
                execute(build, index);
            index++;
        }
    } while (index < unit->count && !unit->leader[index]);
    if (index < unit->count || unit->goes_on)
        LLVMBuildBr(build->at, hw_jit_edge_block(build, index - 1, index));
    else
        LLVMBuildUnreachable(build->at); /* the last micro-operation is a fault or a jump */
}

/* --- the function --- */

/* Whether the warp's lanes are those that this code is for. */
static LLVMValueRef is_for(const struct hw_jit_build *build)
{
    const LLVMValueRef active = hw_jit_load(build, build->warp, HW_JIT_ACTIVE), all = hw_jit_word(build, ~0u);

    return LLVMBuildICmp(build->at, build->lanes == HW_CODE_FULL_WARPS ? LLVMIntEQ : LLVMIntNE, active, all,
                         "");
}

/* Go to the block of warp->next, or leave to the interpreter. */
static void enter(struct hw_jit_build *build)
{
    const struct hw_jit_unit *unit = build->unit;

    hw_jit_forget_event(build);
    const LLVMValueRef next = hw_jit_load(build, build->warp, HW_JIT_NEXT);
    const LLVMValueRef index =
        unit->first ? LLVMBuildSub(build->at, next, hw_jit_word(build, unit->first), "") : next;
    const LLVMValueRef choice = LLVMBuildSwitch(build->at, index, build->leave, 8);
    for (uint32_t i = 0; i < unit->count; i++)
        if (unit->leader[i])
            LLVMAddCase(choice, hw_jit_word(build, i), hw_jit_entry_block(build, i));
}

/* Begin anew.  That is a call, no jump: all of the program would be a loop, and LLVM would find values to
 * keep from one round to the next. */
static void restart(struct hw_jit_build *build)
{
    LLVMSetTailCallKind(LLVMBuildCall2(build->at, build->wrapper, build->kernel, &build->warp, 1, ""),
                        LLVMTailCallKindMustTail);
    LLVMBuildRetVoid(build->at);
}

/* Behind an event: the warp leaves, or goes on elsewhere, or behind the micro-operation with other lanes. */
static void move(struct hw_jit_build *build)
{
    const LLVMBasicBlockRef stays = hw_jit_block(build, "stays"), lanes = hw_jit_block(build, "lanes"),
                            goes = hw_jit_block(build, "goes"), again = hw_jit_block(build, "again");

    LLVMPositionBuilderAtEnd(build->at, build->moved);
    build->behind = LLVMBuildPhi(build->at, build->i32, "behind");
    const LLVMValueRef event = hw_jit_event(build, build->warp);
    LLVMBuildCondBr(build->at, hw_jit_is_event(build, event, HW_EVENT_STOP), build->leave, stays);
    LLVMPositionBuilderAtEnd(build->at, stays);
    LLVMBuildCondBr(build->at, hw_jit_is_event(build, event, HW_EVENT_LANES), lanes, goes);
    LLVMPositionBuilderAtEnd(build->at, lanes);
    hw_jit_store(build, build->warp, HW_JIT_NEXT, build->behind);
    LLVMBuildBr(build->at, goes);
    LLVMPositionBuilderAtEnd(build->at, goes);
    LLVMBuildCondBr(build->at, is_for(build), again, build->leave);
    LLVMPositionBuilderAtEnd(build->at, again);
    restart(build);
}

void hw_jit_prepare_slices(struct hw_jit_build *build)
{
    const LLVMTypeRef regs = LLVMArrayType2(build->i8, sizeof(struct hw_regs));

    build->warp = LLVMGetParam(build->kernel, 0);
    build->slice = LLVMBuildAlloca(build->at, regs, "slice");
    LLVMSetAlignment(build->slice, 16);
    build->copy = LLVMBuildAlloca(build->at, regs, "copy");
    LLVMSetAlignment(build->copy, 16);
    hw_jit_store(build, build->slice, HW_JIT_PRED(HW_PT), hw_jit_word(build, ~0u));
    hw_jit_store(build, build->slice, offsetof(struct hw_regs, first), hw_jit_word(build, 0));
    build->registers =
        LLVMBuildLoad2(build->at, build->pointer,
                       hw_jit_address(build, build->warp, offsetof(struct hw_regs, reg)), "registers");
}

/* What the function needs everywhere. */
static void prepare(struct hw_jit_build *build)
{
    hw_jit_prepare_slices(build);
    build->in = LLVMBuildLoad2(build->at, build->pointer,
                               hw_jit_address(build, build->warp, offsetof(struct hw_warp, block)), "block");
    const LLVMValueRef program = LLVMBuildLoad2(
        build->at, build->pointer, hw_jit_address(build, build->in, offsetof(struct hw_block, program)), "");
    const LLVMValueRef uops = LLVMBuildLoad2(
        build->at, build->pointer, hw_jit_address(build, program, offsetof(struct hw_program, uop)), "uops");
    build->uops = hw_jit_address(build, uops, build->unit->first * sizeof(struct hw_uop));
    hw_jit_icount_begin(build, program);
    hw_jit_prepare_accesses(build, program);
    hw_jit_promote_begin(build);
}

void hw_jit_flow(struct hw_jit_build *build)
{
    const struct hw_jit_unit *unit = build->unit;
    const LLVMBasicBlockRef first = hw_jit_block(build, "begin");

    build->leave = hw_jit_block(build, "leave");
    build->moved = hw_jit_block(build, "moved");
    for (uint32_t i = 0; i < unit->count; i++)
        if (unit->leader[i])
            build->block[i] = hw_jit_block(build, "block");
    LLVMPositionBuilderAtEnd(build->at, build->leave);
    hw_jit_lines_at_none(build);
    LLVMBuildRetVoid(build->at);
    LLVMPositionBuilderAtEnd(build->at, first);
    prepare(build);
    enter(build);
    move(build);
    for (uint32_t i = 0; i < unit->count; i++)
        if (unit->leader[i])
            block(build, i);
}
