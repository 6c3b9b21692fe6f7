/* SPDX-License-Identifier: MIT */
/* Copies of lines and of rows between memory of host and device. */
#include "cuda/runtime/runtime_work.h"

#include "cuda/core/log/reason.h"

#define PITCH_MAX INT32_MAX /* memPitch of the properties */

cudaError_t hw_runtime_copy(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                            size_t height, int kind, cudaStream_t stream)
{
    struct hw_cuda_end there = {.memory = to, .pitch = to_pitch},
                       here = {.memory = from, .pitch = from_pitch};
    cudaError_t error = hw_cuda_stream_check(stream);

    if (error == cudaSuccess)
        error = hw_cuda_set_kind(&there, &here, kind);
    return error == cudaSuccess ? hw_cuda_copy(&there, &here, width, height, 1, stream) : error;
}

/* Rows may not overlap.  A single row needs no pitch: NVIDIA's samples give 0 (volumeRender). */
cudaError_t hw_runtime_check_pitch(const char *which, size_t pitch, size_t width, size_t height)
{
    if ((pitch >= width || (pitch == 0 && height <= 1)) && pitch <= PITCH_MAX)
        return cudaSuccess;
    return hw_cuda_fail(cudaErrorInvalidPitchValue,
                        "pitch %zu of the %s; expected at least the width, %zu, and "
                        "at most %d, or 0 for a single row",
                        pitch, which, width, PITCH_MAX);
}

cudaError_t hw_runtime_copy_rows(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                                 size_t height, int kind, cudaStream_t stream)
{
    cudaError_t error = hw_runtime_check_pitch("destination", to_pitch, width, height);

    if (error == cudaSuccess)
        error = hw_runtime_check_pitch("source", from_pitch, width, height);
    return error == cudaSuccess ? hw_runtime_copy(to, to_pitch, from, from_pitch, width, height, kind, stream)
                                : error;
}
