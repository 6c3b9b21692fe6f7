/* SPDX-License-Identifier: MIT */
/* The beginning and the end of calls, and cuInit. */
#include "cuda/driver/driver_call.h"

#include "cuda/core/log/log_injected.h"
#include "cuda/core/log/stubs.h"
#include "cuda/core/streams/stream_work.h"

static bool initialized; /* under the lock */

/* The runtime has no cuInit: any call of it is that, too. */
static CUresult check(void)
{
    initialized = initialized || (hw_cuda_runtime_used() && hw_cuda_device_count() > 0);
    return initialized ? CUDA_SUCCESS : CUDA_ERROR_NOT_INITIALIZED;
}

CUresult hw_cu_begin(void)
{
    hw_cuda_lock();
    return check();
}

static CUresult check_context(bool usable)
{
    const CUresult result = check();

    return result == CUDA_SUCCESS && !usable ? hw_cu_error(hw_cuda_trouble()) : result;
}

CUresult hw_cu_begin_in_context(void)
{
    return check_context(hw_cuda_enter_current());
}

CUresult hw_cu_begin_of(const void *handle)
{
    return check_context(hw_cuda_enter_owner(handle));
}

CUresult hw_cu_finish(CUresult result)
{
    return result == CUDA_SUCCESS ? hw_cu_error(hw_cuda_finish(NULL, cudaSuccess)) : result;
}

CUresult hw_cu_begin_anywhere(void)
{
    (void)hw_cuda_enter_current();
    return check();
}

CUresult hw_cu_begin_by_handle(void)
{
    const CUresult result = hw_cu_begin_in_context();

    return result == CUDA_ERROR_INVALID_CONTEXT ? CUDA_SUCCESS : result;
}

CUresult hw_cu_end(const char *call, CUresult result)
{
    hw_cuda_unlock(cudaSuccess);
    hw_cuda_log_call(call, result, hw_cu_error_name(result));
    return result;
}

CUresult hw_cu_injected(const struct hw_injected *injected)
{
    const CUresult result = (CUresult)injected->status;

    hw_cuda_log_injected_call(injected, injected->status);
    hw_cuda_log_call(injected->function, injected->status, hw_cu_error_name(result));
    return result;
}

CUresult cuInit(unsigned flags)
{
    CUresult result = flags ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;

    hw_cuda_lock();
    if (result == CUDA_SUCCESS && hw_cuda_device_count() == 0)
        result = CUDA_ERROR_NO_DEVICE;
    initialized = initialized || result == CUDA_SUCCESS;
    return hw_cu_end(__func__, result);
}

int hw_cu_missing(const char *library, const char *name, unsigned char *told)
{
    CUresult result = hw_cu_begin();

    hw_cuda_unlock(cudaSuccess);
    if (result == CUDA_SUCCESS)
        return hw_cuda_missing(library, name, CUDA_ERROR_NOT_SUPPORTED, told);
    hw_cuda_log_call(name, result, hw_cu_error_name(result));
    return result;
}
