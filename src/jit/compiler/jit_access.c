/* SPDX-License-Identifier: MIT */
/* Accesses of memory: the function for those on the fast path (machine/memory/memory_table.h) is tried; where
 * it does nothing, the micro-operation's own function is called.  Usual accesses of words by all lanes are
 * part of the code where registers are promoted (jit_promoted_access.h), and those of shared memory
 * elsewhere, too (jit_shared_access.h). */
#include "jit/compiler/jit_call.h"
#include "jit/compiler/jit_attributes.h"
#include "jit/compiler/jit_promote.h"
#include "jit/compiler/jit_promoted_access.h"
#include "jit/compiler/jit_operands.h"
#include "jit/compiler/jit_shared_access.h"
#include "machine/memory/access.h"

void hw_jit_prepare_accesses(struct hw_jit_build *build, LLVMValueRef program)
{
    const LLVMValueRef uops = LLVMBuildPtrToInt(build->at, build->uops, build->i64, "");

    build->fast_path =
        LLVMBuildLoad2(build->at, build->pointer,
                       hw_jit_address(build, program, offsetof(struct hw_program, mem_fast)), "fast");
    build->number =
        LLVMBuildUDiv(build->at, uops, LLVMConstInt(build->i64, sizeof(struct hw_uop), 0), "number");
}

_Static_assert((HW_RANGE_CACHE & (HW_RANGE_CACHE - 1)) == 0, "a remainder is some bits");

LLVMValueRef hw_jit_range(const struct hw_jit_build *build, uint32_t index)
{
    const LLVMValueRef number =
        LLVMBuildAdd(build->at, build->number, LLVMConstInt(build->i64, index, 0), "");
    const LLVMValueRef which =
        LLVMBuildAnd(build->at, number, LLVMConstInt(build->i64, HW_RANGE_CACHE - 1, 0), "");
    LLVMValueRef offset =
        LLVMBuildMul(build->at, which, LLVMConstInt(build->i64, sizeof(struct hw_range), 0), "");

    return LLVMBuildGEP2(build->at, build->i8,
                         hw_jit_address(build, build->in, offsetof(struct hw_block, cached)), &offset, 1, "");
}

static LLVMValueRef register_of(const struct hw_jit_build *build, unsigned number)
{
    return hw_jit_address(build, build->registers, number * sizeof(hw_lanes));
}

/* What the function for accesses on the fast path is called with; and that function. */
enum { OPERANDS = 5, TRIED = OPERANDS };

static LLVMValueRef try(const struct hw_jit_build *build, LLVMValueRef argument[TRIED + 1])
{
    LLVMTypeRef parameters[OPERANDS] = {build->pointer, build->pointer, build->pointer, build->pointer,
                                        build->pointer};
    const LLVMValueRef done = LLVMBuildCall2(build->at, LLVMFunctionType(build->i8, parameters, OPERANDS, 0),
                                             argument[TRIED], argument, OPERANDS, "");

    return LLVMBuildICmp(build->at, LLVMIntNE, done, LLVMConstInt(build->i8, 0, 0), "");
}

/* A function that tries it, and calls the micro-operation's own where it does nothing: the event that is
 * left.  In code for all lanes that is inline, for it is a tenth faster. */
static LLVMValueRef add_access(struct hw_jit_build *build)
{
    const LLVMBasicBlockRef before = LLVMGetInsertBlock(build->at);
    LLVMTypeRef parameters[TRIED + 1] = {build->pointer, build->pointer, build->pointer,
                                         build->pointer, build->pointer, build->pointer};
    const LLVMValueRef access =
        hw_jit_add_noinline(build, "access", LLVMFunctionType(build->i8, parameters, TRIED + 1, 0));
    const LLVMBasicBlockRef fast = LLVMAppendBasicBlockInContext(build->context, access, "fast"),
                            other = LLVMAppendBasicBlockInContext(build->context, access, "other");
    LLVMValueRef argument[TRIED + 1];

    LLVMGetParams(access, argument);
    LLVMBuildCondBr(build->at, try(build, argument), fast, other);
    LLVMPositionBuilderAtEnd(build->at, fast);
    LLVMBuildRet(build->at, LLVMConstInt(build->i8, HW_EVENT_NONE, 0));
    LLVMPositionBuilderAtEnd(build->at, other);
    LLVMBuildRet(build->at, hw_jit_call_outlined(build, argument[0], argument[1]));
    LLVMPositionBuilderAtEnd(build->at, before);
    return access;
}

static void access_inline(struct hw_jit_build *build, uint32_t index, LLVMValueRef argument[TRIED + 1])
{
    const LLVMBasicBlockRef other = hw_jit_block(build, "other"), on = hw_jit_block(build, "on");

    LLVMBuildCondBr(build->at, try(build, argument), on, other);
    LLVMPositionBuilderAtEnd(build->at, other);
    hw_jit_flush_state(build, index);
    hw_jit_call(build, index, build->leave);
    hw_jit_reload(build, index);
    LLVMBuildBr(build->at, on);
    LLVMPositionBuilderAtEnd(build->at, on);
}

static void access_apart(struct hw_jit_build *build, LLVMValueRef argument[TRIED + 1])
{
    const LLVMBasicBlockRef on = hw_jit_block(build, "on");

    if (!build->access)
        build->access = add_access(build);
    const LLVMValueRef event = LLVMBuildCall2(build->at, LLVMGlobalGetValueType(build->access), build->access,
                                              argument, TRIED + 1, "event");
    LLVMBuildCondBr(build->at, hw_jit_equal(build, event, LLVMConstInt(build->i8, HW_EVENT_NONE, 0)), on,
                    build->leave);
    LLVMPositionBuilderAtEnd(build->at, on);
}

/* An access of the warp's registers. */
static void access_of_warp(struct hw_jit_build *build, uint32_t index)
{
    const struct hw_jit_function function = build->unit->function[index];
    const LLVMValueRef list = hw_jit_address(
        build, build->fast_path, (function.family * HW_WIDTHS + function.number) * sizeof(hw_mem_fast_fn *));
    LLVMValueRef argument[TRIED + 1] = {build->warp,
                                        hw_jit_uop(build, index),
                                        register_of(build, hw_jit_data_of(build->unit, index)),
                                        register_of(build, hw_jit_base_of(build->unit, index)),
                                        hw_mem_fast_is_global(function.family) ? hw_jit_range(build, index)
                                                                               : LLVMGetUndef(build->pointer),
                                        [TRIED] = LLVMBuildLoad2(build->at, build->pointer, list, "")};

    if (build->lanes == HW_CODE_FULL_WARPS)
        access_inline(build, index, argument);
    else
        access_apart(build, argument);
}

/* Go on here where all lanes execute, and elsewhere if not. */
static void only_for_all(struct hw_jit_build *build, LLVMBasicBlockRef elsewhere)
{
    const LLVMBasicBlockRef all = hw_jit_block(build, "all");
    const LLVMValueRef exec = hw_jit_load(build, build->warp, HW_JIT_EXEC);

    LLVMBuildCondBr(build->at, hw_jit_equal(build, exec, hw_jit_word(build, ~0u)), all, elsewhere);
    LLVMPositionBuilderAtEnd(build->at, all);
}

void hw_jit_access(struct hw_jit_build *build, uint32_t index)
{
    const LLVMBasicBlockRef on = hw_jit_block(build, "accessed");
    const bool promoted = hw_jit_is_promoted(build, index);

    if (promoted ? build->wrapper_of[index] != NULL : hw_jit_is_shared_access(build, index)) {
        const LLVMBasicBlockRef warp = hw_jit_block(build, "unusual");
        if (build->unit->guard_region[index] != HW_JIT_GUARD_REGION_NONE)
            only_for_all(build, warp);
        (promoted ? hw_jit_promoted_access : hw_jit_shared_access)(build, index, on);
        LLVMBuildBr(build->at, warp);
        LLVMPositionBuilderAtEnd(build->at, warp);
    }
    hw_jit_write_back_operands(build, index, HW_JIT_ALL_SLICES);
    access_of_warp(build, index);
    hw_jit_reload_operands(build, index, HW_JIT_ALL_SLICES);
    LLVMBuildBr(build->at, on);
    LLVMPositionBuilderAtEnd(build->at, on);
    hw_jit_promote_invalidate(build, index);
}
