/* SPDX-License-Identifier: MIT */
/* Products of a sparse matrix with a dense one or a vector, and of two dense ones where a sparse one has
 * entries. */
#include "cuda/sparse/dense_product.h"
#include "cuda/sparse/generic_descriptor.h"

#include <stdlib.h>

static bool turned(cusparseOperation_t op)
{
    return op != CUSPARSE_OPERATION_NON_TRANSPOSE;
}

static int64_t rows_of(int64_t rows, int64_t columns, cusparseOperation_t op)
{
    return turned(op) ? columns : rows;
}

/* --- sparse times dense --- */

static struct hw_sparse_call begin_product(const char *name, bool sizing, cusparseHandle_t handle,
                                           cusparseOperation_t op_a, cusparseOperation_t op_b,
                                           const void *alpha, cusparseConstSpMatDescr_t a, const void *beta,
                                           cudaDataType type)
{
    struct hw_sparse_call call = hw_sparse_begin(name, handle);

    call.sizing = sizing;
    hw_sparse_op(&call, op_a);
    hw_sparse_op(&call, op_b);
    call.job.op_a = op_a;
    call.job.op_b = op_b;
    call.job.a = hw_sparse_take_matrix(&call, a, true);
    call.job.alpha = hw_sparse_scalar(&call, alpha, type);
    call.job.beta = hw_sparse_scalar(&call, beta, type);
    return call;
}

static void check_sizes(struct hw_sparse_call *call)
{
    const struct hw_sparse_job *job = &call->job;

    hw_sparse_demand(call, rows_of(job->a.rows, job->a.columns, job->op_a) == job->y.rows &&
                               rows_of(job->a.columns, job->a.rows, job->op_a) ==
                                   rows_of(job->x.rows, job->x.columns, job->op_b) &&
                               rows_of(job->x.columns, job->x.rows, job->op_b) == job->y.columns);
}

struct hw_sparse_call hw_sparse_begin_spmv(const char *name, bool sizing, HW_CUSPARSE_SPMV)
{
    struct hw_sparse_call call =
        begin_product(name, sizing, handle, op, CUSPARSE_OPERATION_NON_TRANSPOSE, alpha, a, beta, type);

    (void)algorithm;
    call.job.x = hw_sparse_take_column(&call, x);
    call.job.y = hw_sparse_take_column(&call, y);
    check_sizes(&call);
    return call;
}

struct hw_sparse_call hw_sparse_begin_spmm(const char *name, bool sizing, HW_CUSPARSE_SPMM)
{
    struct hw_sparse_call call = begin_product(name, sizing, handle, op_a, op_b, alpha, a, beta, type);

    (void)algorithm;
    call.job.x = hw_sparse_take_dense(&call, b);
    call.job.y = hw_sparse_take_dense(&call, c);
    check_sizes(&call);
    return call;
}

/* --- dense times dense, sampled --- */

static void sample(struct hw_csr *c, const hw_number *a, const hw_number *b, int64_t inner, hw_number alpha,
                   hw_number beta)
{
    for (int64_t row = 0; row < c->rows; row++)
        for (int64_t i = c->offset[row]; i < c->offset[row + 1]; i++) {
            hw_number sum = 0;
            for (int64_t k = 0; k < inner; k++)
                sum += hw_number_times(a[row * inner + k], b[k * c->columns + c->column[i]]);
            c->value[i] = hw_number_scaled(alpha, sum) + hw_number_scaled(beta, c->value[i]);
        }
}

static cudaError_t sample_batch(struct hw_sparse_job *job, int batch, hw_number alpha, hw_number beta)
{
    struct hw_csr c = {0};
    hw_number *a = hw_sparse_dense_read(&job->x, batch, job->op_a);
    hw_number *b = hw_sparse_dense_read(&job->y, batch, job->op_b);
    cudaError_t error = a && b ? cudaSuccess : cudaErrorInvalidDevicePointer;

    if (error == cudaSuccess)
        error = hw_csr_read(&c, &job->c, batch, CUSPARSE_OPERATION_NON_TRANSPOSE, true);
    if (error == cudaSuccess) {
        sample(&c, a, b, rows_of(job->x.columns, job->x.rows, job->op_a), alpha, beta);
        error = hw_csr_write_back(&c, &job->c, batch);
    }
    hw_csr_free(&c);
    free(a);
    free(b);
    return error;
}

static cudaError_t sampled(struct hw_sparse_job *job)
{
    hw_number alpha, beta;
    cudaError_t error = hw_sparse_scalar_get(&job->alpha, &alpha) && hw_sparse_scalar_get(&job->beta, &beta)
                            ? cudaSuccess
                            : cudaErrorInvalidDevicePointer;

    for (int batch = 0; batch < job->c.batches && error == cudaSuccess; batch++)
        error = sample_batch(job, batch, alpha, beta);
    return error;
}

static struct hw_sparse_call begin_sampled(const char *name, bool sizing, HW_CUSPARSE_SAMPLED)
{
    struct hw_sparse_call call = begin_product(name, sizing, handle, op_a, op_b, alpha, c, beta, type);

    call.job.c = call.job.a;
    call.job.x = hw_sparse_take_dense(&call, a);
    call.job.y = hw_sparse_take_dense(&call, b);
    const struct hw_sparse_job *job = &call.job;
    hw_sparse_demand(&call, rows_of(job->x.rows, job->x.columns, op_a) == job->c.rows &&
                                rows_of(job->y.columns, job->y.rows, op_b) == job->c.columns &&
                                rows_of(job->x.columns, job->x.rows, op_a) ==
                                    rows_of(job->y.rows, job->y.columns, op_b));
    return call;
}

cusparseStatus_t cusparseSDDMM_bufferSize(HW_CUSPARSE_SAMPLED, cusparseAlgorithm_t algorithm, size_t *bytes)
{
    struct hw_sparse_call call =
        begin_sampled(__func__, true, handle, op_a, op_b, alpha, a, b, beta, c, type);

    (void)algorithm;
    return hw_sparse_end_size(&call, bytes);
}

cusparseStatus_t cusparseSDDMM_preprocess(HW_CUSPARSE_SAMPLED, cusparseAlgorithm_t algorithm, void *buffer)
{
    struct hw_sparse_call call =
        begin_sampled(__func__, true, handle, op_a, op_b, alpha, a, b, beta, c, type);

    (void)algorithm;
    (void)buffer;
    return hw_sparse_end(&call, NULL);
}

cusparseStatus_t cusparseSDDMM(HW_CUSPARSE_SAMPLED, cusparseAlgorithm_t algorithm, void *buffer)
{
    struct hw_sparse_call call =
        begin_sampled(__func__, false, handle, op_a, op_b, alpha, a, b, beta, c, type);

    (void)algorithm;
    (void)buffer;
    return hw_sparse_end(&call, sampled);
}

/* The older name of the same. */
cusparseStatus_t cusparseConstrainedGeMM_bufferSize(HW_CUSPARSE_SAMPLED, size_t *bytes)
{
    struct hw_sparse_call call =
        begin_sampled(__func__, true, handle, op_a, op_b, alpha, a, b, beta, c, type);

    return hw_sparse_end_size(&call, bytes);
}

cusparseStatus_t cusparseConstrainedGeMM(HW_CUSPARSE_SAMPLED, void *buffer)
{
    struct hw_sparse_call call =
        begin_sampled(__func__, false, handle, op_a, op_b, alpha, a, b, beta, c, type);

    (void)buffer;
    return hw_sparse_end(&call, sampled);
}
