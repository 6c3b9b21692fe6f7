/* SPDX-License-Identifier: MIT */
/* What a plan of cuFFT has besides its shape: a stream, a work area, modes. */
#include "cuda/fft/cufft.h"

#include "cuda/core/cuda_core.h"
#include "cuda/fft/plan.h"
#include "cuda/fft/toolkit/cufft_version.h"

/* --- plans that come and go --- */

static cufftResult create(cufftHandle *handle)
{
    return handle ? hw_fft_create(handle) : CUFFT_INVALID_VALUE;
}

cufftResult cufftCreate(cufftHandle *plan)
{
    HW_FFT_CALL(CUFFT_SETUP_FAILED, create(plan));
}

/* A plan may be destroyed after its device has been reset, so this needs no device. */
cufftResult cufftDestroy(cufftHandle plan)
{
    HW_FFT_LOCKED_CALL(hw_fft_destroy(plan));
}

/* --- its stream and its mode --- */

static cufftResult set_stream(cufftHandle handle, cudaStream_t stream)
{
    struct hw_fft_plan *plan = hw_fft_plan(handle);

    if (!plan)
        return CUFFT_INVALID_PLAN;
    if (hw_cuda_stream_check(stream) != cudaSuccess)
        return CUFFT_INVALID_VALUE;
    plan->stream = stream;
    return CUFFT_SUCCESS;
}

cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream)
{
    HW_FFT_CALL(CUFFT_SETUP_FAILED, set_stream(plan, stream));
}

static cufftResult set_mode(cufftHandle handle, cufftCompatibility mode)
{
    struct hw_fft_plan *plan = hw_fft_plan(handle);

    if (!plan)
        return CUFFT_INVALID_PLAN;
    if ((unsigned)mode > CUFFT_COMPATIBILITY_FFTW_ALL)
        return CUFFT_INVALID_VALUE;
    plan->shape.packed = !(mode & CUFFT_COMPATIBILITY_FFTW_PADDING);
    return CUFFT_SUCCESS;
}

cufftResult cufftSetCompatibilityMode(cufftHandle plan, cufftCompatibility mode)
{
    HW_FFT_LOCKED_CALL(set_mode(plan, mode));
}

/* --- its work area --- */

static cufftResult get_size(cufftHandle handle, size_t *bytes)
{
    const struct hw_fft_plan *plan = hw_fft_plan(handle);

    if (!plan)
        return CUFFT_INVALID_PLAN;
    if (!bytes)
        return CUFFT_INVALID_VALUE;
    *bytes = plan->made ? hw_fft_work_bytes(&plan->shape) : 0;
    return CUFFT_SUCCESS;
}

cufftResult cufftGetSize(cufftHandle plan, size_t *bytes)
{
    HW_FFT_LOCKED_CALL(get_size(plan, bytes));
}

static cufftResult set_automatic(cufftHandle handle, int automatic)
{
    struct hw_fft_plan *plan = hw_fft_plan(handle);

    if (!plan)
        return CUFFT_INVALID_PLAN;
    plan->no_automatic = !automatic;
    return CUFFT_SUCCESS;
}

cufftResult cufftSetAutoAllocation(cufftHandle plan, int automatic)
{
    HW_FFT_LOCKED_CALL(set_automatic(plan, automatic));
}

static cufftResult set_area(cufftHandle handle, void *area)
{
    struct hw_fft_plan *plan = hw_fft_plan(handle);

    if (!plan || !plan->made)
        return CUFFT_INVALID_PLAN;
    plan->area = area;
    return CUFFT_SUCCESS;
}

cufftResult cufftSetWorkArea(cufftHandle plan, void *area)
{
    HW_FFT_LOCKED_CALL(set_area(plan, area));
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

static cufftResult set_property(cufftHandle handle, cufftProperty property, long long value)
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

cufftResult cufftSetPlanPropertyInt64(cufftHandle plan, cufftProperty property, long long value)
{
    HW_FFT_LOCKED_CALL(set_property(plan, property, value));
}

cufftResult cufftResetPlanProperty(cufftHandle plan, cufftProperty property)
{
    HW_FFT_LOCKED_CALL(set_property(plan, property, 0));
}

static cufftResult get_property(cufftHandle handle, cufftProperty property, long long *value)
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

cufftResult cufftGetPlanPropertyInt64(cufftHandle plan, cufftProperty property, long long *value)
{
    HW_FFT_LOCKED_CALL(get_property(plan, property, value));
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
