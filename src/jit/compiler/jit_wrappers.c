/* SPDX-License-Identifier: MIT */
/* Each micro-operation that is inlined gets a function of its own: its lane function with the micro-operation
 * as a constant.  These are made simple before they are inlined, once for all places where equal ones stand;
 * one that stays large (it goes lane by lane, or is rare) becomes a call to the engine's function instead. */
#include "jit/compiler/jit_build.h"

#include <stdlib.h>
#include <string.h>

#include "jit/compiler/jit_lanes.h"
#include "jit/compiler/jit_optimize.h"
#include "jit/compiler/jit_times.h"

#define LARGEST 250 /* instructions of LLVM */

/* What tests condition codes (ops/lanes/lanes_move.c). */
#define TEST "hw_lanes_cond_slice"

/* What the functions of ops/lanes were compiled for; a function is only inlined into one of the same. */
static void note_target(struct hw_jit_build *build)
{
    static const char *const names[HW_JIT_TARGET] = {"target-cpu", "target-features", "tune-cpu",
                                                     "prefer-vector-width"};
    LLVMValueRef function = LLVMGetFirstFunction(build->module);

    while (function && LLVMIsDeclaration(function))
        function = LLVMGetNextFunction(function);
    for (unsigned i = 0; function && i < HW_JIT_TARGET; i++)
        build->target[i] = LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, names[i],
                                                         (unsigned)strlen(names[i]));
}

void hw_jit_for_target(const struct hw_jit_build *build, LLVMValueRef function)
{
    for (unsigned i = 0; i < HW_JIT_TARGET; i++)
        if (build->target[i])
            LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, build->target[i]);
}

static LLVMAttributeRef attribute(const struct hw_jit_build *build, const char *name)
{
    return LLVMCreateEnumAttribute(build->context, LLVMGetEnumAttributeKindForName(name, strlen(name)), 0);
}

static bool has(LLVMValueRef function, const char *name)
{
    return LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                                       LLVMGetEnumAttributeKindForName(name, strlen(name))) != NULL;
}

/* All functions of the bitcode become parts of their callers, except for the cold ones. */
static void inline_all(const struct hw_jit_build *build)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(build->module); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f))
            continue;
        LLVMSetLinkage(f, LLVMInternalLinkage);
        if (has(f, "cold"))
            continue;
        LLVMRemoveEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex,
                                       LLVMGetEnumAttributeKindForName("noinline", strlen("noinline")));
        LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, attribute(build, "alwaysinline"));
    }
}

static LLVMValueRef constant_of(const struct hw_jit_build *build, const struct hw_uop *uop)
{
    const LLVMTypeRef type = LLVMArrayType2(build->i8, sizeof *uop);
    const LLVMValueRef constant = LLVMAddGlobal(build->module, type, "uop");

    LLVMSetInitializer(constant,
                       LLVMConstStringInContext2(build->context, (const char *)uop, sizeof *uop, 1));
    LLVMSetGlobalConstant(constant, 1);
    LLVMSetLinkage(constant, LLVMPrivateLinkage);
    LLVMSetAlignment(constant, _Alignof(struct hw_uop));
    return constant;
}

/* --- constants --- */

/* Where the bitcode looks for what is known: literals, then registers of zeros (ops/lanes/lanes_window.h). */
#define CONSTANTS         "hw_slice_constants"
#define HW_SLICE_CONSTANT 0x8000u
enum { ZEROS = 4 };

static LLVMValueRef words_of(const struct hw_jit_build *build, uint32_t value)
{
    LLVMValueRef words[HW_JIT_SLICE];

    for (unsigned l = 0; l < HW_JIT_SLICE; l++)
        words[l] = hw_jit_word(build, value);
    return LLVMConstArray2(build->i32, words, HW_JIT_SLICE);
}

/* Give the bitcode its table; false: there is no memory. */
static bool fill_constants(const struct hw_jit_build *build)
{
    const struct hw_jit_shape *shape = build->shape;
    const LLVMValueRef wanted = LLVMGetNamedGlobal(build->module, CONSTANTS);
    const uint32_t count = shape->literals + ZEROS;
    LLVMValueRef *values = malloc(count * sizeof *values);

    if (!values)
        return false;
    for (uint32_t i = 0; i < count; i++)
        values[i] = words_of(build, i < shape->literals ? shape->literal[i] : 0);
    const LLVMTypeRef one = LLVMArrayType2(build->i32, HW_JIT_SLICE);
    const LLVMValueRef table = LLVMAddGlobal(build->module, LLVMArrayType2(one, count), "constants");
    LLVMSetInitializer(table, LLVMConstArray2(one, values, count));
    LLVMSetGlobalConstant(table, 1);
    LLVMSetLinkage(table, LLVMPrivateLinkage);
    LLVMSetAlignment(table, HW_JIT_SLICE * 4);
    if (wanted) {
        LLVMReplaceAllUsesWith(wanted, table);
        LLVMDeleteGlobal(wanted);
    }
    free(values);
    return true;
}

/* A source register as the bitcode knows it: a constant where its words are known. */
static void name_constant(const struct hw_jit_shape *shape, uint16_t *reg)
{
    const uint32_t literal = (uint32_t)*reg - shape->numbering.literal;
    const uint32_t zero = (uint32_t)*reg - shape->numbering.zero;

    if (*reg == HW_NO_REGISTER || shape->literals + ZEROS >= HW_NO_REGISTER - HW_SLICE_CONSTANT)
        return;
    if (zero < ZEROS)
        *reg = (uint16_t)(HW_SLICE_CONSTANT | (shape->literals + zero));
    else if (literal < shape->literals && !shape->changes[literal])
        *reg = (uint16_t)(HW_SLICE_CONSTANT | literal);
}

/* --- wrappers --- */

/* Whether all lanes of every slice execute it. */
static bool is_whole(const struct hw_jit_build *build, uint32_t place)
{
    return build->lanes == HW_JIT_FOR_ALL && build->shape->bracket[place] == HW_JIT_BRACKET_NONE;
}

static LLVMValueRef wrap(const struct hw_jit_build *build, uint32_t place, LLVMValueRef function)
{
    const LLVMValueRef wrapper = LLVMAddFunction(build->module, "one", build->wrapper);
    struct hw_uop uop = build->shape->uop[place];

    name_constant(build->shape, &uop.a);
    name_constant(build->shape, &uop.b);
    name_constant(build->shape, &uop.c);
    LLVMValueRef arguments[] = {LLVMGetParam(wrapper, 0), constant_of(build, &uop)};
    hw_jit_for_target(build, wrapper);
    LLVMPositionBuilderAtEnd(build->at, LLVMAppendBasicBlockInContext(build->context, wrapper, ""));
    if (is_whole(build, place))
        hw_jit_store(build, LLVMGetParam(wrapper, 0), HW_JIT_EXEC, hw_jit_word(build, HW_JIT_SLICE_MASK));
    LLVMBuildCall2(build->at, build->function, function, arguments, 2, "");
    LLVMBuildRetVoid(build->at);
    return wrapper;
}

/* What a guard or a jump tests beside a predicate: a function from the words of a condition code to the lanes
 * that pass. */
static LLVMValueRef wrap_test(const struct hw_jit_build *build, uint32_t place, LLVMValueRef function)
{
    const LLVMValueRef wrapper = LLVMAddFunction(build->module, "test", build->test);
    LLVMValueRef arguments[] = {LLVMGetParam(wrapper, 0),
                                hw_jit_word(build, build->shape->uop[place].guard.test)};

    hw_jit_for_target(build, wrapper);
    LLVMPositionBuilderAtEnd(build->at, LLVMAppendBasicBlockInContext(build->context, wrapper, ""));
    LLVMBuildRet(build->at,
                 LLVMBuildCall2(build->at, LLVMGlobalGetValueType(function), function, arguments, 2, ""));
    return wrapper;
}

/* An equal micro-operation's wrapper among those before; there are few, as they stand near. */
static LLVMValueRef find_equal(const struct hw_jit_build *build, uint32_t place)
{
    const struct hw_jit_shape *shape = build->shape;
    const uint32_t first = place > 64 ? place - 64 : 0;

    for (uint32_t i = first; i < place; i++)
        if (shape->kind[i] == HW_JIT_KIND_INLINE && build->wrapper_of[i] &&
            is_whole(build, i) == is_whole(build, place) &&
            memcmp(&shape->function[i], &shape->function[place], sizeof *shape->function) == 0 &&
            memcmp(&shape->uop[i], &shape->uop[place], sizeof *shape->uop) == 0)
            return build->wrapper_of[i];
    return NULL;
}

bool hw_jit_wrap(struct hw_jit_build *build, struct hw_jit_shape *shape, LLVMTargetMachineRef machine)
{
    const uint32_t count = shape->count;

    note_target(build);
    if (!fill_constants(build) || !LLVMGetNamedFunction(build->module, TEST))
        return false;
    inline_all(build);
    const LLVMValueRef test = LLVMGetNamedFunction(build->module, TEST);
    for (uint32_t i = 0; i < count; i++) {
        if (hw_jit_tests(shape, i))
            build->wrapper_of[i] = wrap_test(build, i, test);
        if (shape->kind[i] != HW_JIT_KIND_INLINE)
            continue;
        const LLVMValueRef function = hw_jit_lanes_function(build->module, shape->function[i]);
        if (!function)
            shape->kind[i] = HW_JIT_KIND_CALL;
        else if (!(build->wrapper_of[i] = find_equal(build, i)))
            build->wrapper_of[i] = wrap(build, i, function);
    }
    hw_jit_lanes_forget(build->module);
    if (!hw_jit_simplify(build->module, machine))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (!build->wrapper_of[i])
            continue;
        if (shape->kind[i] == HW_JIT_KIND_INLINE) {
            const unsigned size = hw_jit_size_of(build->wrapper_of[i]);
            if (size > LARGEST)
                shape->kind[i] = HW_JIT_KIND_CALL;
            else
                build->times->wrapped += size;
        }
        LLVMSetLinkage(build->wrapper_of[i], LLVMInternalLinkage);
        LLVMAddAttributeAtIndex(build->wrapper_of[i], LLVMAttributeFunctionIndex,
                                attribute(build, "alwaysinline"));
    }
    return true;
}
