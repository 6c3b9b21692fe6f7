/* SPDX-License-Identifier: MIT */
/* Sparse and dense operands of cuSPARSE as they lie in device memory, whichever interface described them. */
#ifndef HW_CUDA_SPARSE_SPARSE_MATRIX_H
#define HW_CUDA_SPARSE_SPARSE_MATRIX_H

#include "cuda/math/number.h"
#include "cuda/sparse/cusparse.h"

/* A matrix of one of CUSPARSE_FORMAT_*.  COO has its rows in `offsets`, COO_AOS pairs in `indices`; blocked
 * ELL has `count` columns of blocks times their size in each row.  Batches are a stride apart, in elements.
 */
struct hw_sparse_matrix {
    cusparseFormat_t format;      /* 0: no matrix */
    int64_t rows, columns, count; /* of BSR, the count is of blocks */
    void *offsets, *indices, *values;
    int offset_type, index_type, base, type;
    int64_t block_rows, block_columns;
    cusparseOrder_t order; /* within blocks */
    int batches;
    int64_t offset_stride, index_stride, value_stride;
    int fill, diag; /* which triangle is meant, and whether its diagonal is of ones */
};

/* A dense matrix, or a vector, which is one column. */
struct hw_sparse_dense {
    int64_t rows, columns, ld;
    void *values;
    int type;
    cusparseOrder_t order; /* 0: no matrix */
    int batches;
    int64_t stride;
};

struct hw_sparse_vector {
    int64_t size, count;
    void *indices, *values;
    int index_type, base, type;
};

/* A number that the host or the device has. */
struct hw_sparse_scalar {
    hw_number value;
    const void *device; /* NULL: the value is known */
    int type;
};

/* A count that only the offsets tell: of matrices that are read. */
enum { HW_SPARSE_COUNT_UNKNOWN = -1 };

/* --- where things lie in the host (sparse_matrix.c); NULL, false: not the device's memory --- */

/* Elements of an array: NULL as well where there are none. */
void *hw_sparse_array(const void *address, int64_t count, size_t element, bool *there);
int64_t hw_sparse_index(int type, const void *indices, int64_t place);
void hw_sparse_set_index(int type, void *indices, int64_t place, int64_t index);
size_t hw_sparse_index_bytes(int type); /* 0: no type of indices */
/* How many offsets, indices and values it has. */
int64_t hw_sparse_offset_count(const struct hw_sparse_matrix *matrix);
int64_t hw_sparse_index_count(const struct hw_sparse_matrix *matrix);
int64_t hw_sparse_value_count(const struct hw_sparse_matrix *matrix);
bool hw_sparse_matrix_there(const struct hw_sparse_matrix *matrix, bool values);
bool hw_sparse_dense_there(const struct hw_sparse_dense *dense);
bool hw_sparse_vector_there(const struct hw_sparse_vector *vector);
bool hw_sparse_scalar_get(const struct hw_sparse_scalar *scalar, hw_number *value);

/* --- dense matrices in the host: rows one behind the other, transposed where that is asked for --- */

hw_number *hw_sparse_dense_read(const struct hw_sparse_dense *dense, int batch, cusparseOperation_t op);
/* False: not the device's memory. */
bool hw_sparse_dense_write(const struct hw_sparse_dense *dense, int batch, const hw_number *numbers);

#endif
