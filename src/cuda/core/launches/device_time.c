/* SPDX-License-Identifier: MIT */
/* See device_time.h. */
#include "cuda/core/launches/device_time.h"

#include "cuda/core/devices/device.h"
#include "cuda/core/memory/memory_pool.h"
#include "cuda/core/settings.h"
#include "cuda/core/streams/stream.h"

#define MAIN_STREAM 2u /* the number that profilers of the time had for the default stream */

struct hw_profiler_device *hw_cuda_clock(const struct hw_cuda_context *context)
{
    const struct hw_cuda_device *device = context ? context->device : NULL;

    return device && hw_profiler_on()
               ? hw_profiler_device(device->ordinal, device->chip, device->card, hw_cuda_workers())
               : NULL;
}

static struct hw_stream_time *time_of(cudaStream_t stream)
{
    stream = hw_cuda_stream_resolve(stream);
    return stream ? &stream->clock.time : NULL;
}

static unsigned number_of(cudaStream_t stream)
{
    stream = hw_cuda_stream_resolve(stream);
    return stream ? MAIN_STREAM + stream->clock.number : MAIN_STREAM;
}

void hw_cuda_time_kernel(struct hw_cuda_context *context, cudaStream_t stream,
                         struct hw_profiler_kernel *kernel)
{
    struct hw_profiler_device *clock = hw_cuda_clock(context);

    if (!clock)
        return;
    kernel->stream = number_of(stream);
    hw_profiler_kernel(clock, time_of(stream), kernel);
}

/* --- copies and fills --- */

enum place { PLACE_HOST, PLACE_DEVICE, PLACE_ARRAY };

static enum place place_of(const struct hw_cuda_end *end)
{
    return end->array ? PLACE_ARRAY : end->device ? PLACE_DEVICE : PLACE_HOST;
}

static bool page_locked(const struct hw_cuda_end *end)
{
    unsigned flags;

    return hw_cuda_host_flags((void *)(uintptr_t)end->memory, &flags) == cudaSuccess;
}

void hw_cuda_time_copy(const struct hw_cuda_end *to, const struct hw_cuda_end *from, size_t bytes,
                       cudaStream_t stream)
{
    static const enum hw_transfer moves[3][3] = {
        [PLACE_HOST] = {HW_TRANSFER_COUNT, HW_TRANSFER_HTOD, HW_TRANSFER_HTOA},
        [PLACE_DEVICE] = {HW_TRANSFER_DTOH, HW_TRANSFER_DTOD, HW_TRANSFER_DTOA},
        [PLACE_ARRAY] = {HW_TRANSFER_ATOH, HW_TRANSFER_ATOD, HW_TRANSFER_ATOA},
    };
    struct hw_profiler_device *clock = hw_cuda_clock(hw_cuda_stream_context(stream));
    const enum place here = place_of(from), there = place_of(to);
    const enum hw_transfer move = moves[here][there];

    if (!clock || move == HW_TRANSFER_COUNT) /* within the host: the device has no part in it */
        return;
    hw_profiler_move(clock, time_of(stream), number_of(stream), move, bytes,
                     (here == PLACE_HOST && page_locked(from)) || (there == PLACE_HOST && page_locked(to)));
}

void hw_cuda_time_fill(size_t bytes, cudaStream_t stream)
{
    struct hw_profiler_device *clock = hw_cuda_clock(hw_cuda_stream_context(stream));

    if (clock && bytes)
        hw_profiler_move(clock, time_of(stream), number_of(stream), HW_TRANSFER_SET, bytes, false);
}

/* --- events and waiting --- */

uint64_t hw_cuda_time_mark(const struct hw_cuda_context *context, cudaStream_t stream)
{
    struct hw_profiler_device *clock = hw_cuda_clock(context);

    return clock ? hw_device_done(hw_profiler_timeline(clock), time_of(stream)) : 0;
}

void hw_cuda_time_wait(const struct hw_cuda_context *context, uint64_t until)
{
    struct hw_profiler_device *clock = hw_cuda_clock(context);

    if (clock)
        hw_device_wait(hw_profiler_timeline(clock), until);
    hw_cuda_pools_settle(context->device);
}

void hw_cuda_time_hold(const struct hw_cuda_context *context, cudaStream_t stream, uint64_t until)
{
    struct hw_profiler_device *clock = hw_cuda_clock(context);

    if (clock)
        hw_device_hold(hw_profiler_timeline(clock), time_of(stream), until);
}

void hw_cuda_time_wait_all(void)
{
    struct hw_profiler_device *clock = hw_cuda_clock(hw_cuda.context);

    if (clock)
        hw_device_wait(hw_profiler_timeline(clock), hw_device_idle(hw_profiler_timeline(clock)));
    hw_cuda_pools_settle(hw_cuda.context->device);
}
