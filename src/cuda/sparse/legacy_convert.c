/* SPDX-License-Identifier: MIT */
/* Conversions of the older interface. */
#include "cuda/sparse/dense_convert.h"
#include "cuda/sparse/legacy_calls.h"

#include <stdlib.h>

/* --- CSR to CSC --- */

cudaError_t hw_sparse_csr2csc(struct hw_sparse_job *job)
{
    struct hw_csr csr;
    const bool values = job->flags == CUSPARSE_ACTION_NUMERIC;
    cudaError_t error = hw_csr_read(&csr, &job->a, 0, CUSPARSE_OPERATION_TRANSPOSE, values);

    if (error == cudaSuccess)
        error = hw_csr_write(&csr, &job->c, HW_CSR_OFFSETS | HW_CSR_INDICES | (values ? HW_CSR_VALUES : 0));
    hw_csr_free(&csr);
    return error;
}

struct hw_sparse_call hw_sparse_begin_csr2csc(const char *name, bool sizing, HW_CUSPARSE_CSR2CSC)
{
    struct hw_sparse_call call = hw_sparse_begin(name, handle);
    struct hw_sparse_matrix from = {.format = CUSPARSE_FORMAT_CSR,
                                    .rows = m,
                                    .columns = n,
                                    .count = count,
                                    .offsets = (void *)offsets,
                                    .indices = (void *)indices,
                                    .values = (void *)values,
                                    .offset_type = CUSPARSE_INDEX_32I,
                                    .index_type = CUSPARSE_INDEX_32I,
                                    .base = (int)base,
                                    .type = type};
    struct hw_sparse_matrix to = from;
    const bool numeric = action == CUSPARSE_ACTION_NUMERIC;

    (void)algorithm;
    to.rows = n;
    to.columns = m;
    to.offsets = to_offsets;
    to.indices = to_indices;
    to.values = to_values;
    hw_sparse_demand(&call, m >= 0 && n >= 0 && count >= 0 && hw_number_bytes(type) &&
                                (unsigned)action <= CUSPARSE_ACTION_NUMERIC &&
                                (unsigned)base <= CUSPARSE_INDEX_BASE_ONE);
    if (hw_sparse_ready(&call) && !sizing)
        hw_sparse_check(&call, hw_sparse_matrix_there(&from, numeric) && hw_sparse_matrix_there(&to, numeric),
                        CUSPARSE_STATUS_EXECUTION_FAILED);
    call.job.a = from;
    call.job.c = to;
    call.job.flags = (int)action;
    return call;
}

/* --- dense matrices --- */

static cudaError_t count_entries(struct hw_sparse_job *job)
{
    struct hw_csr csr;
    bool there = true;
    cudaError_t error = hw_sparse_of_dense(job, &csr);
    int *per_line = hw_sparse_array(job->memory[0], csr.rows, sizeof *per_line, &there);

    if (!there)
        error = cudaErrorInvalidDevicePointer;
    for (int64_t line = 0; line < csr.rows && error == cudaSuccess; line++)
        per_line[line] = (int)(csr.offset[line + 1] - csr.offset[line]);
    if (error == cudaSuccess)
        error = hw_sparse_set_total(job, csr.count);
    hw_csr_free(&csr);
    return error;
}

cusparseStatus_t hw_sparse_nnz(const char *name, int type, HW_CUSPARSE_NNZ)
{
    struct hw_sparse_call call = hw_sparse_begin(name, handle);

    hw_sparse_demand(&call, (unsigned)direction <= CUSPARSE_DIRECTION_COLUMN &&
                                hw_math_object_is(descriptor, hw_sparse_descriptor_kind));
    call.job.y = hw_sparse_take_columns(&call, dense, m, n, ld, type);
    call.job.a.format = direction == CUSPARSE_DIRECTION_ROW ? CUSPARSE_FORMAT_CSR : CUSPARSE_FORMAT_CSC;
    hw_sparse_take_ints(&call, 0, per_line, direction == CUSPARSE_DIRECTION_ROW ? m : n);
    hw_sparse_total(&call, total);
    return call.job.total_on_device ? hw_sparse_end(&call, count_entries)
                                    : hw_sparse_end_now(&call, count_entries);
}

/* By columns: they are the lines that are stored. */
static struct hw_sparse_matrix take_lines(struct hw_sparse_call *call,
                                          const struct cusparseMatDescr *descriptor, bool by_columns,
                                          struct hw_sparse_arrays arrays)
{
    const int rows = arrays.rows, columns = arrays.columns;

    arrays.rows = by_columns ? columns : rows;
    arrays.columns = by_columns ? rows : columns;
    struct hw_sparse_matrix matrix = hw_sparse_take_csr(call, descriptor, arrays);
    if (by_columns) {
        matrix.format = CUSPARSE_FORMAT_CSC;
        matrix.rows = rows;
        matrix.columns = columns;
    }
    return matrix;
}

cusparseStatus_t hw_sparse_legacy_to_dense(const char *name, int type, bool by_columns, HW_CUSPARSE_TO_DENSE)
{
    struct hw_sparse_call call = hw_sparse_begin(name, handle);

    call.job.y = hw_sparse_take_columns(&call, dense, m, n, ld, type);
    call.job.a =
        take_lines(&call, descriptor, by_columns,
                   (struct hw_sparse_arrays){m, n, HW_SPARSE_COUNT_UNKNOWN, values,
                                             by_columns ? second : first, by_columns ? first : second, type});
    return hw_sparse_end(&call, hw_sparse_to_dense);
}

static cudaError_t of_dense(struct hw_sparse_job *job)
{
    struct hw_csr csr;
    cudaError_t error = hw_sparse_of_dense(job, &csr);

    if (error == cudaSuccess)
        error = hw_csr_write(&csr, &job->a, HW_CSR_OFFSETS | HW_CSR_INDICES | HW_CSR_VALUES);
    hw_csr_free(&csr);
    return error;
}

/* Entries are counted anew: `per_line` says the same. */
cusparseStatus_t hw_sparse_legacy_of_dense(const char *name, int type, bool by_columns, HW_CUSPARSE_OF_DENSE)
{
    struct hw_sparse_call call = hw_sparse_begin(name, handle);

    call.job.y = hw_sparse_take_columns(&call, dense, m, n, ld, type);
    call.job.a =
        take_lines(&call, descriptor, by_columns,
                   (struct hw_sparse_arrays){m, n, HW_SPARSE_COUNT_UNKNOWN, values,
                                             by_columns ? second : first, by_columns ? first : second, type});
    hw_sparse_take_ints(&call, 0, per_line, by_columns ? n : m);
    return hw_sparse_end(&call, of_dense);
}

/* --- without small numbers --- */

static void drop_small(struct hw_csr *csr, double tolerance)
{
    int64_t kept = 0;

    for (int64_t row = 0, from = 0; row < csr->rows; row++) {
        const int64_t to = csr->offset[row + 1];
        for (; from < to; from++)
            if (cabs(csr->value[from]) > tolerance) {
                csr->column[kept] = csr->column[from];
                csr->value[kept++] = csr->value[from];
            }
        csr->offset[row + 1] = kept;
    }
    csr->count = kept;
}

/* Of a matrix without indices. */
static cudaError_t count_large(struct hw_sparse_job *job)
{
    bool there = true;
    const int *offsets = hw_sparse_array(job->a.offsets, (int64_t)job->m + 1, sizeof *offsets, &there);
    int *per_row = hw_sparse_array(job->memory[0], job->m, sizeof *per_row, &there);
    const int64_t count = there ? (int64_t)offsets[job->m] - job->a.base : 0;
    const void *values = hw_sparse_array(job->a.values, count, hw_number_bytes(job->a.type), &there);
    int total = 0;

    if (!there)
        return cudaErrorInvalidDevicePointer;
    for (int row = 0; row < job->m; row++) {
        const int64_t from = (int64_t)offsets[row] - job->a.base,
                      to = (int64_t)offsets[row + 1] - job->a.base;
        if (from < 0 || to < from || to > count)
            return cudaErrorInvalidValue;
        per_row[row] = 0;
        for (int64_t i = from; i < to; i++)
            per_row[row] += cabs(hw_number_load(job->a.type, values, (size_t)i)) > creal(job->alpha.value);
        total += per_row[row];
    }
    return hw_sparse_set_total(job, total);
}

static cudaError_t compress(struct hw_sparse_job *job)
{
    struct hw_csr csr;
    cudaError_t error = hw_csr_read(&csr, &job->a, 0, CUSPARSE_OPERATION_NON_TRANSPOSE, true);

    if (error == cudaSuccess) {
        drop_small(&csr, creal(job->alpha.value));
        error = hw_csr_write(&csr, &job->c, HW_CSR_OFFSETS | HW_CSR_INDICES | HW_CSR_VALUES);
    }
    hw_csr_free(&csr);
    return error;
}

cusparseStatus_t hw_sparse_nnz_compress(const char *name, int type, cusparseHandle_t handle, int m,
                                        const cusparseMatDescr_t descriptor, const void *values,
                                        const int *offsets, int *per_row, int *total, double tolerance)
{
    struct hw_sparse_call call = hw_sparse_begin(name, handle);

    hw_sparse_demand(&call,
                     m >= 0 && tolerance >= 0 && hw_math_object_is(descriptor, hw_sparse_descriptor_kind));
    if (!hw_sparse_ready(&call))
        return hw_sparse_end(&call, NULL);
    call.job.a = (struct hw_sparse_matrix){
        .offsets = (void *)offsets, .values = (void *)values, .base = descriptor->base, .type = type};
    call.job.m = m;
    call.job.alpha.value = tolerance;
    hw_sparse_memory(&call, offsets, (int64_t)m + 1, sizeof *offsets);
    hw_sparse_take_ints(&call, 0, per_row, m);
    hw_sparse_total(&call, total);
    return call.job.total_on_device ? hw_sparse_end(&call, count_large)
                                    : hw_sparse_end_now(&call, count_large);
}

cusparseStatus_t hw_sparse_csr_compress(const char *name, int type, cusparseHandle_t handle, int m, int n,
                                        const cusparseMatDescr_t descriptor, const void *values,
                                        const int *indices, const int *offsets, int count, const int *per_row,
                                        void *to_values, int *to_indices, int *to_offsets, double tolerance)
{
    struct hw_sparse_call call = hw_sparse_begin(name, handle);

    hw_sparse_demand(&call, tolerance >= 0);
    call.job.a = hw_sparse_take_csr(&call, descriptor,
                                    (struct hw_sparse_arrays){m, n, count, values, offsets, indices, type});
    call.job.c = call.job.a;
    call.job.c.offsets = to_offsets;
    call.job.c.indices = to_indices;
    call.job.c.values = to_values;
    call.job.alpha.value = tolerance;
    hw_sparse_take_ints(&call, 0, per_row, m);
    return hw_sparse_end(&call, compress);
}
