/* SPDX-License-Identifier: MIT */
/* See jit_hide.h. */
#include "jit/compiler/jit_hide.h"

#include <llvm-c/Target.h>

#include "jit/compiler/jit_ftz.h"
#include "jit/compiler/jit_canonical_nan.h"
#include "ops/lanes/lane_functions.h"

/* Whether a micro-operation adds or multiplies doubles by the host's arithmetic. */
static bool computes_doubles(const struct hw_jit_function function)
{
    return function.family == HW_JIT_FAMILY_FP64 &&
           (function.number == HW_LANES_FP64_DFMA || function.number == HW_LANES_FP64_DADD ||
            function.number == HW_LANES_FP64_DMUL || function.number == HW_LANES_FP64_DFMA_RN ||
            function.number == HW_LANES_FP64_DADD_RN || function.number == HW_LANES_FP64_DMUL_RN);
}

bool hw_jit_hides(const struct hw_jit_build *build, uint32_t index)
{
    return hw_jit_ftz_hides(build, index) || computes_doubles(build->unit->function[index]);
}

/* The widest vector that is a register of the host. */
static unsigned register_bytes(enum hw_host_level level)
{
    return level == HW_HOST_LEVEL_BASE ? 16 : level == HW_HOST_LEVEL_V3 ? 32 : 64;
}

static LLVMValueRef opaque_register(const struct hw_jit_build *build, LLVMValueRef value)
{
    static const char constraints[] = "=x,0";
    LLVMTypeRef type = LLVMTypeOf(value);
    const LLVMTypeRef function = LLVMFunctionType(type, &type, 1, 0);
    const LLVMValueRef nothing = LLVMGetInlineAsm(function, "", 0, constraints, sizeof constraints - 1, 0, 0,
                                                  LLVMInlineAsmDialectATT, 0);

    return LLVMBuildCall2(build->at, function, nothing, &value, 1, "");
}

/* Lanes from `first` on of two vectors, one behind the other. */
static LLVMValueRef lanes_of(const struct hw_jit_build *build, LLVMValueRef a, LLVMValueRef b, unsigned first,
                             unsigned count)
{
    LLVMValueRef number[HW_JIT_SLICE_MAX];

    for (unsigned i = 0; i < count; i++)
        number[i] = hw_jit_word(build, first + i);
    return LLVMBuildShuffleVector(build->at, a, b, LLVMConstVector(number, count), "");
}

/* A vector of several registers is hidden half by half. */
static LLVMValueRef opaque(const struct hw_jit_build *build, LLVMValueRef value)
{
    const LLVMTypeRef type = LLVMTypeOf(value);
    const uint64_t bytes = LLVMStoreSizeOfType(LLVMGetModuleDataLayout(build->module), type);

    if (bytes <= register_bytes(build->level))
        return opaque_register(build, value);
    const unsigned half = LLVMGetVectorSize(type) / 2;
    const LLVMValueRef low = opaque(build, lanes_of(build, value, LLVMGetPoison(type), 0, half)),
                       high = opaque(build, lanes_of(build, value, LLVMGetPoison(type), half, half));
    return lanes_of(build, low, high, 0, 2 * half);
}

/* Of a negative the number: a host's multiply-add negates. */
static LLVMValueRef hidden(const struct hw_jit_build *build, LLVMValueRef value)
{
    return LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == LLVMFNeg
               ? LLVMBuildFNeg(build->at, opaque(build, LLVMGetOperand(value, 0)), "")
               : opaque(build, value);
}

void hw_jit_hide(const struct hw_jit_build *build, LLVMValueRef wrapper)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(wrapper); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (!hw_jit_is_arithmetic(i))
                continue;
            LLVMPositionBuilderBefore(build->at, i);
            for (unsigned operand = 0; operand < 2; operand++)
                LLVMSetOperand(i, operand, hidden(build, LLVMGetOperand(i, operand)));
        }
}
