// SPDX-License-Identifier: MIT
// A kernel for each function of functions.h, for float and double.
#define FUNCTION(name)                                                                                       \
    extern "C" __global__ void float_##name(const float *in, float *out)                                     \
    {                                                                                                        \
        const int i = blockIdx.x * blockDim.x + threadIdx.x;                                                 \
        out[i] = name##f(in[i]);                                                                             \
    }                                                                                                        \
    extern "C" __global__ void double_##name(const double *in, double *out)                                  \
    {                                                                                                        \
        const int i = blockIdx.x * blockDim.x + threadIdx.x;                                                 \
        out[i] = name(in[i]);                                                                                \
    }
#include "functions.h"
