/* SPDX-License-Identifier: MIT */
/* libcudart.so.10.0, .so.10.1 and .so.10.2: as CUDA 11, except one size that is not yet before
 * maxThreadsPerMultiProcessor; the numbers of errors changed with 10.1.  HW_TOOLKIT is the version. */
#include "cuda/runtime/soname/soname.h"

#include "cuda/core/cuda_abi.h"

#define FROM(field) offsetof(struct cudaDeviceProp, field)

const struct hw_soname hw_soname = {
    .version = HW_TOOLKIT,
    .last_error = cudaErrorGraphExecUpdateFailure,
    .errors = HW_TOOLKIT >= 10010 ? hw_soname_later_errors : NULL,
    .properties_bytes = 712,
    .properties = {{0, 0, FROM(totalGlobalMem)}, /* the name, behind which come identifiers */
                   {FROM(totalGlobalMem), 288, FROM(maxTexture1DLinear) - FROM(totalGlobalMem)},
                   {FROM(maxTexture1DLinear), 416, FROM(maxTexture2DLinear) - FROM(maxTexture1DLinear)},
                   {FROM(maxTexture2DLinear), 436, FROM(maxTextureCubemap) - FROM(maxTexture2DLinear)},
                   {FROM(maxTextureCubemap), 480, sizeof(struct cudaDeviceProp) - FROM(maxTextureCubemap)}},
    .later = {{412, {77}},
              {428, {73, 74}},
              {624, {78, 79, 80}},
              {640, {81}},
              {648, {82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 95, 96}},
              {696, {97}},
              {704, {100, 101}}},
    .uuid = 256,
    .function_bytes = sizeof(struct cudaFuncAttributes) + 3 * sizeof(int), /* caches, shared memory */
    .array_flags = 15,
};
