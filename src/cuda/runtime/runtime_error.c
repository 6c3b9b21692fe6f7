/* SPDX-License-Identifier: MIT */
/* Last errors of host threads, and the names of errors. */
#include "cuda/runtime/runtime.h"

#include "cuda/core/fault_errors.h"
#include "cuda/core/log/log_injected.h"
#include "cuda/core/log/stubs.h"

cudaError_t hw_runtime_error(cudaError_t error)
{
    if ((int)error > hw_soname.last_error)
        error = hw_cuda_old_fault_error(error);
    const uint16_t number = hw_soname.errors && error < HW_SONAME_ERRORS ? hw_soname.errors[error] : 0;

    return number ? (cudaError_t)number : error;
}

cudaError_t hw_runtime_leave(const char *call, cudaError_t error)
{
    const cudaError_t number = hw_runtime_error(hw_cuda_leave_call(NULL, error));

    hw_cuda_log_call(call, (int)number, hw_cuda_error_name(hw_runtime_own_error(number)));
    return number;
}

cudaError_t hw_runtime_own_error(cudaError_t error)
{
    for (int own = 1; hw_soname.errors && error != cudaSuccess && own < HW_SONAME_ERRORS; own++)
        if (hw_soname.errors[own] == error)
            return (cudaError_t)own;
    return error;
}

/* A number that was given is one since CUDA 10.1. */
static cudaError_t injected_error(const struct hw_injected *injected)
{
    for (int own = 1; !injected->own && own < HW_SONAME_ERRORS; own++)
        if (hw_soname_later_errors[own] == injected->status)
            return (cudaError_t)own;
    return (cudaError_t)injected->status;
}

cudaError_t hw_runtime_injected(const struct hw_injected *injected)
{
    const cudaError_t error = injected_error(injected);

    hw_cuda_log_injected_call(injected, (int)hw_runtime_error(error));
    hw_cuda_lock();
    return hw_runtime_leave(injected->function, error);
}

const char *cudaGetErrorString(cudaError_t error)
{
    error = hw_runtime_own_error(error);
    if ((int)error > hw_soname.last_error && error != cudaErrorStartupFailure)
        return "unknown error";
    switch (error) {
#define HW_CUDA_TEXT(number, name, text) \
    case name: return text;
        HW_CUDA_ERRORS(HW_CUDA_TEXT)
#undef HW_CUDA_TEXT
    }
    return "unknown error";
}

/* It is no thread's last error: libraries that ask whether there is such a function go on without it, and
 * would find that at their next launch. */
int hw_runtime_missing(const char *library, const char *name, unsigned char *told)
{
    hw_cuda_lock();
    hw_cuda_leave_call(NULL, cudaSuccess);
    return hw_cuda_missing(library, name, (int)hw_runtime_error(cudaErrorNotSupported), told);
}
