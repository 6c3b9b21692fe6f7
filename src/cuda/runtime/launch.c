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

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const char *kernel)
{
    HW_DEVICE_CALL(hw_cuda_kernel_attributes(attributes, kernel));
}

/* Of no effect: shared memory and cache do not take from each other here. */
cudaError_t cudaFuncSetCacheConfig(const char *kernel, int config)
{
    const bool is_config = config >= cudaFuncCachePreferNone && config <= cudaFuncCachePreferL1;

    HW_DEVICE_CALL(!is_config                     ? cudaErrorInvalidValue
                   : hw_cuda_kernel_known(kernel) ? cudaSuccess
                                                  : cudaErrorInvalidDeviceFunction);
}
