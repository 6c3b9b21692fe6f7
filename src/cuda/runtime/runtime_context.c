/* SPDX-License-Identifier: MIT */
/* The device that the calling thread uses, as a whole: waiting for it, taking it down, its limits and
 * preferences. Each function has two names: CUDA 4.0 found cudaDevice... better than cudaThread.... */
#include "cuda/runtime/runtime.h"

cudaError_t cudaDeviceSynchronize(void)
{
    HW_DEVICE_CALL(hw_cuda_device_wait());
}

cudaError_t cudaThreadSynchronize(void)
{
    HW_DEVICE_CALL(hw_cuda_device_wait());
}

static cudaError_t take_down(void)
{
    if (hw_soname.thread_contexts)
        hw_runtime_forget();
    else
        hw_cuda_reset(hw_cuda_device());
    return cudaSuccess;
}

cudaError_t cudaDeviceReset(void)
{
    HW_PLAIN_CALL(take_down());
}

cudaError_t cudaThreadExit(void)
{
    HW_PLAIN_CALL(take_down());
}

/* --- limits --- */

cudaError_t cudaDeviceSetLimit(int limit, size_t value)
{
    HW_DEVICE_CALL(hw_cuda_set_limit(limit, value));
}

cudaError_t cudaThreadSetLimit(int limit, size_t value)
{
    HW_DEVICE_CALL(hw_cuda_set_limit(limit, value));
}

cudaError_t cudaDeviceGetLimit(size_t *value, int limit)
{
    HW_DEVICE_CALL(hw_cuda_get_limit(limit, value));
}

cudaError_t cudaThreadGetLimit(size_t *value, int limit)
{
    HW_DEVICE_CALL(hw_cuda_get_limit(limit, value));
}

/* --- preferences, which change only what occupancy calls say --- */

cudaError_t cudaDeviceSetCacheConfig(int config)
{
    HW_DEVICE_CALL(hw_cuda_set_cache(config));
}

cudaError_t cudaThreadSetCacheConfig(int config)
{
    HW_DEVICE_CALL(hw_cuda_set_cache(config));
}

cudaError_t cudaDeviceGetCacheConfig(int *config)
{
    HW_DEVICE_CALL(hw_runtime_give(config, hw_cuda_get_cache()));
}

cudaError_t cudaThreadGetCacheConfig(int *config)
{
    HW_DEVICE_CALL(hw_runtime_give(config, hw_cuda_get_cache()));
}

cudaError_t cudaDeviceSetSharedMemConfig(int config)
{
    HW_DEVICE_CALL(hw_cuda_set_banks(config));
}

cudaError_t cudaDeviceGetSharedMemConfig(int *config)
{
    HW_DEVICE_CALL(hw_runtime_give(config, hw_cuda_get_banks()));
}
