/* SPDX-License-Identifier: MIT */
/* See jit_flush.h. */
#include "jit/compiler/jit_flush.h"

#include <stdlib.h>

#include "jit/compiler/jit_held.h"
#include "ops/host_floats.h"
#include "ops/lanes/lane_functions.h"

#define WORTH_IT 2u /* micro-operations that flush */

/* --- choosing --- */

bool hw_jit_flushes(const struct hw_jit_build *build, uint32_t place)
{
    const struct hw_jit_function function = build->shape->function[place];

    return build->level != HW_BUILD_BASE && /* its multiply-add is made of other arithmetic */
           build->shape->kind[place] == HW_JIT_KIND_INLINE && function.family == HW_JIT_FAMILY_FP32 &&
           (function.number == HW_LANES_FP32_FADD_FTZ || function.number == HW_LANES_FP32_FMUL_FTZ ||
            function.number == HW_LANES_FP32_FFMA_FTZ);
}

/* Whether the host does it without arithmetic of floats. */
static bool is_integer(const struct hw_jit_shape *shape, uint32_t place)
{
    if (shape->kind[place] != HW_JIT_KIND_INLINE)
        return true; /* a guard */
    switch (shape->function[place].family) {
    case HW_JIT_FAMILY_MOVE:
    case HW_JIT_FAMILY_INTEGER:
    case HW_JIT_FAMILY_SUM:
    case HW_JIT_FAMILY_CARRY:
    case HW_JIT_FAMILY_BITS:
    case HW_JIT_FAMILY_XMAD:
    case HW_JIT_FAMILY_COMPARE:
    case HW_JIT_FAMILY_PREDICATE: return true;
    default: return false;
    }
}

/* Where straight code ends that begins at `first` and that the host may flush; `count`: how many do. */
static uint32_t end_of(const struct hw_jit_build *build, uint32_t first, unsigned *count)
{
    const struct hw_jit_shape *shape = build->shape;
    uint32_t end = first;

    *count = 0;
    while (end < shape->count && hw_jit_in_slices(shape, end) && (end == first || !shape->leader[end]) &&
           !hw_jit_is_held(build, end) && (hw_jit_flushes(build, end) || is_integer(shape, end)))
        *count += hw_jit_flushes(build, end++);
    return end;
}

/* The micro-operation as the one that does not flush. */
static void keep_denormals(struct hw_jit_shape *shape, uint32_t place)
{
    _Static_assert(
        HW_LANES_FP32_FADD_FTZ - HW_LANES_FP32_FADD == HW_LANES_FP32_FMUL_FTZ - HW_LANES_FP32_FMUL &&
            HW_LANES_FP32_FADD_FTZ - HW_LANES_FP32_FADD == HW_LANES_FP32_FFMA_FTZ - HW_LANES_FP32_FFMA,
        "in one order");

    shape->function[place].number -= HW_LANES_FP32_FADD_FTZ - HW_LANES_FP32_FADD;
    shape->uop[place].ftz = 0;
}

bool hw_jit_flush_choose(struct hw_jit_build *build, struct hw_jit_shape *shape)
{
    build->flushed = calloc(shape->count, sizeof *build->flushed);
    if (!build->flushed || build->straight)
        return build->flushed;
    for (uint32_t first = 0, end; first<shape->count; first = end> first ? end : first + 1) {
        unsigned count;
        end = end_of(build, first, &count);
        for (uint32_t i = first; i < end && count >= WORTH_IT; i++) {
            build->flushed[i] = true;
            if (hw_jit_flushes(build, i))
                keep_denormals(shape, i);
        }
    }
    return true;
}

void hw_jit_flush_free(struct hw_jit_build *build)
{
    free(build->flushed);
}

/* --- code --- */

/* A function of a warp that is not inlined; code is added to it. */
static LLVMValueRef begin_function(struct hw_jit_build *build, const char *name)
{
    const LLVMValueRef function = LLVMAddFunction(build->module, name, build->wrapper);

    hw_jit_for_target(build, function);
    hw_jit_keep_apart(build, function);
    LLVMSetLinkage(function, LLVMInternalLinkage);
    LLVMPositionBuilderAtEnd(build->at, LLVMAppendBasicBlockInContext(build->context, function, ""));
    return function;
}

/* What MXCSR is from now on. */
static void set_mxcsr(const struct hw_jit_build *build, uint32_t value)
{
    static const char name[] = "llvm.x86.sse.ldmxcsr";
    const LLVMValueRef set =
        LLVMGetIntrinsicDeclaration(build->module, LLVMLookupIntrinsicID(name, sizeof name - 1), NULL, 0);
    LLVMValueRef word = LLVMAddGlobal(build->module, build->i32, "mxcsr");

    LLVMSetInitializer(word, hw_jit_word(build, value));
    LLVMSetGlobalConstant(word, 1);
    LLVMSetLinkage(word, LLVMPrivateLinkage);
    LLVMBuildCall2(build->at, LLVMGlobalGetValueType(set), set, &word, 1, "");
}

/* The code itself, as a function. */
static LLVMValueRef arithmetic_of(const struct hw_jit_build *build, uint32_t first, uint32_t end)
{
    struct hw_jit_build own = *build;

    own.kernel = begin_function(&own, "flushed");
    hw_jit_prepare_slices(&own);
    hw_jit_segment(&own, first, end);
    LLVMBuildRetVoid(own.at);
    return own.kernel;
}

static void call(const struct hw_jit_build *build, LLVMValueRef function, LLVMValueRef warp)
{
    LLVMBuildCall2(build->at, build->wrapper, function, &warp, 1, "");
}

static void flush(struct hw_jit_build *build, uint32_t first, uint32_t end)
{
    const LLVMBasicBlockRef here = LLVMGetInsertBlock(build->at);
    const LLVMValueRef arithmetic = arithmetic_of(build, first, end);
    const LLVMValueRef around = begin_function(build, "flushing");

    set_mxcsr(build, HW_MXCSR_FLUSHES);
    call(build, arithmetic, LLVMGetParam(around, 0));
    set_mxcsr(build, HW_MXCSR_KEEPS);
    LLVMBuildRetVoid(build->at);
    LLVMPositionBuilderAtEnd(build->at, here);
    call(build, around, build->warp);
}

void hw_jit_flush_segment(struct hw_jit_build *build, uint32_t first, uint32_t end)
{
    for (uint32_t next; first < end; first = next) {
        next = first + 1;
        while (next < end && build->flushed[next] == build->flushed[first])
            next++;
        if (build->flushed[first])
            flush(build, first, next);
        else
            hw_jit_segment(build, first, next);
    }
}
