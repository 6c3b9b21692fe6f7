/* SPDX-License-Identifier: MIT */
/* Arrays, and the formats of their texels. */
#include "cuda/driver/driver_work.h"

#include "cuda/core/log/reason.h"
#include "cuda/driver/format.h"
#include "cuda/gl/gl.h"

/* --- formats --- */

static const struct {
    unsigned format;
    int bits;
    enum cudaChannelFormatKind kind;
} formats[] = {
    {CU_AD_FORMAT_UNSIGNED_INT8, 8, cudaChannelFormatKindUnsigned},
    {CU_AD_FORMAT_UNSIGNED_INT16, 16, cudaChannelFormatKindUnsigned},
    {CU_AD_FORMAT_UNSIGNED_INT32, 32, cudaChannelFormatKindUnsigned},
    {CU_AD_FORMAT_SIGNED_INT8, 8, cudaChannelFormatKindSigned},
    {CU_AD_FORMAT_SIGNED_INT16, 16, cudaChannelFormatKindSigned},
    {CU_AD_FORMAT_SIGNED_INT32, 32, cudaChannelFormatKindSigned},
    {CU_AD_FORMAT_HALF, 16, cudaChannelFormatKindFloat},
    {CU_AD_FORMAT_FLOAT, 32, cudaChannelFormatKindFloat},
};
#define FORMATS (sizeof formats / sizeof *formats)

bool hw_cu_format(unsigned format, unsigned channels, struct cudaChannelFormatDesc *texel)
{
    for (size_t i = 0; i < FORMATS; i++) {
        const int bits = formats[i].bits;
        if (formats[i].format != format)
            continue;
        *texel = (struct cudaChannelFormatDesc){bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0,
                                                channels > 3 ? bits : 0, formats[i].kind};
        return channels == 1 || channels == 2 || channels == 4;
    }
    return false;
}

unsigned hw_cu_format_number(const struct cudaChannelFormatDesc *texel, unsigned *channels)
{
    *channels = texel->w ? 4 : texel->y ? 2 : 1;
    for (size_t i = 0; i < FORMATS; i++)
        if (formats[i].bits == texel->x && formats[i].kind == texel->f)
            return formats[i].format;
    return 0;
}

/* --- sampling --- */

void hw_cu_set_sampling(struct hw_cuda_sampling *sampling, unsigned flags)
{
    sampling->normalized_read = !(flags & CU_TRSF_READ_AS_INTEGER);
    sampling->normalized = flags & CU_TRSF_NORMALIZED_COORDINATES;
    sampling->srgb = flags & CU_TRSF_SRGB;
    sampling->exact_levels = flags & CU_TRSF_EXACT_LEVELS;
    sampling->seamless = flags & CU_TRSF_SEAMLESS_CUBEMAP;
}

unsigned hw_cu_sampling_flags(const struct hw_cuda_sampling *sampling)
{
    return (sampling->normalized_read ? 0u : CU_TRSF_READ_AS_INTEGER) |
           (sampling->normalized ? CU_TRSF_NORMALIZED_COORDINATES : 0u) |
           (sampling->srgb ? CU_TRSF_SRGB : 0u) | (sampling->exact_levels ? CU_TRSF_EXACT_LEVELS : 0u) |
           (sampling->seamless ? CU_TRSF_SEAMLESS_CUBEMAP : 0u);
}

/* --- arrays --- */

CUresult hw_cu_fail_format(unsigned format, unsigned channels)
{
    return hw_cuda_fail(
        CUDA_ERROR_INVALID_VALUE,
        "format %#x with %u channels; expected 0x1 to 0x3, 0x8 to 0xa, 0x10 or 0x20 with 1, 2 or 4", format,
        channels);
}

CUresult hw_cu_array_format(const CUDA_ARRAY3D_DESCRIPTOR *wanted, struct cudaChannelFormatDesc *texel)
{
    if (wanted->Flags & ~HW_CU_ARRAY_FLAGS)
        return hw_cuda_fail(CUDA_ERROR_INVALID_VALUE, "Flags are %#x; expected some of %#x", wanted->Flags,
                            HW_CU_ARRAY_FLAGS);
    if (!hw_cu_format(wanted->Format, wanted->NumChannels, texel))
        return hw_cu_fail_format(wanted->Format, wanted->NumChannels);
    return CUDA_SUCCESS;
}

CUresult hw_cu_array_create(CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR *wanted)
{
    struct cudaChannelFormatDesc texel;
    const struct cudaExtent extent = {wanted->Width, wanted->Height, wanted->Depth};

    if (!array)
        return hw_cuda_fail(CUDA_ERROR_INVALID_VALUE, "the array's place is null");
    const CUresult result = hw_cu_array_format(wanted, &texel);
    if (result != CUDA_SUCCESS)
        return result;
    return hw_cu_error(hw_cuda_array_create(array, &texel, extent, wanted->Flags));
}

CUresult hw_cu_fail_null_descriptor(void)
{
    return hw_cuda_fail(CUDA_ERROR_INVALID_VALUE, "the array's description is null");
}

CUresult hw_cu_array_create_v2(CUarray *array, const CUDA_ARRAY_DESCRIPTOR *wanted)
{
    if (!wanted)
        return hw_cu_fail_null_descriptor();
    const CUDA_ARRAY3D_DESCRIPTOR flat = {wanted->Width,  wanted->Height,      0,
                                          wanted->Format, wanted->NumChannels, 0};
    return hw_cu_array_create(array, &flat);
}

CUresult hw_cu_array_describe(CUDA_ARRAY3D_DESCRIPTOR *descriptor, CUarray array)
{
    if (!descriptor)
        return CUDA_ERROR_INVALID_VALUE;
    if (!hw_cuda_array_is_valid(array))
        return CUDA_ERROR_INVALID_HANDLE;
    const struct cudaExtent extent = hw_cuda_array_extent(array);
    *descriptor = (CUDA_ARRAY3D_DESCRIPTOR){.Width = extent.width,
                                            .Height = extent.height,
                                            .Depth = extent.depth,
                                            .Flags = hw_cuda_array_flags(array)};
    descriptor->Format = hw_cu_format_number(hw_cuda_array_format(array), &descriptor->NumChannels);
    return CUDA_SUCCESS;
}

CUresult hw_cu_array_get_descriptor_v2(CUDA_ARRAY_DESCRIPTOR *descriptor, CUarray array)
{
    CUDA_ARRAY3D_DESCRIPTOR all;
    const CUresult result = hw_cu_array_describe(descriptor ? &all : NULL, array);

    if (result == CUDA_SUCCESS)
        *descriptor = (CUDA_ARRAY_DESCRIPTOR){all.Width, all.Height, all.Format, all.NumChannels};
    return result;
}

CUresult hw_cu_array_destroy(CUarray array)
{
    if (!hw_cuda_array_is_valid(array))
        return hw_cuda_fail_handle(CUDA_ERROR_INVALID_HANDLE, "array", array);
    return hw_cuda_gl_has(array) ? CUDA_ERROR_ARRAY_IS_MAPPED : hw_cu_error(hw_cuda_array_destroy(array));
}
