/* SPDX-License-Identifier: MIT */
/* The rasteriser turns a triangle into fragments: what a fragment program runs on when it runs by itself.
 *
 * A picture's pixel (x, y) has its centre at (x + 0.5, y + 0.5), y downwards.  Corners are rounded to 1/256
 * of a pixel.  A sample that lies on an edge belongs to the triangle if the edge is its top or a left one, so
 * triangles that share an edge share no sample.  One sample lies in the centre; four lie at (0.375, 0.125),
 * (0.875, 0.375), (0.125, 0.625) and (0.625, 0.875).
 *
 * Fragments come in quads: four pixels whose upper left has even coordinates, in the order upper left, upper
 * right, lower left, lower right.  Quads without a covered sample are omitted; the others go from left to
 * right, then from top to bottom.
 *
 * Varyings are interpolated linearly over the picture, in double precision, and rounded once; programs divide
 * by w themselves.  The centroid is the centre where the triangle covers all samples or none, else the mean
 * of the covered ones.  (The sample positions are Direct3D's; the rest is halfwarp's choice where Direct3D
 * leaves one: chips compute with less precision.)
 *
 * Stability: may change. */
#ifndef HALFWARP_RASTER_H
#define HALFWARP_RASTER_H

#include <halfwarp/graphics.h>
#include <halfwarp/status.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HW_PICTURE_MAX  8192 /* pixels of a picture's width and height */
#define HW_VARYINGS_MAX 128  /* words of a fragment */

struct hw_triangle {
    float x[3], y[3];        /* the corners, in pixels; within 65536 of the picture's origin */
    uint32_t words;          /* varyings: at most HW_VARYINGS_MAX */
    const float *varying[3]; /* of each corner */
    uint32_t provoking;      /* the corner whose varyings are those of flat ones: 0 to 2 */
    uint32_t width, height;  /* of the picture */
    uint32_t samples;        /* of a pixel: 1 or 4 */
};

struct hw_fragment {
    uint32_t x, y;
    bool covered; /* a sample is; else it is there for its quad */
};

struct hw_fragments {
    uint32_t count; /* a multiple of 4; 0: the triangle covers no sample */
    struct hw_fragment *fragment;
    uint32_t *varying; /* count * HW_INTERPOLATIONS * words: as hw_graphics.input wants them */
};

/* Free the fragments with hw_fragments_free.  Errors: HW_ERR_RANGE for a number out of the ranges above, with
 * a sentence; HW_ERR_NO_MEMORY. */
hw_status hw_triangle_fragments(const struct hw_triangle *triangle, struct hw_fragments *fragments,
                                struct hw_error *error);
void hw_fragments_free(struct hw_fragments *fragments);

#ifdef __cplusplus
}
#endif
#endif
