/* SPDX-License-Identifier: MIT */
/* Shared memory behind the end of a block's own: the slow path of accesses there (see access.h). */
#include "machine/memory/access.h"

static bool lies_in(uint32_t address, unsigned bytes, uint32_t first, uint32_t end)
{
    return address >= first && address <= end && end - address >= bytes;
}

bool hw_shared_behind(struct hw_block *block, uint32_t address, unsigned bytes)
{
    const bool groups = lies_in(address, bytes, block->shared_groups[0], block->shared_groups[1]);

    if (!groups && (block->launch->limits.strict || !lies_in(address, bytes, 0, block->shared_end)))
        return false;
    block->behind_used = true;
    block->stats.behind_shared += !groups;
    return true;
}

bool hw_mem_behind_shared(struct hw_warp *warp, const struct hw_uop *uop, uint32_t align, unsigned bytes,
                          uint32_t invalid, unsigned first, const uint32_t *address)
{
    for (; invalid; invalid &= invalid - 1) {
        const unsigned lane = hw_lowest_lane(invalid);
        if (address[lane] & align || !hw_shared_behind(warp->block, address[lane], bytes)) {
            hw_mem_fault(warp, uop, HW_OPERAND_SHARED, align, first + lane, address[lane], bytes);
            return false;
        }
    }
    return true;
}
