/* SPDX-License-Identifier: MIT */
/* See jit_signature.h.  Zeros are part of what an operation does, for they make it simpler.  Other literals
 * are where much depends on them: shifts, bit fields, selections of bytes. */
#include "jit/compiler/jit_signature.h"

#include <string.h>

#include "jit/compiler/jit_hide.h"
#include "ops/lanes/lane_functions.h"

_Static_assert(sizeof(struct hw_jit_signature) ==
                   sizeof(struct hw_uop) + 8 + HW_SLICE_OPERANDS * sizeof(uint32_t),
               "no holes");

#define ZEROS 4u /* registers that are always 0: struct hw_register_layout */

static void fields_of(struct hw_uop *uop, uint16_t *field[HW_SLICE_OPERANDS])
{
    uint16_t *const all[HW_SLICE_OPERANDS] = {&uop->d, &uop->a,        &uop->b,
                                              &uop->c, &uop->cond_out, &uop->cond_in};

    memcpy(field, all, sizeof all);
}

void hw_jit_registers_of(const struct hw_uop *uop, uint16_t reg[HW_SLICE_OPERANDS])
{
    struct hw_uop copy = *uop;
    uint16_t *field[HW_SLICE_OPERANDS];

    fields_of(&copy, field);
    for (unsigned i = 0; i < HW_SLICE_OPERANDS; i++)
        reg[i] = *field[i];
}

bool hw_jit_is_destination(unsigned operand)
{
    const struct hw_uop names = {.d = 1, .cond_out = 1};
    uint16_t named[HW_SLICE_OPERANDS];

    hw_jit_registers_of(&names, named);
    return named[operand];
}

static bool has_pairs(unsigned family)
{
    return family == HW_JIT_FAMILY_FP64 || family == HW_JIT_FAMILY_CONVERT ||
           family == HW_JIT_FAMILY_CONVERT_WIDE || family == HW_JIT_FAMILY_CARRY;
}

bool hw_jit_is_available(const struct hw_jit_unit *unit, unsigned family, uint16_t reg, uint32_t *literal)
{
    if ((uint32_t)reg - unit->numbering.zero < ZEROS) {
        *literal = unit->literals;
        return true;
    }
    *literal = (uint32_t)reg - unit->numbering.literal;
    return *literal < unit->literals && !unit->changes[*literal] && !has_pairs(family);
}

/* Whether the values of operands decide much of what becomes of an operation. */
static bool depends_on_values(struct hw_jit_function function)
{
    switch (function.family) {
    case HW_JIT_FAMILY_BITS:
    case HW_JIT_FAMILY_VIDEO:
    case HW_JIT_FAMILY_PREDICATE: return true;
    case HW_JIT_FAMILY_INTEGER:
        return function.number == HW_LANES_INTEGER_SHL || function.number == HW_LANES_INTEGER_SHR;
    default: return false;
    }
}

bool hw_jit_depends_on_lane(const struct hw_jit_unit *unit, uint32_t index)
{
    const struct hw_jit_function function = unit->function[index];

    return function.family == HW_JIT_FAMILY_MOVE && function.number == HW_LANES_MOVE_MOV_PART &&
           unit->uop[index].move.written != 0xf;
}

struct hw_jit_signature hw_jit_signature_of(const struct hw_jit_build *build, uint32_t index)
{
    const struct hw_jit_unit *unit = build->unit;
    struct hw_jit_signature operation;
    uint16_t *field[HW_SLICE_OPERANDS];

    memset(&operation, 0, sizeof operation);
    operation.uop = unit->uop[index];
    operation.function = unit->function[index];
    operation.whole =
        build->lanes == HW_CODE_FULL_WARPS && unit->guard_region[index] == HW_JIT_GUARD_REGION_NONE;
    operation.hides = hw_jit_hides(build, index);
    fields_of(&operation.uop, field);
    for (unsigned i = 0; i < HW_SLICE_OPERANDS; i++) {
        uint32_t literal;
        if (*field[i] == HW_NO_REGISTER)
            continue;
        if (i > 0 && hw_jit_is_available(unit, operation.function.family, *field[i], &literal) &&
            !operation.hides && (literal == unit->literals || depends_on_values(operation.function))) {
            operation.known |= 1u << i;
            if (literal < unit->literals)
                operation.word[i] = unit->literal[literal];
        } else {
            operation.given |= 1u << i;
        }
        *field[i] = (uint16_t)(i * HW_SLICE_PAIR);
    }
    return operation;
}
