/* SPDX-License-Identifier: MIT */
/* cuBLAS of complex numbers in double precision. */
#include "cuda/cublas/prepare.h"

#define KIND             hw_blas_double_complex
#define NUMBER           double complex
#define REAL             double
#define IS_COMPLEX       1
#define NAME(name)       cublasZ##name
#define XT_NAME(name)    cublasXtZ##name
#define INDEX_NAME(name) cublasIz##name
#define SUM_NAME(name)   cublasDz##name
#define PART_NAME(name)  cublasZd##name
#include "cuda/cublas/kind_calls.h"
