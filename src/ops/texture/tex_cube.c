/* SPDX-License-Identifier: MIT */
/* A cube map lookup turns a direction into a face and a position on it.
 *
 * The longest component chooses the face; the other two, divided by it, are the place.
 * @see CUDA C Programming Guide, "Cubemap Textures", and its table of faces */
#include "ops/texture/tex_sample.h"

#include <math.h>
#include <stdlib.h>

/* For the faces of each axis, positive then negative: which components give s and t, and with which sign. */
static const struct face {
    uint8_t s, t;
    int8_t s_sign, t_sign;
} faces[6] = {
    {2, 1, -1, -1}, {2, 1, 1, -1},  /* x */
    {0, 2, 1, 1},   {0, 2, 1, -1},  /* y */
    {0, 1, 1, -1},  {0, 1, -1, -1}, /* z */
};

unsigned hw_cube_face(const float direction[3], float face_coord[2])
{
    unsigned axis = 0;

    for (unsigned k = 1; k < 3; k++)
        if (fabsf(direction[k]) > fabsf(direction[axis]))
            axis = k;
    const unsigned number = 2 * axis + (direction[axis] < 0 ? 1 : 0);
    const struct face *face = &faces[number];
    const float length = fabsf(direction[axis]);

    face_coord[0] = ((float)face->s_sign * direction[face->s] / length + 1.0f) / 2.0f;
    face_coord[1] = ((float)face->t_sign * direction[face->t] / length + 1.0f) / 2.0f;
    return number;
}

/* Directions in half texels: the middles of a face's texels are at odd or even numbers up to extent - 1, its
 * plane is at the extent, and what lies beyond the edge at extent + 1. */
unsigned hw_cube_beyond(unsigned face, int64_t extent, int64_t texel[2])
{
    const struct face *from = &faces[face];
    int64_t direction[3];
    unsigned axis = face / 2;

    direction[axis] = face % 2 ? -extent : extent;
    direction[from->s] = from->s_sign * (2 * texel[0] + 1 - extent);
    direction[from->t] = from->t_sign * (2 * texel[1] + 1 - extent);
    direction[axis] += direction[axis] < 0 ? 1 : -1; /* the middle of the next face's outermost texel */
    axis = llabs(direction[from->s]) > extent ? from->s : from->t;
    const unsigned number = 2 * axis + (direction[axis] < 0 ? 1 : 0);
    const struct face *to = &faces[number];
    texel[0] = (to->s_sign * direction[to->s] + extent - 1) / 2;
    texel[1] = (to->t_sign * direction[to->t] + extent - 1) / 2;
    return number;
}
