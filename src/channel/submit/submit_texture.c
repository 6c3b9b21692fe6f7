/* SPDX-License-Identifier: MIT */
/* This file submits the textures of a launch: descriptors in the submitter's tables, one for each unit, and
 * the texels.
 *
 * Texels stay where they are if a descriptor can say where that is.  The object reads all texels by one DMA
 * object, so a launch in which one of the textures lies elsewhere, as CUDA's arrays do, has copies of all. */
#include "channel/submit/submit_state.h"

#include "channel/engine/texture_table.h"

#include <stdlib.h>

#define DESCRIPTOR_BYTES (4u * HW_DESCRIPTOR_WORDS)
#define SAMPLERS         (HW_TEXTURES * DESCRIPTOR_BYTES) /* where their table begins */
#define TEXELS_ALIGN     0x10000u

static bool is_in_launch_memory(const struct hw_launch *launch, const struct hw_texture *texture)
{
    return hw_texture_has_pitch_layout(texture) && texture->origin && !texture->normalized &&
           texture->origin <= UINT32_MAX &&
           hw_memory_host(launch->memory, texture->origin, texture->bytes) == texture->data;
}

/* How many textures there are, and whether all can stay. */
static unsigned count_textures(const struct hw_launch *launch, bool *stay)
{
    unsigned count = 0;

    *stay = true;
    for (unsigned i = 0; i < HW_TEXTURES; i++)
        if (launch->textures.unit[i]) {
            count++;
            *stay &= is_in_launch_memory(launch, launch->textures.unit[i]);
        }
    return count;
}

static hw_status put_descriptors(struct hw_submitter *stage, unsigned unit, const uint32_t *tic,
                                 const uint32_t *tsc, struct hw_error *error)
{
    const uint64_t at = (uint64_t)unit * DESCRIPTOR_BYTES;
    hw_status status = hw_submit_write(stage, HW_SUBMIT_TABLES, at, tic, DESCRIPTOR_BYTES, error);

    if (status == HW_OK)
        status = hw_submit_write(stage, HW_SUBMIT_TABLES, SAMPLERS + at, tsc, DESCRIPTOR_BYTES, error);
    return status;
}

/* Copy texels into blocks behind those that are there. */
static hw_status put_copy(struct hw_submitter *stage, const struct hw_texture *texture, uint64_t *end,
                          uint32_t *tic, uint32_t *tsc, struct hw_error *error)
{
    const uint64_t offset = (*end + TEXELS_ALIGN - 1) / TEXELS_ALIGN * TEXELS_ALIGN;
    struct hw_described described;

    hw_pack_texture(texture, hw_submit_region(HW_SUBMIT_TEXELS) + offset, false, tic, tsc);
    hw_status status = hw_describe_texture(tic, tsc, &described, error);
    if (status != HW_OK)
        return status;
    uint8_t *blocks = calloc(1, described.bytes);
    if (!blocks)
        return hw_fail(error, HW_ERR_NO_MEMORY, "stage", "no memory for %llu bytes of texels",
                       (unsigned long long)described.bytes);
    hw_texture_to_blocks(texture, &described, blocks);
    status = hw_submit_write(stage, HW_SUBMIT_TEXELS, offset, blocks, described.bytes, error);
    free(blocks);
    *end = offset + described.bytes;
    return status;
}

/* Give a texture to a unit, or (NULL) none. */
static hw_status bind(struct hw_submitter *stage, unsigned unit, const struct hw_texture *texture,
                      struct hw_error *error)
{
    if (!texture && !stage->texture[unit])
        return HW_OK;
    stage->texture[unit] = texture != NULL;
    return hw_submit_send(stage, HW_COMPUTE_BIND_TIC,
                          hw_in_field(texture != NULL, HW_COMPUTE_BIND_TIC_VALID) |
                              hw_in_field(unit, HW_COMPUTE_BIND_TIC_TEXTURE) |
                              hw_in_field(unit, HW_COMPUTE_BIND_TIC_TIC),
                          error);
}

/* The tables, and that a texture takes the sampler of its own number. */
static hw_status set_tables(struct hw_submitter *stage, bool stay, struct hw_error *error)
{
    const uint64_t tables = hw_submit_region(HW_SUBMIT_TABLES);
    const struct {
        uint32_t method, data;
    } state[] = {
        {HW_COMPUTE_DMA_TEXTURE, stay ? HW_SUBMIT_GLOBAL : HW_SUBMIT_OWN},
        {HW_COMPUTE_TSC_LIMIT, HW_TEXTURES - 1},
        {HW_COMPUTE_TIC_LIMIT, HW_TEXTURES - 1},
        {HW_COMPUTE_LINKED_TSC, 1},
        {HW_COMPUTE_TEX_LIMITS, hw_in_field(4, HW_COMPUTE_TEX_LIMITS_SAMPLERS_LOG2) |
                                    hw_in_field(7, HW_COMPUTE_TEX_LIMITS_TEXTURES_LOG2)},
    };
    hw_status status = hw_submit_set_address(stage, HW_COMPUTE_TIC_ADDRESS_HIGH, tables, error);

    if (status == HW_OK)
        status = hw_submit_set_address(stage, HW_COMPUTE_TSC_ADDRESS_HIGH, tables + SAMPLERS, error);
    for (unsigned i = 0; i < sizeof state / sizeof state[0] && status == HW_OK; i++)
        status = hw_submit_set(stage, state[i].method, state[i].data, error);
    return status;
}

/* What descriptors and texels were is in the caches. */
static hw_status flush_caches(struct hw_submitter *stage, struct hw_error *error)
{
    hw_status status = hw_submit_send(stage, HW_COMPUTE_TSC_FLUSH, 0, error);

    if (status == HW_OK)
        status = hw_submit_send(stage, HW_COMPUTE_TIC_FLUSH, 0, error);
    if (status == HW_OK)
        status = hw_submit_send(stage, HW_COMPUTE_TEX_CACHE_CTL,
                                hw_in_field(2, HW_COMPUTE_TEX_CACHE_CTL_UNK1), error);
    return status;
}

hw_status hw_submit_textures(struct hw_submitter *stage, const struct hw_launch *launch,
                             struct hw_error *error)
{
    hw_status status = HW_OK;
    uint64_t texels = 0;
    bool stay;

    if (count_textures(launch, &stay)) {
        status = set_tables(stage, stay, error);
        if (status == HW_OK)
            status = flush_caches(stage, error);
    }
    for (unsigned i = 0; i < HW_TEXTURES && status == HW_OK; i++) {
        const struct hw_texture *texture = launch->textures.unit[i];
        uint32_t tic[HW_DESCRIPTOR_WORDS], tsc[HW_DESCRIPTOR_WORDS];
        if (texture && stay)
            hw_pack_texture(texture, texture->origin, true, tic, tsc);
        else if (texture)
            status = put_copy(stage, texture, &texels, tic, tsc, error);
        if (texture && status == HW_OK)
            status = put_descriptors(stage, i, tic, tsc, error);
        if (status == HW_OK)
            status = bind(stage, i, texture, error);
    }
    return status;
}
