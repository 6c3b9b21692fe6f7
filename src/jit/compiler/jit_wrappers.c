/* SPDX-License-Identifier: MIT */
/* A micro-operation that is inlined has a function, its wrapper: the lane function with all of the
 * micro-operation as a constant except for its registers, which are arguments.  Wrappers are made simple
 * before they are inlined, once for all places that do the same operation (jit_operation.h).  Of those that
 * stay large, some that many places use are called, and the largest (they go lane by lane, or are rare)
 * become calls to the engine's functions. */
#include "jit/compiler/jit_build.h"

#include <stdlib.h>
#include <string.h>

#include "jit/compiler/jit_access.h"
#include "jit/compiler/jit_copy.h"
#include "jit/compiler/jit_flush.h"
#include "jit/compiler/jit_held.h"
#include "jit/compiler/jit_lanes.h"
#include "jit/compiler/jit_operands.h"
#include "jit/compiler/jit_operation.h"
#include "jit/compiler/jit_optimize.h"
#include "jit/compiler/jit_times.h"

#define LARGEST 250 /* instructions of LLVM */
#define APART   "noinline"
/* An operation is apart if so many places use it and it has more instructions of LLVM than that. */
#define RECURS      3u
#define SMALL_APART 14u
#define LARGE_APART 40u

/* What the functions of ops/lanes were compiled for; a function is only inlined into one of the same. */
static void note_target(struct hw_jit_build *build, LLVMModuleRef lanes)
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
        if (LLVMIsDeclaration(f) || LLVMGetLinkage(f) == LLVMExternalLinkage) /* a wrapper */
            continue;
        LLVMSetLinkage(f, LLVMInternalLinkage);
        if (has(f, "cold"))
            continue;
        LLVMRemoveEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex,
                                       LLVMGetEnumAttributeKindForName("noinline", strlen("noinline")));
        LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, attribute(build, "alwaysinline"));
    }
}

LLVMValueRef hw_jit_constant(const struct hw_jit_build *build, const struct hw_uop *uop)
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

/* A table of registers, each of one word, and behind them one of zero. */
static LLVMValueRef make_constants(const struct hw_jit_build *build, const uint32_t *word, uint32_t words)
{
    const uint32_t count = words + 1;
    const LLVMTypeRef row = LLVMArrayType2(build->i32, HW_LANES), type = LLVMArrayType2(row, count);
    LLVMValueRef *rows = malloc(count * sizeof *rows), lanes[HW_LANES];

    if (!rows)
        return NULL;
    for (uint32_t i = 0; i < words; i++) {
        for (unsigned l = 0; l < HW_LANES; l++)
            lanes[l] = hw_jit_word(build, word[i]);
        rows[i] = LLVMConstArray2(build->i32, lanes, HW_LANES);
    }
    rows[words] = LLVMConstNull(row);
    const LLVMValueRef table = LLVMAddGlobal(build->module, type, "constants");
    LLVMSetInitializer(table, LLVMConstArray2(row, rows, count));
    LLVMSetGlobalConstant(table, 1);
    LLVMSetLinkage(table, LLVMPrivateLinkage);
    LLVMSetAlignment(table, sizeof(hw_lanes));
    free(rows);
    return table;
}

/* --- wrappers --- */

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
static LLVMValueRef make_slice_regs(const struct hw_jit_build *build, LLVMValueRef wrapper, uint32_t place,
                                    const struct hw_jit_operation *operation)
{
    const LLVMTypeRef type = LLVMArrayType2(build->i8, sizeof(struct hw_slice_regs));
    const LLVMValueRef slice = LLVMGetParam(wrapper, 0), own = LLVMBuildAlloca(build->at, type, "own");
    const LLVMValueRef words = make_constants(build, operation->word, HW_SLICE_OPERANDS);
    unsigned argument = 0;

    LLVMSetAlignment(own, _Alignof(struct hw_slice_regs));
    hw_jit_store(build, own, HW_JIT_EXEC,
                 operation->whole ? hw_jit_word(build, HW_JIT_SLICE_MASK)
                                  : hw_jit_load(build, slice, HW_JIT_EXEC));
    hw_jit_copy_predicates(build, own, slice, hw_jit_predicates(build->shape, place, true));
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

static LLVMValueRef wrap(const struct hw_jit_build *build, uint32_t place,
                         const struct hw_jit_operation *operation, LLVMValueRef function)
{
    const LLVMValueRef wrapper = add_wrapper(build, (unsigned)__builtin_popcount(operation->given));
    const LLVMValueRef own = make_slice_regs(build, wrapper, place, operation);
    LLVMValueRef arguments[] = {own, hw_jit_constant(build, &operation->uop)};

    LLVMBuildCall2(build->at, build->function, function, arguments, 2, "");
    hw_jit_copy_predicates(build, LLVMGetParam(wrapper, 0), own,
                           hw_jit_predicates(build->shape, place, false));
    LLVMBuildRetVoid(build->at);
    return wrapper;
}

/* The slice as it is seen by a wrapper that is not inlined: a copy of the words which that reads.  Their own
 * places have no address then, and become registers of the host. */
static LLVMValueRef copy_slice(const struct hw_jit_build *build, uint32_t place)
{
    hw_jit_store(build, build->copy, HW_JIT_EXEC, hw_jit_load(build, build->slice, HW_JIT_EXEC));
    hw_jit_copy_predicates(build, build->copy, build->slice, hw_jit_predicates(build->shape, place, true));
    return build->copy;
}

bool hw_jit_is_apart(LLVMValueRef wrapper)
{
    return has(wrapper, APART);
}

void hw_jit_keep_apart(const struct hw_jit_build *build, LLVMValueRef function)
{
    LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute(build, APART));
}

LLVMValueRef hw_jit_add_apart(const struct hw_jit_build *build, const char *name, LLVMTypeRef type)
{
    const LLVMValueRef function = LLVMAddFunction(build->module, name, type);

    hw_jit_for_target(build, function);
    hw_jit_keep_apart(build, function);
    LLVMSetLinkage(function, LLVMInternalLinkage);
    LLVMPositionBuilderAtEnd(build->at, LLVMAppendBasicBlockInContext(build->context, function, ""));
    return function;
}

static void call(const struct hw_jit_build *build, LLVMValueRef wrapper,
                 const struct hw_jit_argument *argument, unsigned count)
{
    LLVMValueRef address[1 + HW_SLICE_OPERANDS];

    for (unsigned i = 0; i < count; i++)
        address[i] = argument[i].address;
    LLVMBuildCall2(build->at, LLVMGlobalGetValueType(wrapper), wrapper, address, count, "");
}

/* Where the code finds a register that a parameter of a wrapper points to.  A copy knows it by its
 * number. */
static struct hw_jit_argument argument_of(struct hw_jit_build *build, uint32_t place,
                                          const struct hw_jit_words *seen, uint16_t reg, bool copied)
{
    if (copied && !seen->held && hw_jit_known_has(build, seen->warp, reg))
        return (struct hw_jit_argument){.reg = reg};
    return (struct hw_jit_argument){.address = hw_jit_register(build, place, seen, reg)};
}

void hw_jit_call_wrapper(struct hw_jit_build *build, uint32_t place, const struct hw_jit_words *words)
{
    const struct hw_jit_shape *shape = build->shape;
    const LLVMValueRef wrapper = build->wrapper_of[place];
    const bool apart = hw_jit_is_apart(wrapper), direct = words->held && hw_jit_is_direct(build, place),
               copied = !apart && (direct || !words->held) && hw_jit_can_copy(wrapper);
    const struct hw_jit_words warp = {.warp = words->warp}, *const seen = direct ? words : &warp;
    const struct hw_jit_operation operation = hw_jit_operation_of(build, place);
    struct hw_jit_argument argument[1 + HW_SLICE_OPERANDS] = {
        {.address = apart ? copy_slice(build, place) : build->slice}};
    uint16_t reg[HW_SLICE_OPERANDS];
    uint32_t literal;
    unsigned count = 1;

    hw_jit_registers_of(&shape->uop[place], reg);
    for (unsigned i = 0; i < HW_SLICE_OPERANDS; i++) {
        if (!(operation.given >> i & 1))
            continue;
        if (i > 0 && hw_jit_is_known(shape, operation.function.family, reg[i], &literal))
            argument[count++].address = hw_jit_address(build, build->literals, literal * sizeof(hw_lanes));
        else
            argument[count++] = argument_of(build, place, seen, reg[i], copied);
    }
    if (copied) {
        hw_jit_copy(build, wrapper, argument);
        return;
    }
    hw_jit_known_forget(build);
    if (words->held && !direct)
        hw_jit_put_operands(build, place, words->lane);
    call(build, wrapper, argument, count);
    if (words->held && !direct)
        hw_jit_take_operands(build, place, words->lane);
    if (apart)
        hw_jit_copy_predicates(build, build->slice, build->copy, hw_jit_predicates(shape, place, false));
}

/* What a guard or a jump tests beside a predicate: a function from the words of a condition code to the
 * lanes that pass. */
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

/* --- all of them --- */

/* A table of operations by their hash, with the place of one that does it; free places are UINT32_MAX. */
struct operations {
    struct hw_jit_operation *operation; /* by place */
    uint32_t *uses;                     /* by place, of the first that does an operation */
    uint32_t *place;
    uint32_t mask;
};

static bool make_table(struct operations *table, uint32_t count)
{
    uint32_t size = 16;

    while (size < 2 * count)
        size *= 2;
    table->mask = size - 1;
    table->operation = malloc(count * sizeof *table->operation);
    table->uses = calloc(count, sizeof *table->uses);
    table->place = malloc(size * sizeof *table->place);
    if (table->place)
        memset(table->place, 0xff, size * sizeof *table->place);
    return table->operation && table->uses && table->place;
}

static uint32_t hash_of(const struct hw_jit_operation *operation)
{
    const uint8_t *bytes = (const uint8_t *)operation;
    uint32_t hash = 2166136261u; /* Fowler, Noll, Vo */

    for (size_t i = 0; i < sizeof *operation; i++)
        hash = (hash ^ bytes[i]) * 16777619u;
    return hash;
}

/* The first place that does what a place does; itself, if need be. */
static uint32_t find_equal(const struct operations *table, uint32_t place)
{
    const struct hw_jit_operation *operation = &table->operation[place];
    uint32_t at = hash_of(operation) & table->mask;

    while (table->place[at] != UINT32_MAX) {
        if (memcmp(&table->operation[table->place[at]], operation, sizeof *operation) == 0)
            return table->place[at];
        at = (at + 1) & table->mask;
    }
    table->place[at] = place;
    return place;
}

static void wrap_all(struct hw_jit_build *build, struct hw_jit_shape *shape, LLVMModuleRef lanes,
                     struct operations *table)
{
    for (uint32_t i = 0; i < shape->count; i++) {
        if (hw_jit_tests(shape, i))
            build->wrapper_of[i] = wrap_test(build, i, hw_jit_lanes_test(lanes, build->module));
        if (shape->kind[i] == HW_JIT_KIND_ACCESS)
            build->wrapper_of[i] = hw_jit_wrap_access(build, i, lanes);
        if (shape->kind[i] != HW_JIT_KIND_INLINE)
            continue;
        table->operation[i] = hw_jit_operation_of(build, i);
        const uint32_t equal = find_equal(table, i);
        table->uses[equal]++;
        const LLVMValueRef function = hw_jit_lanes_function(lanes, build->module, shape->function[i]);
        if (equal != i)
            build->wrapper_of[i] = build->wrapper_of[equal];
        else if (function)
            build->wrapper_of[i] = wrap(build, i, &table->operation[i], function);
        if (!build->wrapper_of[i])
            shape->kind[i] = HW_JIT_KIND_CALL;
    }
}

/* Whether an operation is a function of the code.  That takes less to compile and longer to execute; on
 * x86-64 without AVX2, where an operation is some hundred instructions, it is no slower, and warps with
 * lanes that are not active are rarer. */
static bool is_apart(const struct hw_jit_build *build, unsigned size, uint32_t uses)
{
    const bool small = build->level == HW_BUILD_BASE || build->lanes != HW_JIT_FOR_ALL;

    return uses >= RECURS && size > (small ? SMALL_APART : LARGE_APART);
}

/* What has stayed large is called: by the engine's function, or the wrapper itself. */
static void leave_large(struct hw_jit_build *build, struct hw_jit_shape *shape,
                        const struct operations *table)
{
    for (uint32_t i = 0; i < shape->count; i++) {
        const LLVMValueRef wrapper = build->wrapper_of[i];
        unsigned size = 0;
        if (!wrapper)
            continue;
        if (shape->kind[i] == HW_JIT_KIND_INLINE) {
            size = hw_jit_size_of(wrapper);
            if (size > LARGEST)
                shape->kind[i] = HW_JIT_KIND_CALL;
            else
                build->times->wrapped += size;
        }
        LLVMSetLinkage(wrapper, LLVMInternalLinkage);
        if (table->uses[i] || hw_jit_tests(shape, i) || shape->kind[i] == HW_JIT_KIND_ACCESS)
            LLVMAddAttributeAtIndex(
                wrapper, LLVMAttributeFunctionIndex,
                attribute(build, is_apart(build, size, table->uses[i]) ? APART : "alwaysinline"));
    }
}

static void hide_operands(const struct hw_jit_build *build, const struct operations *table)
{
    for (uint32_t i = 0; i < build->shape->count; i++)
        if (table->uses[i] && build->wrapper_of[i] && table->operation[i].hides)
            hw_jit_flush_hide(build, build->wrapper_of[i]);
}

static bool wrap_simply(struct hw_jit_build *build, struct hw_jit_shape *shape, LLVMTargetMachineRef machine,
                        struct operations *table)
{
    const LLVMModuleRef lanes = hw_jit_lanes_module(build->context, build->level);

    if (!lanes)
        return false;
    note_target(build, lanes);
    wrap_all(build, shape, lanes, table);
    hw_jit_times_note(build->times, HW_JIT_PHASE_WRAP);
    if (!hw_jit_lanes_link(lanes, build->module))
        return false;
    inline_all(build);
    hw_jit_times_note(build->times, HW_JIT_PHASE_READ);
    if (!hw_jit_simplify(build->module, machine))
        return false;
    leave_large(build, shape, table);
    hide_operands(build, table);
    build->literals = make_constants(build, shape->literal, shape->literals);
    hw_jit_times_note(build->times, HW_JIT_PHASE_SIMPLIFY);
    return build->literals != NULL;
}

bool hw_jit_wrap(struct hw_jit_build *build, struct hw_jit_shape *shape, LLVMTargetMachineRef machine)
{
    struct operations table;
    const bool wrapped = make_table(&table, shape->count) && wrap_simply(build, shape, machine, &table);

    free(table.place);
    free(table.uses);
    free(table.operation);
    return wrapped;
}
