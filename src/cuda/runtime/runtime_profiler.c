/* SPDX-License-Identifier: MIT */
/* The profiler's switch.  There is nothing behind it; HALFWARP_LOG reports launches.  Since CUDA 5.0 it is
 * no error to turn it on or off twice, or without having initialized it (cudaError of the reference
 * manual 5.0). */
#include "cuda/runtime/runtime_work.h"

cudaError_t hw_runtime_profiler_error(cudaError_t error)
{
    return hw_soname.profiler_strict ? error : cudaSuccess;
}
