/* SPDX-License-Identifier: MIT */
/* The predicates that a micro-operation of a compile unit reads and writes; and the memory of a unit. */
#include "jit/request/jit_unit.h"

#include <stdlib.h>

#define ALL_OF_LANES ((1u << HW_PT) - 1) /* P0 to P6 */

static unsigned bit(unsigned predicate)
{
    const unsigned number = predicate & ~HW_PRED_NOT;

    return number != HW_PT ? 1u << number : 0;
}

/* Whether an operation on predicates names uniform predicates.  Its other details may look like some. */
static bool names_uniform(const struct hw_uop *uop)
{
    const unsigned named = bit(uop->p_in) | bit(uop->p_out) | bit(uop->p_out2) | bit(uop->details[0] & 31) |
                           bit(uop->details[1] & 31) | bit(uop->details[2] & 31);

    return named >> HW_UP0;
}

/* The predicates that are added, as carries; only sums with carries have them. */
static unsigned carries(const struct hw_jit_unit *unit, uint32_t index)
{
    const struct hw_uop *uop = &unit->uop[index];

    return unit->function[index].family == HW_JIT_FAMILY_CARRY
               ? bit(uop->carry.first) | bit(uop->carry.second)
               : 0;
}

unsigned hw_jit_predicates(const struct hw_jit_unit *unit, uint32_t index, bool reads)
{
    const struct hw_uop *uop = &unit->uop[index];

    switch (unit->kind[index]) {
    case HW_JIT_KIND_GUARD: return reads ? bit(uop->p_in) : 0;
    case HW_JIT_KIND_INLINE:
        if (unit->function[index].family == HW_JIT_FAMILY_PREDICATE) /* some read and write all of them */
            return ALL_OF_LANES | (names_uniform(uop) ? ALL_OF_LANES << HW_UP0 : 0);
        return bit(uop->p_out) | bit(uop->p_out2) | (reads ? bit(uop->p_in) | carries(unit, index) : 0);
    default: return 0;
    }
}

bool hw_jit_depends_on_predicates(const struct hw_jit_unit *unit, uint32_t index)
{
    return unit->function[index].family == HW_JIT_FAMILY_PREDICATE || bit(unit->uop[index].p_in) ||
           carries(unit, index);
}

bool hw_jit_unit_allocate(struct hw_jit_unit *unit, uint32_t count, uint32_t literals)
{
    *unit = (struct hw_jit_unit){.count = count,
                                 .kind = calloc(count, sizeof *unit->kind),
                                 .guard_region = calloc(count, sizeof *unit->guard_region),
                                 .leader = calloc(count, sizeof *unit->leader),
                                 .function = calloc(count, sizeof *unit->function),
                                 .uop = calloc(count, sizeof *unit->uop),
                                 .literals = literals,
                                 .literal = calloc(literals + 1, sizeof *unit->literal),
                                 .changes = calloc(literals + 1, sizeof *unit->changes)};
    return unit->kind && unit->guard_region && unit->leader && unit->function && unit->uop && unit->literal &&
           unit->changes;
}

void hw_jit_unit_clear(struct hw_jit_unit *unit)
{
    free(unit->kind);
    free(unit->guard_region);
    free(unit->leader);
    free(unit->function);
    free(unit->uop);
    free(unit->literal);
    free(unit->changes);
}
