/* SPDX-License-Identifier: MIT */
/* cuSPARSE's descriptor of a matrix, which cuSOLVER takes, too. */
#ifndef HW_CUDA_MATH_MATRIX_DESCRIPTOR_H
#define HW_CUDA_MATH_MATRIX_DESCRIPTOR_H

#include "cuda/math/math_object.h"

struct cusparseMatDescr {
    int type, fill, diag, base; /* the enumerators of cuSPARSE */
};

#pragma GCC visibility push(default)
extern const char hw_sparse_descriptor_kind[]; /* of such objects (math_object.h) */
#pragma GCC visibility pop

#endif
