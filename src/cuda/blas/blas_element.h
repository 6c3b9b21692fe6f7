/* SPDX-License-Identifier: MIT */
/* Elements of matrices by their cudaDataType, between what is stored and what is computed with: arrays of
 * float or double.  A complex number is two of them. */
#ifndef HW_CUDA_BLAS_BLAS_ELEMENT_H
#define HW_CUDA_BLAS_BLAS_ELEMENT_H

#include "cuda/core/library_types.h"

#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(default)

/* Bytes of an element; 0 for a type that nothing here computes with. */
size_t hw_blas_element_bytes(cudaDataType type);
bool hw_blas_element_is_complex(cudaDataType type);
/* The type of a number's parts. */
cudaDataType hw_blas_element_part(cudaDataType type);

#pragma GCC visibility pop

/* `count` parts of the type of a part. */
void hw_blas_widen_to_single(cudaDataType part, const void *from, size_t count, float *to);
void hw_blas_widen_to_double(cudaDataType part, const void *from, size_t count, double *to);
/* Rounded to nearest even; whole numbers, and floats of 8 bits, end at the largest that there is. */
void hw_blas_narrow_single(cudaDataType part, const float *from, size_t count, void *to);
void hw_blas_narrow_double(cudaDataType part, const double *from, size_t count, void *to);

#endif
