/* SPDX-License-Identifier: MIT */
/* Bound texture lookups of a warp: between the operand registers and the sampler.
 *
 * Results are packed: the k-th wanted component goes to the k-th register of the vector.  All sources are
 * read before the first result is written.  A bias or level follows the coordinates: a lookup with one has
 * one source register more. */
#include "machine/events.h"
#include "machine/memory/reduction_drain.h"
#include "machine/lane_writes.h"
#include "machine/texture/texture_level.h"
#include "machine/texture/texture_unit.h"
#include "ops/texture/tex_sample.h"

#include "machine/warp.h"

#include <halfwarp/texture.h>
#include <string.h>

#define WINDOW 4

static int8_t texel_offset(unsigned bits, unsigned axis)
{
    unsigned nibble = bits >> (4 * axis) & 0xf;
    return (int8_t)(nibble < 8 ? (int)nibble : (int)nibble - 16);
}

static void notify(const struct hw_warp *warp, const struct hw_uop *uop, const struct hw_texture *texture,
                   const struct hw_texture_lookup *lookup)
{
    uint64_t offset[HW_TEXELS_READ][HW_LANES];

    if (!texture || !hw_notifies_accesses(warp->block->launch))
        return;
    hw_notify_texels(warp, uop,
                     &(struct hw_texel_access){
                         .kind = HW_ACCESS_TEXTURE,
                         .texels = (uint8_t)hw_texture_texels(texture, lookup, warp->regs.exec, offset),
                         .bytes = (uint8_t)hw_texture_texel_bytes(texture),
                         .lanes = warp->regs.exec,
                         .number = uop->tex.unit,
                         .origin = texture->origin,
                         .offset = offset});
}

/* The level of detail of each lane: as the lookup says, or its quad, and a bias. */
static void find_levels(const struct hw_uop *uop, const struct hw_texture *texture,
                        const struct hw_texture_lookup *lookup, float level[HW_LANES])
{
    float said[HW_LANES] = {0};

    if (uop->tex.lookup == HW_TEX_BIAS || uop->tex.lookup == HW_TEX_LOD)
        memcpy(said, lookup->coord[lookup->coords], sizeof said);
    memset(level, 0, HW_LANES * sizeof *level);
    if (uop->tex.lookup != HW_TEX_LOD && uop->tex.by_quad)
        hw_texture_quad_levels(texture, lookup, level);
    for (unsigned lane = 0; lane < HW_LANES; lane++)
        level[lane] += said[lane];
}

/* Sample the bound texture, or what the launch has in its place. */
static hw_status sample(const struct hw_warp *warp, const struct hw_uop *uop,
                        const struct hw_texture_lookup *lookup, uint32_t out[WINDOW][HW_LANES],
                        struct hw_error *error)
{
    const struct hw_launch_textures *textures = &warp->block->launch->textures;
    const struct hw_texture *texture = textures->unit[uop->tex.unit];
    float level[HW_LANES];

    if (textures->sample)
        return textures->sample(textures->sample_context, uop->tex.unit, lookup, warp->regs.exec, out, error);
    if (!texture->smaller || texture->cube || lookup->integer)
        return hw_texture_sample(texture, lookup, warp->regs.exec, out, error);
    find_levels(uop, texture, lookup, level);
    return hw_texture_sample_level(texture, lookup, level, warp->regs.exec, out, error);
}

/* Look up; false with the fault reported. */
static bool look_up(struct hw_warp *warp, const struct hw_uop *uop, uint32_t out[WINDOW][HW_LANES])
{
    static const _Alignas(64) hw_lanes zeros;
    const struct hw_launch *launch = warp->block->launch;
    const struct hw_texture *texture = launch->textures.unit[uop->tex.unit];
    struct hw_texture_lookup lookup = {.coords = uop->tex.sources,
                                       .integer = uop->tex.lookup == HW_TEX_FETCH,
                                       .unread = (uint8_t)~uop->tex.wanted,
                                       .joint = true};
    struct hw_error error;

    for (unsigned i = 0; i < WINDOW; i++)
        lookup.coord[i] = i < uop->tex.window ? warp->regs.reg[uop->d + i] : zeros;
    if (uop->tex.lookup == HW_TEX_SIZE) {
        hw_texture_size(texture, lookup.coord[0], warp->regs.exec, out);
        return true;
    }
    if ((uop->tex.lookup == HW_TEX_BIAS || uop->tex.lookup == HW_TEX_LOD) && lookup.coords > 0)
        lookup.coords--;
    for (unsigned axis = 0; axis < 3; axis++)
        lookup.offset[axis] = texel_offset(uop->tex.shifts, axis);
    hw_reduction_drain_texture(warp->block, texture);
    if (sample(warp, uop, &lookup, out, &error) == HW_OK) {
        notify(warp, uop, texture, &lookup);
        return true;
    }
    hw_warp_fault(warp, uop, HW_FAULT_ADDRESS, hw_lowest_lane(warp->regs.exec),
                  &(struct hw_access){.space = HW_OPERAND_TEXTURE, .index = uop->tex.unit},
                  "texture unit %u: %s", uop->tex.unit, error.text);
    return false;
}

void hw_uop_texture(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);
    uint32_t out[WINDOW][HW_LANES];

    if (regs->exec == 0)
        return;
    if (!look_up(warp, uop, out))
        return;
    for (unsigned component = 0, k = 0; component < WINDOW; component++) {
        if (!(uop->tex.wanted >> component & 1))
            continue;
        if (k < uop->tex.window)
            hw_write_lanes(regs->reg[uop->d + k], out[component], regs->exec);
        k++;
    }
}
