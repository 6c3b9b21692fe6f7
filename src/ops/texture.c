/* Texture lookups of a warp: between the register window and the sampler.
 *
 * Results are packed: the k-th wanted component goes to the k-th register of the window.  All sources are
 * read before the first result is written.  A bias or level follows the coordinates; there is one level
 * of detail, so neither has an effect, but a lookup with a bias or level has one source register more. */
#include "ops/pending.h"
#include "ops/texture.h"

#include "machine/warp.h"

#include <halfwarp/texture.h>
#include <string.h>

#define WINDOW 4

static int8_t texel_offset(unsigned bits, unsigned axis)
{
    unsigned nibble = bits >> (4 * axis) & 0xf;
    return (int8_t)(nibble < 8 ? (int)nibble : (int)nibble - 16);
}

/* Look up; false with the fault reported. */
static bool look_up(struct hw_warp *warp, const struct hw_uop *uop, uint32_t source[WINDOW][HW_LANES],
                    uint32_t out[WINDOW][HW_LANES])
{
    const struct hw_launch *launch = warp->block->launch;
    const struct hw_texture *texture = launch->texture[uop->imm];
    struct hw_texture_lookup lookup = {.coords = uop->b, .integer = uop->mode == HW_TEX_FETCH};
    struct hw_error error;

    if (uop->mode == HW_TEX_SIZE) {
        hw_texture_size(texture, source[0], warp->regs.exec, out);
        return true;
    }
    if ((uop->mode == HW_TEX_BIAS || uop->mode == HW_TEX_LOD) && lookup.coords > 0)
        lookup.coords--;
    for (unsigned i = 0; i < WINDOW; i++)
        lookup.coord[i] = source[i];
    for (unsigned axis = 0; axis < 3; axis++)
        lookup.offset[axis] = texel_offset(uop->a, axis);
    hw_pending_meet(warp->block->pending, warp->block->window, 0, UINT32_MAX);
    if ((launch->sample
             ? launch->sample(launch->sample_context, uop->imm, &lookup, warp->regs.exec, out, &error)
             : hw_texture_sample(texture, &lookup, warp->regs.exec, out, &error)) == HW_OK)
        return true;
    hw_warp_fault(warp, uop, HW_FAULT_ADDRESS, hw_lowest_lane(warp->regs.exec),
                  &(struct hw_access){.space = HW_OPERAND_TEXTURE, .index = (uint8_t)uop->imm},
                  "texture unit %u: %s", uop->imm, error.text);
    return false;
}

void hw_uop_texture(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);
    uint32_t source[WINDOW][HW_LANES], out[WINDOW][HW_LANES];

    if (regs->exec == 0)
        return;
    memset(source, 0, sizeof source);
    memcpy(source, regs->row[uop->d], uop->c * sizeof source[0]);
    if (!look_up(warp, uop, source, out))
        return;
    for (unsigned component = 0, k = 0; component < WINDOW; component++) {
        if (!(uop->lanes >> component & 1))
            continue;
        for (unsigned lane = 0; k < uop->c && lane < HW_LANES; lane++)
            if (regs->exec >> lane & 1)
                regs->row[uop->d + k][lane] = out[component][lane];
        k++;
    }
}
