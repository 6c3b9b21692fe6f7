/* SPDX-License-Identifier: MIT */
/* See execute.h. */
#include "cuda/fft/execute.h"

#include "cuda/core/cuda_core.h"
#include "cuda/fft/narrow.h"
#include "cuda/fft/transform.h"

#include <stdlib.h>

/* The work, with all that it needs: the program's plan may be gone when it is done. */
struct fft_work {
    struct hw_fft_transform transform;
    void *in, *out; /* of the device */
    cufftResult result;
};

/* --- numbers of 16 bits --- */

static bool is_narrow(const struct hw_fft_shape *shape)
{
    return shape->precision == HW_FFT_HALF || shape->precision == HW_FFT_BFLOAT;
}

/* A side's numbers as floats; what lies between them stays what it is, so it is taken along. */
static float *widened(enum hw_fft_precision precision, const void *numbers, size_t count)
{
    float *wide = malloc(count * sizeof *wide);

    if (wide)
        hw_fft_widen(precision, wide, numbers, count);
    return wide;
}

static cufftResult transform_narrow(const struct hw_fft_transform *transform, void *in, size_t in_count,
                                    void *out, size_t out_count)
{
    const enum hw_fft_precision precision = transform->shape.precision;
    struct hw_fft_transform single = *transform;
    const size_t most = in_count > out_count || !transform->in_place ? in_count : out_count;
    float *from = widened(precision, in, most);
    float *to = transform->in_place ? from : widened(precision, out, out_count);
    cufftResult result = CUFFT_ALLOC_FAILED;

    single.shape.precision = HW_FFT_SINGLE;
    if (from && to)
        result = hw_fft_transform(&single, from, to);
    if (result == CUFFT_SUCCESS)
        hw_fft_narrow(precision, out, to, out_count);
    if (to != from)
        free(to);
    free(from);
    return result;
}

/* --- the work --- */

/* Bytes from a side's first element to the end of its last. */
static size_t bytes_of(const struct hw_fft_shape *shape, const struct hw_fft_side *side, bool real)
{
    const size_t extent = hw_fft_extent(shape, side);

    return extent == SIZE_MAX ? extent : extent * hw_fft_element(shape, real);
}

static cufftResult do_work(const struct fft_work *work)
{
    const struct hw_fft_shape *shape = &work->transform.shape;
    struct hw_fft_side in_side, out_side;

    hw_fft_sides(shape, work->transform.in_place, &in_side, &out_side);
    const size_t in_bytes = bytes_of(shape, &in_side, shape->real_in);
    const size_t out_bytes = bytes_of(shape, &out_side, shape->real_out);
    void *in = hw_cuda_device_memory(work->in, in_bytes);
    void *out = hw_cuda_device_memory(work->out, out_bytes);
    if (!in || !out)
        return CUFFT_EXEC_FAILED;
    return is_narrow(shape) ? transform_narrow(&work->transform, in, in_bytes / 2, out, out_bytes / 2)
                            : hw_fft_transform(&work->transform, in, out);
}

static cudaError_t run(void *data)
{
    struct fft_work *work = data;

    work->result = do_work(work);
    return work->result == CUFFT_SUCCESS ? cudaSuccess : cudaErrorLaunchFailure;
}

/* --- calls --- */

/* A program that has said that it brings a work area has to bring one. */
static cufftResult check_area(const struct hw_fft_plan *plan)
{
    if (!plan->no_automatic)
        return CUFFT_SUCCESS;
    if (!plan->area)
        return CUFFT_NO_WORKSPACE;
    return hw_cuda_device_memory(plan->area, hw_fft_work_bytes(&plan->shape)) ? CUFFT_SUCCESS
                                                                              : CUFFT_EXEC_FAILED;
}

cufftResult hw_fft_execute(const struct hw_fft_plan *plan, void *in, void *out, int direction)
{
    const cufftResult area = check_area(plan);

    if (area != CUFFT_SUCCESS)
        return area;
    if (hw_cuda_stream_check(plan->stream) != cudaSuccess)
        return CUFFT_EXEC_FAILED;
    struct fft_work work = {
        .transform = {.shape = plan->shape, .direction = direction, .in_place = in == out},
        .in = in,
        .out = out};
    if (hw_cuda_work(plan->stream, run, &work, sizeof work) == cudaSuccess)
        return CUFFT_SUCCESS;
    return work.result == CUFFT_SUCCESS ? CUFFT_EXEC_FAILED : work.result;
}

static bool is_of(const struct hw_fft_plan *plan, int type)
{
    struct hw_fft_shape asked = {0};

    if (type == HW_FFT_ANY_TYPE)
        return true;
    return hw_fft_set_type(&asked, (cufftType)type) && asked.precision == plan->shape.precision &&
           asked.real_in == plan->shape.real_in && asked.real_out == plan->shape.real_out;
}

cufftResult hw_fft_execute_handle(cufftHandle handle, int type, void *in, void *out, int direction)
{
    const struct hw_fft_plan *plan = hw_fft_plan(handle);

    if (!plan || !plan->made || !is_of(plan, type))
        return CUFFT_INVALID_PLAN;
    if (plan->shape.real_in)
        direction = CUFFT_FORWARD;
    if (plan->shape.real_out)
        direction = CUFFT_INVERSE;
    if (!in || !out || (direction != CUFFT_FORWARD && direction != CUFFT_INVERSE))
        return CUFFT_INVALID_VALUE;
    return hw_fft_execute(plan, in, out, direction);
}
