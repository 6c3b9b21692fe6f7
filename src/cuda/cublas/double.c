/* SPDX-License-Identifier: MIT */
/* cuBLAS in double precision. */
#include "cuda/cublas/cublas_call.h"

#include <string.h>

#define REAL             double
#define HOST             d
#define NAME(name)       cublasD##name
#define INDEX_NAME(name) cublasId##name
#include "cuda/cublas/real.h"
#include "cuda/cublas/real_calls.h"
