/* SPDX-License-Identifier: MIT */
/* See blocklinear.h. */
#include "channel/engine/blocklinear.h"

#define GOB_Y     4u /* lines */
#define GOB_BYTES (HW_GOB_X * GOB_Y)

static uint8_t shrunk(uint8_t log, uint32_t unit, uint32_t size)
{
    while (log > 0 && (uint64_t)unit << (log - 1) >= size)
        log--;
    return log;
}

void hw_blocklinear_shrink(struct hw_blocklinear *surface)
{
    surface->log_x = shrunk(surface->log_x, HW_GOB_X, surface->width);
    surface->log_y = shrunk(surface->log_y, GOB_Y, surface->height);
    surface->log_z = shrunk(surface->log_z, 1, surface->depth);
}

/* Blocks that a size takes. */
static uint64_t blocks(uint32_t size, uint32_t unit, uint8_t log)
{
    const uint64_t block = (uint64_t)unit << log;

    return (size + block - 1) / block;
}

uint64_t hw_blocklinear_block_bytes(const struct hw_blocklinear *surface)
{
    return (uint64_t)GOB_BYTES << (surface->log_x + surface->log_y + surface->log_z);
}

uint64_t hw_blocklinear_bytes(const struct hw_blocklinear *surface)
{
    return blocks(surface->width, HW_GOB_X, surface->log_x) * blocks(surface->height, GOB_Y, surface->log_y) *
           blocks(surface->depth, 1, surface->log_z) * hw_blocklinear_block_bytes(surface);
}

uint64_t hw_blocklinear_offset(const struct hw_blocklinear *surface, uint32_t x, uint32_t y, uint32_t z)
{
    const uint64_t wide = blocks(surface->width, HW_GOB_X, surface->log_x),
                   high = blocks(surface->height, GOB_Y, surface->log_y);
    const uint32_t gob_x = x / HW_GOB_X, gob_y = y / GOB_Y;
    const uint64_t block =
        (gob_x >> surface->log_x) + wide * ((gob_y >> surface->log_y) + high * (z >> surface->log_z));
    const uint32_t in_x = gob_x & ((1u << surface->log_x) - 1), in_y = gob_y & ((1u << surface->log_y) - 1),
                   in_z = z & ((1u << surface->log_z) - 1);
    const uint64_t gob =
        in_x + ((uint64_t)in_y << surface->log_x) + ((uint64_t)in_z << (surface->log_x + surface->log_y));

    return block * hw_blocklinear_block_bytes(surface) + gob * GOB_BYTES + y % GOB_Y * HW_GOB_X +
           x % HW_GOB_X;
}
