/* SPDX-License-Identifier: MIT */
/* Loads and stores of global memory, as lanes_mem_global.h finds it. */
#ifndef HW_MACHINE_MEMORY_LANES_MEM_ANY_H
#define HW_MACHINE_MEMORY_LANES_MEM_ANY_H

#include "machine/memory/lanes_mem_tried.h"

HW_INLINE void load_any(struct hw_regs *regs, const struct hw_uop *uop, unsigned space, enum hw_width width)
{
    const unsigned bytes = hw_width_bytes(width);
    const uint8_t *from;
    lanes place;

    if (is_usual_load(regs, uop, space, width))
        return;
    from = global_places(regs, uop, space, hw_align_mask(hw_warp_of(regs), bytes), bytes, &place);
    if (!from)
        return;
    meet_pending(regs, uop, from, &place, bytes);
    take(regs, uop->d, from, &place, width);
}

HW_INLINE void store_any(struct hw_regs *regs, const struct hw_uop *uop, unsigned space, enum hw_width width)
{
    const unsigned bytes = hw_width_bytes(width);
    uint8_t *to;
    lanes place;

    if (is_usual_store(regs, uop, space, width))
        return;
    to = global_places(regs, uop, space, hw_align_mask(hw_warp_of(regs), bytes), bytes, &place);
    if (!to)
        return;
    meet_pending(regs, uop, to, &place, bytes);
    put(regs, uop, uop->b, to, &place, width);
}

#endif
