/* SPDX-License-Identifier: MIT */
/* Accesses of memory: the function for those to good places (machine/memory/memory_table.h) is tried; where
 * it does nothing, the micro-operation's own function is called.  Where registers are held, usual accesses of
 * words by all lanes are part of the code (jit/inline/inline_access.h). */
#include "jit/compiler/jit_access.h"

#include <string.h>

#include "jit/compiler/jit_held.h"
#include "jit/compiler/jit_operands.h"
#include "jit/inline/inline_access.h"
#include "machine/memory/access.h"

void hw_jit_prepare_accesses(struct hw_jit_build *build, LLVMValueRef program)
{
    const LLVMValueRef uops = LLVMBuildPtrToInt(build->at, build->uops, build->i64, "");

    build->usual =
        LLVMBuildLoad2(build->at, build->pointer,
                       hw_jit_address(build, program, offsetof(struct hw_program, usual)), "usual");
    build->number =
        LLVMBuildUDiv(build->at, uops, LLVMConstInt(build->i64, sizeof(struct hw_uop), 0), "number");
}

_Static_assert((HW_RANGE_CACHE & (HW_RANGE_CACHE - 1)) == 0, "a remainder is some bits");

LLVMValueRef hw_jit_range(const struct hw_jit_build *build, uint32_t place)
{
    const LLVMValueRef number =
        LLVMBuildAdd(build->at, build->number, LLVMConstInt(build->i64, place, 0), "");
    const LLVMValueRef which =
        LLVMBuildAnd(build->at, number, LLVMConstInt(build->i64, HW_RANGE_CACHE - 1, 0), "");
    LLVMValueRef offset =
        LLVMBuildMul(build->at, which, LLVMConstInt(build->i64, sizeof(struct hw_range), 0), "");

    return LLVMBuildGEP2(build->at, build->i8,
                         hw_jit_address(build, build->in, offsetof(struct hw_block, cached)), &offset, 1, "");
}

static LLVMValueRef register_of(const struct hw_jit_build *build, unsigned number)
{
    return hw_jit_address(build, build->registers, number * sizeof(hw_lanes));
}

/* The first register that an access loads or stores. */
static uint16_t data_of(const struct hw_jit_shape *shape, uint32_t place)
{
    const struct hw_uop *uop = &shape->uop[place];

    return hw_usual_loads(shape->function[place].family) ? uop->d : uop->b;
}

/* What the function for accesses to good places is called with; and that function. */
enum { OPERANDS = 5, TRIED = OPERANDS };

static LLVMValueRef try(const struct hw_jit_build *build, LLVMValueRef argument[TRIED + 1])
{
    LLVMTypeRef parameters[OPERANDS] = {build->pointer, build->pointer, build->pointer, build->pointer,
                                        build->pointer};
    const LLVMValueRef done = LLVMBuildCall2(build->at, LLVMFunctionType(build->i8, parameters, OPERANDS, 0),
                                             argument[TRIED], argument, OPERANDS, "");

    return LLVMBuildICmp(build->at, LLVMIntNE, done, LLVMConstInt(build->i8, 0, 0), "");
}

/* A function that tries it, and calls the micro-operation's own where it does nothing: the event that is
 * left.  In code for all lanes that is done in place, for it is a tenth faster. */
static LLVMValueRef add_access(struct hw_jit_build *build)
{
    const LLVMBasicBlockRef before = LLVMGetInsertBlock(build->at);
    LLVMTypeRef parameters[TRIED + 1] = {build->pointer, build->pointer, build->pointer,
                                         build->pointer, build->pointer, build->pointer};
    const LLVMValueRef access =
        hw_jit_add_apart(build, "access", LLVMFunctionType(build->i8, parameters, TRIED + 1, 0));
    const LLVMBasicBlockRef good = LLVMAppendBasicBlockInContext(build->context, access, "good"),
                            other = LLVMAppendBasicBlockInContext(build->context, access, "other");
    LLVMValueRef argument[TRIED + 1];

    LLVMGetParams(access, argument);
    LLVMBuildCondBr(build->at, try(build, argument), good, other);
    LLVMPositionBuilderAtEnd(build->at, good);
    LLVMBuildRet(build->at, LLVMConstInt(build->i8, HW_EVENT_NONE, 0));
    LLVMPositionBuilderAtEnd(build->at, other);
    LLVMBuildRet(build->at, hw_jit_call_apart(build, argument[0], argument[1]));
    LLVMPositionBuilderAtEnd(build->at, before);
    return access;
}

static void access_in_place(struct hw_jit_build *build, uint32_t place, LLVMValueRef argument[TRIED + 1])
{
    const LLVMBasicBlockRef other = hw_jit_block(build, "other"), on = hw_jit_block(build, "on");

    LLVMBuildCondBr(build->at, try(build, argument), on, other);
    LLVMPositionBuilderAtEnd(build->at, other);
    hw_jit_put_warp(build, place);
    hw_jit_call(build, place, build->leave);
    hw_jit_take_again(build, place);
    LLVMBuildBr(build->at, on);
    LLVMPositionBuilderAtEnd(build->at, on);
}

static void access_apart(struct hw_jit_build *build, LLVMValueRef argument[TRIED + 1])
{
    const LLVMBasicBlockRef on = hw_jit_block(build, "on");

    if (!build->access)
        build->access = add_access(build);
    const LLVMValueRef event = LLVMBuildCall2(build->at, LLVMGlobalGetValueType(build->access), build->access,
                                              argument, TRIED + 1, "event");
    LLVMBuildCondBr(build->at, hw_jit_equal(build, event, LLVMConstInt(build->i8, HW_EVENT_NONE, 0)), on,
                    build->leave);
    LLVMPositionBuilderAtEnd(build->at, on);
}

/* An access of the warp's registers. */
static void access_of_warp(struct hw_jit_build *build, uint32_t place)
{
    const struct hw_jit_function function = build->shape->function[place];
    const LLVMValueRef list = hw_jit_address(
        build, build->usual, (function.family * HW_WIDTHS + function.number) * sizeof(hw_usual_fn *));
    LLVMValueRef argument[TRIED + 1] = {build->warp,
                                        hw_jit_uop(build, place),
                                        register_of(build, data_of(build->shape, place)),
                                        register_of(build, hw_jit_base_of(build->shape, place)),
                                        hw_usual_is_global(function.family) ? hw_jit_range(build, place)
                                                                            : LLVMGetUndef(build->pointer),
                                        [TRIED] = LLVMBuildLoad2(build->at, build->pointer, list, "")};

    if (build->lanes == HW_JIT_FOR_ALL)
        access_in_place(build, place, argument);
    else
        access_apart(build, argument);
}

/* --- where registers are held --- */

/* Whether a micro-operation of those that are no calls may store a register or the one behind it. */
static bool may_store(const struct hw_jit_shape *shape, uint32_t place, uint16_t reg)
{
    const struct hw_uop *uop = &shape->uop[place];
    const unsigned kind = shape->kind[place];
    const bool stores = kind == HW_JIT_KIND_INLINE ||
                        (kind == HW_JIT_KIND_ACCESS && hw_usual_loads(shape->function[place].family));

    return stores && uop->d <= reg + 1u && uop->d + HW_SLICE_PAIR > reg;
}

/* Whether a loop repeats an access most likely at the same addresses. */
static bool is_repeated(const struct hw_jit_build *build, uint32_t place)
{
    const struct hw_jit_shape *shape = build->shape;
    const uint16_t base = hw_jit_base_of(shape, place);

    for (uint32_t end = place + 1; end < shape->count && hw_jit_is_held(build, end); end++) {
        if (shape->kind[end] != HW_JIT_KIND_BRANCH || shape->uop[end].jump.target > place)
            continue;
        uint32_t i = shape->uop[end].jump.target;
        while (i < end && !may_store(shape, i, base))
            i++;
        return i == end;
    }
    return false;
}

/* A place before this one that has the same access; itself: none. */
static uint32_t same_access(const struct hw_jit_build *build, uint32_t place)
{
    const struct hw_jit_shape *shape = build->shape;
    const bool again = is_repeated(build, place);
    uint32_t i = 0;

    while (i < place &&
           !(build->wrapper_of[i] && shape->kind[i] == HW_JIT_KIND_ACCESS && is_repeated(build, i) == again &&
             shape->function[i].family == shape->function[place].family &&
             memcmp(&shape->uop[i].mem, &shape->uop[place].mem, sizeof shape->uop->mem) == 0))
        i++;
    return i;
}

/* In a program that goes straight on: a function of the warp, the addresses, the range and the distance. */
static LLVMValueRef wrap_given(const struct hw_jit_build *build, uint32_t place, LLVMModuleRef lanes)
{
    const struct hw_jit_shape *shape = build->shape;
    const LLVMValueRef find = hw_jit_lanes_find_given(lanes, build->module, shape->function[place].family);
    LLVMTypeRef parameters[] = {build->pointer, build->pointer, build->pointer, build->i32};

    if (!find)
        return NULL;
    const LLVMValueRef wrapper =
        LLVMAddFunction(build->module, "given", LLVMFunctionType(build->pointer, parameters, 4, 0));
    hw_jit_for_target(build, wrapper);
    LLVMPositionBuilderAtEnd(build->at, LLVMAppendBasicBlockInContext(build->context, wrapper, ""));
    LLVMValueRef arguments[] = {LLVMGetParam(wrapper, 0),
                                hw_jit_constant(build, &shape->uop[place]),
                                LLVMGetParam(wrapper, 1),
                                LLVMGetParam(wrapper, 2),
                                hw_jit_word(build, hw_width_bytes(shape->function[place].number)),
                                LLVMGetParam(wrapper, 3)};
    LLVMBuildRet(build->at, LLVMBuildCall2(build->at, LLVMGlobalGetValueType(find), find, arguments, 6, ""));
    return wrapper;
}

LLVMValueRef hw_jit_wrap_access(const struct hw_jit_build *build, uint32_t place, LLVMModuleRef lanes)
{
    const struct hw_jit_shape *shape = build->shape;
    const uint32_t same = same_access(build, place);

    if (build->straight)
        return wrap_given(build, place, lanes);
    if (!hw_jit_is_held(build, place) || shape->function[place].number != HW_WIDTH_B32)
        return NULL;
    if (same != place)
        return build->wrapper_of[same];
    const LLVMValueRef find =
        hw_jit_lanes_find(lanes, build->module, shape->function[place].family, is_repeated(build, place));
    LLVMTypeRef parameters[] = {build->pointer, build->pointer, build->pointer};
    if (!find)
        return NULL;
    const LLVMTypeRef found = LLVMGetReturnType(LLVMGlobalGetValueType(find));
    const LLVMValueRef wrapper =
        LLVMAddFunction(build->module, "find", LLVMFunctionType(found, parameters, 3, 0));
    hw_jit_for_target(build, wrapper);
    LLVMPositionBuilderAtEnd(build->at, LLVMAppendBasicBlockInContext(build->context, wrapper, ""));
    LLVMValueRef arguments[] = {LLVMGetParam(wrapper, 0), hw_jit_constant(build, &shape->uop[place]),
                                LLVMGetParam(wrapper, 1), LLVMGetParam(wrapper, 2)};
    LLVMBuildRet(build->at, LLVMBuildCall2(build->at, LLVMGlobalGetValueType(find), find, arguments, 4, ""));
    return wrapper;
}

/* The usual accesses: to a series of places or to one. */
enum { SERIES, SAME, USUAL };
static const size_t found_at[USUAL] = {
    [SERIES] = offsetof(struct hw_inline_place, series), [SAME] = offsetof(struct hw_inline_place, same)};

struct usual_access {
    uint32_t place; /* of the micro-operation */
    bool loads;
    LLVMValueRef data, low;        /* held words */
    LLVMBasicBlockRef move[USUAL]; /* what to do if it is one */
};

static LLVMValueRef load_found(const struct hw_jit_build *build, const struct usual_access *access,
                               unsigned usual)
{
    const LLVMValueRef at = hw_jit_address(build, hw_jit_held_place(build, access->place), found_at[usual]);

    return LLVMBuildLoad2(build->at, build->pointer, at, "");
}

/* Go on where what was found is moved; else here. */
static void test_found(struct hw_jit_build *build, const struct usual_access *access, unsigned usual)
{
    const LLVMBasicBlockRef not = hw_jit_block(build, "not");
    const LLVMValueRef nowhere = LLVMConstNull(build->pointer);

    LLVMBuildCondBr(build->at,
                    LLVMBuildICmp(build->at, LLVMIntNE, load_found(build, access, usual), nowhere, ""),
                    access->move[usual], not );
    LLVMPositionBuilderAtEnd(build->at, not );
}

static void test_all_found(struct hw_jit_build *build, const struct usual_access *access)
{
    test_found(build, access, SERIES);
    if (access->loads)
        test_found(build, access, SAME);
}

static void find(struct hw_jit_build *build, const struct usual_access *access)
{
    const LLVMValueRef wrapper = build->wrapper_of[access->place],
                       at = hw_jit_held_place(build, access->place);
    LLVMValueRef arguments[] = {build->warp, access->low, hw_jit_range(build, access->place)};
    const LLVMValueRef found =
        LLVMBuildCall2(build->at, LLVMGlobalGetValueType(wrapper), wrapper, arguments, 3, "");

    for (unsigned usual = 0; usual < USUAL; usual++)
        LLVMBuildStore(build->at, LLVMBuildExtractValue(build->at, found, usual, ""),
                       hw_jit_address(build, at, found_at[usual]));
}

static void move_series(const struct hw_jit_build *build, const struct usual_access *access)
{
    const LLVMTypeRef slice = LLVMVectorType(build->i32, HW_JIT_SLICE);
    const LLVMValueRef found = load_found(build, access, SERIES);

    for (unsigned lane = 0; lane < HW_LANES; lane += HW_JIT_SLICE) {
        const LLVMValueRef held = hw_jit_address(build, access->data, lane * sizeof(uint32_t)),
                           memory = hw_jit_address(build, found, lane * sizeof(uint32_t)),
                           words = LLVMBuildLoad2(build->at, slice, access->loads ? memory : held, "");
        LLVMSetAlignment(words, 4);
        LLVMSetAlignment(LLVMBuildStore(build->at, words, access->loads ? held : memory), 4);
    }
}

static void move_same(const struct hw_jit_build *build, const struct usual_access *access)
{
    const LLVMTypeRef slice = LLVMVectorType(build->i32, HW_JIT_SLICE);
    const LLVMValueRef word = LLVMBuildLoad2(build->at, build->i32, load_found(build, access, SAME), "");
    LLVMValueRef words = LLVMGetUndef(slice);

    for (unsigned lane = 0; lane < HW_JIT_SLICE; lane++)
        words = LLVMBuildInsertElement(build->at, words, word, hw_jit_word(build, lane), "");
    for (unsigned lane = 0; lane < HW_LANES; lane += HW_JIT_SLICE)
        LLVMBuildStore(build->at, words, hw_jit_address(build, access->data, lane * sizeof(uint32_t)));
}

/* Go on here where all lanes execute, and elsewhere if not. */
static void only_for_all(struct hw_jit_build *build, LLVMBasicBlockRef elsewhere)
{
    const LLVMBasicBlockRef all = hw_jit_block(build, "all");
    const LLVMValueRef exec = hw_jit_load(build, build->warp, HW_JIT_EXEC);

    LLVMBuildCondBr(build->at, hw_jit_equal(build, exec, hw_jit_word(build, ~0u)), all, elsewhere);
    LLVMPositionBuilderAtEnd(build->at, all);
}

/* A usual access is done, and goes on; where it is none, the code goes on here. */
static void access_usually(struct hw_jit_build *build, uint32_t place, LLVMBasicBlockRef on)
{
    const struct hw_jit_shape *shape = build->shape;
    const struct hw_jit_words words = hw_jit_held_words(build, place, 0);
    struct usual_access access = {.place = place,
                                  .loads = hw_usual_loads(shape->function[place].family),
                                  .data = hw_jit_register(build, place, &words, data_of(shape, place)),
                                  .low = hw_jit_register(build, place, &words, hw_jit_base_of(shape, place)),
                                  .move = {hw_jit_block(build, "series")}};

    if (access.loads)
        access.move[SAME] = hw_jit_block(build, "same");
    if (is_repeated(build, place))
        test_all_found(build, &access);
    find(build, &access);
    test_all_found(build, &access);
    const LLVMBasicBlockRef other = LLVMGetInsertBlock(build->at);
    for (unsigned usual = 0; usual < USUAL; usual++) {
        if (!access.move[usual])
            continue;
        LLVMPositionBuilderAtEnd(build->at, access.move[usual]);
        (usual == SERIES ? move_series : move_same)(build, &access);
        LLVMBuildBr(build->at, on);
    }
    LLVMPositionBuilderAtEnd(build->at, other);
}

void hw_jit_access(struct hw_jit_build *build, uint32_t place)
{
    const LLVMBasicBlockRef on = hw_jit_block(build, "accessed");

    if (hw_jit_is_held(build, place) && build->wrapper_of[place]) {
        const LLVMBasicBlockRef warp = hw_jit_block(build, "unusual");
        if (build->shape->bracket[place] != HW_JIT_BRACKET_NONE)
            only_for_all(build, warp);
        access_usually(build, place, on);
        LLVMBuildBr(build->at, warp);
        LLVMPositionBuilderAtEnd(build->at, warp);
    }
    hw_jit_put_operands(build, place, HW_JIT_ALL_SLICES);
    access_of_warp(build, place);
    hw_jit_take_operands(build, place, HW_JIT_ALL_SLICES);
    LLVMBuildBr(build->at, on);
    LLVMPositionBuilderAtEnd(build->at, on);
    hw_jit_held_forget(build, place);
}
