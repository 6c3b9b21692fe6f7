/* SPDX-License-Identifier: MIT */
/* See matrix_descriptor.h. */
#include "cuda/math/matrix_descriptor.h"

const char hw_sparse_descriptor_kind[] = "cusparseMatDescr_t";
