/* SPDX-License-Identifier: MIT */
/* Graphics programs of Tesla's chips run by themselves: vertex, geometry and fragment programs with their
 * inputs given and their outputs stored, and no pipeline around them.
 *
 * A launch whose code is of such a type has a struct hw_graphics.  A thread is a vertex (vp), a primitive
 * (gp) or a fragment (fp); threads are numbered through the blocks, of which each has one warp.  Four
 * fragments, side by side in two rows, are a quad; a warp of 32 has eight.
 *
 * Where public documents are silent halfwarp makes a choice.  These are all the choices:
 *
 * - a[N] of a vertex program is word N of the vertex.  a[N] of a geometry program is the handle of the
 *   primitive's vertex N: what an address register has to hold for p[] to reach that vertex.  Handles are
 *   the byte offset of the vertex within its primitive.
 * - v[N] of a fragment program is word N of the fragment, which is there three times: interpolated at the
 *   pixel's centre, that of the provoking vertex, and interpolated at the covered samples' centroid.
 * - An input or output that does not exist is a fault.
 * - A geometry program keeps what is in $o when it emits; what it emits beyond its limit is not kept.
 * - A fragment program's outputs are $r0 and the registers behind it when the thread ends.
 * - General registers, outputs among them, begin as zeros.
 * @see the NV50 CUDA page of the nouveau wiki for the quads; envytools' documentation of Tesla's ISA for
 *   the instructions; Mesa's nv50 driver for how geometry programs address vertices.
 *
 * Stability: may change. */
#ifndef HALFWARP_GRAPHICS_H
#define HALFWARP_GRAPHICS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HW_OUTPUTS 128 /* $o0 .. $o127 */

/* How a fragment's inputs are interpolated. */
enum hw_interpolation { HW_INTERPOLATION_LINEAR = 0, HW_INTERPOLATION_FLAT, HW_INTERPOLATION_CENTROID };
#define HW_INTERPOLATIONS 3

/* What became of a thread. */
struct hw_graphics_thread {
    uint32_t records; /* outputs that it has kept */
    bool helper;      /* set by the caller: a fragment that is there for its quad only, and keeps nothing */
    bool discarded;   /* a fragment program has dropped it */
};

/* Inputs and outputs; all arrays are the caller's.  The words of a thread's input follow each other: those of
 * a[], then those of p[], then those of v[] once for each interpolation. */
struct hw_graphics {
    uint32_t threads; /* that have inputs and outputs; the launch's last warp may be a part of one */
    uint32_t attribute_words, primitive_words, varying_words;
    const uint32_t *input; /* threads * hw_graphics_input_words() */

    uint32_t output_words; /* that are kept: 1 .. HW_OUTPUTS */
    uint32_t records;      /* of outputs that a thread may keep: 1, or how often a geometry program emits */
    uint32_t *output;      /* threads * records * output_words */
    uint8_t *cut;          /* threads * records: 1 where a primitive ends behind the record; NULL: not kept */
    struct hw_graphics_thread *thread; /* of each; zero at the launch, except for `helper` */
};

static inline uint32_t hw_graphics_input_words(const struct hw_graphics *graphics)
{
    return graphics->attribute_words + graphics->primitive_words +
           HW_INTERPOLATIONS * graphics->varying_words;
}

#ifdef __cplusplus
}
#endif
#endif
