/* SPDX-License-Identifier: MIT */
/* When a profiler measures: cudaProfilerStart and cudaProfilerStop are with the other calls. */
#ifndef HALFWARP_CUDA_CUDA_PROFILER_API_H
#define HALFWARP_CUDA_CUDA_PROFILER_API_H

#include "cuda_runtime_api.h"

#endif
