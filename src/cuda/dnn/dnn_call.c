/* SPDX-License-Identifier: MIT */
/* See dnn_call.h. */
#include "cuda/dnn/dnn_call.h"

#include "cuda/core/log/log_injected.h"
#include "cuda/dnn/dnn_object.h"
#include "cuda/dnn/dnn_message.h"
#include "cuda/dnn/toolkit/dnn_toolkit.h"

struct hw_dnn_call hw_dnn_begin(const char *name, cudnnHandle_t handle)
{
    struct hw_dnn_call call = {.name = name};

    if (!hw_cuda_enter())
        call.status = CUDNN_STATUS_NOT_INITIALIZED;
    hw_dnn_need(&call, hw_dnn_is(handle, HW_DNN_HANDLE));
    if (hw_dnn_is_ready(&call))
        call.handle = handle;
    return call;
}

struct hw_dnn_call hw_dnn_begin_plain(const char *name)
{
    hw_cuda_lock();
    return (struct hw_dnn_call){.name = name};
}

bool hw_dnn_is_ready(const struct hw_dnn_call *call)
{
    return call->status == CUDNN_STATUS_SUCCESS;
}

void hw_dnn_check(struct hw_dnn_call *call, bool right, cudnnStatus_t status)
{
    if (!right && hw_dnn_is_ready(call))
        call->status = status;
}

void hw_dnn_need(struct hw_dnn_call *call, bool right)
{
    hw_dnn_check(call, right, CUDNN_STATUS_BAD_PARAM);
}

void hw_dnn_support(struct hw_dnn_call *call, bool supported, const char *what)
{
    if (!supported && hw_dnn_is_ready(call))
        hw_dnn_message_once(call->name, what);
    hw_dnn_check(call, supported, CUDNN_STATUS_NOT_SUPPORTED);
}

void hw_dnn_work(struct hw_dnn_call *call, hw_cuda_work_fn *work, void *data, size_t bytes)
{
    if (!hw_dnn_is_ready(call))
        return;
    const cudaError_t error = hw_cuda_work(call->handle->stream, work, data, bytes);
    hw_dnn_check(call, error == cudaSuccess,
                 error == cudaErrorMemoryAllocation ? CUDNN_STATUS_ALLOC_FAILED
                                                    : CUDNN_STATUS_EXECUTION_FAILED);
}

cudnnStatus_t hw_dnn_end(const struct hw_dnn_call *call)
{
    const int number = hw_dnn_toolkit.status[call->status];
    const char *name = hw_dnn_status_name(number);

    hw_cuda_unlock(cudaSuccess);
    hw_cuda_log_call(call->name, number, name);
    hw_dnn_tell(call, name);
    return (cudnnStatus_t)number;
}

cudnnStatus_t hw_dnn_injected(const struct hw_injected *injected)
{
    const int number = injected->own ? hw_dnn_toolkit.status[injected->status] : injected->status;

    hw_cuda_log_injected_call(injected, number);
    hw_cuda_log_call(injected->function, number, hw_dnn_status_name(number));
    return (cudnnStatus_t)number;
}
