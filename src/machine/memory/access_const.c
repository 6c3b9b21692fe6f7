/* SPDX-License-Identifier: MIT */
/* LDC.IS: the base register's high half chooses the constant bank, counted from the one that is named, its
 * low half the place in it (Mesa, NAK).  No compiler of CUDA writes it, so all is done lane by lane. */
#include "machine/memory/access.h"

/* A lane's bytes; NULL, with the fault reported, where its bank has none there. */
static const uint8_t *find(struct hw_warp *warp, const struct hw_uop *uop, unsigned lane, unsigned bytes)
{
    const uint32_t base = warp->regs.reg[uop->a][lane], number = uop->mem.number + (base >> 16);
    const uint32_t offset = (base & 0xffff) + uop->mem.offset;
    const struct hw_bank *bank = number < HW_BANKS ? &warp->block->launch->bank[number] : NULL;
    const struct hw_access access = {
        .space = HW_OPERAND_CONST, .size = (uint8_t)bytes, .index = (uint8_t)number, .address = offset};

    if (bank && offset % bytes == 0 && offset < bank->bytes && bank->bytes - offset >= bytes)
        return (const uint8_t *)bank->data + offset;
    hw_warp_fault(warp, uop, offset % bytes ? HW_FAULT_MISALIGNED : HW_FAULT_ADDRESS, lane, &access,
                  "an access of %u bytes at c%u[0x%x] (%u bytes are bound)", bytes, number, offset,
                  bank ? bank->bytes : 0);
    return NULL;
}

void hw_uop_load_const_segmented(struct hw_regs *regs, const struct hw_uop *uop)
{
    const enum hw_width width = (enum hw_width)uop->mem.width;
    const uint8_t *from[HW_LANES];

    for (uint32_t left = regs->exec; left; left &= left - 1) {
        const unsigned lane = hw_lowest_lane(left);
        from[lane] = find(hw_warp_of(regs), uop, lane, hw_width_bytes(width));
        if (!from[lane])
            return;
    }
    for (uint32_t left = regs->exec; left; left &= left - 1) {
        const unsigned lane = hw_lowest_lane(left);
        for (unsigned word = 0; word < hw_width_words(width); word++)
            regs->reg[uop->d + word][lane] = hw_load_word(from[lane] + 4 * word, width);
    }
}
