/* SPDX-License-Identifier: MIT */
/* The profiler's switch.  There is nothing behind it; HALFWARP_LOG reports launches.  Since CUDA 5.0 it is
 * no error to turn it on or off twice, or without having initialized it (cudaError of the reference
 * manual 5.0). */
#include "cuda/runtime/runtime.h"

cudaError_t cudaProfilerInitialize(const char *counters, const char *output, int format)
{
    HW_PLAIN_CALL(hw_cuda_profiler_initialize(counters, output, format));
}

static cudaError_t unless_tolerated(cudaError_t error)
{
    return hw_soname.profiler_strict ? error : cudaSuccess;
}

cudaError_t cudaProfilerStart(void)
{
    HW_PLAIN_CALL(unless_tolerated(hw_cuda_profiler_start()));
}

cudaError_t cudaProfilerStop(void)
{
    HW_PLAIN_CALL(unless_tolerated(hw_cuda_profiler_stop()));
}
