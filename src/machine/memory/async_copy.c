/* SPDX-License-Identifier: MIT */
/* Asynchronous copies with zero fill: addresses and the bytes to clear. */
#include "machine/memory/async_copy.h"

void hw_uop_copy_address(struct hw_regs *regs, const struct hw_uop *uop)
{
    for (unsigned lane = 0; lane < HW_LANES; lane++) {
        const uint64_t pair = regs->reg[uop->a][lane] | (uint64_t)regs->reg[uop->a + 1][lane] << 32,
                       sum = pair + (uint64_t)(int64_t)(int32_t)uop->mem.offset,
                       beyond = sum & (uop->mem.width - 1u);
        if (!(regs->exec >> lane & 1))
            continue;
        regs->reg[uop->d][lane] = (uint32_t)(sum - beyond);
        regs->reg[uop->d + 1][lane] = (uint32_t)((sum - beyond) >> 32);
        regs->reg[uop->d + 2][lane] = (uint32_t)beyond;
    }
}

void hw_uop_copy_zero_fill(struct hw_regs *regs, const struct hw_uop *uop)
{
    for (unsigned lane = 0; lane < HW_LANES; lane++) {
        const uint32_t valid = uop->mem.width - regs->reg[uop->a][lane];
        for (unsigned word = 0; word < uop->mem.width / 4u && regs->exec >> lane & 1; word++) {
            uint32_t *bytes = &regs->reg[uop->d + word][lane];
            if (valid <= word * 4)
                *bytes = 0;
            else if (valid < word * 4 + 4)
                *bytes &= (1u << valid % 4 * 8) - 1;
        }
    }
}
