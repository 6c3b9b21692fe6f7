/* SPDX-License-Identifier: MIT */
/* See jit_call.h. */
#include "jit/compiler/jit_call.h"

#include "jit/compiler/jit_ftz.h"
#include "jit/compiler/jit_attributes.h"

LLVMValueRef hw_jit_event(const struct hw_jit_build *build, LLVMValueRef warp)
{
    return LLVMBuildLoad2(build->at, build->i8, hw_jit_address(build, warp, HW_JIT_EVENT), "event");
}

LLVMValueRef hw_jit_is_event(const struct hw_jit_build *build, LLVMValueRef event, enum hw_event which)
{
    return hw_jit_equal(build, event, LLVMConstInt(build->i8, which, 0));
}

void hw_jit_forget_event(const struct hw_jit_build *build)
{
    LLVMBuildStore(build->at, LLVMConstInt(build->i8, HW_EVENT_NONE, 0),
                   hw_jit_address(build, build->warp, HW_JIT_EVENT));
}

/* The micro-operation's function: `narrow` when the active lanes lie in one window. */
static LLVMValueRef function_of(const struct hw_jit_build *build, LLVMValueRef warp, LLVMValueRef uop)
{
    LLVMValueRef from = hw_jit_address(build, uop, offsetof(struct hw_uop, fn));

    if (build->lanes != HW_CODE_FULL_WARPS) {
        const LLVMValueRef narrow =
            LLVMBuildLoad2(build->at, build->i8, hw_jit_address(build, warp, HW_JIT_IS_NARROW), "");
        from = LLVMBuildSelect(build->at,
                               LLVMBuildICmp(build->at, LLVMIntNE, narrow, LLVMConstInt(build->i8, 0, 0), ""),
                               hw_jit_address(build, uop, offsetof(struct hw_uop, narrow)), from, "");
    }
    return LLVMBuildLoad2(build->at, build->pointer, from, "");
}

/* Call it; the event that it leaves. */
static LLVMValueRef call(const struct hw_jit_build *build, LLVMValueRef warp, LLVMValueRef uop)
{
    hw_jit_ftz_call(build, function_of(build, warp, uop), warp, uop);
    return hw_jit_event(build, warp);
}

/* A function that does so: what is not called all the time is less code then. */
static LLVMValueRef add_caller(const struct hw_jit_build *build)
{
    const LLVMBasicBlockRef before = LLVMGetInsertBlock(build->at);
    LLVMTypeRef parameters[] = {build->pointer, build->pointer};
    const LLVMValueRef caller =
        hw_jit_add_noinline(build, "call", LLVMFunctionType(build->i8, parameters, 2, 0));

    LLVMBuildRet(build->at, call(build, LLVMGetParam(caller, 0), LLVMGetParam(caller, 1)));
    LLVMPositionBuilderAtEnd(build->at, before);
    return caller;
}

LLVMValueRef hw_jit_call_outlined(struct hw_jit_build *build, LLVMValueRef warp, LLVMValueRef uop)
{
    LLVMValueRef arguments[] = {warp, uop};

    if (!build->caller)
        build->caller = add_caller(build);
    return LLVMBuildCall2(build->at, LLVMGlobalGetValueType(build->caller), build->caller, arguments, 2,
                          "event");
}

/* Whether a micro-operation is called each time that the code comes to it, and for all lanes. */
static bool is_called_always(const struct hw_jit_build *build, uint32_t index)
{
    const unsigned kind = build->unit->kind[index];

    return build->lanes == HW_CODE_FULL_WARPS && kind != HW_JIT_KIND_ACCESS && kind != HW_JIT_KIND_BRANCH &&
           kind != HW_JIT_KIND_EXIT;
}

void hw_jit_call(struct hw_jit_build *build, uint32_t index, LLVMBasicBlockRef out)
{
    const LLVMValueRef uop = hw_jit_uop(build, index);
    const LLVMBasicBlockRef on = hw_jit_block(build, "on");
    const LLVMValueRef event = is_called_always(build, index) ? call(build, build->warp, uop)
                                                              : hw_jit_call_outlined(build, build->warp, uop);

    LLVMBuildCondBr(build->at, hw_jit_is_event(build, event, HW_EVENT_NONE), on, out);
    if (out == build->moved)
        LLVMAddIncoming(build->behind, &(LLVMValueRef){hw_jit_word(build, build->unit->first + index + 1)},
                        &(LLVMBasicBlockRef){LLVMGetInsertBlock(build->at)}, 1);
    LLVMPositionBuilderAtEnd(build->at, on);
}
