/* SPDX-License-Identifier: MIT */
/* See jit_ftz.h. */
#include "jit/compiler/jit_ftz.h"

#include <stdio.h>
#include <stdlib.h>

#include "jit/compiler/jit_debug_lines.h"
#include "jit/compiler/jit_attributes.h"
#include "jit/compiler/jit_promote.h"
#include "ops/host_fenv.h"
#include "ops/lanes/lane_functions.h"

#define WORTH_IT   2u /* micro-operations that flush */
#define PARAMETERS 4u /* of a function, at most */

/* --- choosing --- */

/* Whether a micro-operation flushes denormals in a way that the host can. */
static bool flushes(const struct hw_jit_build *build, uint32_t index)
{
    const struct hw_jit_function function = build->unit->function[index];

    return build->level != HW_HOST_LEVEL_BASE && /* its multiply-add is made of other arithmetic */
           build->unit->kind[index] == HW_JIT_KIND_INLINE && function.family == HW_JIT_FAMILY_FP32 &&
           (function.number == HW_LANES_FP32_FADD_FTZ || function.number == HW_LANES_FP32_FMUL_FTZ ||
            function.number == HW_LANES_FP32_FFMA_FTZ);
}

/* Conversions of integers have no denormals. */
static bool converts_integers(unsigned number)
{
    return number == HW_LANES_CONVERT_I2I || number == HW_LANES_CONVERT_I2I_WORD ||
           number == HW_LANES_CONVERT_I2I_WRAP || number == HW_LANES_CONVERT_I2F_WORD;
}

/* Whether it is the same to it what the host does with denormals. */
static bool is_indifferent(const struct hw_jit_unit *unit, uint32_t index)
{
    if (unit->kind[index] != HW_JIT_KIND_INLINE)
        return true; /* a guard, or not done here */
    switch (unit->function[index].family) {
    case HW_JIT_FAMILY_MOVE:
    case HW_JIT_FAMILY_INTEGER:
    case HW_JIT_FAMILY_SUM:
    case HW_JIT_FAMILY_CARRY:
    case HW_JIT_FAMILY_BITS:
    case HW_JIT_FAMILY_XMAD:
    case HW_JIT_FAMILY_COMPARE:
    case HW_JIT_FAMILY_PREDICATE: return true;
    case HW_JIT_FAMILY_CONVERT: return converts_integers(unit->function[index].number);
    default: return false;
    }
}

/* Where straight code ends that begins at `first` and that the host may flush; `count`: how many do. */
static uint32_t end_of(const struct hw_jit_build *build, uint32_t first, unsigned *count)
{
    const struct hw_jit_unit *unit = build->unit;
    uint32_t end = first;

    *count = 0;
    while (end < unit->count && hw_jit_in_slices(unit, end) && (end == first || !unit->leader[end]) &&
           !hw_jit_is_promoted(build, end) && (flushes(build, end) || is_indifferent(unit, end)))
        *count += flushes(build, end++);
    return end;
}

/* The next index to look at, behind code that ends there, or none. */
static uint32_t behind(uint32_t first, uint32_t end)
{
    return end == first ? first + 1 : end;
}

/* The micro-operation as the one that does not flush. */
static void keep_denormals(struct hw_jit_unit *unit, uint32_t index)
{
    _Static_assert(
        HW_LANES_FP32_FADD_FTZ - HW_LANES_FP32_FADD == HW_LANES_FP32_FMUL_FTZ - HW_LANES_FP32_FMUL &&
            HW_LANES_FP32_FADD_FTZ - HW_LANES_FP32_FADD == HW_LANES_FP32_FFMA_FTZ - HW_LANES_FP32_FFMA,
        "in one order");

    unit->function[index].number -= HW_LANES_FP32_FADD_FTZ - HW_LANES_FP32_FADD;
    unit->uop[index].ftz = 0;
}

unsigned hw_jit_ftz_count(const struct hw_jit_build *build, uint32_t first, uint32_t end)
{
    unsigned all = 0;

    while (first < end) {
        unsigned count;
        first = behind(first, end_of(build, first, &count));
        all += count < WORTH_IT ? 0 : count;
    }
    return all;
}

/* Whether the host may flush all along: also comparisons that flush by themselves. */
static bool may_flush(const struct hw_jit_unit *unit, uint32_t index)
{
    return is_indifferent(unit, index) ||
           (unit->function[index].family == HW_JIT_FAMILY_FP32_COMPARE && unit->uop[index].ftz);
}

void hw_jit_ftz_all(struct hw_jit_build *build, struct hw_jit_unit *unit)
{
    unsigned count = 0;

    for (uint32_t i = 0; i < unit->count; i++) {
        if (!flushes(build, i) && !may_flush(unit, i))
            return;
        count += flushes(build, i);
    }
    build->flushes_all = count >= WORTH_IT;
    for (uint32_t i = 0; i < unit->count && build->flushes_all; i++)
        if (flushes(build, i))
            keep_denormals(unit, i);
}

bool hw_jit_ftz_choose(struct hw_jit_build *build, struct hw_jit_unit *unit)
{
    build->flushed = calloc(unit->count, sizeof *build->flushed);
    if (!build->flushed || build->stateless)
        return build->flushed;
    for (uint32_t first = 0, end; first < unit->count; first = behind(first, end)) {
        unsigned count;
        end = end_of(build, first, &count);
        for (uint32_t i = first; i < end && count >= WORTH_IT; i++) {
            build->flushed[i] = true;
            if (flushes(build, i))
                keep_denormals(unit, i);
        }
    }
    return true;
}

void hw_jit_ftz_free(struct hw_jit_build *build)
{
    free(build->flushed);
}

/* --- code --- */

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

/* Whether keep_denormals leaves a micro-operation so. */
static bool is_plain(const struct hw_jit_function function)
{
    return function.family == HW_JIT_FAMILY_FP32 &&
           (function.number == HW_LANES_FP32_FADD || function.number == HW_LANES_FP32_FMUL ||
            function.number == HW_LANES_FP32_FFMA);
}

bool hw_jit_ftz_hides(const struct hw_jit_build *build, uint32_t index)
{
    return (build->flushes_all || build->flushed[index]) && is_plain(build->unit->function[index]);
}

LLVMValueRef hw_jit_ftz_around(const struct hw_jit_build *build, LLVMValueRef function)
{
    const LLVMTypeRef type = LLVMGlobalGetValueType(function), result = LLVMGetReturnType(type);
    LLVMValueRef arguments[PARAMETERS];
    char name[64];

    snprintf(name, sizeof name, "%s", LLVMGetValueName(function));
    LLVMSetValueName2(function, "flushed", strlen("flushed"));
    hw_jit_set_noinline(build, function);
    const LLVMValueRef around = hw_jit_add_noinline(build, name, type);
    LLVMSetLinkage(around, LLVMGetLinkage(function));
    LLVMSetLinkage(function, LLVMInternalLinkage);
    LLVMGetParams(around, arguments);
    set_mxcsr(build, HW_MXCSR_FLUSHES);
    const LLVMValueRef value =
        LLVMBuildCall2(build->at, type, function, arguments, LLVMCountParams(function), "");
    set_mxcsr(build, HW_MXCSR_KEEPS);
    if (LLVMGetTypeKind(result) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(build->at);
    else
        LLVMBuildRet(build->at, value);
    return around;
}

/* A function of another one, the warp and a micro-operation: it calls that one while denormals are kept. */
static LLVMValueRef keeping(const struct hw_jit_build *build)
{
    static const char name[] = "keeping";
    LLVMTypeRef parameters[] = {build->pointer, build->pointer, build->pointer};
    const LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(build->context), parameters, 3, 0);
    const LLVMBasicBlockRef here = LLVMGetInsertBlock(build->at);
    LLVMValueRef function = LLVMGetNamedFunction(build->module, name), parameter[3];

    if (function)
        return function;
    function = hw_jit_add_noinline(build, name, type);
    LLVMGetParams(function, parameter);
    set_mxcsr(build, HW_MXCSR_KEEPS);
    LLVMBuildCall2(build->at, build->function, parameter[0], &parameter[1], 2, "");
    set_mxcsr(build, HW_MXCSR_FLUSHES);
    LLVMBuildRetVoid(build->at);
    LLVMPositionBuilderAtEnd(build->at, here);
    return function;
}

void hw_jit_ftz_call(const struct hw_jit_build *build, LLVMValueRef function, LLVMValueRef warp,
                     LLVMValueRef uop)
{
    LLVMValueRef arguments[] = {function, warp, uop};

    if (!build->flushes_all) {
        LLVMBuildCall2(build->at, build->function, function, &arguments[1], 2, "");
        return;
    }
    const LLVMValueRef caller = keeping(build);
    LLVMBuildCall2(build->at, LLVMGlobalGetValueType(caller), caller, arguments, 3, "");
}

/* Some straight code as a function, and the call. */
static void flush(struct hw_jit_build *build, uint32_t first, uint32_t end)
{
    const LLVMBasicBlockRef here = LLVMGetInsertBlock(build->at);
    struct hw_jit_build own = *build;

    own.kernel = hw_jit_add_noinline(build, "flushing", build->wrapper);
    hw_jit_lines_of(build, own.kernel);
    hw_jit_lines_at_none(build);
    hw_jit_prepare_slices(&own);
    hw_jit_block_body(&own, first, end);
    LLVMBuildRetVoid(build->at);
    const LLVMValueRef around = hw_jit_ftz_around(build, own.kernel);
    LLVMPositionBuilderAtEnd(build->at, here);
    LLVMBuildCall2(build->at, build->wrapper, around, &build->warp, 1, "");
}

void hw_jit_ftz_block_body(struct hw_jit_build *build, uint32_t first, uint32_t end)
{
    for (uint32_t next; first < end; first = next) {
        next = first + 1;
        while (next < end && build->flushed[next] == build->flushed[first])
            next++;
        if (build->flushed[first])
            flush(build, first, next);
        else
            hw_jit_block_body(build, first, next);
    }
}
