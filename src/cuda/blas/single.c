/* SPDX-License-Identifier: MIT */
/* cuBLAS in single precision. */
#include "cuda/blas/blas_call.h"

#include <string.h>

#define REAL             float
#define HOST             s
#define NAME(name)       cublasS##name
#define INDEX_NAME(name) cublasIs##name
#include "cuda/blas/real.h"
#include "cuda/blas/real_calls.h"
