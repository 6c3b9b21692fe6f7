/* SPDX-License-Identifier: MIT */
/* What a plan of cuFFT has besides its shape: a stream, a work area, modes. */
#include "cuda/fft/cufft.h"

#include "cuda/core/cuda_core.h"
#include "cuda/fft/plan.h"
#include "cuda/fft/toolkit/cufft_version.h"

/* --- plans that come and go --- */

cufftResult hw_fft_create_plan(cufftHandle *handle)
{
    return handle ? hw_fft_create(handle) : CUFFT_INVALID_VALUE;
}

/* --- its stream and its mode --- */

cufftResult hw_fft_set_stream(cufftHandle handle, cudaStream_t stream)
{
    struct hw_fft_plan *plan = hw_fft_plan(handle);

    if (!plan)
        return CUFFT_INVALID_PLAN;
    if (hw_cuda_stream_check(stream) != cudaSuccess)
        return CUFFT_INVALID_VALUE;
    plan->stream = stream;
    return CUFFT_SUCCESS;
}

cufftResult hw_fft_set_compatibility_mode(cufftHandle handle, cufftCompatibility mode)
{
    struct hw_fft_plan *plan = hw_fft_plan(handle);

    if (!plan)
        return CUFFT_INVALID_PLAN;
    if ((unsigned)mode > CUFFT_COMPATIBILITY_FFTW_ALL)
        return CUFFT_INVALID_VALUE;
    plan->shape.packed = !(mode & CUFFT_COMPATIBILITY_FFTW_PADDING);
    return CUFFT_SUCCESS;
}

/* --- its work area --- */

cufftResult hw_fft_plan_size(cufftHandle handle, size_t *bytes)
{
    const struct hw_fft_plan *plan = hw_fft_plan(handle);

    if (!plan)
        return CUFFT_INVALID_PLAN;
    if (!bytes)
        return CUFFT_INVALID_VALUE;
    *bytes = plan->made ? hw_fft_work_bytes(&plan->shape) : 0;
    return CUFFT_SUCCESS;
}

cufftResult hw_fft_set_auto_allocation(cufftHandle handle, int automatic)
{
    struct hw_fft_plan *plan = hw_fft_plan(handle);

    if (!plan)
        return CUFFT_INVALID_PLAN;
    plan->no_automatic = !automatic;
    return CUFFT_SUCCESS;
}

cufftResult hw_fft_set_work_area(cufftHandle handle, void *area)
{
    struct hw_fft_plan *plan = hw_fft_plan(handle);

    if (!plan || !plan->made)
        return CUFFT_INVALID_PLAN;
    plan->area = area;
    return CUFFT_SUCCESS;
}

/* --- its properties, which are kept and cost nothing here --- */

static cufftResult property_of(cufftHandle handle, cufftProperty property, long long **place)
{
    struct hw_fft_plan *plan = hw_fft_plan(handle);

    if (!plan)
        return CUFFT_INVALID_PLAN;
    if (property < 1 || property > HW_FFT_PROPERTIES)
        return CUFFT_NOT_SUPPORTED;
    *place = &plan->property[property - 1];
    return CUFFT_SUCCESS;
}

cufftResult hw_fft_set_plan_property(cufftHandle handle, cufftProperty property, long long value)
{
    long long *place;
    const cufftResult result = property_of(handle, property, &place);

    if (result != CUFFT_SUCCESS)
        return result;
    if (hw_fft_plan(handle)->made)
        return CUFFT_INVALID_PLAN;
    if (value < 0 || (property == NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT && value > 1))
        return CUFFT_INVALID_VALUE;
    *place = value;
    return CUFFT_SUCCESS;
}

cufftResult hw_fft_get_plan_property_int64(cufftHandle handle, cufftProperty property, long long *value)
{
    long long *place;
    const cufftResult result = property_of(handle, property, &place);

    if (result != CUFFT_SUCCESS)
        return result;
    if (!value)
        return CUFFT_INVALID_VALUE;
    *value = *place;
    return CUFFT_SUCCESS;
}

/* --- versions --- */

cufftResult cufftGetVersion(int *version)
{
    if (version)
        *version = hw_fft_version.number;
    HW_FFT_LOCKED_CALL(version ? CUFFT_SUCCESS : CUFFT_INVALID_VALUE);
}

cufftResult cufftGetProperty(libraryPropertyType type, int *value)
{
    const bool known = value && (unsigned)type <= PATCH_LEVEL;

    if (known)
        *value = hw_fft_version.part[type];
    HW_FFT_LOCKED_CALL(known ? CUFFT_SUCCESS : CUFFT_INVALID_VALUE);
}
