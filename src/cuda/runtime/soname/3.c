/* SPDX-License-Identifier: MIT */
/* libcudart.so.3: CUDA 3.0 to 3.2.
 *
 * The properties grew three times under one soname; what is written here lies in all three, and
 * concurrentKernels, which 3.1 moved, in both of its places: the earlier one is padding in 3.1 and 3.2.
 * Arrays have flags since 3.1, so that a program of 3.0 passes whatever the register holds. */
#include "cuda/runtime/soname/soname.h"

#include "cuda/core/cuda_abi.h"

#define FROM(field) offsetof(struct cudaDeviceProp, field)

const struct hw_soname hw_soname = {
    .version = 3020,
    .last_error = cudaErrorIncompatibleDriverContext,
    .properties_bytes = 512,
    .properties = {{0, 0, FROM(texturePitchAlignment)},
                   {FROM(deviceOverlap), 344, FROM(maxTexture1D) - FROM(deviceOverlap)},
                   {FROM(maxTexture1D), 368, sizeof(int)},
                   {FROM(maxTexture2D), 372, 2 * sizeof(int)},
                   {FROM(maxTexture3D), 380, 3 * sizeof(int)},
                   {FROM(maxTexture2DLayered), 392, 3 * sizeof(int)},
                   {FROM(concurrentKernels), 404, sizeof(int)},
                   {FROM(surfaceAlignment), 408, FROM(pciDomainID) - FROM(surfaceAlignment)},
                   {FROM(tccDriver), 432, sizeof(int)}},
    .function_bytes = sizeof(struct cudaFuncAttributes),
    .array_flags = cudaArraySurfaceLoadStore,
    .array_flags_wild = true,
    .thread_contexts = true,
};
