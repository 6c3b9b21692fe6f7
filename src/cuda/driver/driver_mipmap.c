/* SPDX-License-Identifier: MIT */
/* See driver_mipmap.h. */
#include "cuda/driver/driver_mipmap.h"

#include "cuda/core/mipmap.h"
#include "cuda/core/reason.h"
#include "cuda/driver/driver_texture.h"
#include "cuda/driver/format.h"

#include <string.h>

/* --- arrays --- */

static CUresult create(CUmipmappedArray *mipmap, const CUDA_ARRAY3D_DESCRIPTOR *wanted, unsigned levels)
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

CUresult cuMipmappedArrayCreate(CUmipmappedArray *mipmap, const CUDA_ARRAY3D_DESCRIPTOR *wanted,
                                unsigned levels)
{
    HW_CONTEXT_CALL(create(mipmap, wanted, levels));
}

static CUresult get_level(CUarray *level, CUmipmappedArray mipmap, unsigned number)
{
    if (!hw_cuda_mipmap_known(mipmap))
        return hw_cuda_fail_handle(CUDA_ERROR_INVALID_HANDLE, "mipmapped array", mipmap);
    if (!level || !hw_cuda_mipmap_level(mipmap, number))
        return hw_cuda_fail(CUDA_ERROR_INVALID_VALUE,
                            level ? "the mipmapped array has no level %u" : "the place for level %u is null",
                            number);
    *level = hw_cuda_mipmap_level(mipmap, number);
    return CUDA_SUCCESS;
}

CUresult cuMipmappedArrayGetLevel(CUarray *level, CUmipmappedArray mipmap, unsigned number)
{
    HW_CONTEXT_CALL(get_level(level, mipmap, number));
}

static CUresult destroy(CUmipmappedArray mipmap)
{
    if (!hw_cuda_mipmap_known(mipmap))
        return hw_cuda_fail_handle(CUDA_ERROR_INVALID_HANDLE, "mipmapped array", mipmap);
    return hw_cu_error(hw_cuda_mipmap_destroy(mipmap));
}

CUresult cuMipmappedArrayDestroy(CUmipmappedArray mipmap)
{
    HW_HANDLE_CALL(destroy(mipmap));
}

/* --- references --- */

static CUresult set_array(CUtexref reference, CUmipmappedArray mipmap, unsigned flags)
{
    if (!hw_cuda_texture_known(reference))
        return hw_cu_fail_reference(reference);
    if (!hw_cuda_mipmap_known(mipmap))
        return hw_cuda_fail_handle(CUDA_ERROR_INVALID_HANDLE, "mipmapped array", mipmap);
    if (flags != CU_TRSA_OVERRIDE_FORMAT)
        return hw_cuda_fail(CUDA_ERROR_INVALID_VALUE, "flags %#x; expected 1, CU_TRSA_OVERRIDE_FORMAT",
                            flags);
    const struct hw_cuda_binding binding = hw_cuda_mipmap_binding(mipmap);
    return hw_cu_bind(reference, hw_cuda_array_format(binding.array), &binding, NULL);
}

CUresult cuTexRefSetMipmappedArray(CUtexref reference, CUmipmappedArray mipmap, unsigned flags)
{
    HW_CONTEXT_CALL(set_array(reference, mipmap, flags));
}

static CUresult get_array(CUmipmappedArray *mipmap, CUtexref reference)
{
    CUresult result;

    if (!hw_cu_settings(reference, mipmap, "place for the array", &result))
        return result;
    *mipmap = (CUmipmappedArray)(uintptr_t)hw_cuda_texture_binding(reference)->mipmap;
    return *mipmap ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuTexRefGetMipmappedArray(CUmipmappedArray *mipmap, CUtexref reference)
{
    HW_CONTEXT_CALL(get_array(mipmap, reference));
}

static CUresult set_filter(CUtexref reference, int mode)
{
    CUresult result;
    const bool known = mode == CU_TR_FILTER_MODE_POINT || mode == CU_TR_FILTER_MODE_LINEAR;
    struct hw_cuda_sampling *sampling = hw_cu_settings(reference, known, "mode", &result);

    if (sampling)
        sampling->level_filter = mode;
    return result;
}

CUresult cuTexRefSetMipmapFilterMode(CUtexref reference, int mode)
{
    HW_CONTEXT_CALL(set_filter(reference, mode));
}

static CUresult get_filter(int *mode, CUtexref reference)
{
    CUresult result;
    const struct hw_cuda_sampling *sampling = hw_cu_settings(reference, mode, "place for the mode", &result);

    if (sampling)
        *mode = sampling->level_filter;
    return result;
}

CUresult cuTexRefGetMipmapFilterMode(int *mode, CUtexref reference)
{
    HW_CONTEXT_CALL(get_filter(mode, reference));
}

static CUresult set_bias(CUtexref reference, float bias)
{
    CUresult result;
    struct hw_cuda_sampling *sampling = hw_cu_settings(reference, true, "setting", &result);

    if (sampling)
        sampling->level_bias = bias;
    return result;
}

CUresult cuTexRefSetMipmapLevelBias(CUtexref reference, float bias)
{
    HW_CONTEXT_CALL(set_bias(reference, bias));
}

static CUresult get_bias(float *bias, CUtexref reference)
{
    CUresult result;
    const struct hw_cuda_sampling *sampling = hw_cu_settings(reference, bias, "place for the bias", &result);

    if (sampling)
        *bias = sampling->level_bias;
    return result;
}

CUresult cuTexRefGetMipmapLevelBias(float *bias, CUtexref reference)
{
    HW_CONTEXT_CALL(get_bias(bias, reference));
}

static CUresult set_limits(CUtexref reference, float least, float most)
{
    CUresult result;
    struct hw_cuda_sampling *sampling = hw_cu_settings(reference, true, "setting", &result);

    if (sampling) {
        sampling->least_level = least;
        sampling->most_level = most;
    }
    return result;
}

CUresult cuTexRefSetMipmapLevelClamp(CUtexref reference, float least, float most)
{
    HW_CONTEXT_CALL(set_limits(reference, least, most));
}

static CUresult get_limits(float *least, float *most, CUtexref reference)
{
    CUresult result;
    const struct hw_cuda_sampling *sampling =
        hw_cu_settings(reference, least && most, "place for the limits", &result);

    if (sampling) {
        *least = sampling->least_level;
        *most = sampling->most_level;
    }
    return result;
}

CUresult cuTexRefGetMipmapLevelClamp(float *least, float *most, CUtexref reference)
{
    HW_CONTEXT_CALL(get_limits(least, most, reference));
}

static CUresult set_border(CUtexref reference, const float *color)
{
    CUresult result;
    struct hw_cuda_sampling *sampling = hw_cu_settings(reference, color, "colour", &result);

    if (sampling)
        memcpy(sampling->border, color, sizeof sampling->border);
    return result;
}

CUresult cuTexRefSetBorderColor(CUtexref reference, float *color)
{
    HW_CONTEXT_CALL(set_border(reference, color));
}

static CUresult get_border(float *color, CUtexref reference)
{
    CUresult result;
    const struct hw_cuda_sampling *sampling = hw_cu_settings(reference, color, "colour", &result);

    if (sampling)
        memcpy(color, sampling->border, sizeof sampling->border);
    return result;
}

CUresult cuTexRefGetBorderColor(float *color, CUtexref reference)
{
    HW_CONTEXT_CALL(get_border(color, reference));
}

static CUresult set_anisotropy(CUtexref reference, unsigned most)
{
    CUresult result;
    struct hw_cuda_sampling *sampling = hw_cu_settings(reference, true, "setting", &result);

    if (sampling)
        sampling->anisotropy = most;
    return result;
}

CUresult cuTexRefSetMaxAnisotropy(CUtexref reference, unsigned most)
{
    HW_CONTEXT_CALL(set_anisotropy(reference, most));
}

static CUresult get_anisotropy(int *most, CUtexref reference)
{
    CUresult result;
    const struct hw_cuda_sampling *sampling =
        hw_cu_settings(reference, most, "place for the number", &result);

    if (sampling)
        *most = (int)sampling->anisotropy;
    return result;
}

CUresult cuTexRefGetMaxAnisotropy(int *most, CUtexref reference)
{
    HW_CONTEXT_CALL(get_anisotropy(most, reference));
}
