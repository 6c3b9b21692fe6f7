/* SPDX-License-Identifier: MIT */
/* cuBLAS in double precision. */
#include "cuda/cublas/prepare.h"

#define KIND             hw_blas_double
#define NUMBER           double
#define REAL             double
#define IS_COMPLEX       0
#define NAME(name)       cublasD##name
#define XT_NAME(name)    cublasXtD##name
#define INDEX_NAME(name) cublasId##name
#define SUM_NAME(name)   cublasD##name
#include "cuda/cublas/kind_calls.h"
