/* SPDX-License-Identifier: MIT */
/* Warp collectives: values are compared and reduced over the executing lanes.
 *
 * @see PTX ISA, redux.sync, match.sync and elect.sync */
#include "machine/warp_collectives.h"

#include "machine/lane_writes.h"
#include "machine/warp.h"
#include "ops/scalar/atomic.h"
#include "ops/value_types.h"

void hw_uop_reduce(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = regs->reg[uop->a];
    uint64_t sum;

    if (regs->exec == 0)
        return;
    sum = a[hw_lowest_lane(regs->exec)];
    for (uint32_t rest = regs->exec & (regs->exec - 1); rest; rest &= rest - 1)
        hw_atomic_apply(uop->reduction, uop->type, HW_ATOMIC_FULL, sum, a[hw_lowest_lane(rest)], 0, &sum);
    hw_splat_word_masked(regs->reg[uop->d], (uint32_t)sum, hw_warp_of(regs)->active);
}

/* Which lane of a mask is elected is not documented; that it is always the same one is. */
void hw_uop_elect(struct hw_regs *regs, const struct hw_uop *uop)
{
    uint32_t lanes = regs->exec & hw_read_pred(regs, uop->p_in);

    for (uint32_t left = lanes; left; left &= left - 1) {
        const unsigned lane = hw_lowest_lane(left);
        const uint32_t is_left = regs->reg[uop->a][lane] >> lane & 1;
        lanes &= ~((is_left ^ 1) << lane);
    }
    const unsigned chosen = lanes ? hw_lowest_lane(lanes) : 0;
    if (lanes)
        hw_splat_word_masked(regs->reg[uop->d], chosen, hw_warp_of(regs)->active);
    hw_write_pred(regs, uop->p_out, lanes & (1u << chosen));
}

/* The executing lanes that have the value of one of them. */
static uint32_t same_as(const struct hw_regs *regs, const struct hw_uop *uop, unsigned lane)
{
    const bool wide = hw_type_bits(uop->type) == 64;
    const uint32_t *low = regs->reg[uop->a], *high = regs->reg[wide ? uop->a + 1 : uop->a];
    uint32_t same = 0;

    for (unsigned l = 0; l < HW_LANES; l++)
        same |= (uint32_t)(low[l] == low[lane] && high[l] == high[lane]) << l;
    return same & regs->exec;
}

void hw_uop_match_any(struct hw_regs *regs, const struct hw_uop *uop)
{
    hw_lanes found;

    for (uint32_t rest = regs->exec, same; rest; rest &= ~same) {
        same = same_as(regs, uop, hw_lowest_lane(rest));
        hw_splat_word_masked(found, same, same);
    }
    hw_write_lanes(regs->reg[uop->d], found, regs->exec);
}

void hw_uop_match_all(struct hw_regs *regs, const struct hw_uop *uop)
{
    const bool all = regs->exec && same_as(regs, uop, hw_lowest_lane(regs->exec)) == regs->exec;

    hw_splat_word_masked(regs->reg[uop->d], all ? regs->exec : 0, regs->exec);
    hw_write_pred(regs, uop->p_out, all ? ~0u : 0);
}
