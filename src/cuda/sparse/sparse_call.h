/* SPDX-License-Identifier: MIT */
/* How calls of cuSPARSE run. */
#ifndef HW_CUDA_SPARSE_SPARSE_CALL_H
#define HW_CUDA_SPARSE_SPARSE_CALL_H

#include "cuda/sparse/cusparse.h"

/* What a function that is not implemented returns (cusparse.exports). */
int hw_sparse_missing(const char *library, const char *name, unsigned char *told);

#endif
