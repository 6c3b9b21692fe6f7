/* SPDX-License-Identifier: MIT */
/* See solver_call.h. */
#include "cuda/solver/solver_call.h"

#include "cuda/core/cuda_core.h"
#include "cuda/core/log/stubs.h"

#include <limits.h>

int hw_solver_missing(const char *library, const char *name, unsigned char *told)
{
    return hw_cuda_missing(library, name, CUSOLVER_STATUS_NOT_SUPPORTED, told);
}

/* --- beginning and end --- */

struct hw_solver_call hw_solver_begin_plain(const char *name)
{
    return (struct hw_solver_call){
        .name = name, .status = hw_cuda_enter() ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_NOT_INITIALIZED};
}

struct hw_solver_call hw_solver_begin(const char *name, const void *handle, int type)
{
    struct hw_solver_call call = hw_solver_begin_plain(name);

    hw_solver_check(&call, hw_solver_known(handle), CUSOLVER_STATUS_NOT_INITIALIZED);
    hw_solver_demand(&call, hw_lapack_takes(type));
    if (!hw_solver_ready(&call))
        return call;
    call.stream = ((const struct cusolverDnContext *)handle)->stream;
    call.job.type = type;
    call.job.element = hw_number_bytes(type);
    call.job.real_element = hw_number_bytes(hw_number_real_type(type));
    call.job.is_complex = hw_number_is_complex(type);
    call.job.lapack = hw_lapack_get(type);
    hw_solver_check(&call, call.job.lapack != NULL, CUSOLVER_STATUS_NOT_INITIALIZED);
    return call;
}

bool hw_solver_ready(const struct hw_solver_call *call)
{
    return call->status == CUSOLVER_STATUS_SUCCESS;
}

void hw_solver_check(struct hw_solver_call *call, bool right, cusolverStatus_t status)
{
    if (!right && hw_solver_ready(call))
        call->status = status;
}

void hw_solver_demand(struct hw_solver_call *call, bool right)
{
    hw_solver_check(call, right, CUSOLVER_STATUS_INVALID_VALUE);
}

static cudaError_t run(void *data)
{
    struct hw_solver_job *job = data;

    return hw_math_operands_take(job->of, HW_SOLVER_ROLES) ? job->work(job) : cudaErrorInvalidDevicePointer;
}

static const char *status_name(cusolverStatus_t status)
{
#define CASE(number, name) \
    case name: return #name;
    switch (status) {
        HW_CUSOLVER_STATUSES(CASE)
    }
#undef CASE
    return NULL;
}

cusolverStatus_t hw_solver_end(struct hw_solver_call *call, hw_solver_work_fn *work)
{
    hw_solver_check(call, !hw_solver_ready(call) || hw_math_operands_there(call->job.of, HW_SOLVER_ROLES),
                    CUSOLVER_STATUS_INTERNAL_ERROR);
    if (hw_solver_ready(call) && work) {
        call->job.work = work;
        const cudaError_t error = hw_cuda_work(call->stream, run, &call->job, sizeof call->job);
        hw_solver_check(call, error == cudaSuccess,
                        error == cudaErrorMemoryAllocation ? CUSOLVER_STATUS_ALLOC_FAILED
                                                           : CUSOLVER_STATUS_INTERNAL_ERROR);
    }
    hw_cuda_unlock(cudaSuccess);
    hw_cuda_log_call(call->name, (int)call->status, status_name(call->status));
    return call->status;
}

cusolverStatus_t hw_solver_end_now(struct hw_solver_call *call, hw_solver_work_fn *work)
{
    if (hw_solver_ready(call))
        hw_solver_check(call, hw_cuda_stream_wait(call->stream) == cudaSuccess,
                        CUSOLVER_STATUS_INTERNAL_ERROR);
    return hw_solver_end(call, work);
}

/* --- operands --- */

void hw_solver_matrix(struct hw_solver_call *call, enum hw_solver_role role, const void *a, int64_t rows,
                      int64_t columns, int64_t ld)
{
    hw_solver_demand(call, rows >= 0 && columns >= 0 && ld >= rows && ld >= 1 && ld <= INT_MAX);
    if (!hw_solver_ready(call))
        return;
    call->job.of[role] = (struct hw_math_operand){
        .address = a, .bytes = hw_math_matrix_bytes(rows, columns, ld, call->job.element)};
    call->job.ld[role] = (int)ld;
}

void hw_solver_vector(struct hw_solver_call *call, enum hw_solver_role role, const void *x, int64_t count,
                      size_t element)
{
    call->job.of[role] =
        (struct hw_math_operand){.address = x, .bytes = hw_math_matrix_bytes(count, 1, count, element)};
}

void hw_solver_info(struct hw_solver_call *call, int *info, int64_t count)
{
    hw_solver_vector(call, HW_SOLVER_INFO, info, count, sizeof *info);
}

void hw_solver_sizes(struct hw_solver_call *call, int64_t m, int64_t n, int64_t k)
{
    hw_solver_demand(call, m >= 0 && n >= 0 && k >= 0 && m <= INT_MAX && n <= INT_MAX && k <= INT_MAX);
    if (!hw_solver_ready(call))
        return;
    call->job.m = (int)m;
    call->job.n = (int)n;
    call->job.k = (int)k;
}

/* The letter of a number among those that there are. */
static char letter(struct hw_solver_call *call, unsigned number, const char *letters, unsigned count)
{
    hw_solver_demand(call, number < count);
    return number < count ? letters[number] : '?';
}

void hw_solver_uplo(struct hw_solver_call *call, cublasFillMode_t uplo)
{
    call->job.uplo = letter(call, uplo, "LU", 2);
}

void hw_solver_trans(struct hw_solver_call *call, cublasOperation_t trans)
{
    call->job.trans = letter(call, trans, call->job.is_complex ? "NTC" : "NTT", 3);
}

void hw_solver_side(struct hw_solver_call *call, cublasSideMode_t side)
{
    call->job.side = letter(call, side, "LR", 2);
}

void hw_solver_jobz(struct hw_solver_call *call, cusolverEigMode_t jobz)
{
    call->job.jobz = letter(call, jobz, "NV", 2);
}

/* --- workspace --- */

int64_t hw_solver_workspace(int64_t m, int64_t n)
{
    enum { BLOCK = 32 };
    const int64_t longer = m > n ? m : n, all = (longer + 1) * BLOCK;

    return all < INT_MAX ? all : INT_MAX;
}

void hw_solver_byte_buffer(struct hw_solver_call *call, const void *work, size_t bytes)
{
    const size_t needed = (size_t)hw_solver_workspace(call->job.m, call->job.n) * call->job.element;

    hw_solver_demand(call, bytes >= needed);
    if (hw_solver_ready(call))
        hw_solver_check(call, hw_math_there(work, needed), CUSOLVER_STATUS_INTERNAL_ERROR);
}

void hw_solver_buffer(struct hw_solver_call *call, const void *work, int64_t lwork)
{
    hw_solver_demand(call, lwork >= 0);
    if (hw_solver_ready(call))
        hw_solver_byte_buffer(call, work, (size_t)lwork * call->job.element);
}

cusolverStatus_t hw_solver_end_size(struct hw_solver_call *call, int *lwork)
{
    hw_solver_demand(call, lwork != NULL);
    if (hw_solver_ready(call))
        *lwork = (int)hw_solver_workspace(call->job.m, call->job.n);
    return hw_solver_end(call, NULL);
}

cusolverStatus_t hw_solver_end_bytes(struct hw_solver_call *call, size_t *device, size_t *host)
{
    hw_solver_demand(call, device != NULL);
    if (hw_solver_ready(call)) {
        *device = (size_t)hw_solver_workspace(call->job.m, call->job.n) * call->job.element;
        if (host)
            *host = 0;
    }
    return hw_solver_end(call, NULL);
}

/* --- work --- */

void hw_solver_set_info(const struct hw_solver_job *job, int batch, int info)
{
    if (job->of[HW_SOLVER_INFO].host)
        ((int *)job->of[HW_SOLVER_INFO].host)[batch] = info;
}

void *hw_solver_batch_matrix(const struct hw_solver_job *job, enum hw_solver_role role, int batch, int rows,
                             int columns)
{
    const void *matrix = ((void *const *)job->of[role].host)[batch];

    return hw_cuda_device_memory(matrix, hw_math_matrix_bytes(rows, columns, job->ld[role], job->element));
}
