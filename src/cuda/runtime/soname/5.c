/* SPDX-License-Identifier: MIT */
/* libcudart.so.5.0: CUDA 5.0, whose properties have sizes of mipmapped textures between the others. */
#include "cuda/runtime/soname/soname.h"

#include "cuda/core/cuda_abi.h"

#define FROM(field) offsetof(struct cudaDeviceProp, field)

const struct hw_soname hw_soname = {
    .version = 5000,
    .last_error = cudaErrorNotSupported,
    .properties_bytes = 584,
    .properties = {{0, 0, FROM(maxTexture1DLinear)},
                   {FROM(maxTexture1DLinear), 384, FROM(maxTexture2DLinear) - FROM(maxTexture1DLinear)},
                   {FROM(maxTexture2DLinear), 404, FROM(surfaceAlignment) - FROM(maxTexture2DLinear)},
                   {FROM(surfaceAlignment), 528, sizeof(struct cudaDeviceProp) - FROM(surfaceAlignment)}},
    .later = {{380, {77}}, {396, {73, 74}}},
    .function_bytes = sizeof(struct cudaFuncAttributes),
    .array_flags = 15,
};
