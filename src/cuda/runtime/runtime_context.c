/* SPDX-License-Identifier: MIT */
/* The device that the calling thread uses, as a whole: waiting for it, taking it down, its limits and
 * preferences. Each function has two names: CUDA 4.0 found cudaDevice... better than cudaThread.... */
#include "cuda/runtime/runtime_work.h"

cudaError_t hw_runtime_reset_device(void)
{
    if (hw_soname.thread_contexts)
        hw_runtime_forget();
    else
        hw_cuda_reset(hw_cuda_device());
    return cudaSuccess;
}

cudaError_t hw_runtime_get_device_flags(unsigned *flags)
{
    if (!flags)
        return cudaErrorInvalidValue;
    *flags = hw_cuda_device_flags(hw_cuda_device());
    return cudaSuccess;
}
