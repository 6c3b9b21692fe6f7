/* SPDX-License-Identifier: MIT */
/* Texture and surface references.  Settings may come in any order and take effect with the next
 * launch. */
#include "cuda/driver/driver_texture.h"

#include "cuda/core/log/reason.h"
#include "cuda/driver/format.h"

#define DIMENSIONS 3

CUresult hw_cu_fail_reference(CUtexref reference)
{
    return hw_cuda_fail_handle(CUDA_ERROR_INVALID_HANDLE, "texture reference", reference);
}

CUresult hw_cu_tex_ref_create(CUtexref *reference)
{
    if (!reference)
        return hw_cuda_fail(CUDA_ERROR_INVALID_VALUE, "the reference's place is null");
    *reference = hw_cuda_texture_create();
    return *reference ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

/* --- what it is bound to --- */

CUresult hw_cu_bind(CUtexref reference, const struct cudaChannelFormatDesc *texel,
                    const struct hw_cuda_binding *binding, size_t *offset)
{
    struct hw_cuda_sampling *sampling = hw_cuda_texture_sampling(reference);
    const struct cudaChannelFormatDesc before = sampling->format;

    sampling->format = *texel;
    const cudaError_t error = hw_cuda_texture_bind(reference, binding, offset);
    if (error != cudaSuccess)
        sampling->format = before;
    return hw_cu_error(error);
}

CUresult hw_cu_tex_ref_set_array(CUtexref reference, CUarray array, unsigned flags)
{
    if (!hw_cuda_texture_is_valid(reference))
        return hw_cu_fail_reference(reference);
    if (!hw_cuda_array_is_valid(array))
        return hw_cuda_fail_handle(CUDA_ERROR_INVALID_HANDLE, "array", array);
    if (flags != CU_TRSA_OVERRIDE_FORMAT)
        return hw_cuda_fail(CUDA_ERROR_INVALID_VALUE, "flags %#x; expected 1, CU_TRSA_OVERRIDE_FORMAT",
                            flags);
    return hw_cu_bind(reference, hw_cuda_array_format(array), &(struct hw_cuda_binding){.array = array},
                      NULL);
}

/* Memory of one dimension has as many texels as its bytes make; before the format is set, bytes are
 * texels. */
CUresult hw_cu_tex_ref_set_address_v2(size_t *offset, CUtexref reference, CUdeviceptr address, size_t bytes)
{
    static const struct cudaChannelFormatDesc byte = {8, 0, 0, 0, cudaChannelFormatKindUnsigned};

    if (!hw_cuda_texture_is_valid(reference))
        return hw_cu_fail_reference(reference);
    const struct cudaChannelFormatDesc *set = &hw_cuda_texture_sampling(reference)->format;
    const struct cudaChannelFormatDesc texel = hw_cuda_texel_bytes(set) ? *set : byte;
    const struct hw_cuda_binding binding = {.memory = hw_cu_pointer(address),
                                            .width = bytes / hw_cuda_texel_bytes(&texel)};
    return hw_cu_bind(reference, &texel, &binding, offset);
}

CUresult hw_cu_tex_ref_set_address2d_v2(CUtexref reference, const CUDA_ARRAY_DESCRIPTOR *descriptor,
                                        CUdeviceptr address, size_t pitch)
{
    struct cudaChannelFormatDesc texel;

    if (!hw_cuda_texture_is_valid(reference))
        return hw_cu_fail_reference(reference);
    if (!descriptor)
        return hw_cuda_fail(CUDA_ERROR_INVALID_VALUE, "the plane's description is null");
    if (!hw_cu_format(descriptor->Format, descriptor->NumChannels, &texel))
        return hw_cu_fail_format(descriptor->Format, descriptor->NumChannels);
    if (descriptor->Width == 0 || descriptor->Height == 0 ||
        pitch / hw_cuda_texel_bytes(&texel) < descriptor->Width)
        return hw_cuda_fail(
            CUDA_ERROR_INVALID_VALUE,
            "%zu by %zu texels of %zu bytes, pitch %zu; expected texels, and rows that fit in it",
            descriptor->Width, descriptor->Height, hw_cuda_texel_bytes(&texel), pitch);
    const struct hw_cuda_binding binding = {.memory = hw_cu_pointer(address),
                                            .width = descriptor->Width,
                                            .height = descriptor->Height,
                                            .pitch = pitch};
    return hw_cu_bind(reference, &texel, &binding, NULL);
}

CUresult hw_cu_tex_ref_get_address_v2(CUdeviceptr *address, CUtexref reference)
{
    if (!address)
        return CUDA_ERROR_INVALID_VALUE;
    if (!hw_cuda_texture_is_valid(reference))
        return hw_cu_fail_reference(reference);
    const struct hw_cuda_binding *binding = hw_cuda_texture_binding(reference);
    *address = (uintptr_t)binding->memory;
    return binding->memory ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static CUresult give_array(CUarray *to, const struct cudaArray *array)
{
    *to = (CUarray)(uintptr_t)array;
    return array ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult hw_cu_tex_ref_get_array(CUarray *array, CUtexref reference)
{
    if (!array)
        return CUDA_ERROR_INVALID_VALUE;
    if (!hw_cuda_texture_is_valid(reference))
        return hw_cu_fail_reference(reference);
    return give_array(array, hw_cuda_texture_binding(reference)->array);
}

/* --- how it samples --- */

struct hw_cuda_sampling *hw_cu_settings(CUtexref reference, bool sensible, const char *argument,
                                        CUresult *result)
{
    *result = CUDA_SUCCESS;
    if (!hw_cuda_texture_is_valid(reference))
        *result = hw_cu_fail_reference(reference);
    else if (!sensible)
        *result = hw_cuda_fail(CUDA_ERROR_INVALID_VALUE, "the %s is none that there is, or null", argument);
    return *result == CUDA_SUCCESS ? hw_cuda_texture_sampling(reference) : NULL;
}

/* Memory of one dimension keeps its bytes when texels become larger or smaller. */
CUresult hw_cu_tex_ref_set_format(CUtexref reference, int format, int channels)
{
    struct cudaChannelFormatDesc texel = {.x = 0};
    CUresult result;
    const bool exists = channels > 0 && hw_cu_format((unsigned)format, (unsigned)channels, &texel);
    struct hw_cuda_sampling *sampling =
        hw_cu_settings(reference, exists, "format or number of channels", &result);

    if (!sampling)
        return result;
    struct hw_cuda_binding binding = *hw_cuda_texture_binding(reference);
    if (binding.memory && binding.height == 0) {
        size_t offset;
        binding.width = binding.width * hw_cuda_texel_bytes(&sampling->format) / hw_cuda_texel_bytes(&texel);
        return hw_cu_bind(reference, &texel, &binding, &offset);
    }
    sampling->format = texel;
    return CUDA_SUCCESS;
}

CUresult hw_cu_tex_ref_get_format(int *format, int *channels, CUtexref reference)
{
    CUresult result;
    unsigned count;
    const struct hw_cuda_sampling *sampling =
        hw_cu_settings(reference, format || channels, "place for the format", &result);

    if (!sampling)
        return result;
    const unsigned number = hw_cu_format_number(&sampling->format, &count);
    if (format)
        *format = (int)number;
    if (channels)
        *channels = (int)count;
    return CUDA_SUCCESS;
}

CUresult hw_cu_tex_ref_set_address_mode(CUtexref reference, int dimension, int mode)
{
    CUresult result;
    const bool sensible = dimension >= 0 && dimension < DIMENSIONS && mode >= CU_TR_ADDRESS_MODE_WRAP &&
                          mode <= CU_TR_ADDRESS_MODE_BORDER;
    struct hw_cuda_sampling *sampling = hw_cu_settings(reference, sensible, "dimension or mode", &result);

    if (sampling)
        sampling->address[dimension] = mode;
    return result;
}

CUresult hw_cu_tex_ref_get_address_mode(int *mode, CUtexref reference, int dimension)
{
    CUresult result;
    const struct hw_cuda_sampling *sampling =
        hw_cu_settings(reference, mode && dimension >= 0 && dimension < DIMENSIONS,
                       "dimension or place for the mode", &result);

    if (sampling)
        *mode = sampling->address[dimension];
    return result;
}

CUresult hw_cu_tex_ref_set_filter_mode(CUtexref reference, int mode)
{
    CUresult result;
    const bool known = mode == CU_TR_FILTER_MODE_POINT || mode == CU_TR_FILTER_MODE_LINEAR;
    struct hw_cuda_sampling *sampling = hw_cu_settings(reference, known, "mode", &result);

    if (sampling)
        sampling->filter = mode;
    return result;
}

CUresult hw_cu_tex_ref_get_filter_mode(int *mode, CUtexref reference)
{
    CUresult result;
    const struct hw_cuda_sampling *sampling = hw_cu_settings(reference, mode, "place for the mode", &result);

    if (sampling)
        *mode = sampling->filter;
    return result;
}

CUresult hw_cu_tex_ref_set_flags(CUtexref reference, unsigned flags)
{
    CUresult result;
    struct hw_cuda_sampling *sampling =
        hw_cu_settings(reference, !(flags & ~HW_CU_SAMPLING_FLAGS), "set of flags", &result);

    if (sampling)
        hw_cu_set_sampling(sampling, flags);
    return result;
}

CUresult hw_cu_tex_ref_get_flags(unsigned *flags, CUtexref reference)
{
    CUresult result;
    const struct hw_cuda_sampling *sampling =
        hw_cu_settings(reference, flags, "place for the flags", &result);

    if (sampling)
        *flags = hw_cu_sampling_flags(sampling);
    return result;
}

/* --- surfaces --- */

CUresult hw_cu_surf_ref_set_array(CUsurfref reference, CUarray array, unsigned flags)
{
    if (!hw_cuda_surface_is_valid(reference))
        return hw_cuda_fail_handle(CUDA_ERROR_INVALID_HANDLE, "surface reference", reference);
    if (flags)
        return hw_cuda_fail(CUDA_ERROR_INVALID_VALUE, "flags %#x; expected 0", flags);
    return hw_cu_error(hw_cuda_surface_bind(reference, array));
}

CUresult hw_cu_surf_ref_get_array(CUarray *array, CUsurfref reference)
{
    if (!array)
        return CUDA_ERROR_INVALID_VALUE;
    if (!hw_cuda_surface_is_valid(reference))
        return CUDA_ERROR_INVALID_HANDLE;
    return give_array(array, hw_cuda_surface_array(reference));
}
