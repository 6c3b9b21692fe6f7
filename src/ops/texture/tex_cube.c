/* SPDX-License-Identifier: MIT */
/* Cube maps: from a direction to a face and a place on it.
 *
 * The longest component chooses the face; the other two, divided by it, are the place.
 * @see CUDA C Programming Guide, "Cubemap Textures", and its table of faces */
#include <halfwarp/texture.h>

#include <math.h>

/* For the faces of each axis, positive then negative: which components give s and t, and with which sign. */
static const struct face {
    uint8_t s, t;
    int8_t s_sign, t_sign;
} faces[6] = {
    {2, 1, -1, -1}, {2, 1, 1, -1},  /* x */
    {0, 2, 1, 1},   {0, 2, 1, -1},  /* y */
    {0, 1, 1, -1},  {0, 1, -1, -1}, /* z */
};

unsigned hw_cube_face(const float direction[3], float place[2])
{
    unsigned axis = 0;

    for (unsigned k = 1; k < 3; k++)
        if (fabsf(direction[k]) > fabsf(direction[axis]))
            axis = k;
    const unsigned number = 2 * axis + (direction[axis] < 0 ? 1 : 0);
    const struct face *face = &faces[number];
    const float length = fabsf(direction[axis]);

    place[0] = ((float)face->s_sign * direction[face->s] / length + 1.0f) / 2.0f;
    place[1] = ((float)face->t_sign * direction[face->t] / length + 1.0f) / 2.0f;
    return number;
}
