/* Loads and stores of global memory. */
#include "ops/rows_mem_global.h"

HW_INLINE void load_global(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width)
{
    struct hw_block *block = hw_warp_of(regs)->block;
    const unsigned bytes = hw_width_bytes(width);
    const uint8_t *row;
    lanes address, value[4];

    if (width == HW_WIDTH_B32 && (row = whole_row(regs, uop)) != NULL) {
        meet_pending(block, hw_cached_range(block, uop));
        memcpy(row_at(regs, uop->d), row, sizeof(hw_lanes));
        return;
    }
    if (!global_addresses(regs, uop, hw_align_mask(hw_warp_of(regs), bytes), bytes, &address))
        return;
    meet_pending(block, hw_cached_range(block, uop));
    fill_addresses(&address, regs->exec);
    fetch(block->window, &address, width, value);
    write_words(regs, uop, width, value);
}

HW_INLINE void store_global(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width)
{
    struct hw_block *block = hw_warp_of(regs)->block;
    const unsigned bytes = hw_width_bytes(width);
    uint8_t *row;
    lanes address;

    if (width == HW_WIDTH_B32 && (row = whole_row(regs, uop)) != NULL) {
        meet_pending(block, hw_cached_range(block, uop));
        memcpy(row, row_at(regs, uop->b), sizeof(hw_lanes));
        return;
    }
    if (!global_addresses(regs, uop, hw_align_mask(hw_warp_of(regs), bytes), bytes, &address))
        return;
    meet_pending(block, hw_cached_range(block, uop));
    put(regs, uop, uop->b, block->window, &address, width);
}

STAMP(load_global)
STAMP(store_global)
