/* SPDX-License-Identifier: MIT */
/* A micro-operation that is inlined has a function, its wrapper: the lane function with all of the
 * micro-operation as a constant except for its registers, which are arguments.  Wrappers are made simple
 * before they are inlined, once for all micro-operations that do the same operation (jit_signature.h).  Of
 * those that stay large, some that many micro-operations use are called, and the largest (they go lane by
 * lane, or are rare) become calls to the engine's functions. */
#include "jit/compiler/jit_access_wrappers.h"
#include "jit/compiler/jit_constants.h"
#include "jit/compiler/jit_dedup.h"
#include "jit/compiler/jit_attributes.h"
#include "jit/compiler/jit_hide.h"
#include "jit/compiler/jit_lane_bitcode.h"
#include "jit/compiler/jit_optimize.h"
#include "jit/compiler/jit_statistics.h"

#define LARGEST 250 /* instructions of LLVM */
/* An operation is apart if so many micro-operations use it and it has more instructions of LLVM than that. */
#define RECURS      3u
#define SMALL_APART 14u
#define LARGE_APART 44u

static LLVMValueRef add_wrapper(const struct hw_jit_build *build, unsigned arguments)
{
    LLVMTypeRef parameters[1 + HW_SLICE_OPERANDS];

    for (unsigned i = 0; i <= arguments; i++)
        parameters[i] = build->pointer;
    const LLVMTypeRef type =
        LLVMFunctionType(LLVMVoidTypeInContext(build->context), parameters, 1 + arguments, 0);
    const LLVMValueRef wrapper = LLVMAddFunction(build->module, "one", type);
    hw_jit_for_target(build, wrapper);
    LLVMPositionBuilderAtEnd(build->at, LLVMAppendBasicBlockInContext(build->context, wrapper, ""));
    return wrapper;
}

/* What the lane function sees: the slice's mask and predicates, and the operands. */
static LLVMValueRef make_slice_regs(const struct hw_jit_build *build, LLVMValueRef wrapper, uint32_t index,
                                    const struct hw_jit_signature *operation)
{
    const LLVMTypeRef type = LLVMArrayType2(build->i8, sizeof(struct hw_slice_regs));
    const LLVMValueRef slice = LLVMGetParam(wrapper, 0), own = LLVMBuildAlloca(build->at, type, "own");
    const LLVMValueRef words = hw_jit_constant_registers(build, operation->word, HW_SLICE_OPERANDS);
    unsigned argument = 0;

    LLVMSetAlignment(own, _Alignof(struct hw_slice_regs));
    hw_jit_store(build, own, HW_JIT_EXEC,
                 operation->whole ? hw_jit_word(build, hw_jit_slice_mask(build))
                                  : hw_jit_load(build, slice, HW_JIT_EXEC));
    hw_jit_copy_predicates(build, own, slice, hw_jit_predicates(build->unit, index, true));
    hw_jit_store(build, own, HW_JIT_PRED(HW_PT), hw_jit_word(build, ~0u));
    for (unsigned i = 0; words && i < HW_SLICE_OPERANDS; i++) {
        LLVMValueRef operand = NULL;
        if (operation->given >> i & 1)
            operand = LLVMGetParam(wrapper, ++argument);
        else if (operation->known >> i & 1)
            operand = hw_jit_address(build, words, i * sizeof(hw_lanes));
        if (operand)
            LLVMBuildStore(build->at, operand,
                           hw_jit_address(build, own, offsetof(struct hw_slice_regs, operand[i])));
    }
    return own;
}

static LLVMValueRef wrap(const struct hw_jit_build *build, uint32_t index,
                         const struct hw_jit_signature *operation, LLVMValueRef function)
{
    const LLVMValueRef wrapper = add_wrapper(build, (unsigned)__builtin_popcount(operation->given));
    const LLVMValueRef own = make_slice_regs(build, wrapper, index, operation);
    LLVMValueRef arguments[] = {own, hw_jit_constant(build, &operation->uop)};

    LLVMBuildCall2(build->at, build->function, function, arguments, 2, "");
    hw_jit_copy_predicates(build, LLVMGetParam(wrapper, 0), own,
                           hw_jit_predicates(build->unit, index, false));
    LLVMBuildRetVoid(build->at);
    return wrapper;
}

/* What a guard or a jump tests beside a predicate: a function from the words of a condition code to the
 * lanes that pass. */
static LLVMValueRef wrap_test(const struct hw_jit_build *build, uint32_t index, LLVMValueRef function)
{
    const LLVMValueRef wrapper = LLVMAddFunction(build->module, "test", build->test);
    LLVMValueRef arguments[] = {LLVMGetParam(wrapper, 0),
                                hw_jit_word(build, build->unit->uop[index].guard.test)};

    hw_jit_for_target(build, wrapper);
    LLVMPositionBuilderAtEnd(build->at, LLVMAppendBasicBlockInContext(build->context, wrapper, ""));
    LLVMBuildRet(build->at,
                 LLVMBuildCall2(build->at, LLVMGlobalGetValueType(function), function, arguments, 2, ""));
    return wrapper;
}

/* --- all of them --- */

static void wrap_all(struct hw_jit_build *build, struct hw_jit_unit *unit, LLVMModuleRef lanes,
                     struct hw_jit_dedup *table)
{
    for (uint32_t i = 0; i < unit->count; i++) {
        if (hw_jit_tests(unit, i))
            build->wrapper_of[i] = wrap_test(build, i, hw_jit_lanes_test(lanes, build->module));
        if (unit->kind[i] == HW_JIT_KIND_ACCESS)
            build->wrapper_of[i] = hw_jit_wrap_access(build, i, lanes);
        if (unit->kind[i] != HW_JIT_KIND_INLINE)
            continue;
        const struct hw_jit_signature operation = hw_jit_signature_of(build, i);
        const uint32_t equal = hw_jit_dedup_note(table, i, &operation);
        const LLVMValueRef function = hw_jit_lanes_function(lanes, build->module, unit->function[i]);
        if (equal != i)
            build->wrapper_of[i] = build->wrapper_of[equal];
        else if (function)
            build->wrapper_of[i] = wrap(build, i, &operation, function);
        if (!build->wrapper_of[i])
            unit->kind[i] = HW_JIT_KIND_CALL;
    }
}

/* Whether an operation is a function of the code.  That takes less to compile and longer to execute; on
 * x86-64 without AVX2, where an operation is some hundred instructions, it is no slower, and warps with
 * lanes that are not active are rarer. */
static bool is_apart(const struct hw_jit_build *build, unsigned size, uint32_t uses)
{
    const bool small = build->level == HW_HOST_LEVEL_BASE ||
                       (build->level != HW_HOST_LEVEL_V4 && build->lanes != HW_CODE_FULL_WARPS);

    return uses >= RECURS && size > (small ? SMALL_APART : LARGE_APART);
}

/* What has stayed large is called: by the engine's function, or the wrapper itself. */
static void leave_large(struct hw_jit_build *build, struct hw_jit_unit *unit,
                        const struct hw_jit_dedup *table)
{
    for (uint32_t i = 0; i < unit->count; i++) {
        const LLVMValueRef wrapper = build->wrapper_of[i];
        unsigned size = 0;
        if (!wrapper)
            continue;
        if (unit->kind[i] == HW_JIT_KIND_INLINE) {
            size = hw_jit_size_of(wrapper);
            if (size > LARGEST)
                unit->kind[i] = HW_JIT_KIND_CALL;
            else
                build->statistics->wrapped += size;
        }
        LLVMSetLinkage(wrapper, LLVMInternalLinkage);
        if (table->uses[i] || hw_jit_tests(unit, i) || unit->kind[i] == HW_JIT_KIND_ACCESS)
            (is_apart(build, size, table->uses[i]) ? hw_jit_set_noinline : hw_jit_inline)(build, wrapper);
    }
}

static void hide_operands(const struct hw_jit_build *build, const struct hw_jit_dedup *table)
{
    for (uint32_t i = 0; i < build->unit->count; i++)
        if (table->uses[i] && build->wrapper_of[i] && table->operation[i].hides)
            hw_jit_hide(build, build->wrapper_of[i]);
}

static bool wrap_simply(struct hw_jit_build *build, struct hw_jit_unit *unit, LLVMTargetMachineRef machine,
                        struct hw_jit_dedup *table)
{
    const LLVMModuleRef lanes = hw_jit_lanes_module(build->context, build->level);

    if (!lanes)
        return false;
    hw_jit_note_target(build, lanes);
    wrap_all(build, unit, lanes, table);
    hw_jit_statistics_note(build->statistics, HW_JIT_PHASE_WRAP);
    if (!hw_jit_lanes_link(lanes, build->module))
        return false;
    hw_jit_inline_all(build);
    hw_jit_statistics_note(build->statistics, HW_JIT_PHASE_READ);
    if (!hw_jit_simplify(build->module, machine))
        return false;
    leave_large(build, unit, table);
    hide_operands(build, table);
    build->literals = hw_jit_constant_registers(build, unit->literal, unit->literals);
    hw_jit_statistics_note(build->statistics, HW_JIT_PHASE_SIMPLIFY);
    return build->literals != NULL;
}

bool hw_jit_wrap(struct hw_jit_build *build, struct hw_jit_unit *unit, LLVMTargetMachineRef machine)
{
    struct hw_jit_dedup table;
    const bool wrapped = hw_jit_dedup_begin(&table, unit->count) && wrap_simply(build, unit, machine, &table);

    hw_jit_dedup_free(&table);
    return wrapped;
}
