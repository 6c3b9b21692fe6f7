/* SPDX-License-Identifier: MIT */
/* See jit_canonical_nan.h.
 *
 * A choice is `select (fcmp uno x, 0), the chip's NaN, x`.  The choice itself is one of words; so there are
 * bitcasts between it and the host's result x, and between it and arithmetic that uses it.  Only arithmetic
 * whose own result meets nothing but a choice is given the host's: else somebody would see another NaN. */
#include "jit/compiler/jit_canonical_nan.h"

#include <string.h>

#define CHIP_NAN 0x7fffffffu

/* What a value is before bitcasts, and before it was hidden (jit_hide.h). */
static LLVMValueRef origin(LLVMValueRef value)
{
    while (LLVMIsABitCastInst(value) ||
           (LLVMIsACallInst(value) && LLVMIsAInlineAsm(LLVMGetCalledValue(value))))
        value = LLVMGetOperand(value, 0);
    return value;
}

static bool is_zero(LLVMValueRef value)
{
    return LLVMIsConstant(value) && LLVMIsNull(value);
}

static bool tests_nan(LLVMValueRef value, LLVMValueRef number)
{
    return LLVMIsAFCmpInst(value) && LLVMGetFCmpPredicate(value) == LLVMRealUNO &&
           LLVMGetOperand(value, 0) == number && is_zero(LLVMGetOperand(value, 1));
}

/* Saturation chooses a zero. */
static bool is_chip_nan(LLVMValueRef value)
{
    const LLVMTypeRef type = LLVMTypeOf(value);

    if (!LLVMIsConstant(value) || LLVMGetTypeKind(type) != LLVMVectorTypeKind ||
        LLVMGetTypeKind(LLVMGetElementType(type)) != LLVMIntegerTypeKind)
        return false;
    for (unsigned i = 0; i < LLVMGetVectorSize(type); i++) {
        const LLVMValueRef word = LLVMGetAggregateElement(value, i);
        if (!word || !LLVMIsAConstantInt(word) || LLVMConstIntGetZExtValue(word) != CHIP_NAN)
            return false;
    }
    return true;
}

/* The host's result, if a value is a choice; else NULL. */
static LLVMValueRef chosen_of(LLVMValueRef value)
{
    if (!LLVMIsASelectInst(value) || !is_chip_nan(LLVMGetOperand(value, 1)))
        return NULL;
    const LLVMValueRef number = origin(LLVMGetOperand(value, 2));
    return tests_nan(LLVMGetOperand(value, 0), number) ? number : NULL;
}

static bool is_fused(LLVMValueRef call)
{
    static const char name[] = "llvm.fma.";
    const LLVMValueRef function = LLVMGetCalledValue(call);
    size_t length = 0;

    return LLVMIsAFunction(function) &&
           strncmp(LLVMGetValueName2(function, &length), name, sizeof name - 1) == 0;
}

bool hw_jit_is_arithmetic(LLVMValueRef value)
{
    const LLVMOpcode opcode = LLVMGetInstructionOpcode(value);

    return opcode == LLVMFAdd || opcode == LLVMFSub || opcode == LLVMFMul ||
           (opcode == LLVMCall && is_fused(value));
}

/* Whether all that uses a value, itself or its words, is the choice that follows it. */
static bool is_only_chosen(LLVMValueRef value, LLVMValueRef number)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        const LLVMValueRef user = LLVMGetUser(use);
        const bool words = value == number && LLVMIsABitCastInst(user) && is_only_chosen(user, number);
        if (!words && !tests_nan(user, number) && chosen_of(user) != number)
            return false;
    }
    return true;
}

/* Give arithmetic the host's results. */
static void give(LLVMValueRef arithmetic)
{
    const unsigned count = LLVMIsACallInst(arithmetic) ? LLVMGetNumArgOperands(arithmetic)
                                                       : (unsigned)LLVMGetNumOperands(arithmetic);

    for (unsigned i = 0; i < count; i++) {
        const LLVMValueRef operand = LLVMGetOperand(arithmetic, i), number = chosen_of(origin(operand));
        if (number && LLVMTypeOf(number) == LLVMTypeOf(operand))
            LLVMSetOperand(arithmetic, i, number);
    }
}

void hw_jit_canonical_nan_pass(LLVMModuleRef module)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                if (hw_jit_is_arithmetic(i) && is_only_chosen(i, i))
                    give(i);
}
