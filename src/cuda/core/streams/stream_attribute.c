/* SPDX-License-Identifier: MIT */
/* What streams are and have: numbers, devices, and attributes, which are kept and given back. */
#include "cuda/core/cuda_core.h"

#include "cuda/core/devices/context.h"
#include "cuda/core/devices/device.h"
#include "cuda/core/devices/attributes_cuda5.h"
#include "cuda/core/streams/stream.h"
#include "cuda/core/streams/stream_attribute.h"

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
    *alone = stream && stream->ordering.alone;
    return cudaSuccess;
}

/* --- attributes: the window of what to cache, how to wait, and others that mean nothing here --- */

#define PRIORITY 8 /* an int */

static const int kept[HW_STREAM_ORDER_ATTRIBUTES] = {1, 3, PRIORITY, 9, 10};

static uint8_t *attribute_of(cudaStream_t stream, int attribute)
{
    struct hw_cuda_stream_order *ordering =
        hw_cuda_stream_order_of(hw_cuda_stream_resolve(stream), hw_cuda_stream_context(stream));

    for (int i = 0; i < HW_STREAM_ORDER_ATTRIBUTES; i++)
        if (kept[i] == attribute)
            return ordering->attributes[i];
    return NULL;
}

/* Where there are priorities there are six, as chips from Volta on have them. */
void hw_cuda_stream_priorities(int *least, int *greatest)
{
    if (least)
        *least = 0;
    if (greatest)
        *greatest = hw_cuda_later_attribute(hw_cuda.context->device, HW_CUDA_STREAM_PRIORITIES) ? -5 : 0;
}

static void set_priority(uint8_t *own, int priority)
{
    int least, greatest;

    memset(own, 0, HW_STREAM_ORDER_ATTRIBUTE_BYTES);
    hw_cuda_stream_priorities(&least, &greatest);
    priority = priority > least ? least : priority < greatest ? greatest : priority;
    memcpy(own, &priority, sizeof priority);
}

cudaError_t hw_cuda_stream_set_priority(cudaStream_t stream, int priority)
{
    const cudaError_t error = hw_cuda_stream_check(stream);

    if (error == cudaSuccess)
        set_priority(attribute_of(stream, PRIORITY), priority);
    return error;
}

cudaError_t hw_cuda_stream_priority(cudaStream_t stream, int *priority)
{
    const cudaError_t error = priority ? hw_cuda_stream_check(stream) : cudaErrorInvalidValue;

    if (error == cudaSuccess)
        memcpy(priority, attribute_of(stream, PRIORITY), sizeof *priority);
    return error;
}

cudaError_t hw_cuda_stream_get_attribute(cudaStream_t stream, int attribute, void *value)
{
    const cudaError_t error = hw_cuda_stream_check(stream);
    const uint8_t *own = error == cudaSuccess ? attribute_of(stream, attribute) : NULL;

    if (error != cudaSuccess)
        return error;
    if (!own || !value)
        return cudaErrorInvalidValue;
    memcpy(value, own, HW_STREAM_ORDER_ATTRIBUTE_BYTES);
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
    if (attribute == PRIORITY) {
        int priority;
        memcpy(&priority, value, sizeof priority);
        set_priority(own, priority);
    } else {
        memcpy(own, value, HW_STREAM_ORDER_ATTRIBUTE_BYTES);
    }
    return cudaSuccess;
}

cudaError_t hw_cuda_stream_copy_attributes(cudaStream_t to, cudaStream_t from)
{
    if (hw_cuda_stream_check(to) != cudaSuccess || hw_cuda_stream_check(from) != cudaSuccess)
        return cudaErrorInvalidResourceHandle;
    for (int i = 0; i < HW_STREAM_ORDER_ATTRIBUTES; i++)
        memmove(attribute_of(to, kept[i]), attribute_of(from, kept[i]), HW_STREAM_ORDER_ATTRIBUTE_BYTES);
    return cudaSuccess;
}
