/* SPDX-License-Identifier: MIT */
/* How the older interface describes matrices, as the rest knows them. */
#ifndef HW_CUDA_SPARSE_LEGACY_MATRIX_H
#define HW_CUDA_SPARSE_LEGACY_MATRIX_H

#include "cuda/sparse/sparse_call.h"

/* The arrays of a matrix, whose memory is checked; a NULL `values` is for what needs none. */
struct hw_sparse_arrays {
    int rows, columns, count; /* the count: HW_SPARSE_COUNT_UNKNOWN where the function is not told */
    const void *values;
    const int *offsets, *indices;
    int type;
};
struct hw_sparse_matrix hw_sparse_take_csr(struct hw_sparse_call *call,
                                           const struct cusparseMatDescr *descriptor,
                                           struct hw_sparse_arrays arrays);
/* The same with rows, columns and the count in blocks, which are square. */
struct hw_sparse_matrix hw_sparse_take_bsr(struct hw_sparse_call *call,
                                           const struct cusparseMatDescr *descriptor,
                                           cusparseDirection_t direction, int block,
                                           struct hw_sparse_arrays arrays);
/* A dense matrix of columns. */
struct hw_sparse_dense hw_sparse_take_columns(struct hw_sparse_call *call, const void *values, int64_t rows,
                                              int64_t columns, int64_t ld, int type);
/* Indices that the caller gives in memory of the device. */
void hw_sparse_take_ints(struct hw_sparse_call *call, int at, const int *address, int64_t count);

#endif
