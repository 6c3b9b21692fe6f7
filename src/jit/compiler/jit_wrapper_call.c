/* SPDX-License-Identifier: MIT */
/* Calls of wrappers (jit_wrappers.c) for a slice.  A copy in place of a call knows registers by their numbers
 * (jit_copy.h). */
#include "jit/compiler/jit_copy.h"
#include "jit/compiler/jit_functions.h"
#include "jit/compiler/jit_held.h"
#include "jit/compiler/jit_operands.h"
#include "jit/compiler/jit_operation.h"

/* The slice as it is seen by a wrapper that is not inlined: a copy of the words which that reads.  Their own
 * places have no address then, and become registers of the host. */
static LLVMValueRef copy_slice(const struct hw_jit_build *build, uint32_t place)
{
    hw_jit_store(build, build->copy, HW_JIT_EXEC, hw_jit_load(build, build->slice, HW_JIT_EXEC));
    hw_jit_copy_predicates(build, build->copy, build->slice, hw_jit_predicates(build->unit, place, true));
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
static struct hw_jit_argument argument_of(struct hw_jit_build *build, uint32_t place,
                                          const struct hw_jit_words *seen, uint16_t reg, bool copied,
                                          bool is_destination)
{
    if (copied && !seen->held && hw_jit_known_has(build, seen->warp, reg))
        return (struct hw_jit_argument){.reg = reg, .is_destination = is_destination};
    return (struct hw_jit_argument){.address = hw_jit_register(build, place, seen, reg)};
}

void hw_jit_call_wrapper(struct hw_jit_build *build, uint32_t place, const struct hw_jit_words *words)
{
    const struct hw_jit_unit *unit = build->unit;
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

    hw_jit_registers_of(&unit->uop[place], reg);
    for (unsigned i = 0; i < HW_SLICE_OPERANDS; i++) {
        if (!(operation.given >> i & 1))
            continue;
        if (i > 0 && hw_jit_is_known(unit, operation.function.family, reg[i], &literal))
            argument[count++].address = hw_jit_address(build, build->literals, literal * sizeof(hw_lanes));
        else
            argument[count++] = argument_of(build, place, seen, reg[i], copied, hw_jit_is_destination(i));
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
        hw_jit_copy_predicates(build, build->slice, build->copy, hw_jit_predicates(unit, place, false));
}
