/* SPDX-License-Identifier: MIT */
/* What streams are and have: numbers, devices, and attributes, which are kept and given back. */
#include "cuda/core/cuda_core.h"

#include "cuda/core/context.h"
#include "cuda/core/device.h"
#include "cuda/core/stream.h"
#include "cuda/core/stream_attribute.h"

#include <string.h>

/* Streams that programs made count from 1 on, in the whole process. */
cudaError_t hw_cuda_stream_number(cudaStream_t stream, unsigned long long *number)
{
    const cudaError_t error = number ? hw_cuda_stream_check(stream) : cudaErrorInvalidValue;

    if (error != cudaSuccess)
        return error;
    stream = hw_cuda_stream_resolve(stream);
    *number = stream ? stream->clock.number : 0;
    return cudaSuccess;
}

cudaError_t hw_cuda_stream_device(cudaStream_t stream, int *device)
{
    const cudaError_t error = device ? hw_cuda_stream_check(stream) : cudaErrorInvalidValue;

    if (error == cudaSuccess)
        *device = hw_cuda_context_device(hw_cuda_stream_context(stream));
    return error;
}

cudaError_t hw_cuda_stream_owner(cudaStream_t stream, struct hw_cuda_context **context)
{
    const cudaError_t error = context ? hw_cuda_stream_check(stream) : cudaErrorInvalidValue;

    if (error == cudaSuccess)
        *context = hw_cuda_stream_context(stream);
    return error;
}

cudaError_t hw_cuda_stream_alone(cudaStream_t stream, unsigned *alone)
{
    const cudaError_t error = alone ? hw_cuda_stream_check(stream) : cudaErrorInvalidValue;

    if (error != cudaSuccess)
        return error;
    stream = hw_cuda_stream_resolve(stream);
    *alone = stream && stream->lane.alone;
    return cudaSuccess;
}

/* --- attributes: the window of what to cache, how to wait, and others that mean nothing here --- */

static const int kept[HW_LANE_ATTRIBUTES] = {1, 3, 8, 9, 10};

static uint8_t *attribute_of(cudaStream_t stream, int attribute)
{
    struct hw_cuda_lane *lane =
        hw_cuda_lane_of(hw_cuda_stream_resolve(stream), hw_cuda_stream_context(stream));

    for (int i = 0; i < HW_LANE_ATTRIBUTES; i++)
        if (kept[i] == attribute)
            return lane->attributes[i];
    return NULL;
}

cudaError_t hw_cuda_stream_get_attribute(cudaStream_t stream, int attribute, void *value)
{
    const cudaError_t error = hw_cuda_stream_check(stream);
    const uint8_t *own = error == cudaSuccess ? attribute_of(stream, attribute) : NULL;

    if (error != cudaSuccess)
        return error;
    if (!own || !value)
        return cudaErrorInvalidValue;
    memcpy(value, own, HW_LANE_ATTRIBUTE_BYTES);
    return cudaSuccess;
}

cudaError_t hw_cuda_stream_set_attribute(cudaStream_t stream, int attribute, const void *value)
{
    const cudaError_t error = hw_cuda_stream_check(stream);
    uint8_t *own = error == cudaSuccess ? attribute_of(stream, attribute) : NULL;

    if (error != cudaSuccess)
        return error;
    if (!own || !value)
        return cudaErrorInvalidValue;
    memcpy(own, value, HW_LANE_ATTRIBUTE_BYTES);
    return cudaSuccess;
}

cudaError_t hw_cuda_stream_copy_attributes(cudaStream_t to, cudaStream_t from)
{
    if (hw_cuda_stream_check(to) != cudaSuccess || hw_cuda_stream_check(from) != cudaSuccess)
        return cudaErrorInvalidResourceHandle;
    for (int i = 0; i < HW_LANE_ATTRIBUTES; i++)
        memmove(attribute_of(to, kept[i]), attribute_of(from, kept[i]), HW_LANE_ATTRIBUTE_BYTES);
    return cudaSuccess;
}
