/* SPDX-License-Identifier: MIT */
/* cuBLAS of complex numbers in single precision. */
#include "cuda/cublas/prepare.h"

#define KIND             hw_blas_complex
#define NUMBER           float complex
#define REAL             float
#define IS_COMPLEX       1
#define NAME(name)       cublasC##name
#define XT_NAME(name)    cublasXtC##name
#define INDEX_NAME(name) cublasIc##name
#define SUM_NAME(name)   cublasSc##name
#define PART_NAME(name)  cublasCs##name
#include "cuda/cublas/kind_calls.h"
