/* SPDX-License-Identifier: MIT */
/* See blas_missing.h. */
#include "cuda/blas/blas_missing.h"

#include "cuda/blas/blas_abi.h"
#include "cuda/core/log/stubs.h"

int hw_blas_missing(const char *library, const char *name, unsigned char *told)
{
    return hw_cuda_missing(library, name, CUBLAS_STATUS_NOT_SUPPORTED, told);
}
