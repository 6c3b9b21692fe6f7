/* The sentences of memory faults. */
#include "ops/mem_access.h"

#include <stdio.h>

void hw_mem_fault(struct hw_warp *warp, const struct hw_uop *uop, unsigned kind, unsigned space,
                  unsigned lane, uint32_t address, unsigned bytes)
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
    if (kind == HW_FAULT_MISALIGNED)
        hw_warp_fault(warp, uop, kind, lane, &access,
                      "an access of %u bytes at %s, which is no multiple of %u", bytes, place, bytes);
    else if (kind == HW_FAULT_UNBOUND)
        hw_warp_fault(warp, uop, kind, lane, &access, "an access at %s, but the launch binds nothing there",
                      place);
    else
        hw_warp_fault(warp, uop, kind, lane, &access, "an access of %u bytes at %s is outside of memory",
                      bytes, place);
}
