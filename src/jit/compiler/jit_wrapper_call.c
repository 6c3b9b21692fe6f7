/* SPDX-License-Identifier: MIT */
/* Calls of wrappers (jit_wrappers.c) for a slice.  A copy in place of a call knows registers by their numbers
 * (jit_inline_forward.h). */
#include "jit/compiler/jit_inline_forward.h"
#include "jit/compiler/jit_attributes.h"
#include "jit/compiler/jit_promote.h"
#include "jit/compiler/jit_operands.h"
#include "jit/compiler/jit_signature.h"

/* The slice as it is seen by a wrapper that is not inlined: a copy of the words which that reads.  What it is
 * copied from has no address then, and becomes registers of the host. */
static LLVMValueRef copy_slice(const struct hw_jit_build *build, uint32_t index)
{
    hw_jit_store(build, build->copy, HW_JIT_EXEC, hw_jit_load(build, build->slice, HW_JIT_EXEC));
    hw_jit_copy_predicates(build, build->copy, build->slice, hw_jit_predicates(build->unit, index, true));
    return build->copy;
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
static struct hw_jit_argument argument_of(struct hw_jit_build *build, uint32_t index,
                                          const struct hw_jit_words *seen, uint16_t reg, bool copied,
                                          bool is_destination)
{
    if (copied && !seen->promoted && hw_jit_available_has(build, seen->warp, reg))
        return (struct hw_jit_argument){.reg = reg, .is_destination = is_destination};
    return (struct hw_jit_argument){.address = hw_jit_register(build, index, seen, reg)};
}

void hw_jit_call_wrapper(struct hw_jit_build *build, uint32_t index, const struct hw_jit_words *words)
{
    const struct hw_jit_unit *unit = build->unit;
    const LLVMValueRef wrapper = build->wrapper_of[index];
    const bool apart = hw_jit_is_noinline(wrapper),
               direct = words->promoted && hw_jit_is_direct(build, index),
               copied = !apart && (direct || !words->promoted) && hw_jit_can_inline_forward(wrapper);
    const struct hw_jit_words warp = {.warp = words->warp}, *const seen = direct ? words : &warp;
    const struct hw_jit_signature operation = hw_jit_signature_of(build, index);
    struct hw_jit_argument argument[1 + HW_SLICE_OPERANDS] = {
        {.address = apart ? copy_slice(build, index) : build->slice}};
    uint16_t reg[HW_SLICE_OPERANDS];
    uint32_t literal;
    unsigned count = 1;

    hw_jit_registers_of(&unit->uop[index], reg);
    for (unsigned i = 0; i < HW_SLICE_OPERANDS; i++) {
        if (!(operation.given >> i & 1))
            continue;
        if (i > 0 && hw_jit_is_available(unit, operation.function.family, reg[i], &literal))
            argument[count++].address = hw_jit_address(build, build->literals, literal * sizeof(hw_lanes));
        else
            argument[count++] = argument_of(build, index, seen, reg[i], copied, hw_jit_is_destination(i));
    }
    if (copied) {
        hw_jit_inline_forward(build, wrapper, argument);
        return;
    }
    hw_jit_available_forget(build);
    if (words->promoted && !direct)
        hw_jit_write_back_operands(build, index, words->lane);
    call(build, wrapper, argument, count);
    if (words->promoted && !direct)
        hw_jit_reload_operands(build, index, words->lane);
    if (apart)
        hw_jit_copy_predicates(build, build->slice, build->copy, hw_jit_predicates(unit, index, false));
}
