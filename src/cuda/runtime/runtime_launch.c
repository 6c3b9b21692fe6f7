/* SPDX-License-Identifier: MIT */
/* Launches, as compiled code makes them: configure, one call for each argument, launch.  Also the attributes
 * of kernels. */
#include "cuda/runtime/runtime.h"

#include <string.h>

cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream)
{
    HW_DEVICE_CALL(hw_cuda_configure(grid, block, shared_bytes, hw_stream(stream)));
}

cudaError_t cudaSetupArgument(const void *argument, size_t bytes, size_t offset)
{
    HW_PLAIN_CALL(hw_cuda_argument(argument, bytes, offset));
}

cudaError_t cudaLaunch(const char *kernel)
{
    HW_DEVICE_CALL(hw_cuda_launch(kernel));
}

/* Into the program's structure, which is shorter before CUDA 3.0, and since CUDA 9 goes on behind ours.  What
 * CUDA 12 and 13 have added is about clusters of blocks, which devices have from 9.0 on: 0. */
static cudaError_t get_attributes(struct cudaFuncAttributes *to, const char *name)
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

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const char *kernel)
{
    HW_DEVICE_CALL(get_attributes(attributes, kernel));
}

static cudaError_t find_for(const char *name, int config, int highest, struct hw_cuda_kernel **kernel)
{
    return config < 0 || config > highest ? cudaErrorInvalidValue : hw_cuda_find_kernel(name, kernel);
}

/* Only occupancy counts it: shared memory and cache do not take from each other here. */
static cudaError_t prefer_cache(const char *name, int config)
{
    struct hw_cuda_kernel *kernel;
    const cudaError_t error = find_for(name, config, cudaFuncCachePreferEqual, &kernel);

    if (error == cudaSuccess)
        hw_cuda_kernel_prefer(kernel, config);
    return error;
}

cudaError_t cudaFuncSetCacheConfig(const char *kernel, int config)
{
    HW_DEVICE_CALL(prefer_cache(kernel, config));
}

/* Of no effect: banks cost nothing. */
static cudaError_t prefer_banks(const char *name, int config)
{
    struct hw_cuda_kernel *kernel;

    return find_for(name, config, cudaSharedMemBankSizeEightByte, &kernel);
}

cudaError_t cudaFuncSetSharedMemConfig(const char *kernel, int config)
{
    HW_DEVICE_CALL(prefer_banks(kernel, config));
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

static cudaError_t to_device(double *value)
{
    bool lacks;

    if (!value)
        return cudaErrorInvalidValue;
    const cudaError_t error = lacks_doubles(&lacks);
    if (error == cudaSuccess && lacks)
        memcpy((void *)value, &(float){(float)*value}, sizeof(float));
    return error;
}

static cudaError_t to_host(double *value)
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

cudaError_t cudaSetDoubleForDevice(double *value)
{
    HW_PLAIN_CALL(to_device(value));
}

cudaError_t cudaSetDoubleForHost(double *value)
{
    HW_PLAIN_CALL(to_host(value));
}
