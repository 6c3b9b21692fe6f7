/* Special registers, and the small pieces that translation puts around instructions. */
#include "machine/warp.h"
#include "ops/mem.h"

/* Numbers of the special registers. */
enum { SR_PHYSID = 0, SR_CLOCK = 1, SR_STRIDE = 3, SR_PM0 = 4, SR_PM3 = 7 };

/* The clock counts the warp instructions that the block has executed, so it is the same in every run;
 * register 2 was always seen as 0 and 3 (the vertex attribute stride) as 0x20.  The rest reads as 0. */
static uint32_t special_value(struct hw_warp *warp, const struct hw_uop *uop, unsigned lane)
{
    const struct hw_block *block = warp->block;
    struct hw_place place = block->place;

    switch (uop->imm) {
    case SR_PHYSID:
        place.warp = warp->number;
        place.lane = lane;
        return hw_physid(place);
    case SR_CLOCK: return (uint32_t)block->instructions;
    case SR_STRIDE: return 0x20;
    default: return uop->imm >= SR_PM0 && uop->imm <= SR_PM3 ? block->launch->pm[uop->imm - SR_PM0] : 0;
    }
}

void hw_uop_s2r(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);

    hw_warp_account(warp, uop);
    for (unsigned lane = 0; lane < HW_LANES; lane++)
        if (regs->exec >> lane & 1)
            regs->row[uop->d][lane] = special_value(warp, uop, lane);
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
