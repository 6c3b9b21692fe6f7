/* SPDX-License-Identifier: MIT */
/* Texture header words, made at the access.  Their offsets are those in code that ptxas of CUDA 13.0 makes
 * for sm_75 to sm_89. */
#include "machine/texture/texture_header.h"

#include <halfwarp/surface.h>
#include <halfwarp/texture.h>

#include <string.h>

/* Where a word is in its entry. */
enum { TEXTURE_NORMALIZED = 0x1c, TEXTURE_LAYERS = 0x28, TEXTURE_LEVELS = 0x2c, SURFACE_LAYERS = 0x1c };

static uint32_t levels_of(const struct hw_texture *texture)
{
    uint32_t levels = 0;

    for (; texture; texture = texture->smaller)
        levels++;
    return levels;
}

/* What a texture without layers or levels answers is not stated, nor what a layer of a cube map is. */
static bool texture_word(const struct hw_texture *texture, unsigned offset, uint32_t *word)
{
    switch (offset) {
    case TEXTURE_NORMALIZED: *word = texture->normalized; return true;
    case TEXTURE_LAYERS: *word = texture->layers; return *word != 0 && !texture->cube;
    case TEXTURE_LEVELS: *word = levels_of(texture); return *word > 1;
    default: return false;
    }
}

bool hw_description_word(const struct hw_launch *launch, uint64_t address, uint32_t *word)
{
    const uint64_t at = address - HW_DESCRIBED_FIRST, in_table = at % HW_DESCRIBED_SPAN,
                   entry = in_table / HW_DESCRIPTION_BYTES;
    const unsigned offset = (unsigned)(in_table % HW_DESCRIPTION_BYTES);
    const struct hw_bindless *object;

    if (entry >= launch->textures.bindless_count)
        return false;
    object = &launch->textures.bindless[entry];
    if (at < HW_DESCRIBED_SPAN)
        return object->texture && texture_word(object->texture, offset, word);
    *word = object->surface ? object->surface->layers : 0;
    return *word != 0 && offset == SURFACE_LAYERS;
}

uint32_t hw_description_symbol(const char *name)
{
    return strcmp(name, ".nv.unified.texrefDescSize") == 0 || strcmp(name, ".nv.surfrefDescSize") == 0
               ? (uint32_t)HW_DESCRIPTION_BYTES
               : 0;
}
