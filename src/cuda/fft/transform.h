/* SPDX-License-Identifier: MIT */
/* A transform of numbers in the host's memory, by FFTW.
 *
 * FFTW's plans are found by what they were made for (the shape, the direction, whether in place), and the
 * latest of them are kept: a program's plan may be gone when a graph runs its transform again. */
#ifndef HW_CUDA_FFT_TRANSFORM_H
#define HW_CUDA_FFT_TRANSFORM_H

#include "cuda/fft/shape.h"

/* A transform to do. */
struct hw_fft_transform {
    struct hw_fft_shape shape;
    int direction;
    bool in_place;
};

/* Whether the host can do it: FFTW is there, which is said once where it is not. */
bool hw_fft_possible(const struct hw_fft_shape *shape);
/* Do it.  Called with the lock. */
cufftResult hw_fft_transform(const struct hw_fft_transform *transform, void *in, void *out);

#endif
