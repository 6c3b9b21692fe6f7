/* SPDX-License-Identifier: MIT */
/* See sparse_descriptor.h. */
#include "cuda/math/sparse_descriptor.h"

const char hw_sparse_descriptor_kind[] = "cusparseMatDescr_t";
