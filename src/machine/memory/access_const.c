/* SPDX-License-Identifier: MIT */
/* Loads from constant banks that registers choose: a gather, lane by lane.  No compiler of CUDA writes them,
 * so they have no fast path.
 *
 * LDC.IS: the base register's high half is the bank, counted from the one that is named, its low half the
 * offset in it (Mesa, NAK).
 *
 * cx[UR]: a pair of uniform registers is a descriptor of the bank in memory.  The low 45 bits are its
 * address, the others its size, both in units of 16 bytes (Mesa, nvk_descriptor_types.h, for Turing to Ada).
 * What the hardware reads behind its end is not known; here that is a fault. */
#include "machine/memory/access.h"
#include "machine/memory/device_memory.h"

#define ADDRESS_BITS 45
#define UNIT_SHIFT   4

typedef const uint8_t *find_fn(struct hw_warp *warp, const struct hw_uop *uop, unsigned lane, unsigned bytes);

/* A lane's bytes; NULL, with the fault reported, where its bank has none there. */
static const uint8_t *find_segmented(struct hw_warp *warp, const struct hw_uop *uop, unsigned lane,
                                     unsigned bytes)
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

static const uint8_t *find_described(struct hw_warp *warp, const struct hw_uop *uop, unsigned lane,
                                     unsigned bytes)
{
    const hw_lanes *reg = warp->regs.reg;
    const uint64_t bank = reg[uop->b][lane] | (uint64_t)reg[uop->b + 1][lane] << 32,
                   address = (bank & ((UINT64_C(1) << ADDRESS_BITS) - 1)) << UNIT_SHIFT;
    const uint32_t size = (uint32_t)(bank >> ADDRESS_BITS) << UNIT_SHIFT,
                   offset = reg[uop->a][lane] + uop->mem.offset;
    const struct hw_access access = {
        .space = HW_OPERAND_CONST, .size = (uint8_t)bytes, .address = address + offset};
    const uint8_t *found = NULL;

    if (offset % bytes == 0 && offset < size && size - offset >= bytes)
        found = hw_memory_reach(warp->block->launch->memory, address + offset, bytes);
    if (!found)
        hw_warp_fault(warp, uop, offset % bytes ? HW_FAULT_MISALIGNED : HW_FAULT_ADDRESS, lane, &access,
                      "an access of %u bytes at 0x%x of constants of %u bytes at 0x%llx", bytes, offset, size,
                      (unsigned long long)address);
    return found;
}

static void load_found(struct hw_regs *regs, const struct hw_uop *uop, find_fn *find)
{
    const enum hw_width width = (enum hw_width)uop->mem.width;
    const uint8_t *from[HW_LANES];

    for (uint32_t remaining = regs->exec; remaining; remaining &= remaining - 1) {
        const unsigned lane = hw_lowest_lane(remaining);
        from[lane] = find(hw_warp_of(regs), uop, lane, hw_width_bytes(width));
        if (!from[lane])
            return;
    }
    for (uint32_t remaining = regs->exec; remaining; remaining &= remaining - 1) {
        const unsigned lane = hw_lowest_lane(remaining);
        for (unsigned word = 0; word < hw_width_words(width); word++)
            regs->reg[uop->d + word][lane] = hw_load_word(from[lane] + 4 * word, width);
    }
}

void hw_uop_load_const_segmented(struct hw_regs *regs, const struct hw_uop *uop)
{
    load_found(regs, uop, find_segmented);
}

void hw_uop_load_const_described(struct hw_regs *regs, const struct hw_uop *uop)
{
    load_found(regs, uop, find_described);
}
