/* Special registers, and the small pieces that translation puts around instructions. */
#include "machine/warp.h"
#include "machine/memory/memory_ops.h"

void hw_uop_s2r(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);

    hw_warp_account(warp, uop); /* clocks count the instructions so far */
    if (regs->exec == ~0u) {
        warp->block->convention->special(warp, uop->imm, regs->row[uop->d]);
        return;
    }
    hw_lanes row;
    warp->block->convention->special(warp, uop->imm, row);
    for (unsigned lane = 0; lane < HW_LANES; lane++)
        if (regs->exec >> lane & 1)
            regs->row[uop->d][lane] = row[lane];
}

void hw_uop_clear_rows(struct hw_regs *regs, const struct hw_uop *uop)
{
    for (unsigned row = uop->d; row < uop->d + uop->imm; row++)
        for (unsigned lane = 0; lane < HW_LANES; lane++)
            regs->row[row][lane] = 0;
}

void hw_uop_insert_half(struct hw_regs *regs, const struct hw_uop *uop)
{
    const unsigned shift = uop->d_part == HW_PART_HIGH ? 16 : 0;
    const uint32_t keep = 0xffff0000u >> shift;

    for (unsigned lane = 0; lane < HW_LANES; lane++)
        if (regs->exec >> lane & 1)
            regs->row[uop->d][lane] = (regs->row[uop->d][lane] & keep) | (regs->row[uop->a][lane] & 0xffff)
                                                                             << shift;
}

void hw_uop_addr_warp(struct hw_regs *regs, const struct hw_uop *uop)
{
    if (regs->exec == 0)
        return;
    uint32_t value = regs->row[uop->d][hw_lowest_lane(regs->exec)];
    for (unsigned lane = 0; lane < HW_LANES; lane++)
        regs->row[uop->d][lane] = value;
}
