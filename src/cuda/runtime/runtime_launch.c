/* SPDX-License-Identifier: MIT */
/* Launches, as compiled code makes them: configure, one call for each argument, launch.  Also the attributes
 * of kernels. */
#include "cuda/runtime/runtime.h"

#include <string.h>

/* Into the program's structure, which is shorter before CUDA 3.0, and since CUDA 9 goes on behind ours.  What
 * CUDA 12 and 13 have added is about clusters of blocks, which devices have from 9.0 on: 0. */
cudaError_t hw_runtime_func_get_attributes(struct cudaFuncAttributes *to, const char *name)
{
    struct {
        struct cudaFuncAttributes attributes;
        int cache_mode, most_dynamic_bytes, carveout, clusters[23];
    } all = {.cache_mode = 0};
    struct hw_cuda_kernel *kernel;

    if (!to)
        return cudaErrorInvalidValue;
    cudaError_t error = hw_cuda_find_kernel(name, &kernel);
    if (error == cudaSuccess)
        error = hw_cuda_kernel_attributes(&all.attributes, kernel);
    if (error == cudaSuccess)
        error = hw_cuda_kernel_setting(kernel, HW_CUDA_MOST_DYNAMIC_BYTES, &all.most_dynamic_bytes);
    if (error == cudaSuccess)
        error = hw_cuda_kernel_setting(kernel, HW_CUDA_CARVEOUT, &all.carveout);
    if (error != cudaSuccess)
        return error;
    memcpy((void *)to, &all, hw_soname.function_bytes);
    return cudaSuccess;
}

static cudaError_t find_for(const char *name, int config, int highest, struct hw_cuda_kernel **kernel)
{
    return config < 0 || config > highest ? cudaErrorInvalidValue : hw_cuda_find_kernel(name, kernel);
}

/* Only occupancy counts it: shared memory and cache do not take from each other here. */
cudaError_t hw_runtime_func_set_cache_config(const char *name, int config)
{
    struct hw_cuda_kernel *kernel;
    const cudaError_t error = find_for(name, config, cudaFuncCachePreferEqual, &kernel);

    if (error == cudaSuccess)
        hw_cuda_kernel_prefer(kernel, config);
    return error;
}

/* Of no effect: banks cost nothing. */
cudaError_t hw_runtime_func_set_shared_mem_config(const char *name, int config)
{
    struct hw_cuda_kernel *kernel;

    return find_for(name, config, cudaSharedMemBankSizeEightByte, &kernel);
}

/* --- doubles of host code for devices that know only floats (before 1.3): the value changes its form in its
 * place --- */

static cudaError_t lacks_doubles(bool *lacks)
{
    struct cudaDeviceProp properties;
    const cudaError_t error = hw_cuda_properties(hw_cuda_device(), &properties);

    if (error == cudaSuccess)
        *lacks = properties.major * 10 + properties.minor < 13;
    return error;
}

cudaError_t hw_runtime_set_double_for_device(double *value)
{
    bool lacks;

    if (!value)
        return cudaErrorInvalidValue;
    const cudaError_t error = lacks_doubles(&lacks);
    if (error == cudaSuccess && lacks)
        memcpy((void *)value, &(float){(float)*value}, sizeof(float));
    return error;
}

cudaError_t hw_runtime_set_double_for_host(double *value)
{
    float single;
    bool lacks;

    if (!value)
        return cudaErrorInvalidValue;
    const cudaError_t error = lacks_doubles(&lacks);
    if (error != cudaSuccess || !lacks)
        return error;
    memcpy(&single, (const void *)value, sizeof single);
    *value = single;
    return cudaSuccess;
}
