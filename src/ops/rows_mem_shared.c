/* Loads and stores of shared memory.
 *
 * Without a base register all lanes access one place, which is how kernels read their parameters and the
 * launch header: one check, one load, a row filled. */
#include "ops/rows_mem.h"

/* The place of an access that has no base register; NULL, with the fault reported, when it is bad. */
HW_INLINE uint8_t *fixed_place(struct hw_warp *warp, const struct hw_uop *uop, unsigned bytes)
{
    const struct hw_block *block = warp->block;
    const uint32_t align = hw_align_mask(warp, bytes);

    if (__builtin_expect(!(uop->imm & align) && uop->imm + bytes <= block->shared_bytes, 1))
        return block->shared + uop->imm;
    hw_mem_fault(warp, uop, HW_OPERAND_SHARED, align, hw_lowest_lane(warp->regs.exec), uop->imm, bytes);
    return NULL;
}

/* Addresses that a base register makes. */
HW_INLINE bool addresses(struct hw_regs *regs, const struct hw_uop *uop, unsigned bytes, lanes *address)
{
    struct hw_warp *warp = hw_warp_of(regs);

    return flat_addresses(regs, uop, HW_OPERAND_SHARED, hw_align_mask(warp, bytes), bytes,
                          warp->block->shared_bytes, address);
}

HW_INLINE void load_shared(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width)
{
    const unsigned bytes = hw_width_bytes(width);
    struct hw_warp *warp = hw_warp_of(regs);
    lanes address, value[4];

    if (uop->a == HW_NO_ROW) {
        const uint8_t *place = fixed_place(warp, uop, bytes);
        if (place)
            broadcast(regs, uop, width, place);
        return;
    }
    if (!addresses(regs, uop, bytes, &address))
        return;
    fill_addresses(&address, regs->exec);
    fetch(warp->block->shared, &address, width, value);
    write_words(regs, uop, width, value);
}

HW_INLINE void store_shared(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width)
{
    const unsigned bytes = hw_width_bytes(width);
    struct hw_warp *warp = hw_warp_of(regs);
    lanes address;

    if (uop->a == HW_NO_ROW) {
        if (!fixed_place(warp, uop, bytes))
            return;
        FOR_LANES(l)
            address.lane[l] = uop->imm;
    } else if (!addresses(regs, uop, bytes, &address)) {
        return;
    }
    put(regs, uop, uop->b, warp->block->shared, &address, width);
}

STAMP(load_shared)
STAMP(store_shared)
