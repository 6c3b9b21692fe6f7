/* SPDX-License-Identifier: MIT */
/* libcudart.so.2: CUDA 2.0 to 2.3.
 *
 * Streams and events are numbers of 32 bits, arrays have no flags, and of the properties what follows
 * textureAlignment comes eight bytes earlier than in CUDA 4 (there was no texturePitchAlignment yet). */
#include "cuda/runtime/soname/soname.h"

#include "cuda/core/cuda_abi.h"

#define FROM(field) offsetof(struct cudaDeviceProp, field)

const struct hw_soname hw_soname = {
    .version = 2030,
    .last_error = cudaErrorNoDevice,
    .properties_bytes = 512,
    .properties = {{0, 0, FROM(texturePitchAlignment)},
                   {FROM(deviceOverlap), 344, FROM(maxTexture1D) - FROM(deviceOverlap)}},
    .function_bytes = offsetof(struct cudaFuncAttributes, ptxVersion),
    .array_flags_wild = true,
    .small_handles = true,
    .thread_contexts = true,
};
