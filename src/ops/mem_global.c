/* Where the bytes of global memory are, lane by lane: for accesses that leave the stretch of memory that their
 * micro-op found last, for segments that are not linear, and for those that fault. */
#include "ops/mem_access.h"
#include "ops/pending.h"

/* Whether bytes of device memory are all allocated. */
static bool is_allocated(struct hw_block *block, const struct hw_uop *uop, uint32_t address, uint32_t bytes)
{
    struct hw_range *range = hw_cached_range(block, uop);

    if (address < range->first || address > range->last || range->last - address < bytes - 1)
        return hw_memory_range(block->launch->memory, address, range) && range->last - address >= bytes - 1;
    return true;
}

/* The device address of bytes at `offset` of the segment; false when they are not all there. */
static bool find_bytes(struct hw_block *block, const struct hw_uop *uop, uint32_t offset, uint32_t bytes,
                       uint32_t *address)
{
    const struct hw_segment *segment = &block->launch->segment[uop->mode];
    const uint32_t last = offset + bytes - 1;
    uint32_t last_address;

    return last >= offset && hw_segment_address(segment, offset, address) &&
           hw_segment_address(segment, last, &last_address) && is_allocated(block, uop, *address, bytes);
}

bool hw_global_addresses(struct hw_warp *warp, const struct hw_uop *uop, uint32_t align, unsigned bytes,
                         uint32_t *address)
{
    hw_pending_meet(warp->block->pending, warp->block->window, 0, UINT32_MAX);
    for (uint32_t left = warp->regs.exec; left; left &= left - 1) {
        const unsigned lane = hw_lowest_lane(left);
        const uint32_t offset = address[lane];

        if (!(offset & align) && find_bytes(warp->block, uop, offset, bytes, &address[lane]))
            continue;
        hw_mem_fault(warp, uop, HW_OPERAND_GLOBAL, align, lane, offset, bytes);
        return false;
    }
    return true;
}
