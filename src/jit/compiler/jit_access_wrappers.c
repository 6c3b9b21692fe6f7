/* SPDX-License-Identifier: MIT */
/* See jit_access_wrappers.h.  Accesses that differ in their registers only have one wrapper. */
#include "jit/compiler/jit_access_wrappers.h"

#include <string.h>

#include "jit/compiler/jit_constants.h"
#include "jit/compiler/jit_attributes.h"
#include "jit/compiler/jit_promote.h"
#include "jit/compiler/jit_operands.h"
#include "jit/compiler/jit_stateless.h"
#include "machine/memory/access.h"

#define POINTERS 3u /* the warp, the addresses, the range */

/* Whether a micro-operation of those that are no calls may store a register or the one behind it. */
static bool may_store(const struct hw_jit_unit *unit, uint32_t index, uint16_t reg)
{
    const struct hw_uop *uop = &unit->uop[index];
    const unsigned kind = unit->kind[index];
    const bool stores = kind == HW_JIT_KIND_INLINE ||
                        (kind == HW_JIT_KIND_ACCESS && hw_mem_fast_loads(unit->function[index].family));

    return stores && uop->d <= reg + 1u && uop->d + HW_SLICE_PAIR > reg;
}

bool hw_jit_is_repeated(const struct hw_jit_build *build, uint32_t index)
{
    const struct hw_jit_unit *unit = build->unit;
    const uint16_t base = hw_jit_base_of(unit, index);

    for (uint32_t end = index + 1; end < unit->count && hw_jit_is_promoted(build, end); end++) {
        if (unit->kind[end] != HW_JIT_KIND_BRANCH || unit->uop[end].jump.target > index)
            continue;
        uint32_t i = unit->uop[end].jump.target;
        while (i < end && !may_store(unit, i, base))
            i++;
        return i == end;
    }
    return false;
}

/* A micro-operation before this one that has the same access whose registers are promoted, too; itself: none.
 */
static uint32_t same_access(const struct hw_jit_build *build, uint32_t index)
{
    const struct hw_jit_unit *unit = build->unit;
    const bool again = hw_jit_is_repeated(build, index);
    uint32_t i = 0;

    while (i < index && !(build->wrapper_of[i] && unit->kind[i] == HW_JIT_KIND_ACCESS &&
                          hw_jit_is_promoted(build, i) && hw_jit_is_repeated(build, i) == again &&
                          unit->function[i].family == unit->function[index].family &&
                          memcmp(&unit->uop[i].mem, &unit->uop[index].mem, sizeof unit->uop->mem) == 0))
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

/* In code for warps without a state. */
static LLVMValueRef wrap_given(const struct hw_jit_build *build, uint32_t index, LLVMModuleRef lanes)
{
    const struct hw_jit_function function = build->unit->function[index];
    const LLVMValueRef find = hw_jit_lanes_find_given(lanes, build->module, function.family);

    if (!find)
        return NULL;
    const LLVMValueRef wrapper = begin(build, build->pointer, true);
    LLVMValueRef arguments[] = {LLVMGetParam(wrapper, 0),
                                hw_jit_constant(build, &build->unit->uop[index]),
                                LLVMGetParam(wrapper, 1),
                                LLVMGetParam(wrapper, 2),
                                hw_jit_word(build, hw_width_bytes(function.number)),
                                LLVMGetParam(wrapper, POINTERS)};
    end(build, find, arguments, sizeof arguments / sizeof *arguments);
    return wrapper;
}

/* Where registers are promoted. */
static LLVMValueRef wrap_held(const struct hw_jit_build *build, uint32_t index, LLVMModuleRef lanes)
{
    const struct hw_jit_unit *unit = build->unit;
    const uint32_t same = same_access(build, index);

    if (same != index)
        return build->wrapper_of[same];
    const LLVMValueRef find = hw_jit_lanes_find(lanes, build->module, unit->function[index].family,
                                                hw_jit_is_repeated(build, index));
    if (!find)
        return NULL;
    const LLVMValueRef wrapper = begin(build, LLVMGetReturnType(LLVMGlobalGetValueType(find)), false);
    LLVMValueRef arguments[] = {LLVMGetParam(wrapper, 0), hw_jit_constant(build, &unit->uop[index]),
                                LLVMGetParam(wrapper, 1), LLVMGetParam(wrapper, 2)};
    end(build, find, arguments, sizeof arguments / sizeof *arguments);
    return wrapper;
}

LLVMValueRef hw_jit_wrap_access(const struct hw_jit_build *build, uint32_t index, LLVMModuleRef lanes)
{
    if (hw_jit_stateless_has(build, index))
        return wrap_given(build, index, lanes);
    return hw_jit_is_promoted(build, index) && build->unit->function[index].number == HW_WIDTH_B32
               ? wrap_held(build, index, lanes)
               : NULL;
}
