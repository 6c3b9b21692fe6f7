/* SPDX-License-Identifier: MIT */
/* Matrices of numbers to matrices of square blocks, and back.  Where sizes are no multiples of a block's, the
 * last blocks are filled with zeros. */
#include "cuda/sparse/legacy_calls.h"

#include <string.h>

/* --- which blocks there are --- */

/* A matrix that has an entry for each block in which `csr` has one. */
static cudaError_t find_blocks(const struct hw_csr *csr, int64_t block, struct hw_csr *blocks)
{
    const int64_t rows = (csr->rows + block - 1) / block, columns = (csr->columns + block - 1) / block;
    struct hw_csr_row row;
    int64_t room = 0;
    bool right = hw_csr_make(blocks, rows, columns, 0);

    right = hw_csr_row_make(&row, columns) && right;
    for (int64_t number = 0; number < rows && right; number++) {
        const int64_t end = (number + 1) * block < csr->rows ? (number + 1) * block : csr->rows;
        for (int64_t i = csr->offset[number * block]; i < csr->offset[end]; i++)
            hw_csr_row_add(&row, number, csr->column[i] / block, 0);
        right = hw_csr_row_end(&row, blocks, number, &room);
    }
    hw_csr_row_free(&row);
    return right ? cudaSuccess : cudaErrorMemoryAllocation;
}

/* --- work: job.count is the size of a block --- */

static cudaError_t count_blocks(struct hw_sparse_job *job)
{
    struct hw_csr csr, blocks = {0};
    cudaError_t error = hw_csr_read(&csr, &job->a, 0, CUSPARSE_OPERATION_NON_TRANSPOSE, false);

    if (error == cudaSuccess)
        error = find_blocks(&csr, job->count, &blocks);
    if (error == cudaSuccess)
        error = hw_csr_write(&blocks, &job->c, HW_CSR_OFFSETS);
    if (error == cudaSuccess && job->total)
        error = hw_sparse_set_total(job, blocks.count);
    hw_csr_free(&csr);
    hw_csr_free(&blocks);
    return error;
}

static int64_t block_at(const struct hw_csr *blocks, int64_t row, int64_t column)
{
    int64_t i = blocks->offset[row];

    while (blocks->column[i] != column)
        i++;
    return i;
}

/* Numbers of entries of the same place are added. */
static void fill_blocks(const struct hw_sparse_job *job, const struct hw_csr *csr,
                        const struct hw_csr *blocks, void *values)
{
    const int64_t size = job->count;

    memset(values, 0, (size_t)(blocks->count * size * size) * hw_number_bytes(job->type));
    for (int64_t row = 0; row < csr->rows; row++)
        for (int64_t i = csr->offset[row]; i < csr->offset[row + 1]; i++) {
            const int64_t down = row % size, across = csr->column[i] % size;
            const int64_t within =
                job->c.order == CUSPARSE_ORDER_ROW ? down * size + across : across * size + down;
            const size_t at =
                (size_t)(block_at(blocks, row / size, csr->column[i] / size) * size * size + within);
            hw_number_store(job->type, values, at, hw_number_load(job->type, values, at) + csr->value[i]);
        }
}

static cudaError_t to_blocks(struct hw_sparse_job *job)
{
    struct hw_csr csr, blocks = {0};
    bool there = true;
    cudaError_t error = hw_csr_read(&csr, &job->a, 0, CUSPARSE_OPERATION_NON_TRANSPOSE, true);

    if (error == cudaSuccess)
        error = find_blocks(&csr, job->count, &blocks);
    if (error == cudaSuccess)
        error = hw_csr_write(&blocks, &job->c, HW_CSR_OFFSETS | HW_CSR_INDICES);
    if (error == cudaSuccess && blocks.count > 0) {
        void *values = hw_sparse_array(job->c.values, blocks.count * job->count * job->count,
                                       hw_number_bytes(job->type), &there);
        if (there)
            fill_blocks(job, &csr, &blocks, values);
        else
            error = cudaErrorInvalidDevicePointer;
    }
    hw_csr_free(&csr);
    hw_csr_free(&blocks);
    return error;
}

/* All numbers of blocks are entries, zeros as well. */
static cudaError_t of_blocks(struct hw_sparse_job *job)
{
    struct hw_csr csr;
    cudaError_t error = hw_csr_read(&csr, &job->a, 0, CUSPARSE_OPERATION_NON_TRANSPOSE, true);

    if (error == cudaSuccess)
        error = hw_csr_write(&csr, &job->c, HW_CSR_OFFSETS | HW_CSR_INDICES | HW_CSR_VALUES);
    hw_csr_free(&csr);
    return error;
}

/* --- calls --- */

static struct hw_sparse_arrays arrays(int m, int n, const void *values, const int *offsets,
                                      const int *indices, int type)
{
    return (struct hw_sparse_arrays){m, n, HW_SPARSE_COUNT_UNKNOWN, values, offsets, indices, type};
}

static struct hw_sparse_call begin_to_blocks(const char *name, int type, HW_CUSPARSE_CSR2BSR)
{
    struct hw_sparse_call call = hw_sparse_begin(name, handle);

    hw_sparse_demand(&call, block > 0 && block < 1 << 14 && m >= 0 && n >= 0 &&
                                (unsigned)direction <= CUSPARSE_DIRECTION_COLUMN);
    if (!hw_sparse_ready(&call))
        return call;
    const int rows = (int)(((int64_t)m + block - 1) / block),
              columns = (int)(((int64_t)n + block - 1) / block);
    call.job.a = hw_sparse_take_csr(&call, descriptor, arrays(m, n, values, offsets, indices, type));
    call.job.c =
        hw_sparse_take_csr(&call, to, arrays(rows, columns, to_values, to_offsets, to_indices, type));
    call.job.c.order = direction == CUSPARSE_DIRECTION_ROW ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL;
    call.job.count = block;
    call.job.type = type;
    return call;
}

cusparseStatus_t cusparseXcsr2bsrNnz(cusparseHandle_t handle, cusparseDirection_t direction, int m, int n,
                                     const cusparseMatDescr_t descriptor, const int *offsets,
                                     const int *indices, int block, const cusparseMatDescr_t to,
                                     int *to_offsets, int *total)
{
    struct hw_sparse_call call =
        begin_to_blocks(__func__, HW_NUMBER_R32F, handle, direction, m, n, descriptor, NULL, offsets, indices,
                        block, to, NULL, to_offsets, NULL);

    if (total)
        hw_sparse_total(&call, total);
    return call.job.total_on_device ? hw_sparse_end(&call, count_blocks)
                                    : hw_sparse_end_now(&call, count_blocks);
}

cusparseStatus_t hw_sparse_csr2bsr(const char *name, int type, HW_CUSPARSE_CSR2BSR)
{
    struct hw_sparse_call call =
        begin_to_blocks(name, type, handle, direction, m, n, descriptor, values, offsets, indices, block, to,
                        to_values, to_offsets, to_indices);

    return hw_sparse_end(&call, to_blocks);
}

cusparseStatus_t hw_sparse_bsr2csr(const char *name, int type, HW_CUSPARSE_CSR2BSR)
{
    struct hw_sparse_call call = hw_sparse_begin(name, handle);

    call.job.a =
        hw_sparse_take_bsr(&call, descriptor, direction, block, arrays(m, n, values, offsets, indices, type));
    hw_sparse_demand(&call, call.job.a.rows < 1 << 30 && call.job.a.columns < 1 << 30);
    call.job.c = hw_sparse_take_csr(
        &call, to,
        arrays((int)call.job.a.rows, (int)call.job.a.columns, to_values, to_offsets, to_indices, type));
    return hw_sparse_end(&call, of_blocks);
}
