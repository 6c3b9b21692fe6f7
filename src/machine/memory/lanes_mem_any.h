/* SPDX-License-Identifier: MIT */
/* Loads and stores of global memory, as lanes_mem_global.h finds it. */
#ifndef HW_MACHINE_MEMORY_LANES_MEM_ANY_H
#define HW_MACHINE_MEMORY_LANES_MEM_ANY_H

#ifdef HW_LANES_FEW
#include "machine/memory/lanes_mem_global.h"
#define is_usual_load(...)  false
#define is_usual_store(...) false
#else
#include "machine/memory/lanes_mem_usual.h"

HW_INLINE struct usual usual_of(struct hw_regs *regs, const struct hw_uop *uop, unsigned space)
{
    struct hw_block *block = hw_warp_of(regs)->block;

    return (struct usual){register_at(regs, uop->a), uop->mem.offset, block, hw_cached_range(block, uop),
                          space == HW_OPERAND_GLOBAL ? &block->launch->segment[uop->mem.number] : NULL};
}

HW_INLINE bool is_usual_load(struct hw_regs *regs, const struct hw_uop *uop, unsigned space,
                             enum hw_width width)
{
    const struct usual access = usual_of(regs, uop, space);

    return regs->exec == HW_ALL_LANES && load_usual(&access, width, register_at(regs, uop->d));
}

HW_INLINE bool is_usual_store(struct hw_regs *regs, const struct hw_uop *uop, unsigned space,
                              enum hw_width width)
{
    const struct usual access = usual_of(regs, uop, space);

    return regs->exec == HW_ALL_LANES &&
           store_usual(&access, width, register_at(regs, uop->b), shift_of(uop));
}
#endif

HW_INLINE void load_any(struct hw_regs *regs, const struct hw_uop *uop, unsigned space, enum hw_width width)
{
    struct hw_block *block = hw_warp_of(regs)->block;
    const unsigned bytes = hw_width_bytes(width);
    const uint8_t *from;
    lanes place;

    if (is_usual_load(regs, uop, space, width))
        return;
    from = global_places(regs, uop, space, hw_align_mask(hw_warp_of(regs), bytes), bytes, &place);
    if (!from)
        return;
    meet_pending(block, hw_cached_range(block, uop));
    take(regs, uop->d, from, &place, width);
}

HW_INLINE void store_any(struct hw_regs *regs, const struct hw_uop *uop, unsigned space, enum hw_width width)
{
    struct hw_block *block = hw_warp_of(regs)->block;
    const unsigned bytes = hw_width_bytes(width);
    uint8_t *to;
    lanes place;

    if (is_usual_store(regs, uop, space, width))
        return;
    to = global_places(regs, uop, space, hw_align_mask(hw_warp_of(regs), bytes), bytes, &place);
    if (!to)
        return;
    meet_pending(block, hw_cached_range(block, uop));
    put(regs, uop, uop->b, to, &place, width);
}

#endif
