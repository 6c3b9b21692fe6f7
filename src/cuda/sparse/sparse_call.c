/* SPDX-License-Identifier: MIT */
/* See sparse_call.h. */
#include "cuda/sparse/sparse_call.h"

#include "cuda/core/cuda_core.h"
#include "cuda/core/log/stubs.h"
#include "cuda/math/math_object.h"
#include "cuda/math/operand.h"
#include "cuda/sparse/sparse_object.h"

#include <limits.h>

int hw_sparse_missing(const char *library, const char *name, unsigned char *told)
{
    return hw_cuda_missing(library, name, CUSPARSE_STATUS_NOT_SUPPORTED, told);
}

/* --- beginning and end --- */

struct hw_sparse_call hw_sparse_begin_plain(const char *name)
{
    return (struct hw_sparse_call){
        .name = name, .status = hw_cuda_enter() ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_NOT_INITIALIZED};
}

struct hw_sparse_call hw_sparse_begin(const char *name, cusparseHandle_t handle)
{
    struct hw_sparse_call call = hw_sparse_begin_plain(name);

    hw_sparse_check(&call, hw_math_object_is(handle, hw_sparse_handle_kind), CUSPARSE_STATUS_NOT_INITIALIZED);
    call.handle = handle;
    return call;
}

bool hw_sparse_ready(const struct hw_sparse_call *call)
{
    return call->status == CUSPARSE_STATUS_SUCCESS;
}

void hw_sparse_check(struct hw_sparse_call *call, bool right, cusparseStatus_t status)
{
    if (!right && hw_sparse_ready(call))
        call->status = status;
}

void hw_sparse_demand(struct hw_sparse_call *call, bool right)
{
    hw_sparse_check(call, right, CUSPARSE_STATUS_INVALID_VALUE);
}

void hw_sparse_memory(struct hw_sparse_call *call, const void *address, int64_t count, size_t element)
{
    if (hw_sparse_ready(call) && !call->sizing)
        hw_sparse_check(call, hw_math_there(address, hw_math_matrix_bytes(count, 1, count, element)),
                        CUSPARSE_STATUS_EXECUTION_FAILED);
}

static cudaError_t run(void *data)
{
    struct hw_sparse_job *job = data;

    return job->work(job);
}

static cusparseStatus_t leave(struct hw_sparse_call *call)
{
    hw_cuda_unlock(cudaSuccess);
    hw_cuda_log_call(call->name, (int)call->status, cusparseGetErrorName(call->status));
    return call->status;
}

cusparseStatus_t hw_sparse_end(struct hw_sparse_call *call, hw_sparse_work_fn *work)
{
    if (hw_sparse_ready(call) && work) {
        call->job.work = work;
        const cudaError_t error = hw_cuda_work(call->handle->stream, run, &call->job, sizeof call->job);
        hw_sparse_check(call, error == cudaSuccess,
                        error == cudaErrorMemoryAllocation ? CUSPARSE_STATUS_ALLOC_FAILED
                                                           : CUSPARSE_STATUS_EXECUTION_FAILED);
    }
    return leave(call);
}

cusparseStatus_t hw_sparse_end_now(struct hw_sparse_call *call, hw_sparse_work_fn *work)
{
    if (hw_sparse_ready(call))
        hw_sparse_check(call, hw_cuda_stream_wait(call->handle->stream) == cudaSuccess,
                        CUSPARSE_STATUS_EXECUTION_FAILED);
    return hw_sparse_end(call, work);
}

cusparseStatus_t hw_sparse_end_size(struct hw_sparse_call *call, size_t *bytes)
{
    hw_sparse_demand(call, bytes != NULL);
    if (hw_sparse_ready(call))
        *bytes = HW_SPARSE_BUFFER_BYTES;
    return leave(call);
}

cusparseStatus_t hw_sparse_end_int_size(struct hw_sparse_call *call, int *bytes)
{
    hw_sparse_demand(call, bytes != NULL);
    if (hw_sparse_ready(call))
        *bytes = HW_SPARSE_BUFFER_BYTES;
    return leave(call);
}

/* --- arguments --- */

struct hw_sparse_scalar hw_sparse_scalar(struct hw_sparse_call *call, const void *scalar, int type)
{
    struct hw_sparse_scalar made = {.type = type};

    hw_sparse_demand(call, (scalar || call->sizing) && hw_number_bytes(type));
    if (!hw_sparse_ready(call) || call->sizing)
        return made;
    if (call->handle->scalars_on_device) {
        made.device = scalar;
        hw_sparse_memory(call, scalar, 1, hw_number_bytes(type));
    } else
        made.value = hw_number_load(type, scalar, 0);
    return made;
}

void hw_sparse_op(struct hw_sparse_call *call, cusparseOperation_t op)
{
    hw_sparse_demand(call, (unsigned)op <= CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE);
}

void hw_sparse_total(struct hw_sparse_call *call, int *total)
{
    hw_sparse_demand(call, total != NULL);
    if (!hw_sparse_ready(call))
        return;
    call->job.total = total;
    call->job.total_on_device = call->handle->scalars_on_device;
    if (call->job.total_on_device)
        hw_sparse_memory(call, total, 1, sizeof *total);
}

cudaError_t hw_sparse_set_total(const struct hw_sparse_job *job, int64_t total)
{
    bool there = true;
    int *to = job->total_on_device ? hw_sparse_array(job->total, 1, sizeof *to, &there) : job->total;

    if (to)
        *to = total > INT_MAX ? INT_MAX : (int)total;
    return there ? cudaSuccess : cudaErrorInvalidDevicePointer;
}
