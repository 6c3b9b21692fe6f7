/* SPDX-License-Identifier: MIT */
/* cuBLAS in double precision. */
#include "cuda/blas/blas_call.h"

#include <string.h>

#define REAL             double
#define HOST             d
#define NAME(name)       cublasD##name
#define INDEX_NAME(name) cublasId##name
#include "cuda/blas/real.h"
#include "cuda/blas/real_calls.h"
