/* SPDX-License-Identifier: MIT */
/* libcudart.so.13: CUDA 13, which left clocks and modes out of the properties. */
#include "cuda/runtime/soname/soname.h"

#include "cuda/core/cuda_abi.h"

#define FROM(field) offsetof(struct cudaDeviceProp, field)

const struct hw_soname hw_soname = {
    .version = HW_TOOLKIT,
    .last_error = 999,
    .errors = hw_soname_later_errors,
    .properties_bytes = 680,
    .properties = {{0, 0, FROM(totalGlobalMem)}, /* the name, behind which come identifiers */
                   {FROM(totalGlobalMem), 288, FROM(clockRate) - FROM(totalGlobalMem)},
                   {FROM(totalConstMem), 352, FROM(deviceOverlap) - FROM(totalConstMem)},
                   {FROM(multiProcessorCount), 384, sizeof(int)},
                   {FROM(integrated), 388, 2 * sizeof(int)},
                   {FROM(maxTexture1D), 396, sizeof(int)},
                   {FROM(maxTexture2D), 404, 2 * sizeof(int)},
                   {FROM(maxTexture2DLinear), 420, FROM(maxTextureCubemap) - FROM(maxTexture2DLinear)},
                   {FROM(maxTextureCubemap), 464, FROM(memoryClockRate) - FROM(maxTextureCubemap)},
                   {FROM(memoryBusWidth), 592, 2 * sizeof(int)},
                   {FROM(maxThreadsPerMultiProcessor), 604, sizeof(int)},
                   {FROM(sharedMemPerBlock), 624, sizeof(size_t)},  /* of a multiprocessor */
                   {FROM(regsPerBlock), 632, sizeof(int)},          /* the same */
                   {FROM(sharedMemPerBlock), 672, sizeof(size_t)}}, /* the most that a kernel may ask for */
    .function_bytes = sizeof(struct cudaFuncAttributes) + 3 * sizeof(int), /* caches, shared memory */
    .array_flags = 15,
    .any_pointer = true,
};
