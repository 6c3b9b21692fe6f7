/* SPDX-License-Identifier: MIT */
/* libcudart.so.6.5, .so.7.0, .so.7.5, .so.8.0, .so.9.0, .so.9.1 and .so.9.2: what one of them added to
 * cudaDeviceProp stands behind what is written here.  HW_TOOLKIT is the version. */
#include "cuda/runtime/soname/soname.h"

#include "cuda/core/cuda_abi.h"

#define FROM(field) offsetof(struct cudaDeviceProp, field)

const struct hw_soname hw_soname = {
    .version = HW_TOOLKIT,
    .last_error = cudaErrorCooperativeLaunchTooLarge,
    .properties_bytes = 632,
    .properties = {{0, 0, FROM(maxTexture1DLinear)},
                   {FROM(maxTexture1DLinear), 384, FROM(maxTexture2DLinear) - FROM(maxTexture1DLinear)},
                   {FROM(maxTexture2DLinear), 404, FROM(maxTextureCubemap) - FROM(maxTexture2DLinear)},
                   {FROM(maxTextureCubemap), 448, FROM(surfaceAlignment) - FROM(maxTextureCubemap)},
                   {FROM(surfaceAlignment), 536, sizeof(struct cudaDeviceProp) - FROM(surfaceAlignment)}},
    .later = {{380, {77}}, {396, {73, 74}}, {592, {78, 79, 80}}, {608, {81}}, {616, {82, 83, 84, 85}}},
    .function_bytes = sizeof(struct cudaFuncAttributes),
    .array_flags = 15,
};
