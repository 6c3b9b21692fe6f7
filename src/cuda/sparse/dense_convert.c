/* SPDX-License-Identifier: MIT */
/* See dense_convert.h. */
#include "cuda/sparse/dense_convert.h"

#include <stdlib.h>

static cudaError_t to_dense(struct hw_sparse_job *job, int batch)
{
    struct hw_csr csr;
    cudaError_t error = hw_csr_read(&csr, &job->a, batch, CUSPARSE_OPERATION_NON_TRANSPOSE, true);
    hw_number *dense = calloc((size_t)(job->y.rows * job->y.columns) + 1, sizeof *dense);

    if (!dense)
        error = cudaErrorMemoryAllocation;
    for (int64_t row = 0; row < csr.rows && error == cudaSuccess; row++)
        for (int64_t i = csr.offset[row]; i < csr.offset[row + 1]; i++)
            dense[row * csr.columns + csr.column[i]] += csr.value[i];
    if (error == cudaSuccess && !hw_sparse_dense_write(&job->y, batch, dense))
        error = cudaErrorInvalidDevicePointer;
    hw_csr_free(&csr);
    free(dense);
    return error;
}

cudaError_t hw_sparse_to_dense(struct hw_sparse_job *job)
{
    const int batches = job->y.batches > 1 ? job->y.batches : 1;
    cudaError_t error = cudaSuccess;

    for (int batch = 0; batch < batches && error == cudaSuccess; batch++)
        error = to_dense(job, batch);
    return error;
}

static void take(struct hw_csr *csr, const hw_number *dense)
{
    for (int64_t row = 0; row < csr->rows; row++) {
        for (int64_t column = 0; column < csr->columns; column++)
            if (dense[row * csr->columns + column] != 0) {
                csr->column[csr->count] = column;
                csr->value[csr->count++] = dense[row * csr->columns + column];
            }
        csr->offset[row + 1] = csr->count;
    }
}

cudaError_t hw_sparse_of_dense(const struct hw_sparse_job *job, struct hw_csr *csr)
{
    const bool turn = job->a.format == CUSPARSE_FORMAT_CSC;
    hw_number *dense = hw_sparse_dense_read(
        &job->y, 0, turn ? CUSPARSE_OPERATION_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE);
    const bool made = hw_csr_make(csr, turn ? job->y.columns : job->y.rows,
                                  turn ? job->y.rows : job->y.columns, job->y.rows * job->y.columns);

    if (dense && made)
        take(csr, dense);
    free(dense);
    return !made ? cudaErrorMemoryAllocation : dense ? cudaSuccess : cudaErrorInvalidDevicePointer;
}
