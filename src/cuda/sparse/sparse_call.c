/* SPDX-License-Identifier: MIT */
/* See sparse_call.h. */
#include "cuda/sparse/sparse_call.h"

#include "cuda/core/missing.h"

int hw_sparse_missing(const char *library, const char *name, unsigned char *told)
{
    return hw_cuda_missing(library, name, CUSPARSE_STATUS_NOT_SUPPORTED, told);
}
