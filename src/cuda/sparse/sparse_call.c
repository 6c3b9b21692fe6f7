/* SPDX-License-Identifier: MIT */
#include "cuda/core/missing.h"
int hw_sparse_missing(const char *library, const char *name, unsigned char *told);
int hw_sparse_missing(const char *library, const char *name, unsigned char *told)
{
    return hw_cuda_missing(library, name, 10, told);
}
