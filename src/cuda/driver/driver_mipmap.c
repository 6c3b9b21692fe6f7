/* SPDX-License-Identifier: MIT */
/* Mipmapped arrays, and what toolkits since CUDA 5 have added to texture references, in the driver's words.
 * (CUDA Driver API 5.0 and 12, "Memory Management" and "Texture Reference Management".) */
#include "cuda/driver/driver_work.h"

#include "cuda/core/memory/mipmap.h"
#include "cuda/core/log/reason.h"
#include "cuda/driver/driver_texture.h"
#include "cuda/driver/format.h"

#include <string.h>

/* --- arrays --- */

CUresult hw_cu_mipmapped_array_create(CUmipmappedArray *mipmap, const CUDA_ARRAY3D_DESCRIPTOR *wanted,
                                      unsigned levels)
{
    struct cudaChannelFormatDesc texel;

    if (!mipmap || !wanted)
        return hw_cuda_fail(CUDA_ERROR_INVALID_VALUE, "the %s is null",
                            mipmap ? "array's description" : "array's place");
    const CUresult result = hw_cu_array_format(wanted, &texel);
    if (result != CUDA_SUCCESS)
        return result;
    const struct cudaExtent extent = {wanted->Width, wanted->Height, wanted->Depth};
    return hw_cu_error(hw_cuda_mipmap_create(mipmap, &texel, extent, levels, wanted->Flags));
}

CUresult hw_cu_mipmapped_array_get_level(CUarray *level, CUmipmappedArray mipmap, unsigned number)
{
    if (!hw_cuda_mipmap_is_valid(mipmap))
        return hw_cuda_fail_handle(CUDA_ERROR_INVALID_HANDLE, "mipmapped array", mipmap);
    if (!level || !hw_cuda_mipmap_level(mipmap, number))
        return hw_cuda_fail(CUDA_ERROR_INVALID_VALUE,
                            level ? "the mipmapped array has no level %u" : "the place for level %u is null",
                            number);
    *level = hw_cuda_mipmap_level(mipmap, number);
    return CUDA_SUCCESS;
}

CUresult hw_cu_mipmapped_array_destroy(CUmipmappedArray mipmap)
{
    if (!hw_cuda_mipmap_is_valid(mipmap))
        return hw_cuda_fail_handle(CUDA_ERROR_INVALID_HANDLE, "mipmapped array", mipmap);
    return hw_cu_error(hw_cuda_mipmap_destroy(mipmap));
}

/* --- references --- */

CUresult hw_cu_tex_ref_set_mipmapped_array(CUtexref reference, CUmipmappedArray mipmap, unsigned flags)
{
    if (!hw_cuda_texture_is_valid(reference))
        return hw_cu_fail_reference(reference);
    if (!hw_cuda_mipmap_is_valid(mipmap))
        return hw_cuda_fail_handle(CUDA_ERROR_INVALID_HANDLE, "mipmapped array", mipmap);
    if (flags != CU_TRSA_OVERRIDE_FORMAT)
        return hw_cuda_fail(CUDA_ERROR_INVALID_VALUE, "flags %#x; expected 1, CU_TRSA_OVERRIDE_FORMAT",
                            flags);
    const struct hw_cuda_binding binding = hw_cuda_mipmap_binding(mipmap);
    return hw_cu_bind(reference, hw_cuda_array_format(binding.array), &binding, NULL);
}

CUresult hw_cu_tex_ref_get_mipmapped_array(CUmipmappedArray *mipmap, CUtexref reference)
{
    CUresult result;

    if (!hw_cu_settings(reference, mipmap, "place for the array", &result))
        return result;
    *mipmap = (CUmipmappedArray)(uintptr_t)hw_cuda_texture_binding(reference)->mipmap;
    return *mipmap ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult hw_cu_tex_ref_set_mipmap_filter_mode(CUtexref reference, int mode)
{
    CUresult result;
    const bool known = mode == CU_TR_FILTER_MODE_POINT || mode == CU_TR_FILTER_MODE_LINEAR;
    struct hw_cuda_sampling *sampling = hw_cu_settings(reference, known, "mode", &result);

    if (sampling)
        sampling->level_filter = mode;
    return result;
}

CUresult hw_cu_tex_ref_get_mipmap_filter_mode(int *mode, CUtexref reference)
{
    CUresult result;
    const struct hw_cuda_sampling *sampling = hw_cu_settings(reference, mode, "place for the mode", &result);

    if (sampling)
        *mode = sampling->level_filter;
    return result;
}

CUresult hw_cu_tex_ref_set_mipmap_level_bias(CUtexref reference, float bias)
{
    CUresult result;
    struct hw_cuda_sampling *sampling = hw_cu_settings(reference, true, "setting", &result);

    if (sampling)
        sampling->level_bias = bias;
    return result;
}

CUresult hw_cu_tex_ref_get_mipmap_level_bias(float *bias, CUtexref reference)
{
    CUresult result;
    const struct hw_cuda_sampling *sampling = hw_cu_settings(reference, bias, "place for the bias", &result);

    if (sampling)
        *bias = sampling->level_bias;
    return result;
}

CUresult hw_cu_tex_ref_set_mipmap_level_clamp(CUtexref reference, float least, float most)
{
    CUresult result;
    struct hw_cuda_sampling *sampling = hw_cu_settings(reference, true, "setting", &result);

    if (sampling) {
        sampling->min_level = least;
        sampling->max_level = most;
    }
    return result;
}

CUresult hw_cu_tex_ref_get_mipmap_level_clamp(float *least, float *most, CUtexref reference)
{
    CUresult result;
    const struct hw_cuda_sampling *sampling =
        hw_cu_settings(reference, least && most, "place for the limits", &result);

    if (sampling) {
        *least = sampling->min_level;
        *most = sampling->max_level;
    }
    return result;
}

CUresult hw_cu_tex_ref_set_border_color(CUtexref reference, const float *color)
{
    CUresult result;
    struct hw_cuda_sampling *sampling = hw_cu_settings(reference, color, "colour", &result);

    if (sampling)
        memcpy(sampling->border, color, sizeof sampling->border);
    return result;
}

CUresult hw_cu_tex_ref_get_border_color(float *color, CUtexref reference)
{
    CUresult result;
    const struct hw_cuda_sampling *sampling = hw_cu_settings(reference, color, "colour", &result);

    if (sampling)
        memcpy(color, sampling->border, sizeof sampling->border);
    return result;
}

CUresult hw_cu_tex_ref_set_max_anisotropy(CUtexref reference, unsigned most)
{
    CUresult result;
    struct hw_cuda_sampling *sampling = hw_cu_settings(reference, true, "setting", &result);

    if (sampling)
        sampling->anisotropy = most;
    return result;
}

CUresult hw_cu_tex_ref_get_max_anisotropy(int *most, CUtexref reference)
{
    CUresult result;
    const struct hw_cuda_sampling *sampling =
        hw_cu_settings(reference, most, "place for the number", &result);

    if (sampling)
        *most = (int)sampling->anisotropy;
    return result;
}
