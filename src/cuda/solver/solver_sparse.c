/* SPDX-License-Identifier: MIT */
/* cuSOLVER's sparse functions, and their handles. */
#include "cuda/math/math_object.h"
#include "cuda/math/matrix_descriptor.h"
#include "cuda/solver/csr_system.h"
#include "cuda/solver/solver_dense.h"

#include "cuda/core/cuda_core.h"

/* --- handles --- */

static const char sparse_kind[] = "cusolverSpHandle_t";

struct cusolverSpContext {
    cudaStream_t stream;
};

static struct hw_solver_call ask(const char *name, cusolverSpHandle_t handle)
{
    struct hw_solver_call call = hw_solver_begin_plain(name);

    hw_solver_check(&call, hw_math_object_is(handle, sparse_kind), CUSOLVER_STATUS_NOT_INITIALIZED);
    return call;
}

cusolverStatus_t cusolverSpCreate(cusolverSpHandle_t *handle)
{
    struct hw_solver_call call = hw_solver_begin_plain(__func__);

    hw_solver_demand(&call, handle != NULL);
    if (hw_solver_ready(&call))
        hw_solver_check(&call, hw_lapack_get(HW_NUMBER_R32F) != NULL, CUSOLVER_STATUS_NOT_INITIALIZED);
    if (hw_solver_ready(&call)) {
        *handle = hw_math_object_new(sparse_kind, sizeof **handle);
        hw_solver_check(&call, *handle != NULL, CUSOLVER_STATUS_ALLOC_FAILED);
    }
    return hw_solver_end(&call, NULL);
}

/* Also of a device that has been reset, or has a fault. */
cusolverStatus_t cusolverSpDestroy(cusolverSpHandle_t handle)
{
    struct hw_solver_call call = hw_solver_begin_plain(__func__);

    call.status =
        hw_math_object_free(handle, sparse_kind) ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_NOT_INITIALIZED;
    return hw_solver_end(&call, NULL);
}

cusolverStatus_t cusolverSpSetStream(cusolverSpHandle_t handle, cudaStream_t stream)
{
    struct hw_solver_call call = ask(__func__, handle);

    if (hw_solver_ready(&call))
        hw_solver_demand(&call, hw_cuda_stream_check(stream) == cudaSuccess);
    if (hw_solver_ready(&call))
        handle->stream = stream;
    return hw_solver_end(&call, NULL);
}

cusolverStatus_t cusolverSpGetStream(cusolverSpHandle_t handle, cudaStream_t *stream)
{
    struct hw_solver_call call = ask(__func__, handle);

    hw_solver_demand(&call, stream != NULL);
    if (hw_solver_ready(&call))
        *stream = handle->stream;
    return hw_solver_end(&call, NULL);
}

/* --- calls: the job has values, offsets (U) and indices (V); what they find is known when they return --- */

static struct hw_solver_call begin(const char *name, int type, HW_CUSOLVER_CSR)
{
    struct hw_solver_call call = ask(name, handle);

    hw_solver_demand(&call, m >= 0 && count >= 0 &&
                                hw_math_object_is(descriptor, hw_sparse_descriptor_kind) &&
                                (values || count == 0) && offsets && (indices || count == 0));
    if (!hw_solver_ready(&call))
        return call;
    call.stream = handle->stream;
    call.job.type = type;
    call.job.element = hw_number_bytes(type);
    call.job.lapack = hw_lapack_get(type);
    call.job.m = m;
    call.job.count = count;
    call.job.il = ((const struct cusparseMatDescr *)descriptor)->base;
    hw_solver_vector(&call, HW_SOLVER_A, values, count, call.job.element);
    hw_solver_vector(&call, HW_SOLVER_U, offsets, (int64_t)m + 1, sizeof *offsets);
    hw_solver_vector(&call, HW_SOLVER_V, indices, count, sizeof *indices);
    return call;
}

/* The arrays where work has found them. */
static struct hw_csr_system system_of(const struct hw_solver_job *job)
{
    return (struct hw_csr_system){.lapack = job->lapack,
                                  .type = job->type,
                                  .rows = job->m,
                                  .count = job->count,
                                  .base = job->il,
                                  .values = job->of[HW_SOLVER_A].host,
                                  .offsets = job->of[HW_SOLVER_U].host,
                                  .indices = job->of[HW_SOLVER_V].host,
                                  .tolerance = job->tolerance};
}

static cudaError_t error_of(enum hw_band_answer answer)
{
    return answer == HW_BAND_FOUND       ? cudaSuccess
           : answer == HW_BAND_NO_MEMORY ? cudaErrorMemoryAllocation
                                         : cudaErrorInvalidValue;
}

cudaError_t hw_solver_csr_solve(struct hw_solver_job *job)
{
    const struct hw_csr_system system = system_of(job);

    return error_of(hw_csr_system_solve(&system, job->uplo == 'L', job->of[HW_SOLVER_B].host,
                                        job->of[HW_SOLVER_X].host, job->result));
}

cudaError_t hw_solver_csr_eigenvalue(struct hw_solver_job *job)
{
    const struct hw_csr_system system = system_of(job);

    return error_of(hw_csr_system_eigen(&system, hw_number_of(job->vl, job->vu), job->of[HW_SOLVER_B].host,
                                        job->k, job->of[HW_SOLVER_S].host, job->of[HW_SOLVER_X].host));
}

/* Work on memory of the host, which is done at once. */
cusolverStatus_t hw_solver_end_host(struct hw_solver_call *call, hw_solver_work_fn *work)
{
    if (hw_solver_ready(call)) {
        for (int role = 0; role < HW_SOLVER_ROLES; role++) {
            call->job.of[role].host = (void *)call->job.of[role].address;
            call->job.of[role].bytes = 0;
        }
        const cudaError_t error = work(&call->job);
        hw_solver_check(call, error == cudaSuccess,
                        error == cudaErrorMemoryAllocation ? CUSOLVER_STATUS_ALLOC_FAILED
                                                           : CUSOLVER_STATUS_INVALID_VALUE);
    }
    return hw_solver_end(call, NULL);
}

/* The order that NVIDIA reorders a matrix to changes no solution. */
struct hw_solver_call hw_solver_begin_csr_solve(const char *name, int type, bool cholesky, HW_CUSOLVER_CSR,
                                                const void *b, double tolerance, int reorder, void *x,
                                                int *singularity)
{
    struct hw_solver_call call = begin(name, type, handle, m, count, descriptor, values, offsets, indices);

    hw_solver_demand(&call,
                     singularity && reorder >= 0 && reorder <= 3 && tolerance >= 0 && ((b && x) || m == 0));
    hw_solver_vector(&call, HW_SOLVER_B, b, m, call.job.element);
    hw_solver_vector(&call, HW_SOLVER_X, x, m, call.job.element);
    call.job.uplo = cholesky ? 'L' : 0;
    call.job.tolerance = tolerance;
    call.job.result = singularity;
    return call;
}

struct hw_solver_call hw_solver_begin_csr_eigenvalue(const char *name, int type, HW_CUSOLVER_CSR,
                                                     hw_number mu0, const void *x0, int iterations,
                                                     double tolerance, void *mu, void *x)
{
    struct hw_solver_call call = begin(name, type, handle, m, count, descriptor, values, offsets, indices);

    hw_solver_demand(&call, m > 0 && iterations >= 0 && x0 && mu && x);
    hw_solver_vector(&call, HW_SOLVER_B, x0, m, call.job.element);
    hw_solver_vector(&call, HW_SOLVER_X, x, m, call.job.element);
    hw_solver_vector(&call, HW_SOLVER_S, mu, 1, call.job.element);
    call.job.vl = creal(mu0);
    call.job.vu = cimag(mu0);
    call.job.k = iterations;
    call.job.tolerance = tolerance;
    return call;
}
