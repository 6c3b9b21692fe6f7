/* SPDX-License-Identifier: MIT */
/* Kinds of texels and ways to sample them, in the driver's numbers and in the state's. */
#ifndef HW_CUDA_DRIVER_FORMAT_H
#define HW_CUDA_DRIVER_FORMAT_H

#include "cuda/driver/driver_call.h"

/* Of CUDA_ARRAY3D_DESCRIPTOR. */
#define HW_CU_ARRAY_FLAGS \
    (CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_SURFACE_LDST | CUDA_ARRAY3D_CUBEMAP | CUDA_ARRAY3D_TEXTURE_GATHER)

/* The runtime's description of `channels` (1, 2 or 4) of a format; false: there are no such texels. */
bool hw_cu_format(unsigned format, unsigned channels, struct cudaChannelFormatDesc *texel);
/* hw_cuda_fail for what is no such format; and the format of what a program wants an array to be. */
CUresult hw_cu_fail_format(unsigned format, unsigned channels);
CUresult hw_cu_array_format(const CUDA_ARRAY3D_DESCRIPTOR *wanted, struct cudaChannelFormatDesc *texel);
/* The number of a format that an array or texture has, and its channels. */
unsigned hw_cu_format_number(const struct cudaChannelFormatDesc *texel, unsigned *channels);

/* CU_TRSF_..., which references and objects have, of how textures are sampled, and back. */
#define HW_CU_SAMPLING_FLAGS                                                                          \
    (CU_TRSF_READ_AS_INTEGER | CU_TRSF_NORMALIZED_COORDINATES | CU_TRSF_SRGB | CU_TRSF_EXACT_LEVELS | \
     CU_TRSF_SEAMLESS_CUBEMAP)
void hw_cu_set_sampling(struct hw_cuda_sampling *sampling, unsigned flags);
unsigned hw_cu_sampling_flags(const struct hw_cuda_sampling *sampling);

#endif
