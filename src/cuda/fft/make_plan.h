/* SPDX-License-Identifier: MIT */
/* What calls that make plans of cuFFT have in common. */
#ifndef HW_CUDA_FFT_MAKE_PLAN_H
#define HW_CUDA_FFT_MAKE_PLAN_H

#include "cuda/fft/shape.h"

/* The arguments of the calls with "Many" in their names, but for the types. */
struct hw_fft_layout {
    int rank;
    const void *n;
    bool wide; /* these are long long, else int: n, in_embed, out_embed */
    const void *in_embed, *out_embed;
    int64_t in_stride, in_dist, out_stride, out_dist, batch;
};

/* The shape, without its types; what is wrong with it else. */
cufftResult hw_fft_many(struct hw_fft_shape *shape, const struct hw_fft_layout *layout);
/* Give a shape to a plan that has none, unless `result` says already that it is none. */
cufftResult hw_fft_make(cufftHandle handle, const struct hw_fft_shape *shape, cufftResult result,
                        size_t *bytes);
/* The same without giving it. */
cufftResult hw_fft_get_size(cufftHandle handle, const struct hw_fft_shape *shape, cufftResult result,
                            size_t *bytes);

#endif
