/* SPDX-License-Identifier: MIT */
/* Between sparse and dense matrices, by the generic interface. */
#include "cuda/sparse/dense_convert.h"
#include "cuda/sparse/generic_descriptor.h"

#include <stdlib.h>

static struct hw_sparse_call begin(const char *name, bool sizing, cusparseHandle_t handle,
                                   cusparseConstSpMatDescr_t sparse, bool values,
                                   cusparseConstDnMatDescr_t dense)
{
    struct hw_sparse_call call = hw_sparse_begin(name, handle);

    call.sizing = sizing;
    call.job.y = hw_sparse_take_dense(&call, dense);
    hw_sparse_demand(&call, hw_math_object_is(sparse, hw_sparse_matrix_kind));
    if (values)
        call.job.a = hw_sparse_take_matrix(&call, sparse, true);
    else if (hw_sparse_ready(&call))
        call.job.a = sparse->matrix;
    hw_sparse_demand(&call, call.job.a.rows == call.job.y.rows && call.job.a.columns == call.job.y.columns);
    return call;
}

/* --- sparse to dense --- */

cusparseStatus_t cusparseSparseToDense_bufferSize(cusparseHandle_t handle, cusparseConstSpMatDescr_t a,
                                                  cusparseDnMatDescr_t b, cusparseAlgorithm_t algorithm,
                                                  size_t *bytes)
{
    struct hw_sparse_call call = begin(__func__, true, handle, a, true, b);

    (void)algorithm;
    return hw_sparse_end_size(&call, bytes);
}

cusparseStatus_t cusparseSparseToDense(cusparseHandle_t handle, cusparseConstSpMatDescr_t a,
                                       cusparseDnMatDescr_t b, cusparseAlgorithm_t algorithm, void *buffer)
{
    struct hw_sparse_call call = begin(__func__, false, handle, a, true, b);

    (void)algorithm;
    (void)buffer;
    return hw_sparse_end(&call, hw_sparse_to_dense);
}

/* --- dense to sparse --- */

/* Blocked ELL says beforehand which blocks there are: only their values are written. */
static cudaError_t fill_blocks(struct hw_sparse_job *job)
{
    struct hw_csr csr;
    cudaError_t error = hw_csr_read(&csr, &job->a, 0, CUSPARSE_OPERATION_NON_TRANSPOSE, false);
    hw_number *dense = hw_sparse_dense_read(&job->y, 0, CUSPARSE_OPERATION_NON_TRANSPOSE);

    if (!dense)
        error = cudaErrorInvalidDevicePointer;
    for (int64_t row = 0; row < csr.rows && error == cudaSuccess; row++)
        for (int64_t i = csr.offset[row]; i < csr.offset[row + 1]; i++)
            csr.value[i] = dense[row * csr.columns + csr.column[i]];
    if (error == cudaSuccess)
        error = hw_csr_write_back(&csr, &job->a, 0);
    hw_csr_free(&csr);
    free(dense);
    return error;
}

static cudaError_t count(struct hw_sparse_job *job)
{
    struct hw_csr csr;
    cudaError_t error = hw_sparse_of_dense(job, &csr);

    if (error == cudaSuccess && job->a.format != CUSPARSE_FORMAT_COO)
        error = hw_csr_write(&csr, &job->a, HW_CSR_OFFSETS);
    if (error == cudaSuccess)
        ((cusparseSpMatDescr_t)job->info)->matrix.count = csr.count;
    hw_csr_free(&csr);
    return error;
}

static cudaError_t convert(struct hw_sparse_job *job)
{
    struct hw_csr csr;
    cudaError_t error = hw_sparse_of_dense(job, &csr);

    if (error == cudaSuccess && csr.count != job->a.count)
        error = cudaErrorInvalidValue;
    if (error == cudaSuccess)
        error = hw_csr_write(&csr, &job->a, HW_CSR_OFFSETS | HW_CSR_INDICES | HW_CSR_VALUES);
    hw_csr_free(&csr);
    return error;
}

static bool simple(const struct hw_sparse_call *call)
{
    return call->job.a.format == CUSPARSE_FORMAT_CSR || call->job.a.format == CUSPARSE_FORMAT_CSC ||
           call->job.a.format == CUSPARSE_FORMAT_COO;
}

static void check_format(struct hw_sparse_call *call)
{
    hw_sparse_check(call, simple(call) || call->job.a.format == CUSPARSE_FORMAT_BLOCKED_ELL,
                    CUSPARSE_STATUS_NOT_SUPPORTED);
}

cusparseStatus_t cusparseDenseToSparse_bufferSize(cusparseHandle_t handle, cusparseConstDnMatDescr_t a,
                                                  cusparseSpMatDescr_t b, cusparseAlgorithm_t algorithm,
                                                  size_t *bytes)
{
    struct hw_sparse_call call = begin(__func__, true, handle, b, false, a);

    (void)algorithm;
    check_format(&call);
    return hw_sparse_end_size(&call, bytes);
}

cusparseStatus_t cusparseDenseToSparse_analysis(cusparseHandle_t handle, cusparseConstDnMatDescr_t a,
                                                cusparseSpMatDescr_t b, cusparseAlgorithm_t algorithm,
                                                void *buffer)
{
    struct hw_sparse_call call = begin(__func__, false, handle, b, false, a);

    (void)algorithm;
    (void)buffer;
    check_format(&call);
    call.job.info = b;
    return simple(&call) ? hw_sparse_end_now(&call, count) : hw_sparse_end(&call, NULL);
}

cusparseStatus_t cusparseDenseToSparse_convert(cusparseHandle_t handle, cusparseConstDnMatDescr_t a,
                                               cusparseSpMatDescr_t b, cusparseAlgorithm_t algorithm,
                                               void *buffer)
{
    struct hw_sparse_call call = begin(__func__, false, handle, b, true, a);

    (void)algorithm;
    (void)buffer;
    check_format(&call);
    return hw_sparse_end(&call, simple(&call) ? convert : fill_blocks);
}
