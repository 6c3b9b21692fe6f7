/* SPDX-License-Identifier: MIT */
/* Numbers of 16 bits as floats, and back: transforms of them are done in single precision. */
#ifndef HW_CUDA_FFT_NARROW_H
#define HW_CUDA_FFT_NARROW_H

#include "cuda/fft/shape.h"

/* `count` numbers of IEEE's half precision, or of bfloat16. */
void hw_fft_widen(enum hw_fft_precision precision, float *to, const uint16_t *from, size_t count);
/* To the nearest, ties to even. */
void hw_fft_narrow(enum hw_fft_precision precision, uint16_t *to, const float *from, size_t count);

#endif
