/* Launches, as compiled code makes them: configure, one call for each argument, launch. */
#include "cuda/runtime/runtime.h"

cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream)
{
    HW_DEVICE_CALL(hw_cuda_configure(grid, block, shared_bytes, stream));
}

cudaError_t cudaSetupArgument(const void *argument, size_t bytes, size_t offset)
{
    hw_cuda_lock();
    return hw_cuda_leave(hw_cuda_argument(argument, bytes, offset));
}

cudaError_t cudaLaunch(const char *kernel)
{
    HW_DEVICE_CALL(hw_cuda_launch(kernel));
}

static cudaError_t attributes_of(struct cudaFuncAttributes *attributes, const void *host)
{
    struct hw_cuda_kernel *kernel;
    const cudaError_t error = hw_cuda_find_kernel(host, &kernel);

    return error == cudaSuccess ? hw_cuda_kernel_attributes(attributes, kernel) : error;
}

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const char *kernel)
{
    HW_DEVICE_CALL(attributes_of(attributes, kernel));
}

/* Of no effect: shared memory and cache do not take from each other here. */
static cudaError_t set_cache(const void *host, int config)
{
    struct hw_cuda_kernel *kernel;

    if (config < cudaFuncCachePreferNone || config > cudaFuncCachePreferL1)
        return cudaErrorInvalidValue;
    return hw_cuda_find_kernel(host, &kernel);
}

cudaError_t cudaFuncSetCacheConfig(const char *kernel, int config)
{
    HW_DEVICE_CALL(set_cache(kernel, config));
}
