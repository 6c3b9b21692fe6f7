/* SPDX-License-Identifier: MIT */
/* Whether a program has turned its profiler on.  Both interfaces share this state, which changes only their
 * answers.
 *
 * (CUDA Toolkit Reference Manual 4.2, Profiler Control.) */
#include "cuda/core/cuda_core.h"

#include <stdlib.h>
#include <string.h>

static enum { OFF, INITIALIZED, RUNNING } profiler;

/* NVIDIA's own profilers set this variable; the interface is theirs then. */
static bool taken(void)
{
    const char *value = getenv("COMPUTE_PROFILE");

    return value && strcmp(value, "1") == 0;
}

cudaError_t hw_cuda_profiler_initialize(const char *counters, const char *output, int format)
{
    if (!counters || !output || format < 0 || format > 1)
        return cudaErrorInvalidValue;
    if (taken())
        return cudaErrorProfilerDisabled;
    if (profiler == OFF)
        profiler = INITIALIZED;
    return cudaSuccess;
}

cudaError_t hw_cuda_profiler_start(void)
{
    if (profiler != INITIALIZED)
        return profiler == OFF ? cudaErrorProfilerNotInitialized : cudaErrorProfilerAlreadyStarted;
    profiler = RUNNING;
    return cudaSuccess;
}

cudaError_t hw_cuda_profiler_stop(void)
{
    if (profiler != RUNNING)
        return profiler == OFF ? cudaErrorProfilerNotInitialized : cudaErrorProfilerAlreadyStopped;
    profiler = INITIALIZED;
    return cudaSuccess;
}
