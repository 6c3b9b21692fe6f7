/* SPDX-License-Identifier: MIT */
/* libcudart.so.13: CUDA 13, which left clocks and modes out of the properties. */
#include "cuda/runtime/soname/soname.h"

#include "cuda/core/cuda_abi.h"

#define FROM(field) offsetof(struct cudaDeviceProp, field)

const struct hw_soname hw_soname = {
    .version = HW_TOOLKIT,
    .last_error = 999,
    .errors = hw_soname_later_errors,
    .properties_bytes = 1008,
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
                   {FROM(maxThreadsPerMultiProcessor), 604, sizeof(int)}},
    .later = {{400, {77}},
              {412, {73, 74}},
              {600, {108}},
              {608, {78, 79, 80}},
              {624, {81}},
              {632, {82, 83, 84, 85, 86, 88, 89, 90, 91, 95}},
              {672, {97}},
              {680, {100, 101, 106, 109, 111}},
              {704, {99, 112, 113, 114, 115, 116, 117, 118, 119, 121, 125, 120, 129}},
              {756, {130, 131, 133, 134, 139, 140, 143}}},
    .uuid = 256,
    .function_bytes = 144,
    .array_flags = 15,
    .any_pointer = true,
};
