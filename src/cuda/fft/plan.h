/* SPDX-License-Identifier: MIT */
/* A plan of cuFFT: a transform's sizes and how its numbers lie in memory.
 *
 * How they lie depends on the call, too: real numbers of a transform in place have room for the complex ones
 * that take their place ("padding"), so FFTW's plans are made when a plan is first executed in place or not,
 * and kept. */
#ifndef HW_CUDA_FFT_PLAN_H
#define HW_CUDA_FFT_PLAN_H

#include "cuda/fft/cufft.h"
#include "cuda/fft/fftw.h"

#define HW_FFT_RANKS 3

/* One side of a transform: places of elements, counted in elements. */
struct hw_fft_side {
    int size[HW_FFT_RANKS];  /* elements that there are */
    int embed[HW_FFT_RANKS]; /* of how many they are a part; the first does not matter */
    int stride, dist;        /* from element to element, from transform to transform */
};

struct hw_fft_plan {
    struct hw_fft_plan *next;
    cufftHandle handle;
    cufftType type;
    const struct hw_fftw *fftw;
    int rank, n[HW_FFT_RANKS], batch;
    bool own_layout; /* the program has said how numbers lie: */
    struct hw_fft_side in, out;
    cufftCompatibility mode;
    void *made[2][2]; /* FFTW's plans, by: in place, inverse */
};

/* What a type says of itself. */
bool hw_fft_known_type(cufftType type);
bool hw_fft_is_double(cufftType type);
bool hw_fft_real_in(cufftType type);
bool hw_fft_real_out(cufftType type);

/* The sides of a transform that is executed in place or not. */
void hw_fft_sides(const struct hw_fft_plan *plan, bool in_place, struct hw_fft_side *in,
                  struct hw_fft_side *out);
/* Bytes from a side's first element to the end of its last; SIZE_MAX where no memory has so many. */
size_t hw_fft_bytes(const struct hw_fft_plan *plan, const struct hw_fft_side *side, bool real);

/* Drop FFTW's plans. */
void hw_fft_forget(struct hw_fft_plan *plan);
/* Transform numbers of device memory.  Called with the lock. */
cufftResult hw_fft_execute(struct hw_fft_plan *plan, void *in, void *out, int direction);

#endif
