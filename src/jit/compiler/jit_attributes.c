/* SPDX-License-Identifier: MIT */
/* See jit_attributes.h. */
#include "jit/compiler/jit_attributes.h"

#include <string.h>

#define APART   "noinline"
#define INLINED "alwaysinline"

void hw_jit_note_target(struct hw_jit_build *build, LLVMModuleRef lanes)
{
    static const char *const names[HW_JIT_TARGET] = {"target-cpu", "target-features", "tune-cpu",
                                                     "prefer-vector-width"};
    LLVMValueRef function = LLVMGetFirstFunction(lanes);

    while (function && LLVMIsDeclaration(function))
        function = LLVMGetNextFunction(function);
    for (unsigned i = 0; function && i < HW_JIT_TARGET; i++)
        build->target[i] = LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, names[i],
                                                         (unsigned)strlen(names[i]));
    LLVMSetTarget(build->module, LLVMGetTarget(lanes));
    LLVMSetDataLayout(build->module, LLVMGetDataLayoutStr(lanes));
}

void hw_jit_for_target(const struct hw_jit_build *build, LLVMValueRef function)
{
    for (unsigned i = 0; i < HW_JIT_TARGET; i++)
        if (build->target[i])
            LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, build->target[i]);
}

static unsigned kind_of(const char *name)
{
    return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

static void add(const struct hw_jit_build *build, LLVMValueRef function, const char *name)
{
    LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(build->context, kind_of(name), 0));
}

static bool has(LLVMValueRef function, const char *name)
{
    return LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind_of(name)) != NULL;
}

void hw_jit_inline(const struct hw_jit_build *build, LLVMValueRef function)
{
    add(build, function, INLINED);
}

void hw_jit_inline_all(const struct hw_jit_build *build)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(build->module); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f) || LLVMGetLinkage(f) == LLVMExternalLinkage) /* a wrapper */
            continue;
        LLVMSetLinkage(f, LLVMInternalLinkage);
        if (has(f, "cold"))
            continue;
        LLVMRemoveEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, kind_of(APART));
        hw_jit_inline(build, f);
    }
}

void hw_jit_set_noinline(const struct hw_jit_build *build, LLVMValueRef function)
{
    add(build, function, APART);
}

bool hw_jit_is_noinline(LLVMValueRef function)
{
    return has(function, APART);
}

LLVMValueRef hw_jit_add_noinline(const struct hw_jit_build *build, const char *name, LLVMTypeRef type)
{
    const LLVMValueRef function = LLVMAddFunction(build->module, name, type);

    hw_jit_for_target(build, function);
    hw_jit_set_noinline(build, function);
    LLVMSetLinkage(function, LLVMInternalLinkage);
    LLVMPositionBuilderAtEnd(build->at, LLVMAppendBasicBlockInContext(build->context, function, ""));
    return function;
}
