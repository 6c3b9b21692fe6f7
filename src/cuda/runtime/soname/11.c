/* SPDX-License-Identifier: MIT */
/* libcudart.so.11.0 and .so.12: the longer cudaDeviceProp of CUDA 12 begins as CUDA 11's.  HW_TOOLKIT is the
 * version. */
#include "cuda/runtime/soname/soname.h"

#include "cuda/core/cuda_abi.h"

#define FROM(field) offsetof(struct cudaDeviceProp, field)

const struct hw_soname hw_soname = {
    .version = HW_TOOLKIT,
    .last_error = 999,
    .errors = hw_soname_later_errors,
    .properties_bytes = 704,
    .properties = {{0, 0, FROM(totalGlobalMem)}, /* the name, behind which come identifiers */
                   {FROM(totalGlobalMem), 288, FROM(maxTexture1DLinear) - FROM(totalGlobalMem)},
                   {FROM(maxTexture1DLinear), 416, FROM(maxTexture2DLinear) - FROM(maxTexture1DLinear)},
                   {FROM(maxTexture2DLinear), 436, FROM(maxTextureCubemap) - FROM(maxTexture2DLinear)},
                   {FROM(maxTextureCubemap), 480,
                    FROM(maxThreadsPerMultiProcessor) - FROM(maxTextureCubemap)},
                   {FROM(maxThreadsPerMultiProcessor), 624, sizeof(int)},
                   {FROM(sharedMemPerBlock), 640, sizeof(size_t)},  /* of a multiprocessor */
                   {FROM(regsPerBlock), 648, sizeof(int)},          /* the same */
                   {FROM(sharedMemPerBlock), 696, sizeof(size_t)}}, /* the most that a kernel may ask for */
    .function_bytes = sizeof(struct cudaFuncAttributes) + 3 * sizeof(int), /* caches, shared memory */
    .array_flags = 15,
    .any_pointer = true,
};
