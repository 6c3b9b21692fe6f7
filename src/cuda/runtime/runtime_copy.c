/* SPDX-License-Identifier: MIT */
/* Copies of lines and of rows between memory of host and device. */
#include "cuda/runtime/runtime.h"

#define PITCH_MAX INT32_MAX /* memPitch of the properties */

static cudaError_t copy(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                        size_t height, int kind, cudaStream_t stream)
{
    struct hw_cuda_end there = {.memory = to, .pitch = to_pitch},
                       here = {.memory = from, .pitch = from_pitch};
    cudaError_t error = hw_cuda_stream_check(stream);

    if (error == cudaSuccess)
        error = hw_cuda_set_kind(&there, &here, kind);
    return error == cudaSuccess ? hw_cuda_copy(&there, &here, width, height, 1, stream) : error;
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, int kind)
{
    HW_WAITING_CALL(copy(to, 0, from, 0, bytes, 1, kind, NULL));
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, int kind, cudaStream_t stream)
{
    HW_DEVICE_CALL(copy(to, 0, from, 0, bytes, 1, kind, hw_stream(stream)));
}

static bool pitch_fits(size_t pitch, size_t width)
{
    return pitch >= width && pitch <= PITCH_MAX;
}

static cudaError_t copy_rows(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                             size_t height, int kind, cudaStream_t stream)
{
    if (!pitch_fits(to_pitch, width) || !pitch_fits(from_pitch, width))
        return cudaErrorInvalidPitchValue;
    return copy(to, to_pitch, from, from_pitch, width, height, kind, stream);
}

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                         size_t height, int kind)
{
    HW_WAITING_CALL(copy_rows(to, to_pitch, from, from_pitch, width, height, kind, NULL));
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                              size_t height, int kind, cudaStream_t stream)
{
    HW_DEVICE_CALL(copy_rows(to, to_pitch, from, from_pitch, width, height, kind, hw_stream(stream)));
}
