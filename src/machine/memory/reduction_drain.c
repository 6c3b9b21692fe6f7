/* SPDX-License-Identifier: MIT */
/* See reduction_drain.h. */
#include "machine/memory/reduction_drain.h"

#include "machine/memory/reduction_buffer.h"
#include "machine/memory/reduction_log.h"
#include "machine/warp.h"

#include <halfwarp/texture.h>

static void drain(const struct hw_block *block, struct hw_range bytes)
{
    hw_reduction_flush_range(block->pending, block->window, bytes.first, bytes.last);
    if (block->log)
        hw_reduction_log_drain(block->log, bytes);
}

void hw_reduction_drain_texture(const struct hw_block *block, const struct hw_texture *texture)
{
    for (; texture; texture = texture->smaller) {
        const uint64_t first = (uint64_t)((uintptr_t)texture->data - (uintptr_t)block->window);
        if (texture->bytes)
            drain(block, (struct hw_range){first, first + texture->bytes - 1});
    }
}

void hw_reduction_drain_any(const struct hw_block *block)
{
    drain(block, (struct hw_range){0, UINT64_MAX});
}
