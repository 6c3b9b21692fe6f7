/* SPDX-License-Identifier: MIT */
/* Local memory in an area of device memory, as on the chip (hw_launch_placement): a gather or scatter of
 * words.
 *
 * Neighbouring words of a thread are 64 bytes from each other there, those of neighbouring lanes side by
 * side, so the address of each word is computed.  Every word of an access is checked before one is moved. */
#include "machine/chip/sm_slot.h"
#include "machine/memory/access.h"

/* The host addresses of the words of a lane's access; false, with the fault reported, when one is not valid.
 */
static bool find_words(struct hw_warp *warp, const struct hw_uop *uop, struct hw_area_part part,
                       unsigned lane, uint8_t *word[4])
{
    const struct hw_area *area = &warp->block->launch->placement.local;
    const unsigned bytes = hw_width_bytes(uop->mem.width), each = bytes < 4 ? bytes : 4;
    const uint32_t address = (warp->regs.reg[uop->a][lane] + uop->mem.offset) & uop->mem.mask;
    const uint32_t align = hw_align_mask(warp, bytes), exist = warp->block->local_bytes;

    for (unsigned i = 0; i < bytes / each; i++) {
        const uint64_t at = area->base + part.first + hw_local_offset(part, address + 4 * i, lane);
        const bool inside = exist >= bytes && address <= exist - bytes && !(address & align);
        word[i] = inside ? hw_area_bytes(area, at, each, uop->mem.writes) : NULL;
        if (!word[i]) {
            hw_mem_fault(warp, uop, HW_OPERAND_LOCAL, align, lane, address, bytes);
            warp->block->fault.memory_address = at;
            return false;
        }
    }
    return true;
}

/* The same for all executing lanes. */
static bool find_all(struct hw_warp *warp, const struct hw_uop *uop, uint8_t *word[HW_LANES][4])
{
    const struct hw_area *area = &warp->block->launch->placement.local;
    const struct hw_layout layout = hw_layout_of(warp->block->launch, area);
    const struct hw_area_part part = hw_warp_part(warp, area, hw_local_block(&layout));

    for (uint32_t remaining = warp->regs.exec; remaining; remaining &= remaining - 1) {
        const unsigned lane = hw_lowest_lane(remaining);
        if (!find_words(warp, uop, part, lane, word[lane]))
            return false;
    }
    return true;
}

void hw_uop_load_local_in_memory(struct hw_regs *regs, const struct hw_uop *uop)
{
    const enum hw_width width = uop->mem.width, part = width < HW_WIDTH_B32 ? width : HW_WIDTH_B32;
    uint8_t *word[HW_LANES][4];

    if (!find_all(hw_warp_of(regs), uop, word))
        return;
    for (uint32_t remaining = regs->exec; remaining; remaining &= remaining - 1) {
        const unsigned lane = hw_lowest_lane(remaining);
        for (unsigned i = 0; i < hw_width_words(width); i++)
            regs->reg[uop->d + i][lane] = hw_load_word(word[lane][i], part);
    }
}

void hw_uop_store_local_in_memory(struct hw_regs *regs, const struct hw_uop *uop)
{
    const enum hw_width width = uop->mem.width;
    const unsigned bytes = hw_width_bytes(width) < 4 ? hw_width_bytes(width) : 4;
    uint8_t *word[HW_LANES][4];

    if (!find_all(hw_warp_of(regs), uop, word))
        return;
    for (uint32_t remaining = regs->exec; remaining; remaining &= remaining - 1) {
        const unsigned lane = hw_lowest_lane(remaining);
        for (unsigned i = 0; i < hw_width_words(width); i++) {
            const uint32_t value = regs->reg[uop->b + i][lane] >> (uop->b_part == HW_PART_HIGH ? 16 : 0);
            memcpy(word[lane][i], &value, bytes); /* little endian */
        }
    }
}
