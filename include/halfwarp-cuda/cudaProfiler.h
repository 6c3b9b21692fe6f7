/* SPDX-License-Identifier: MIT */
/* When a profiler of the driver API measures. */
#ifndef HALFWARP_CUDA_CUDAPROFILER_H
#define HALFWARP_CUDA_CUDAPROFILER_H

#include "cuda.h"

typedef enum CUoutput_mode_enum { CU_OUT_KEY_VALUE_PAIR = 0, CU_OUT_CSV = 1 } CUoutput_mode;

#ifdef __cplusplus
extern "C" {
#endif

CUresult cuProfilerInitialize(const char *configuration, const char *output, CUoutput_mode mode);
CUresult cuProfilerStart(void);
CUresult cuProfilerStop(void);

#ifdef __cplusplus
}
#endif

#endif
