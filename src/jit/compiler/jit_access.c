/* SPDX-License-Identifier: MIT */
/* Accesses of memory: the function for those to good places (machine/memory/memory_table.h) is tried; where
 * it does nothing, the micro-operation's own function is called. */
#include "jit/compiler/jit_build.h"

void hw_jit_prepare_accesses(struct hw_jit_build *build, LLVMValueRef program)
{
    const LLVMValueRef uops = LLVMBuildPtrToInt(build->at, build->uops, build->i64, "");

    build->usual =
        LLVMBuildLoad2(build->at, build->pointer,
                       hw_jit_address(build, program, offsetof(struct hw_program, usual)), "usual");
    build->number =
        LLVMBuildUDiv(build->at, uops, LLVMConstInt(build->i64, sizeof(struct hw_uop), 0), "number");
}

/* The range that the micro-operation found last: hw_cached_range. */
static LLVMValueRef range_of(const struct hw_jit_build *build, uint32_t place)
{
    const LLVMValueRef number =
        LLVMBuildAdd(build->at, build->number, LLVMConstInt(build->i64, place, 0), "");
    LLVMValueRef offset = LLVMBuildMul(
        build->at, LLVMBuildURem(build->at, number, LLVMConstInt(build->i64, HW_RANGE_CACHE, 0), ""),
        LLVMConstInt(build->i64, sizeof(struct hw_range), 0), "");

    return LLVMBuildGEP2(build->at, build->i8,
                         hw_jit_address(build, build->in, offsetof(struct hw_block, cached)), &offset, 1, "");
}

static LLVMValueRef register_of(const struct hw_jit_build *build, unsigned number)
{
    return hw_jit_address(build, build->registers, number * sizeof(hw_lanes));
}

/* Whether an access to good places is done. */
static LLVMValueRef try(const struct hw_jit_build *build, uint32_t place)
{
    const struct hw_uop *uop = &build->shape->uop[place];
    const struct hw_jit_function function = build->shape->function[place];
    const unsigned base = uop->a == HW_NO_REGISTER ? build->shape->numbering.zero : uop->a;
    LLVMTypeRef parameters[] = {build->pointer, build->pointer, build->pointer, build->pointer,
                                build->pointer};
    LLVMValueRef arguments[] = {
        build->warp, hw_jit_uop(build, place),
        register_of(build, hw_usual_loads(function.family) ? uop->d : uop->b), register_of(build, base),
        hw_usual_is_global(function.family) ? range_of(build, place) : LLVMGetUndef(build->pointer)};
    const LLVMValueRef list = hw_jit_address(
        build, build->usual, (function.family * HW_WIDTHS + function.number) * sizeof(hw_usual_fn *));
    const LLVMValueRef done =
        LLVMBuildCall2(build->at, LLVMFunctionType(build->i8, parameters, 5, 0),
                       LLVMBuildLoad2(build->at, build->pointer, list, ""), arguments, 5, "");

    return LLVMBuildICmp(build->at, LLVMIntNE, done, LLVMConstInt(build->i8, 0, 0), "");
}

void hw_jit_access(struct hw_jit_build *build, uint32_t place)
{
    const LLVMBasicBlockRef other = hw_jit_block(build, "other"), on = hw_jit_block(build, "on");

    LLVMBuildCondBr(build->at, try(build, place), on, other);
    LLVMPositionBuilderAtEnd(build->at, other);
    hw_jit_call(build, place, build->leave);
    LLVMBuildBr(build->at, on);
    LLVMPositionBuilderAtEnd(build->at, on);
}
