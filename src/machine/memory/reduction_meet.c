/* SPDX-License-Identifier: MIT */
/* See reduction_meet.h. */
#include "machine/memory/reduction_meet.h"

#include "machine/memory/reduction_buffer.h"
#include "machine/memory/reduction_log.h"
#include "machine/warp.h"

#include <halfwarp/texture.h>

static void meet(const struct hw_block *block, struct hw_range bytes)
{
    hw_reduction_flush_range(block->pending, block->window, bytes.first, bytes.last);
    if (block->log)
        hw_reduction_log_meet(block->log, bytes);
}

void hw_reduction_meet_texture(const struct hw_block *block, const struct hw_texture *texture)
{
    for (; texture; texture = texture->smaller) {
        const uint64_t first = (uint64_t)((uintptr_t)texture->data - (uintptr_t)block->window);
        if (texture->bytes)
            meet(block, (struct hw_range){first, first + texture->bytes - 1});
    }
}

void hw_reduction_meet_any(const struct hw_block *block)
{
    meet(block, (struct hw_range){0, UINT64_MAX});
}
