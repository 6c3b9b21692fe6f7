/* SPDX-License-Identifier: MIT */
/* Bindless handles: lanes with the same handle get the object of its table entry. */
#include "machine/texture/bindless.h"

static bool is_of_kind(const struct hw_bindless *object, unsigned wanted)
{
    switch (wanted) {
    case HW_OPERAND_TEXTURE: return object->texture != NULL;
    case HW_OPERAND_SURFACE: return object->surface != NULL;
    default: return object->texture || object->surface;
    }
}

/* The lanes whose word is that of the lane `first`; nearly always that is all of them. */
static uint32_t lanes_like(const uint32_t *reg, unsigned first, uint32_t lanes)
{
    uint32_t differ = 0, like = 0;

    for (unsigned lane = 0; lane < HW_LANES; lane++)
        differ |= reg[lane] ^ reg[first];
    if (!differ)
        return lanes;
    for (unsigned lane = first; lane < HW_LANES; lane++)
        like |= lanes & (uint32_t)(reg[lane] == reg[first]) << lane;
    return like;
}

const struct hw_bindless *hw_bindless_of(struct hw_warp *warp, const struct hw_uop *uop, unsigned wanted,
                                         uint32_t lanes, uint32_t *same)
{
    const struct hw_launch *launch = warp->block->launch;
    const uint32_t *handle = warp->regs.reg[uop->b];
    const unsigned first = hw_lowest_lane(lanes);
    const uint32_t number = handle[first] & ((1u << HW_HANDLE_BITS) - 1);

    *same = lanes_like(handle, first, lanes);
    if (number < launch->textures.bindless_count && is_of_kind(&launch->textures.bindless[number], wanted))
        return &launch->textures.bindless[number];
    hw_warp_fault(warp, uop, HW_FAULT_UNBOUND, first, &(struct hw_access){.space = (uint8_t)wanted},
                  "0x%x is the handle of no %s that this launch has", handle[first],
                  wanted == HW_OPERAND_SURFACE ? "surface" : "texture");
    return NULL;
}
