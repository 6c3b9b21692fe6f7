/* SPDX-License-Identifier: MIT */
/* cuBLAS as programs call it, of CUDA 4 to 13, with both of its interfaces (CUDA Toolkit 4.2 CUBLAS Library,
 * cublas_api.h and cublas.h of CUDA 11 to 13: names, numbers and the order of arguments).
 *
 * The interface of CUDA 4.0 on takes a handle and returns a status; its functions' names end in _v2, which
 * its header hides.  The one before has one handle of its own, takes scalars by value and letters for the
 * operations on matrices, and keeps its last error for cublasGetError.  Vectors and matrices are device
 * memory, in columns. */
#ifndef HW_CUDA_CUBLAS_CUBLAS_H
#define HW_CUDA_CUBLAS_CUBLAS_H

#include "cuda/blas/blas_abi.h"

#include <complex.h>

typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED, CUBLAS_ATOMICS_ALLOWED } cublasAtomicsMode_t;
/* The lower bits are one of these; a mode changes nothing here. */
typedef enum {
    CUBLAS_DEFAULT_MATH = 0,
    CUBLAS_TENSOR_OP_MATH = 1,
    CUBLAS_PEDANTIC_MATH = 2,
    CUBLAS_TF32_TENSOR_OP_MATH = 3,
    CUBLAS_FP32_EMULATED_BF16X9_MATH = 4,
    CUBLAS_FP64_EMULATED_FIXEDPOINT_MATH = 8,
    CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;
typedef void (*cublasLogCallback)(const char *message);
typedef cublasHandle_t cublasXtHandle_t;

#include "generated/api/cublas.h"

#endif
