/* SPDX-License-Identifier: MIT */
/* Launches of the driver API in the per-thread default stream that the table, cuda.api, does not make. */
#include "cuda/driver/driver.h"

#include "cuda/core/streams/per_thread_stream.h"

CUresult cuLaunchKernelEx_ptsz(const CUlaunchConfig *launch, CUfunction function, void **parameters,
                               void **extra)
{
    if (!launch)
        return cuLaunchKernelEx(launch, function, parameters, extra);
    CUlaunchConfig own = *launch;
    own.hStream = hw_per_thread_stream(own.hStream);
    return cuLaunchKernelEx(&own, function, parameters, extra);
}
