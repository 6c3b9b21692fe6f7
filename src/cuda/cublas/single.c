/* SPDX-License-Identifier: MIT */
/* cuBLAS in single precision. */
#include "cuda/cublas/prepare.h"

#define KIND             hw_blas_single
#define NUMBER           float
#define REAL             float
#define IS_COMPLEX       0
#define NAME(name)       cublasS##name
#define XT_NAME(name)    cublasXtS##name
#define INDEX_NAME(name) cublasIs##name
#define SUM_NAME(name)   cublasS##name
#include "cuda/cublas/kind_calls.h"
