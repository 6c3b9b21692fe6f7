/* SPDX-License-Identifier: MIT */
/* A surface is checked: whether it is possible, and is inside its memory.  A surface obeys
 * the same rules as a texture of its shape. */
#include <halfwarp/surface.h>

hw_status hw_surface_check(const struct hw_surface *surface, struct hw_error *error)
{
    if (!surface)
        return hw_fail(error, HW_ERR_ARGUMENT, "surface", "there is no surface, expected one");
    const struct hw_texture shape = {
        .data = surface->data,
        .bytes = surface->bytes,
        .width = surface->width,
        .height = surface->height,
        .depth = surface->depth,
        .layers = surface->layers,
        .row_pitch = surface->row_pitch,
        .slice_pitch = surface->slice_pitch,
        .dimensions = surface->dimensions,
        .type = surface->type,
        .channels = surface->channels,
    };
    return hw_texture_check(&shape, error);
}
