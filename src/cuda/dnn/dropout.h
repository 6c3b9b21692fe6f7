/* SPDX-License-Identifier: MIT */
/* Dropout: which elements stay.  The states in device memory are one 64-bit number, of which each draw takes
 * the next ones of the generator SplitMix64 (Steele, Lea, Flood 2014); NVIDIA's sequence is another. */
#ifndef HW_CUDA_DNN_DROPOUT_H
#define HW_CUDA_DNN_DROPOUT_H

#include "cuda/dnn/tensor.h"

/* A bit for each element. */
size_t hw_dnn_dropout_bytes(size_t count);
/* In work: set the bits of the elements that stay. */
cudaError_t hw_dnn_dropout_draw(const struct cudnnDropoutStruct *dropout, uint8_t *bits, size_t count);
/* values = values / (1 - rate) where they stay, else 0. */
void hw_dnn_dropout_apply(const struct cudnnDropoutStruct *dropout, const uint8_t *bits, double *values,
                          size_t count);

#endif
