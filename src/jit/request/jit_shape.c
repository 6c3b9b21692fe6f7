/* SPDX-License-Identifier: MIT */
/* See jit_shape.h. */
#include "jit/request/jit_shape.h"

#include <stdlib.h>

#define ALL_OF_LANES ((1u << HW_PT) - 1) /* P0 to P6 */

static unsigned bit(unsigned predicate)
{
    const unsigned number = predicate & ~HW_PRED_NOT;

    return number != HW_PT ? 1u << number : 0;
}

/* Whether an operation on predicates names some of the uniform datapath; its other details may look so. */
static bool names_uniform(const struct hw_uop *uop)
{
    const unsigned named = bit(uop->p_in) | bit(uop->p_out) | bit(uop->p_out2) | bit(uop->details[0] & 31) |
                           bit(uop->details[1] & 31) | bit(uop->details[2] & 31);

    return named >> HW_UP0;
}

/* Predicates that are added, which only sums with carries have. */
static unsigned carries(const struct hw_jit_shape *shape, uint32_t place)
{
    const struct hw_uop *uop = &shape->uop[place];

    return shape->function[place].family == HW_JIT_FAMILY_CARRY
               ? bit(uop->carry.first) | bit(uop->carry.second)
               : 0;
}

unsigned hw_jit_predicates(const struct hw_jit_shape *shape, uint32_t place, bool reads)
{
    const struct hw_uop *uop = &shape->uop[place];

    switch (shape->kind[place]) {
    case HW_JIT_KIND_GUARD: return reads ? bit(uop->p_in) : 0;
    case HW_JIT_KIND_INLINE:
        if (shape->function[place].family == HW_JIT_FAMILY_PREDICATE) /* some read and write all of them */
            return ALL_OF_LANES | (names_uniform(uop) ? ALL_OF_LANES << HW_UP0 : 0);
        return bit(uop->p_out) | bit(uop->p_out2) | (reads ? bit(uop->p_in) | carries(shape, place) : 0);
    default: return 0;
    }
}

bool hw_jit_depends_on_predicates(const struct hw_jit_shape *shape, uint32_t place)
{
    return shape->function[place].family == HW_JIT_FAMILY_PREDICATE || bit(shape->uop[place].p_in) ||
           carries(shape, place);
}

bool hw_jit_shape_allocate(struct hw_jit_shape *shape, uint32_t count, uint32_t literals)
{
    *shape = (struct hw_jit_shape){.count = count,
                                   .kind = calloc(count, sizeof *shape->kind),
                                   .bracket = calloc(count, sizeof *shape->bracket),
                                   .leader = calloc(count, sizeof *shape->leader),
                                   .function = calloc(count, sizeof *shape->function),
                                   .uop = calloc(count, sizeof *shape->uop),
                                   .literals = literals,
                                   .literal = calloc(literals + 1, sizeof *shape->literal),
                                   .changes = calloc(literals + 1, sizeof *shape->changes)};
    return shape->kind && shape->bracket && shape->leader && shape->function && shape->uop &&
           shape->literal && shape->changes;
}

void hw_jit_shape_clear(struct hw_jit_shape *shape)
{
    free(shape->kind);
    free(shape->bracket);
    free(shape->leader);
    free(shape->function);
    free(shape->uop);
    free(shape->literal);
    free(shape->changes);
}
