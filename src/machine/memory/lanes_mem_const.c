/* SPDX-License-Identifier: MIT */
/* Loads of constant memory at an address that a register makes.  (Constants at fixed addresses
 * are literals by the time a kernel runs.) */
#include "machine/memory/lanes_mem_tried.h"

HW_INLINE void load_const(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width)
{
    const struct hw_bank *bank = &hw_warp_of(regs)->block->launch->bank[uop->mem.number];
    const unsigned bytes = hw_width_bytes(width);
    lanes address;

    if (is_usual_load(regs, uop, HW_OPERAND_CONST, width))
        return;
    sum_addresses(register_at(regs, uop->a), uop, uop->mem.mask, &address);
    if (check_flat(regs, uop, HW_OPERAND_CONST, bytes - 1, bytes, 0, bank->bytes, &address))
        take(regs, uop->d, bank->data, &address, width);
}

STAMP(load_const)
