/* SPDX-License-Identifier: MIT */
/* Surface descriptors and the inverse of surface addresses.  The words of a descriptor are where compiled
 * code reads them; their contents are for SUCLAMP and its kin as implemented here (Mesa's nvc0 driver and
 * NAK). */
#include "machine/texture/surface_address.h"

#include "ops/texture/tex_texel.h"

#include <string.h>

#define TILE_BYTES  64u
#define TILE_ROWS   8u
#define TILE        (TILE_BYTES * TILE_ROWS)
#define BOUND_BITS  20
#define SHIFT(log2) ((uint32_t)(log2) << 22) /* of a coordinate's word: log2 of a tile's extent */
/* IMADSP.SD: both factors and the summand are low halves. */
#define HALVES 0x88000000u
/* Of the format word: compiled code takes a negative one for a surface that is not there. */
#define UNBOUND 0x80000000u

/* A surface in tiles. */
struct tiles {
    uint32_t row_bytes, rows, slices; /* in texels' units: what there is */
    uint32_t across, down;            /* tiles of a slice */
};

static struct tiles tiles_of(const struct hw_surface *surface)
{
    struct tiles tiles = {
        .row_bytes = surface->width * hw_texel_channel_bytes(surface->type) * surface->channels,
        .rows = surface->dimensions >= 2 ? surface->height : 1,
        .slices = surface->dimensions == 3 ? surface->depth
                  : surface->layers        ? surface->layers
                                           : 1,
    };
    tiles.across = (tiles.row_bytes + TILE_BYTES - 1) / TILE_BYTES;
    tiles.down = (tiles.rows + TILE_ROWS - 1) / TILE_ROWS;
    return tiles;
}

hw_status hw_surface_describe(const struct hw_surface *surface, uint32_t entry,
                              uint32_t word[HW_SURFACE_WORDS], struct hw_error *error)
{
    memset(word, 0, HW_SURFACE_WORDS * sizeof *word);
    word[1] = UNBOUND;
    hw_status status = hw_surface_check(surface, error);
    if (status != HW_OK)
        return status;
    const struct tiles tiles = tiles_of(surface);
    if ((tiles.row_bytes - 1) >> BOUND_BITS || (tiles.rows - 1) >> BOUND_BITS ||
        (uint64_t)tiles.across * tiles.down * tiles.slices * TILE > HW_SURFACE_SPAN || entry >= HW_TEXTURES)
        return hw_fail(
            error, HW_ERR_ARGUMENT, "surface",
            "surface %u has rows of %u bytes, %u rows and %u slices; expected an entry below %u and at most "
            "1 MiB, 1 Mi rows and 4 GiB",
            entry, tiles.row_bytes, tiles.rows, tiles.slices, HW_TEXTURES);
    word[0] = (uint32_t)((HW_SURFACE_FIRST + entry * HW_SURFACE_SPAN) >> 8);
    word[1] = 0;
    word[2] = (tiles.row_bytes - 1) | SHIFT(6);
    word[3] = tiles.across | HALVES;
    word[4] = (tiles.rows - 1) | SHIFT(3);
    word[5] = tiles.across * tiles.down * (TILE / 256);
    word[6] = tiles.slices - 1;
    word[7] = tiles.down;
    return HW_OK;
}

const struct hw_surface *hw_surface_of(const struct hw_launch *launch, uint64_t address)
{
    const uint64_t entry = (address - HW_SURFACE_FIRST) / HW_SURFACE_SPAN;

    return address >= HW_SURFACE_FIRST && entry < launch->textures.bindless_count
               ? launch->textures.bindless[entry].surface
               : NULL;
}

uint8_t *hw_surface_at(const struct hw_surface *surface, uint64_t address, unsigned bytes)
{
    const struct tiles tiles = tiles_of(surface);
    const uint32_t offset = (uint32_t)address, tile = offset / TILE;
    const uint32_t in_row = (offset & 15) | (offset >> 6 & 1) << 4 | (offset >> 8 & 1) << 5;
    const uint32_t row = (offset >> 4 & 3) | (offset >> 7 & 1) << 2;
    const uint64_t x = (uint64_t)(tile % tiles.across) * TILE_BYTES + in_row;
    const uint64_t y = (uint64_t)(tile / tiles.across % tiles.down) * TILE_ROWS + row;
    const uint64_t z = tile / tiles.across / tiles.down;

    if (x + bytes > tiles.row_bytes || y >= tiles.rows || z >= tiles.slices)
        return NULL;
    return (uint8_t *)surface->data + x + y * surface->row_pitch + z * surface->slice_pitch;
}
