/* SPDX-License-Identifier: MIT */
/* The shape of a transform: its sizes, its types and how its numbers lie in memory.
 *
 * How they lie depends on the call, too: real numbers of a transform in place have room for the complex ones
 * that take their place ("padding"), unless the program has said how its numbers lie. */
#ifndef HW_CUDA_FFT_SHAPE_H
#define HW_CUDA_FFT_SHAPE_H

#include "cuda/fft/cufft.h"

#include <stdbool.h>
#include <stdint.h>

#define HW_FFT_RANKS 3

enum hw_fft_precision { HW_FFT_SINGLE, HW_FFT_DOUBLE, HW_FFT_HALF, HW_FFT_BFLOAT };

/* One side of a transform: places of elements, counted in elements. */
struct hw_fft_side {
    int64_t size[HW_FFT_RANKS];  /* elements that there are */
    int64_t embed[HW_FFT_RANKS]; /* of how many they are a part; the first does not matter */
    int64_t stride, dist;        /* from element to element, from transform to transform */
};

/* Begin with zeros: sizes beyond the rank are 0. */
struct hw_fft_shape {
    int64_t n[HW_FFT_RANKS], batch;
    struct hw_fft_side in, out; /* embed, stride and dist, where the program gives them: */
    int rank;
    enum hw_fft_precision precision;
    bool own_layout;
    bool real_in, real_out;
    bool packed; /* nothing lies between rows of real numbers, in place as well */
};

/* What a type says; false: there is no such type. */
bool hw_fft_set_type(struct hw_fft_shape *shape, cufftType type);
/* Whether there is such a transform: numbers that can be counted in 64 bits, in a layout that holds them. */
cufftResult hw_fft_check(const struct hw_fft_shape *shape);

/* The sides of a transform that is executed in place or not. */
void hw_fft_sides(const struct hw_fft_shape *shape, bool in_place, struct hw_fft_side *in,
                  struct hw_fft_side *out);
/* Elements from a side's first one to its last; SIZE_MAX where no memory has so many. */
size_t hw_fft_extent(const struct hw_fft_shape *shape, const struct hw_fft_side *side);
/* Bytes of an element of a side. */
size_t hw_fft_element(const struct hw_fft_shape *shape, bool real);
/* Bytes of the complex numbers of all batches without gaps, which is what a plan says its work area has. */
size_t hw_fft_work_bytes(const struct hw_fft_shape *shape);

#endif
