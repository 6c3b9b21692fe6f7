/* SPDX-License-Identifier: MIT */
/* Generic addresses of one thread are read and written byte by byte: a slow path, for printf and the like. */
#include "machine/memory/access_generic.h"

#include "machine/memory/memory_ops.h"
#include "machine/memory/parameter_window.h"

/* Local memory is interleaved by word: the lanes' copies are side by side (lanes_mem.h). */
static uint8_t *local_byte(const struct hw_warp *warp, unsigned lane, uint32_t offset)
{
    const struct hw_block *block = warp->block;
    const uint32_t at = offset - block->local_first;

    if (at >= block->local_bytes)
        return NULL;
    return block->local + warp->number * block->local_warp_bytes + (at & ~3u) * HW_LANES + lane * 4 +
           (at & 3);
}

/* The kind of memory, as an operand's, in which an address lies. */
static unsigned space_of(const struct hw_block *block, uint64_t address)
{
    if (address - hw_shared_window(block) < HW_GENERIC_WINDOW_BYTES)
        return HW_OPERAND_SHARED;
    return address - hw_local_window(block) < HW_GENERIC_WINDOW_BYTES ? HW_OPERAND_LOCAL : HW_OPERAND_GLOBAL;
}

static uint8_t *byte_at(const struct hw_warp *warp, unsigned lane, uint64_t address)
{
    const struct hw_block *block = warp->block;

    const uint32_t at = (uint32_t)(address - hw_shared_window(block));

    switch (space_of(block, address)) {
    case HW_OPERAND_SHARED: return at < block->shared_end ? block->shared + at : NULL;
    case HW_OPERAND_LOCAL: return local_byte(warp, lane, (uint32_t)(address - hw_local_window(block)));
    default: return hw_memory_reach(block->launch->memory, address, 1);
    }
}

void hw_uop_query_space(struct hw_regs *regs, const struct hw_uop *uop)
{
    uint32_t lanes = 0;

    for (unsigned lane = 0; lane < HW_LANES; lane++) {
        const uint64_t base = regs->reg[uop->a][lane] | (uint64_t)regs->reg[uop->a + 1][lane] << 32,
                       address = base + (uint64_t)(int32_t)uop->mem.offset;

        lanes |= (uint32_t)(space_of(hw_warp_of(regs)->block, address) == uop->mem.space) << lane;
    }
    hw_write_pred(regs, uop->p_out, lanes);
}

bool hw_generic_read(const struct hw_warp *warp, unsigned lane, uint64_t address, void *to, size_t bytes)
{
    uint8_t *out = to;

    for (size_t i = 0; i < bytes; i++) {
        const uint8_t *from = hw_is_parameter_address(address + i)
                                  ? hw_parameter_at(warp->block->launch, address + i, 1)
                                  : byte_at(warp, lane, address + i);
        if (!from)
            return false;
        out[i] = *from;
    }
    return true;
}

/* A byte of local memory is not zero any more; nor are those that are kept behind it. */
static void touch_local(struct hw_block *block, uint32_t offset)
{
    const size_t begin = (size_t)((offset - block->local_first) & ~3u) * HW_LANES;

    if (begin < block->local_touched)
        block->local_touched = begin;
}

bool hw_generic_write(struct hw_warp *warp, unsigned lane, uint64_t address, const void *from, size_t bytes)
{
    struct hw_block *block = warp->block;
    const uint8_t *in = from;

    for (size_t i = 0; i < bytes; i++) {
        const uint64_t at = address + i;
        uint8_t *to = byte_at(warp, lane, at);
        if (!to || (space_of(block, at) == HW_OPERAND_GLOBAL &&
                    hw_memory_is_read_only(block->launch->memory, at, 1)))
            return false;
        *to = in[i];
        if (space_of(block, at) == HW_OPERAND_LOCAL)
            touch_local(block, (uint32_t)(at - hw_local_window(block)));
        else if (space_of(block, at) == HW_OPERAND_SHARED &&
                 at - hw_shared_window(block) >= block->shared_bytes)
            block->behind_used = true;
    }
    return true;
}
