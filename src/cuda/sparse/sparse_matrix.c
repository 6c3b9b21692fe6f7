/* SPDX-License-Identifier: MIT */
/* See sparse_matrix.h. */
#include "cuda/sparse/sparse_matrix.h"

#include "cuda/core/cuda_core.h"
#include "cuda/math/operand.h"

#include <stdlib.h>
#include <string.h>

void *hw_sparse_array(const void *address, int64_t count, size_t element, bool *there)
{
    const size_t bytes = hw_math_matrix_bytes(count, 1, count, element);
    void *host = bytes ? hw_cuda_device_memory(address, bytes) : NULL;

    if (bytes && !host)
        *there = false;
    return host;
}

/* --- indices --- */

size_t hw_sparse_index_bytes(int type)
{
    return type == CUSPARSE_INDEX_16U   ? 2
           : type == CUSPARSE_INDEX_32I ? 4
           : type == CUSPARSE_INDEX_64I ? 8
                                        : 0;
}

int64_t hw_sparse_index(int type, const void *indices, int64_t place)
{
    return type == CUSPARSE_INDEX_16U   ? ((const uint16_t *)indices)[place]
           : type == CUSPARSE_INDEX_32I ? ((const int32_t *)indices)[place]
                                        : ((const int64_t *)indices)[place];
}

void hw_sparse_set_index(int type, void *indices, int64_t place, int64_t index)
{
    if (type == CUSPARSE_INDEX_16U)
        ((uint16_t *)indices)[place] = (uint16_t)index;
    else if (type == CUSPARSE_INDEX_32I)
        ((int32_t *)indices)[place] = (int32_t)index;
    else
        ((int64_t *)indices)[place] = index;
}

/* --- sizes --- */

int64_t hw_sparse_offset_count(const struct hw_sparse_matrix *matrix)
{
    switch (matrix->format) {
    case CUSPARSE_FORMAT_CSR: return matrix->rows + 1;
    case CUSPARSE_FORMAT_CSC: return matrix->columns + 1;
    case CUSPARSE_FORMAT_BSR: return matrix->rows / matrix->block_rows + 1;
    case CUSPARSE_FORMAT_COO: return matrix->count;
    default: return 0;
    }
}

/* Blocked ELL: columns of blocks in all rows of blocks. */
static int64_t ell_blocks(const struct hw_sparse_matrix *matrix)
{
    return (matrix->rows / matrix->block_rows) * (matrix->count / matrix->block_columns);
}

int64_t hw_sparse_index_count(const struct hw_sparse_matrix *matrix)
{
    return matrix->format == CUSPARSE_FORMAT_COO_AOS       ? matrix->count * 2
           : matrix->format == CUSPARSE_FORMAT_BLOCKED_ELL ? ell_blocks(matrix)
                                                           : matrix->count;
}

int64_t hw_sparse_value_count(const struct hw_sparse_matrix *matrix)
{
    const int64_t block = matrix->block_rows * matrix->block_columns;

    return matrix->format == CUSPARSE_FORMAT_BLOCKED_ELL ? ell_blocks(matrix) * block
           : matrix->format == CUSPARSE_FORMAT_BSR       ? matrix->count * block
                                                         : matrix->count;
}

/* Elements of an array that batches have a stride apart. */
static int64_t with_batches(int64_t count, int batches, int64_t stride)
{
    return batches > 1 && count > 0 ? (batches - 1) * stride + count : count;
}

bool hw_sparse_matrix_there(const struct hw_sparse_matrix *matrix, bool values)
{
    const int batches = matrix->batches;
    bool there = true;

    hw_sparse_array(matrix->offsets,
                    with_batches(hw_sparse_offset_count(matrix), batches, matrix->offset_stride),
                    hw_sparse_index_bytes(matrix->offset_type), &there);
    hw_sparse_array(matrix->indices,
                    with_batches(hw_sparse_index_count(matrix), batches, matrix->index_stride),
                    hw_sparse_index_bytes(matrix->index_type), &there);
    if (values)
        hw_sparse_array(matrix->values,
                        with_batches(hw_sparse_value_count(matrix), batches, matrix->value_stride),
                        hw_number_bytes(matrix->type), &there);
    return there;
}

/* Elements from the first of a dense matrix to the last. */
static int64_t dense_count(const struct hw_sparse_dense *dense)
{
    const int64_t lines = dense->order == CUSPARSE_ORDER_ROW ? dense->rows : dense->columns;
    const int64_t length = dense->order == CUSPARSE_ORDER_ROW ? dense->columns : dense->rows;

    return lines && length ? (lines - 1) * dense->ld + length : 0;
}

bool hw_sparse_dense_there(const struct hw_sparse_dense *dense)
{
    bool there = true;

    hw_sparse_array(dense->values, with_batches(dense_count(dense), dense->batches, dense->stride),
                    hw_number_bytes(dense->type), &there);
    return there;
}

bool hw_sparse_vector_there(const struct hw_sparse_vector *vector)
{
    bool there = true;

    hw_sparse_array(vector->indices, vector->count, hw_sparse_index_bytes(vector->index_type), &there);
    hw_sparse_array(vector->values, vector->count, hw_number_bytes(vector->type), &there);
    return there;
}

bool hw_sparse_scalar_get(const struct hw_sparse_scalar *scalar, hw_number *value)
{
    bool there = true;

    *value = scalar->value;
    if (scalar->device) {
        const void *host = hw_sparse_array(scalar->device, 1, hw_number_bytes(scalar->type), &there);
        if (host)
            *value = hw_number_load(scalar->type, host, 0);
    }
    return there;
}

/* --- dense matrices --- */

static size_t dense_place(const struct hw_sparse_dense *dense, int64_t row, int64_t column)
{
    return (size_t)(dense->order == CUSPARSE_ORDER_ROW ? row * dense->ld + column : column * dense->ld + row);
}

static char *dense_batch(const struct hw_sparse_dense *dense, int batch)
{
    bool there = true;
    const int64_t past = dense->batches > 1 ? batch * dense->stride : 0;
    char *host =
        hw_sparse_array(dense->values, past + dense_count(dense), hw_number_bytes(dense->type), &there);

    return host ? host + (size_t)past * hw_number_bytes(dense->type) : NULL;
}

hw_number *hw_sparse_dense_read(const struct hw_sparse_dense *dense, int batch, cusparseOperation_t op)
{
    const int64_t rows = dense->rows, columns = dense->columns;
    hw_number *numbers = calloc((size_t)(rows * columns) + 1, sizeof *numbers);
    const char *host = dense_batch(dense, batch);

    if (!numbers || (!host && rows * columns != 0)) {
        free(numbers);
        return NULL;
    }
    for (int64_t row = 0; row < rows; row++)
        for (int64_t column = 0; column < columns; column++) {
            const hw_number here = hw_number_load(dense->type, host, dense_place(dense, row, column));
            if (op == CUSPARSE_OPERATION_NON_TRANSPOSE)
                numbers[row * columns + column] = here;
            else
                numbers[column * rows + row] = op == CUSPARSE_OPERATION_TRANSPOSE ? here : conj(here);
        }
    return numbers;
}

bool hw_sparse_dense_write(const struct hw_sparse_dense *dense, int batch, const hw_number *numbers)
{
    char *host = dense_batch(dense, batch);

    for (int64_t row = 0; host && row < dense->rows; row++)
        for (int64_t column = 0; column < dense->columns; column++)
            hw_number_store(dense->type, host, dense_place(dense, row, column),
                            numbers[row * dense->columns + column]);
    return host || dense->rows == 0 || dense->columns == 0;
}
