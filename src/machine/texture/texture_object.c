/* SPDX-License-Identifier: MIT */
/* Bindless texture lookups: lanes with the same handle and offsets are looked up together; nearly always that
 * is all of them. */
#include "machine/texture/texture_object.h"

#include "machine/warp.h"
#include "machine/texture/bindless.h"
#include "machine/texture/texture_level.h"
#include "ops/scalar/fp16.h"
#include "machine/events.h"
#include "machine/memory/reduction_drain.h"
#include "ops/texture/tex_sample.h"
#include "machine/lane_writes.h"

#include <halfwarp/texture.h>
#include <string.h>

#define COMPONENTS 4

/* The offsets of a lookup are packed: 4 bits a dimension; gathering has 6 bits at every eighth. */
static int8_t texel_offset(uint32_t packed, unsigned axis, bool gather)
{
    unsigned bits = gather ? 6 : 4, shift = gather ? 8 * axis : 4 * axis;

    return (int8_t)((int32_t)(packed >> shift << (32 - bits)) >> (32 - bits));
}

/* The sources of a lookup: words of registers, and layers in words of their own. */
struct lookup_sources {
    const uint32_t *reg[HW_TEX_SOURCE_COUNT];
    uint32_t coordinate[2][HW_LANES], layer[HW_LANES];
};

static bool has_layers(const struct hw_uop *uop)
{
    return uop->tex.dim >= HW_DIM_ARRAY_1D;
}

static void find_sources(const struct hw_regs *regs, const struct hw_uop *uop, struct lookup_sources *sources)
{
    for (unsigned k = 0; k < HW_TEX_SOURCE_COUNT; k++)
        sources->reg[k] = regs->reg[uop->a + k];
}

/* The layer is the low half of its register. */
static void find_layers(const struct hw_uop *uop, struct lookup_sources *sources)
{
    const uint32_t used = has_layers(uop) ? 0xffff : 0;

    for (unsigned lane = 0; lane < HW_LANES; lane++)
        sources->layer[lane] = sources->reg[HW_TEX_SOURCE_LAYER][lane] & used;
    sources->reg[HW_TEX_SOURCE_LAYER] = sources->layer;
}

/* Directions become coordinates on faces, and layers faces. */
static void aim_at_faces(struct lookup_sources *sources, uint32_t exec)
{
    for (unsigned lane = 0; lane < HW_LANES; lane++) {
        float direction[3], coordinate[2];

        if (!(exec >> lane & 1))
            continue;
        for (unsigned k = 0; k < 3; k++)
            memcpy(&direction[k], &sources->reg[HW_TEX_SOURCE_X + k][lane], sizeof direction[k]);
        const unsigned face = hw_cube_face(direction, coordinate);
        memcpy(&sources->coordinate[0][lane], &coordinate[0], sizeof coordinate[0]);
        memcpy(&sources->coordinate[1][lane], &coordinate[1], sizeof coordinate[1]);
        sources->layer[lane] = sources->layer[lane] * 6 + face;
    }
    sources->reg[HW_TEX_SOURCE_X] = sources->coordinate[0];
    sources->reg[HW_TEX_SOURCE_Y] = sources->coordinate[1];
}

/* With gradients the offsets stand above the layer. */
static uint32_t packed_offsets(const struct hw_regs *regs, const struct hw_uop *uop, unsigned lane)
{
    return uop->tex.offsets == HW_TEXEL_OFFSETS_IN_LAYER ? regs->reg[uop->a + HW_TEX_SOURCE_LAYER][lane] >> 16
                                                         : regs->reg[uop->a + HW_TEX_SOURCE_OFFSET][lane];
}

/* Those of the lanes whose offsets are the lowest lane's; each lane has its own. */
static uint32_t is_offset_uniform(const struct hw_regs *regs, const struct hw_uop *uop, uint32_t lanes)
{
    uint32_t uniform = lanes;

    for (uint32_t remaining = uop->tex.offsets ? lanes : 0; remaining; remaining &= remaining - 1)
        if (packed_offsets(regs, uop, hw_lowest_lane(remaining)) !=
            packed_offsets(regs, uop, hw_lowest_lane(lanes)))
            uniform &= ~(1u << hw_lowest_lane(remaining));
    return uniform;
}

static void notify(const struct hw_regs *regs, const struct hw_uop *uop, const struct hw_texture *texture,
                   const struct hw_texture_lookup *lookup, uint32_t exec)
{
    const struct hw_warp *warp = hw_warp_of((struct hw_regs *)(uintptr_t)regs);
    uint64_t offset[HW_TEXELS_READ][HW_LANES];

    if (!hw_notifies_accesses(warp->block->launch))
        return;
    hw_notify_texels(
        warp, uop,
        &(struct hw_texel_access){.kind = HW_ACCESS_TEXTURE,
                                  .texels = (uint8_t)hw_texture_texels(texture, lookup, exec, offset),
                                  .bytes = (uint8_t)hw_texture_texel_bytes(texture),
                                  .lanes = exec,
                                  .number = regs->reg[uop->b][hw_lowest_lane(exec)],
                                  .origin = texture->origin,
                                  .offset = offset});
}

/* The level of detail of each lane. */
static void find_levels(const struct hw_regs *regs, const struct hw_uop *uop,
                        const struct hw_texture *texture, const struct hw_texture_lookup *lookup,
                        float level[HW_LANES])
{
    const uint16_t first = (uint16_t)(uop->a + HW_TEX_SOURCE_GRADIENT);

    memset(level, 0, HW_LANES * sizeof *level);
    if (uop->tex.level == HW_TEXEL_LEVEL_EXPLICIT)
        memcpy(level, regs->reg[uop->a + HW_TEX_SOURCE_LEVEL], HW_LANES * sizeof *level);
    else if (uop->tex.level == HW_TEXEL_LEVEL_QUAD)
        hw_texture_quad_levels(texture, lookup, level);
    else if (uop->tex.level == HW_TEXEL_LEVEL_GRADIENTS)
        hw_texture_gradient_levels(texture,
                                   (const uint32_t *const[]){regs->reg[first], regs->reg[first + 1],
                                                             regs->reg[first + 2], regs->reg[first + 3]},
                                   level);
}

static hw_status sample(const struct hw_regs *regs, const struct hw_uop *uop,
                        const struct hw_texture *texture, const struct hw_texture_lookup *lookup,
                        uint32_t exec, uint32_t out[COMPONENTS][HW_LANES], struct hw_error *error)
{
    const bool given = uop->tex.level == HW_TEXEL_LEVEL_EXPLICIT;
    float level[HW_LANES];

    if (!texture->smaller || lookup->gather || (lookup->integer && !given))
        return hw_texture_sample(texture, lookup, exec, out, error);
    if (lookup->integer)
        return hw_texture_fetch_level(texture, lookup, regs->reg[uop->a + HW_TEX_SOURCE_LEVEL], exec, out,
                                      error);
    find_levels(regs, uop, texture, lookup, level);
    return hw_texture_sample_level(texture, lookup, level, exec, out, error);
}

/* Look up the lanes `exec`, which have one handle and the same offsets. */
static hw_status look_up(const struct hw_regs *regs, const struct hw_uop *uop,
                         const struct hw_texture *texture, uint32_t exec, uint32_t out[COMPONENTS][HW_LANES],
                         struct hw_error *error)
{
    struct hw_texture_lookup lookup = {.integer = uop->tex.lookup == HW_TEX_FETCH,
                                       .unread = (uint8_t)~uop->tex.wanted,
                                       .gather = uop->tex.lookup == HW_TEX_GATHER,
                                       .component = uop->tex.component};
    struct lookup_sources sources;

    find_sources(regs, uop, &sources);
    const uint32_t packed = uop->tex.offsets ? packed_offsets(regs, uop, hw_lowest_lane(exec)) : 0;
    for (unsigned k = 0; uop->tex.offsets && k < 3; k++)
        lookup.offset[k] = texel_offset(packed, k, lookup.gather);
    if (texture->layers)
        find_layers(uop, &sources);
    if (texture->cube)
        aim_at_faces(&sources, exec);
    for (unsigned k = 0; k < texture->dimensions; k++)
        lookup.coord[lookup.coords++] = sources.reg[HW_TEX_SOURCE_X + k];
    lookup.coord[lookup.coords++] = sources.reg[HW_TEX_SOURCE_LAYER];
    notify(regs, uop, texture, &lookup, exec);
    return sample(regs, uop, texture, &lookup, exec, out, error);
}

/* Where the k-th result goes. */
static uint32_t *result_register(const struct hw_regs *regs, const struct hw_uop *uop, unsigned k)
{
    return regs->reg[k < 2 ? uop->d + k : uop->c + k - 2u];
}

static void write_results(const struct hw_regs *regs, const struct hw_uop *uop,
                          uint32_t out[COMPONENTS][HW_LANES])
{
    for (unsigned component = 0, k = 0; component < COMPONENTS; component++) {
        if (!(uop->tex.wanted >> component & 1))
            continue;
        hw_write_lanes(result_register(regs, uop, k++), out[component], regs->exec);
    }
}

/* Two results a register, the first in the low half. */
static void write_halves(const struct hw_regs *regs, const struct hw_uop *uop,
                         uint32_t out[COMPONENTS][HW_LANES])
{
    for (unsigned component = 0, k = 0; component < COMPONENTS; component++) {
        if (!(uop->tex.wanted >> component & 1))
            continue;
        uint32_t *to = k < 2 ? regs->reg[uop->d] : regs->reg[uop->c];
        for (unsigned lane = 0; lane < HW_LANES; lane++) {
            if (!(regs->exec >> lane & 1))
                continue;
            const uint32_t half = hw_fp16_narrow(out[component][lane], uop->tex.halves - 1u, false);
            to[lane] = k % 2 ? (to[lane] & 0xffff) | half << 16 : half;
        }
        k++;
    }
}

void hw_uop_texture_object(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);
    uint32_t out[COMPONENTS][HW_LANES], remaining = regs->exec, same;
    const struct hw_bindless *object;
    struct hw_error error;

    while (remaining) {
        if (!(object = hw_bindless_of(warp, uop, HW_OPERAND_TEXTURE, remaining, &same)))
            return;
        hw_reduction_drain_texture(warp->block, object->texture);
        same = is_offset_uniform(regs, uop, same);
        if (look_up(regs, uop, object->texture, same, out, &error) != HW_OK) {
            hw_warp_fault(warp, uop, HW_FAULT_ADDRESS, hw_lowest_lane(same),
                          &(struct hw_access){.space = HW_OPERAND_TEXTURE}, "texture: %s", error.text);
            return;
        }
        remaining &= ~same;
    }
    if (uop->tex.halves)
        write_halves(regs, uop, out);
    else
        write_results(regs, uop, out);
    hw_write_pred(regs, uop->p_out, 0); /* where no texel is: there is none such */
}

/* A surface has a size, too: the texture that would describe it. */
static struct hw_texture described(const struct hw_bindless *object)
{
    const struct hw_surface *surface = object->surface;

    if (object->texture)
        return *object->texture;
    return (struct hw_texture){.width = surface->width,
                               .height = surface->height,
                               .depth = surface->depth,
                               .layers = surface->layers,
                               .dimensions = surface->dimensions};
}

void hw_uop_texture_query(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);
    const uint32_t *level = regs->reg[uop->a + HW_TEX_SOURCE_LEVEL];
    uint32_t out[COMPONENTS][HW_LANES], remaining = regs->exec, same;
    const struct hw_bindless *object;

    while (remaining) {
        if (!(object = hw_bindless_of(warp, uop, HW_OPERAND_NONE, remaining, &same)))
            return;
        const struct hw_texture texture = described(object);
        hw_texture_size(&texture, level, same, out);
        remaining &= ~same;
    }
    write_results(regs, uop, out);
}
