/* SPDX-License-Identifier: MIT */
/* The state that toolkits before 4.0 keep with a function for its launches. */
#ifndef HW_CUDA_DRIVER_FUNCTION_H
#define HW_CUDA_DRIVER_FUNCTION_H

#include "cuda/driver/driver_call.h"

struct hw_cu_prepared {
    dim3 block; /* 0: not set */
    unsigned shared_bytes, parameter_bytes;
    uint8_t parameters[HW_CUDA_PARAMETER_BYTES];
};

/* A function's, which is made at the first use and goes with the function. */
CUresult hw_cu_prepared(CUfunction function, struct hw_cu_prepared **prepared);

#endif
