/* Loads and stores of local memory.
 *
 * A warp's local memory is kept word by word, the 32 lanes' copies of a word side by side, so that an
 * access at one address in all lanes, the usual spill, is a copy of a row. */
#include "ops/mem_access.h"

/* The lane's bytes of the word at `address`; a narrow access stays within that word. */
HW_INLINE uint8_t *local_place(const struct hw_warp *warp, uint32_t address, unsigned lane)
{
    return warp->block->local + warp->number * warp->block->local_warp_bytes +
           (size_t)(address & ~3u) * HW_LANES + lane * 4 + (address & 3);
}

/* The lane's address, checked; false with the fault reported. */
HW_INLINE bool local_address(struct hw_warp *warp, const struct hw_uop *uop, unsigned lane, unsigned bytes,
                             uint32_t *address)
{
    uint32_t base = uop->a == HW_NO_ROW ? 0 : warp->regs.row[uop->a][lane];
    *address = (base + uop->imm) & 0xffff;
    if (bytes > 4)
        warp->block->stats.misaligned += (*address & (bytes - 1)) != 0;
    if (__builtin_expect(
            !(*address & hw_align_mask(warp, bytes)) && *address + bytes <= warp->block->local_bytes, 1))
        return true;
    hw_mem_fault(warp, uop, *address & hw_align_mask(warp, bytes) ? HW_FAULT_MISALIGNED : HW_FAULT_ADDRESS,
                 HW_OPERAND_LOCAL, lane, *address, bytes);
    return false;
}

HW_INLINE void load_local(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width)
{
    struct hw_warp *warp = hw_warp_of(regs);
    const unsigned bytes = hw_width_bytes(width), words = bytes < 4 ? 1 : bytes / 4;

    for (unsigned lane = 0; lane < HW_LANES; lane++) {
        uint32_t address;
        if (!(regs->exec >> lane & 1))
            continue;
        if (!local_address(warp, uop, lane, bytes, &address))
            return;
        for (unsigned word = 0; word < words; word++)
            regs->row[uop->d + word][lane] = hw_load_word(local_place(warp, address + 4 * word, lane), width);
    }
}

HW_INLINE void store_local(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width)
{
    struct hw_warp *warp = hw_warp_of(regs);
    const unsigned bytes = hw_width_bytes(width), words = bytes < 4 ? 1 : bytes / 4;

    for (unsigned lane = 0; lane < HW_LANES; lane++) {
        uint32_t address;
        if (!(regs->exec >> lane & 1))
            continue;
        if (!local_address(warp, uop, lane, bytes, &address))
            return;
        for (unsigned word = 0; word < words; word++)
            hw_store_word(local_place(warp, address + 4 * word, lane), regs->row[uop->b + word][lane], width);
    }
}

HW_STAMP_LOADS(local)
HW_STAMP_STORES(local)
