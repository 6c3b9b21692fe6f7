/* The sentences of memory faults. */
#include "ops/mem_access.h"

#include <stdio.h>

/* Whether the launch gives the micro-op's space anything at all. */
static bool is_bound(const struct hw_launch *launch, const struct hw_uop *uop, unsigned space)
{
    if (space == HW_OPERAND_CONST)
        return launch->bank[uop->mode].bytes != 0;
    return space != HW_OPERAND_GLOBAL || launch->segment[uop->mode].mode != HW_SEGMENT_NONE;
}

void hw_mem_fault(struct hw_warp *warp, const struct hw_uop *uop, unsigned space, uint32_t align, unsigned lane,
                  uint32_t address, unsigned bytes)
{
    const struct hw_block *block = warp->block;
    const struct hw_access access = {
        .space = (uint8_t)space, .size = (uint8_t)bytes, .index = uop->mode, .address = address};
    char place[64];

    switch (space) {
    case HW_OPERAND_SHARED:
        snprintf(place, sizeof place, "s[0x%x] (%u bytes exist)", address, block->shared_bytes);
        break;
    case HW_OPERAND_LOCAL:
        snprintf(place, sizeof place, "l[0x%x] (%u bytes exist)", address, block->local_bytes);
        break;
    case HW_OPERAND_CONST:
        snprintf(place, sizeof place, "c%u[0x%x] (%u bytes are bound)", uop->mode, address,
                 block->launch->bank[uop->mode].bytes);
        break;
    default: snprintf(place, sizeof place, "g%u[0x%08x]", uop->mode, address); break;
    }
    if (!is_bound(block->launch, uop, space))
        hw_warp_fault(warp, uop, HW_FAULT_UNBOUND, lane, &access,
                      "an access at %s, but the launch binds nothing there", place);
    else if (address & align)
        hw_warp_fault(warp, uop, HW_FAULT_MISALIGNED, lane, &access,
                      "an access of %u bytes at %s, which is no multiple of %u", bytes, place, bytes);
    else
        hw_warp_fault(warp, uop, HW_FAULT_ADDRESS, lane, &access,
                      "an access of %u bytes at %s is outside of memory", bytes, place);
}
