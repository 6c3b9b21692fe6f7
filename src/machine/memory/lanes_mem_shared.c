/* SPDX-License-Identifier: MIT */
/* Loads and stores of shared memory.
 *
 * Without a base register all lanes access one place, which is how kernels read their parameters and the
 * launch header: one check, one load, one word for all lanes. */
#include "machine/memory/lanes_mem_tried.h"

/* The place of an access that has no base register; NULL, with the fault reported, when it is bad. */
HW_INLINE uint8_t *fixed_place(struct hw_warp *warp, const struct hw_uop *uop, unsigned bytes)
{
    const struct hw_block *block = warp->block;
    const uint32_t align = hw_align_mask(warp, bytes);

    if (__builtin_expect(
            !(uop->mem.offset & align) && (uint64_t)uop->mem.offset + bytes <= block->shared_bytes, 1))
        return block->shared + uop->mem.offset;
    const unsigned lane = hw_lowest_lane(warp->regs.exec);
    const bool exists = hw_mem_behind_shared(warp, uop, align, bytes, 1, lane, &uop->mem.offset);
    return exists ? block->shared + uop->mem.offset : NULL;
}

HW_INLINE void load_shared(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width)
{
    lanes address;

    if (uop->a == HW_NO_REGISTER) {
        const uint8_t *place = fixed_place(hw_warp_of(regs), uop, hw_width_bytes(width));
        if (place)
            broadcast(regs, uop, width, place);
        return;
    }
    if (is_usual_load(regs, uop, HW_OPERAND_SHARED, width))
        return;
    sum_addresses(register_at(regs, uop->a), uop, uop->mem.mask, &address);
    load_shared_at(regs, uop, width, &address);
}

HW_INLINE void store_shared(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width)
{
    lanes address;

    if (uop->a != HW_NO_REGISTER && is_usual_store(regs, uop, HW_OPERAND_SHARED, width))
        return;
    if (uop->a != HW_NO_REGISTER)
        sum_addresses(register_at(regs, uop->a), uop, uop->mem.mask, &address);
    else
        FOR_LANES(l)
            address.lane[l] = uop->mem.offset;
    store_shared_at(regs, uop, width, &address);
}

STAMP(load_shared)
STAMP(store_shared)
