/* SPDX-License-Identifier: MIT */
/* cuBLAS in single precision. */
#include "cuda/cublas/cublas_call.h"

#include <string.h>

#define REAL             float
#define HOST             s
#define NAME(name)       cublasS##name
#define INDEX_NAME(name) cublasIs##name
#include "cuda/cublas/real.h"
#include "cuda/cublas/real_calls.h"
