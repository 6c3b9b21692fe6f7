/* SPDX-License-Identifier: MIT */
/* See jit_fold.h.  Constants are arrays of words, of rows of words, or of bytes (jit_constants.c, and the
 * lane functions' own tables). */
#include "jit/compiler/jit_fold.h"

#include <stdbool.h>
#include <stdint.h>

#include <llvm-c/Target.h>

#include "jit/compiler/jit_build.h"
#include "jit/compiler/jit_footprint.h"

/* The constant that an address is in, and how far from its begin; NULL: it is in none. */
static LLVMValueRef constant_of(LLVMTargetDataRef layout, LLVMValueRef address, uint64_t *offset)
{
    *offset = 0;
    while (LLVMIsAGetElementPtrInst(address) ||
           (LLVMIsAConstantExpr(address) && LLVMGetConstOpcode(address) == LLVMGetElementPtr)) {
        if (!hw_jit_footprint_step(layout, address, offset))
            return NULL;
        address = LLVMGetOperand(address, 0);
    }
    return LLVMIsAGlobalVariable(address) && LLVMIsGlobalConstant(address) ? LLVMGetInitializer(address)
                                                                           : NULL;
}

/* The word at a distance from the begin of a constant.  False: it is not known. */
static bool word_at(LLVMTargetDataRef layout, LLVMValueRef constant, uint64_t offset, uint32_t *word)
{
    const LLVMTypeRef type = LLVMTypeOf(constant);
    const LLVMTypeKind kind = LLVMGetTypeKind(type);

    if (offset + sizeof *word > LLVMABISizeOfType(layout, type))
        return false;
    if (LLVMIsNull(constant)) {
        *word = 0;
        return true;
    }
    if (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 32 && LLVMIsAConstantInt(constant)) {
        *word = (uint32_t)LLVMConstIntGetZExtValue(constant);
        return offset == 0;
    }
    if (kind != LLVMArrayTypeKind)
        return false;
    const uint64_t bytes = LLVMABISizeOfType(layout, LLVMGetElementType(type));
    const LLVMValueRef element =
        bytes >= sizeof *word ? LLVMGetAggregateElement(constant, (unsigned)(offset / bytes)) : NULL;
    return element && word_at(layout, element, offset % bytes, word);
}

/* What a load gets; NULL: it is not known. */
static LLVMValueRef loaded(LLVMTargetDataRef layout, LLVMValueRef load)
{
    const LLVMTypeRef type = LLVMTypeOf(load);
    LLVMValueRef words[HW_JIT_SLICE_MAX];
    uint64_t offset;

    if (LLVMGetTypeKind(type) != LLVMVectorTypeKind || LLVMGetVectorSize(type) > HW_JIT_SLICE_MAX ||
        LLVMGetTypeKind(LLVMGetElementType(type)) != LLVMIntegerTypeKind ||
        LLVMGetIntTypeWidth(LLVMGetElementType(type)) != 32)
        return NULL;
    const LLVMValueRef constant = constant_of(layout, LLVMGetOperand(load, 0), &offset);
    if (!constant)
        return NULL;
    for (unsigned i = 0; i < LLVMGetVectorSize(type); i++) {
        uint32_t word;
        if (!word_at(layout, constant, offset + i * sizeof word, &word))
            return NULL;
        words[i] = LLVMConstInt(LLVMGetElementType(type), word, 0);
    }
    return LLVMConstVector(words, LLVMGetVectorSize(type));
}

static void fold_in(LLVMTargetDataRef layout, LLVMBasicBlockRef block)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        const LLVMValueRef value = LLVMIsALoadInst(i) && !LLVMGetVolatile(i) ? loaded(layout, i) : NULL;
        if (!value)
            continue;
        LLVMReplaceAllUsesWith(i, value);
        LLVMInstructionEraseFromParent(i);
    }
}

void hw_jit_fold_loads(LLVMModuleRef module)
{
    const LLVMTargetDataRef layout = LLVMGetModuleDataLayout(module);

    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            fold_in(layout, b);
}
