/* SPDX-License-Identifier: MIT */
/* Sparse vectors with dense ones. */
#include "cuda/core/cuda_core.h"
#include "cuda/sparse/generic_descriptor.h"
#include "cuda/sparse/legacy_calls.h"

/* The arrays of both in the host. */
struct arrays {
    const char *indices;
    char *sparse, *dense;
};

static bool find_arrays(const struct hw_sparse_job *job, struct arrays *arrays)
{
    const struct hw_sparse_vector *v = &job->v;
    bool there = true;

    arrays->indices = hw_sparse_array(v->indices, v->count, hw_sparse_index_bytes(v->index_type), &there);
    arrays->sparse = hw_sparse_array(v->values, v->count, hw_number_bytes(v->type), &there);
    arrays->dense = hw_sparse_array(job->y.values, job->y.rows, hw_number_bytes(job->y.type), &there);
    return there;
}

/* The element of the dense vector that belongs to entry `i`; -1: outside. */
static int64_t element(const struct hw_sparse_job *job, const struct arrays *arrays, int64_t i)
{
    const int64_t at = hw_sparse_index(job->v.index_type, arrays->indices, i) - job->v.base;

    return at < 0 || at >= job->v.size ? -1 : at;
}

/* Do `action` for each entry i and element at, with the entry's and the element's number. */
#define EACH_ENTRY(job, action)                                                           \
    struct arrays arrays;                                                                 \
    if (!find_arrays(job, &arrays))                                                       \
        return cudaErrorInvalidDevicePointer;                                             \
    for (int64_t i = 0; i < (job)->v.count; i++) {                                        \
        const int64_t at = element(job, &arrays, i);                                      \
        if (at < 0)                                                                       \
            return cudaErrorInvalidValue;                                                 \
        const hw_number sparse = hw_number_load((job)->v.type, arrays.sparse, (size_t)i); \
        const hw_number dense = hw_number_load((job)->y.type, arrays.dense, (size_t)at);  \
        action;                                                                           \
    }

static void set_sparse(const struct hw_sparse_job *job, const struct arrays *arrays, int64_t i,
                       hw_number value)
{
    hw_number_store(job->v.type, arrays->sparse, (size_t)i, value);
}

static void set_dense(const struct hw_sparse_job *job, const struct arrays *arrays, int64_t at,
                      hw_number value)
{
    hw_number_store(job->y.type, arrays->dense, (size_t)at, value);
}

static struct hw_sparse_call begin(const char *name, bool sizing, cusparseHandle_t handle,
                                   cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y)
{
    struct hw_sparse_call call = hw_sparse_begin(name, handle);

    call.sizing = sizing;
    call.job.v = hw_sparse_take_vector(&call, x);
    call.job.y = hw_sparse_take_column(&call, y);
    hw_sparse_demand(&call, call.job.v.size == call.job.y.rows);
    return call;
}

cudaError_t hw_sparse_gather(struct hw_sparse_job *job)
{
    EACH_ENTRY(job, (void)sparse; set_sparse(job, &arrays, i, dense))
    return cudaSuccess;
}

cudaError_t hw_sparse_scatter(struct hw_sparse_job *job)
{
    EACH_ENTRY(job, (void)dense; set_dense(job, &arrays, at, sparse))
    return cudaSuccess;
}

/* Indices may come twice: all of the dense vector is scaled before anything is added. */
static cudaError_t axpby(struct hw_sparse_job *job)
{
    hw_number alpha, beta;
    struct arrays scaled;

    if (!hw_sparse_scalar_get(&job->alpha, &alpha) || !hw_sparse_scalar_get(&job->beta, &beta) ||
        !find_arrays(job, &scaled))
        return cudaErrorInvalidDevicePointer;
    for (int64_t i = 0; i < job->y.rows; i++)
        set_dense(job, &scaled, i,
                  hw_number_scaled(beta, hw_number_load(job->y.type, scaled.dense, (size_t)i)));
    EACH_ENTRY(job, set_dense(job, &arrays, at, hw_number_scaled(alpha, sparse) + dense))
    return cudaSuccess;
}

static cudaError_t rotate(struct hw_sparse_job *job)
{
    hw_number cosine, sine;

    if (!hw_sparse_scalar_get(&job->alpha, &cosine) || !hw_sparse_scalar_get(&job->beta, &sine))
        return cudaErrorInvalidDevicePointer;
    EACH_ENTRY(job,
               set_sparse(job, &arrays, i, hw_number_times(cosine, sparse) + hw_number_times(sine, dense));
               set_dense(job, &arrays, at, hw_number_times(cosine, dense) - hw_number_times(sine, sparse)))
    return cudaSuccess;
}

static cudaError_t dot(struct hw_sparse_job *job)
{
    bool there = true;
    void *result =
        job->flags ? hw_sparse_array(job->memory[0], 1, hw_number_bytes(job->type), &there) : job->memory[0];
    hw_number sum = 0;

    if (!there)
        return cudaErrorInvalidDevicePointer;
    EACH_ENTRY(job, sum += hw_number_times(
                        job->op_a == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? conj(sparse) : sparse, dense))
    hw_number_store(job->type, result, 0, sum);
    return cudaSuccess;
}

cusparseStatus_t cusparseGather(cusparseHandle_t handle, cusparseConstDnVecDescr_t y, cusparseSpVecDescr_t x)
{
    struct hw_sparse_call call = begin(__func__, false, handle, x, y);

    return hw_sparse_end(&call, hw_sparse_gather);
}

cusparseStatus_t cusparseScatter(cusparseHandle_t handle, cusparseConstSpVecDescr_t x, cusparseDnVecDescr_t y)
{
    struct hw_sparse_call call = begin(__func__, false, handle, x, y);

    return hw_sparse_end(&call, hw_sparse_scatter);
}

cusparseStatus_t cusparseAxpby(cusparseHandle_t handle, const void *alpha, cusparseConstSpVecDescr_t x,
                               const void *beta, cusparseDnVecDescr_t y)
{
    struct hw_sparse_call call = begin(__func__, false, handle, x, y);

    call.job.alpha = hw_sparse_scalar(&call, alpha, call.job.y.type);
    call.job.beta = hw_sparse_scalar(&call, beta, call.job.y.type);
    return hw_sparse_end(&call, axpby);
}

cusparseStatus_t cusparseRot(cusparseHandle_t handle, const void *cosine, const void *sine,
                             cusparseSpVecDescr_t x, cusparseDnVecDescr_t y)
{
    struct hw_sparse_call call = begin(__func__, false, handle, x, y);

    call.job.alpha = hw_sparse_scalar(&call, cosine, call.job.y.type);
    call.job.beta = hw_sparse_scalar(&call, sine, call.job.y.type);
    return hw_sparse_end(&call, rotate);
}

cusparseStatus_t cusparseSpVV_bufferSize(cusparseHandle_t handle, cusparseOperation_t op,
                                         cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y,
                                         const void *result, cudaDataType type, size_t *bytes)
{
    struct hw_sparse_call call = begin(__func__, true, handle, x, y);

    (void)result;
    hw_sparse_op(&call, op);
    hw_sparse_demand(&call, hw_number_bytes(type));
    return hw_sparse_end_size(&call, bytes);
}

cusparseStatus_t cusparseSpVV(cusparseHandle_t handle, cusparseOperation_t op, cusparseConstSpVecDescr_t x,
                              cusparseConstDnVecDescr_t y, void *result, cudaDataType type, void *buffer)
{
    struct hw_sparse_call call = begin(__func__, false, handle, x, y);

    (void)buffer;
    hw_sparse_op(&call, op);
    hw_sparse_demand(&call, result && hw_number_bytes(type));
    call.job.op_a = op;
    call.job.memory[0] = result;
    call.job.type = type;
    if (!hw_sparse_ready(&call) || !handle->scalars_on_device)
        return hw_sparse_end_now(&call, dot);
    call.job.flags = 1;
    hw_sparse_memory(&call, result, 1, hw_number_bytes(type));
    return hw_sparse_end(&call, dot);
}

/* --- the older interface, whose dense vector is all that its memory holds --- */

struct hw_sparse_call hw_sparse_begin_gather(const char *name, int type, cusparseHandle_t handle, int count,
                                             const void *y, const void *values, const int *indices,
                                             cusparseIndexBase_t base)
{
    struct hw_sparse_call call = hw_sparse_begin(name, handle);

    hw_sparse_demand(&call, count >= 0 && (unsigned)base <= CUSPARSE_INDEX_BASE_ONE);
    if (!hw_sparse_ready(&call))
        return call;
    const int64_t size = (int64_t)(hw_cuda_bytes_from(y) / hw_number_bytes(type));
    call.job.v = (struct hw_sparse_vector){.size = size,
                                           .count = count,
                                           .indices = (void *)indices,
                                           .values = (void *)values,
                                           .index_type = CUSPARSE_INDEX_32I,
                                           .base = (int)base,
                                           .type = type};
    call.job.y =
        (struct hw_sparse_dense){.rows = size, .columns = 1, .ld = size, .values = (void *)y, .type = type};
    hw_sparse_check(&call, hw_sparse_vector_there(&call.job.v), CUSPARSE_STATUS_EXECUTION_FAILED);
    return call;
}
