/* Loads and stores of local memory.
 *
 * A warp's local memory is kept word by word, the 32 lanes' copies of a word side by side, so that an
 * access at one address in all lanes, the usual spill, is a copy of a row. */
#include "ops/rows_mem.h"

/* Offsets of the lanes' bytes in the block's local memory; false, with the fault reported, when the address
 * of one is bad.  A narrow access stays within its word. */
HW_INLINE bool places(struct hw_regs *regs, const struct hw_uop *uop, unsigned bytes, lanes *place)
{
    struct hw_warp *warp = hw_warp_of(regs);
    const uint32_t align = hw_align_mask(warp, bytes);

    if (!flat_addresses(regs, uop, HW_OPERAND_LOCAL, align, bytes, warp->block->local_bytes, place))
        return false;
    count_misaligned(warp, align, bytes, place);
    FOR_LANES(l)
        place->lane[l] = (place->lane[l] & ~3u) * HW_LANES + l * 4 + (place->lane[l] & 3);
    return true;
}

/* The warp's local memory from a word on. */
HW_INLINE uint8_t *words_from(const struct hw_warp *warp, unsigned word)
{
    return warp->block->local + warp->number * warp->block->local_warp_bytes + word * sizeof(hw_lanes);
}

HW_INLINE void load_local(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width)
{
    const enum hw_width part = width < HW_WIDTH_B32 ? width : HW_WIDTH_B32;
    lanes place, value[4];

    if (!places(regs, uop, hw_width_bytes(width), &place))
        return;
    fill_addresses(&place, regs->exec);
    for (unsigned word = 0; word < hw_width_words(width); word++)
        fetch(words_from(hw_warp_of(regs), word), &place, part, &value[word]);
    write_words(regs, uop, width, value);
}

HW_INLINE void store_local(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width)
{
    const enum hw_width part = width < HW_WIDTH_B32 ? width : HW_WIDTH_B32;
    lanes place;

    if (!places(regs, uop, hw_width_bytes(width), &place))
        return;
    for (unsigned word = 0; word < hw_width_words(width); word++)
        put(regs, uop, uop->b + word, words_from(hw_warp_of(regs), word), &place, part);
}

STAMP(load_local)
STAMP(store_local)
