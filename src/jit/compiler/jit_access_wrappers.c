/* SPDX-License-Identifier: MIT */
/* See jit_access_wrappers.h.  Accesses that differ in their registers only have one wrapper. */
#include "jit/compiler/jit_access_wrappers.h"

#include <string.h>

#include "jit/compiler/jit_constants.h"
#include "jit/compiler/jit_functions.h"
#include "jit/compiler/jit_held.h"
#include "jit/compiler/jit_operands.h"
#include "jit/compiler/jit_straight_code.h"
#include "machine/memory/access.h"

#define POINTERS 3u /* the warp, the addresses, the range */

/* Whether a micro-operation of those that are no calls may store a register or the one behind it. */
static bool may_store(const struct hw_jit_unit *unit, uint32_t place, uint16_t reg)
{
    const struct hw_uop *uop = &unit->uop[place];
    const unsigned kind = unit->kind[place];
    const bool stores = kind == HW_JIT_KIND_INLINE ||
                        (kind == HW_JIT_KIND_ACCESS && hw_mem_fast_loads(unit->function[place].family));

    return stores && uop->d <= reg + 1u && uop->d + HW_SLICE_PAIR > reg;
}

bool hw_jit_is_repeated(const struct hw_jit_build *build, uint32_t place)
{
    const struct hw_jit_unit *unit = build->unit;
    const uint16_t base = hw_jit_base_of(unit, place);

    for (uint32_t end = place + 1; end < unit->count && hw_jit_is_held(build, end); end++) {
        if (unit->kind[end] != HW_JIT_KIND_BRANCH || unit->uop[end].jump.target > place)
            continue;
        uint32_t i = unit->uop[end].jump.target;
        while (i < end && !may_store(unit, i, base))
            i++;
        return i == end;
    }
    return false;
}

/* A place before this one that has the same access and holds registers, too; itself: none. */
static uint32_t same_access(const struct hw_jit_build *build, uint32_t place)
{
    const struct hw_jit_unit *unit = build->unit;
    const bool again = hw_jit_is_repeated(build, place);
    uint32_t i = 0;

    while (i < place && !(build->wrapper_of[i] && unit->kind[i] == HW_JIT_KIND_ACCESS &&
                          hw_jit_is_held(build, i) && hw_jit_is_repeated(build, i) == again &&
                          unit->function[i].family == unit->function[place].family &&
                          memcmp(&unit->uop[i].mem, &unit->uop[place].mem, sizeof unit->uop->mem) == 0))
        i++;
    return i;
}

/* A function with those parameters and, perhaps, a distance. */
static LLVMValueRef begin(const struct hw_jit_build *build, LLVMTypeRef result, bool distance)
{
    LLVMTypeRef parameters[POINTERS + 1] = {build->pointer, build->pointer, build->pointer, build->i32};
    const LLVMValueRef wrapper =
        LLVMAddFunction(build->module, "find", LLVMFunctionType(result, parameters, POINTERS + distance, 0));

    hw_jit_for_target(build, wrapper);
    LLVMPositionBuilderAtEnd(build->at, LLVMAppendBasicBlockInContext(build->context, wrapper, ""));
    return wrapper;
}

/* What it returns is what another function does, of which it gives the first so many arguments. */
static void end(const struct hw_jit_build *build, LLVMValueRef find, LLVMValueRef *argument, unsigned count)
{
    LLVMBuildRet(build->at,
                 LLVMBuildCall2(build->at, LLVMGlobalGetValueType(find), find, argument, count, ""));
}

/* In code that goes straight on. */
static LLVMValueRef wrap_given(const struct hw_jit_build *build, uint32_t place, LLVMModuleRef lanes)
{
    const struct hw_jit_function function = build->unit->function[place];
    const LLVMValueRef find = hw_jit_lanes_find_given(lanes, build->module, function.family);

    if (!find)
        return NULL;
    const LLVMValueRef wrapper = begin(build, build->pointer, true);
    LLVMValueRef arguments[] = {LLVMGetParam(wrapper, 0),
                                hw_jit_constant(build, &build->unit->uop[place]),
                                LLVMGetParam(wrapper, 1),
                                LLVMGetParam(wrapper, 2),
                                hw_jit_word(build, hw_width_bytes(function.number)),
                                LLVMGetParam(wrapper, POINTERS)};
    end(build, find, arguments, sizeof arguments / sizeof *arguments);
    return wrapper;
}

/* Where registers are held. */
static LLVMValueRef wrap_held(const struct hw_jit_build *build, uint32_t place, LLVMModuleRef lanes)
{
    const struct hw_jit_unit *unit = build->unit;
    const uint32_t same = same_access(build, place);

    if (same != place)
        return build->wrapper_of[same];
    const LLVMValueRef find = hw_jit_lanes_find(lanes, build->module, unit->function[place].family,
                                                hw_jit_is_repeated(build, place));
    if (!find)
        return NULL;
    const LLVMValueRef wrapper = begin(build, LLVMGetReturnType(LLVMGlobalGetValueType(find)), false);
    LLVMValueRef arguments[] = {LLVMGetParam(wrapper, 0), hw_jit_constant(build, &unit->uop[place]),
                                LLVMGetParam(wrapper, 1), LLVMGetParam(wrapper, 2)};
    end(build, find, arguments, sizeof arguments / sizeof *arguments);
    return wrapper;
}

LLVMValueRef hw_jit_wrap_access(const struct hw_jit_build *build, uint32_t place, LLVMModuleRef lanes)
{
    if (hw_jit_straight_has(build, place))
        return wrap_given(build, place, lanes);
    return hw_jit_is_held(build, place) && build->unit->function[place].number == HW_WIDTH_B32
               ? wrap_held(build, place, lanes)
               : NULL;
}
