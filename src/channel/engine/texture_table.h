/* SPDX-License-Identifier: MIT */
/* The compute object's texture tables lead from descriptors in memory (TIC and TSC) to struct hw_texture.
 *
 * A texture instruction names a texture and a sampler; BIND_TIC and BIND_TSC say which descriptors these are.
 * A launch reads the descriptors of those that its code names.
 * @see envytools, rnndb/graph/g80_texture.xml; docs/hw/memory/g80-surface.rst */
#ifndef HW_CHANNEL_ENGINE_TEXTURE_TABLE_H
#define HW_CHANNEL_ENGINE_TEXTURE_TABLE_H

#include "channel/engine/blocklinear.h"
#include "channel/engine/code_cache.h"
#include "channel/engine/dma.h"

#include <halfwarp/texture.h>

#define HW_BOUND_TEXTURES   128u
#define HW_BOUND_SAMPLERS   16u
#define HW_DESCRIPTOR_WORDS 8u

struct hw_texture_tables {
    uint32_t tic[HW_BOUND_TEXTURES], tsc[HW_BOUND_SAMPLERS]; /* 1 + the descriptor; 0: none */
    struct hw_texture made[HW_BOUND_TEXTURES];
    /* Smaller levels, and texels in the order that the sampler wants; NULL: it takes memory's. */
    void *copy[HW_BOUND_TEXTURES];
};

void hw_texture_tables_clear(struct hw_texture_tables *tables);

/* A texture from its descriptors: what it is, and where its texels are.  HW_ERR_UNSUPPORTED with a sentence
 * for what the sampler cannot do. */
struct hw_described {
    struct hw_texture texture; /* without texels */
    uint64_t address;
    uint64_t bytes; /* from there on */
    bool blocklinear;
    uint8_t log_y, log_z; /* of blocks */
    uint32_t levels;      /* beside the first */
    uint32_t first, last; /* levels that lookups see */
    uint8_t texel;        /* bytes of one */
    uint8_t source[4];    /* where each result comes from: 2 to 5 a channel, 0 zero, 6 and 7 one */
    uint8_t channels;     /* in memory */
};
hw_status hw_describe_texture(const uint32_t tic[HW_DESCRIPTOR_WORDS],
                              const uint32_t tsc[HW_DESCRIPTOR_WORDS], struct hw_described *described,
                              struct hw_error *error);

/* A level of a texture in blocks: its surface, and where that begins in its layer. */
struct hw_blocklinear hw_described_level(const struct hw_described *described, uint32_t level,
                                         uint64_t *offset);

/* The inverse: descriptors of a texture, whose texels lie at `address`, in rows (`pitch`) or in blocks.
 * Sizes beyond the bits of a descriptor are cut. */
void hw_pack_texture(const struct hw_texture *texture, uint64_t address, bool pitch,
                     uint32_t tic[HW_DESCRIPTOR_WORDS], uint32_t tsc[HW_DESCRIPTOR_WORDS]);
/* Whether a descriptor can say that its texels lie in rows. */
bool hw_texture_has_pitch_layout(const struct hw_texture *texture);

/* Copy the texels of a texture to where the described one, in blocks, has them. */
void hw_texture_to_blocks(const struct hw_texture *texture, const struct hw_described *described,
                          uint8_t *blocks);

/* Make texture `number` from its descriptors and the memory behind `dma`.  HW_ERR_FAULT, with the fault:
 * texels are missing. */
hw_status hw_texture_tables_make(struct hw_texture_tables *tables, const struct hw_address_space *space,
                                 const struct hw_dma_object *dma, unsigned number,
                                 const struct hw_described *described, struct hw_dma_fault *fault,
                                 struct hw_error *error);

#endif
