/* SPDX-License-Identifier: MIT */
/* libcudart.so.11.0 and .so.12: the longer structures of CUDA 12 begin as CUDA 11's.  HW_TOOLKIT is the
 * version. */
#include "cuda/runtime/soname/soname.h"

#include "cuda/core/cuda_abi.h"

#define FROM(field) offsetof(struct cudaDeviceProp, field)

const struct hw_soname hw_soname = {
    .version = HW_TOOLKIT,
    .last_error = 999,
    .errors = hw_soname_later_errors,
    .properties_bytes = 728,
    .properties_v2_bytes = 1032,
    .properties = {{0, 0, FROM(totalGlobalMem)}, /* the name, behind which come identifiers */
                   {FROM(totalGlobalMem), 288, FROM(maxTexture1DLinear) - FROM(totalGlobalMem)},
                   {FROM(maxTexture1DLinear), 416, FROM(maxTexture2DLinear) - FROM(maxTexture1DLinear)},
                   {FROM(maxTexture2DLinear), 436, FROM(maxTextureCubemap) - FROM(maxTexture2DLinear)},
                   {FROM(maxTextureCubemap), 480,
                    FROM(maxThreadsPerMultiProcessor) - FROM(maxTextureCubemap)},
                   {FROM(maxThreadsPerMultiProcessor), 624, sizeof(int)}},
    .later = {{412, {77}},
              {428, {73, 74}},
              {620, {108}},
              {628, {78, 79, 80}},
              {640, {81}},
              {648, {82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 95, 96}},
              {696, {97}},
              {704, {100, 101, 106, 109, 111}},
              {728, {99, 112, 113, 114, 115, 116, 117, 118, 119, 121, 125, 120, 129}}},
    .uuid = 256,
    .function_bytes = HW_TOOLKIT < 12000 ? 56 : 144,
    .array_flags = 15,
    .any_pointer = true,
};
