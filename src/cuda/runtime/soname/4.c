/* SPDX-License-Identifier: MIT */
/* libcudart.so.4: CUDA 4.0 to 4.2, whose structures are those of cuda_abi.h. */
#include "cuda/runtime/soname/soname.h"

#include "cuda/core/cuda_abi.h"

const struct hw_soname hw_soname = {
    .version = 4020,
    .last_error = cudaErrorHostMemoryNotRegistered,
    .properties_bytes = sizeof(struct cudaDeviceProp),
    .properties = {{0, 0, sizeof(struct cudaDeviceProp)}},
    .function_bytes = sizeof(struct cudaFuncAttributes),
    .array_flags = 15, /* layered, surface, cube map, gather */
    .profiler_strict = true,
};
