/* SPDX-License-Identifier: MIT */
/* See device_timeline.h. */
#include "timing/device/device_timeline.h"

#include <string.h>

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

void hw_device_timeline_begin(struct hw_device_timeline *device, const struct hw_chip_info *chip,
                              uint32_t memory_khz, uint32_t bits, uint64_t *now)
{
    memset(device, 0, sizeof *device);
    device->micro = &chip->micro;
    device->memory_mbps = (uint64_t)memory_khz * 2 * bits / 8 * chip->micro.dram_efficiency / 100 / 1000;
    if (device->memory_mbps == 0)
        device->memory_mbps = 1;
    device->now = now;
}

/* The picoseconds of bytes at a rate of millions a second. */
static uint64_t transfer_time(uint64_t bytes, uint64_t mbps)
{
    return (uint64_t)((unsigned __int128)bytes * HW_PS_PER_US / (mbps ? mbps : 1));
}

/* --- streams --- */

static struct hw_stream_time *stream_or_main(struct hw_device_timeline *device, struct hw_stream_time *stream)
{
    return stream ? stream : &device->main;
}

/* When work that is given now may begin as far as its stream is concerned. */
static uint64_t stream_ready(const struct hw_device_timeline *device, const struct hw_stream_time *stream)
{
    uint64_t ready = later(*device->now, stream->done);

    if (stream == &device->main)
        return later(ready, device->others_done);
    return stream->alone ? ready : later(ready, device->main.done);
}

static void stream_takes(struct hw_device_timeline *device, struct hw_stream_time *stream, uint64_t end)
{
    stream->done = later(stream->done, end);
    if (stream != &device->main && !stream->alone)
        device->others_done = later(device->others_done, stream->done);
}

/* A call that gives the device work takes the host some time. */
static void call(struct hw_device_timeline *device)
{
    *device->now += device->micro->call_ns * HW_PS_PER_NS;
}

/* --- kernels --- */

/* Kernels that are done at the time of a call of the host overlap with no later work. */
static void forget_done(struct hw_device_timeline *device)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < device->running_count; i++)
        if (device->running[i].span.end > *device->now)
            device->running[kept++] = device->running[i];
    device->running_count = kept;
}

static void make_room_in_queue(struct hw_device_timeline *device)
{
    forget_done(device);
    while (device->running_count == HW_LAUNCHES_AHEAD) {
        uint64_t first = UINT64_MAX;
        for (uint32_t i = 0; i < device->running_count; i++)
            first = device->running[i].span.end < first ? device->running[i].span.end : first;
        hw_device_wait(device, first);
        forget_done(device);
    }
}

/* Whether there is room for a kernel at a moment. */
static bool has_room(const struct hw_device_timeline *device, uint64_t at, uint32_t share)
{
    uint64_t taken = share;
    uint32_t count = 1;

    for (uint32_t i = 0; i < device->running_count; i++) {
        const struct hw_running_kernel *other = &device->running[i];
        if (other->span.begin > at || other->span.end <= at)
            continue;
        taken += other->share;
        count++;
    }
    return taken <= HW_WHOLE_DEVICE && count <= device->micro->kernels_at_once;
}

/* Whether there is room from `begin` to `end`: it only gets less where another kernel begins. */
static bool stays(const struct hw_device_timeline *device, uint64_t begin, uint64_t end, uint32_t share)
{
    if (!has_room(device, begin, share))
        return false;
    for (uint32_t i = 0; i < device->running_count; i++) {
        const uint64_t other = device->running[i].span.begin;
        if (other > begin && other < end && !has_room(device, other, share))
            return false;
    }
    return true;
}

/* The first moment from `ready` on at which a kernel finds room: then, or when another one ends. */
static uint64_t find_room(const struct hw_device_timeline *device, uint64_t ready, uint64_t picoseconds,
                          uint32_t share)
{
    uint64_t best = UINT64_MAX;

    if (stays(device, ready, ready + picoseconds, share))
        return ready;
    for (uint32_t i = 0; i < device->running_count; i++) {
        const uint64_t at = device->running[i].span.end;
        if (at > ready && at < best && stays(device, at, at + picoseconds, share))
            best = at;
    }
    return best;
}

static struct hw_time_span run_kernel(struct hw_device_timeline *device, struct hw_stream_time *stream,
                                      uint64_t picoseconds, uint32_t share)
{
    uint64_t ready;

    stream = stream_or_main(device, stream);
    share = share > HW_WHOLE_DEVICE ? HW_WHOLE_DEVICE : share;
    make_room_in_queue(device);
    ready = stream_ready(device, stream);
    if (device->micro->kernel_queues <= 1)
        ready = later(ready, device->queue_begin);
    if (device->micro->copy_engines == 0)
        ready = later(ready, device->engine_free[0]);
    const uint64_t begin = find_room(device, ready, picoseconds, share);
    const struct hw_time_span span = {begin, begin + picoseconds};
    device->running[device->running_count++] = (struct hw_running_kernel){span, share};
    device->queue_begin = later(device->queue_begin, begin);
    if (device->micro->copy_engines == 0)
        device->engine_free[0] = span.end;
    stream_takes(device, stream, span.end);
    return span;
}

struct hw_time_span hw_device_kernel(struct hw_device_timeline *device, struct hw_stream_time *stream,
                                     uint64_t picoseconds, uint32_t share)
{
    call(device);
    return run_kernel(device, stream, picoseconds, share);
}

struct hw_time_span hw_device_move(struct hw_device_timeline *device, struct hw_stream_time *stream,
                                   uint64_t bytes)
{
    call(device);
    return run_kernel(device, stream,
                      device->micro->link_ns * HW_PS_PER_NS + transfer_time(bytes, device->memory_mbps),
                      HW_WHOLE_DEVICE);
}

/* --- copies --- */

struct hw_time_span hw_device_copy(struct hw_device_timeline *device, struct hw_stream_time *stream,
                                   enum hw_link_direction direction, uint64_t bytes, bool page_locked)
{
    const struct hw_microarchitecture *micro = device->micro;
    uint64_t *engine = &device->engine_free[micro->copy_engines > 1 ? direction : 0];

    call(device);
    stream = stream_or_main(device, stream);
    const uint64_t begin = later(stream_ready(device, stream), *engine);
    const uint64_t end = begin + micro->link_ns * HW_PS_PER_NS +
                         transfer_time(bytes, page_locked ? micro->link_mbps : micro->pageable_mbps);
    *engine = end;
    stream_takes(device, stream, end);
    return (struct hw_time_span){begin, end};
}

/* --- events and waiting --- */

uint64_t hw_device_done(const struct hw_device_timeline *device, const struct hw_stream_time *stream)
{
    return stream_ready(device, stream ? stream : &device->main);
}

void hw_device_hold(struct hw_device_timeline *device, struct hw_stream_time *stream, uint64_t until)
{
    stream_takes(device, stream_or_main(device, stream), until);
}

void hw_device_wait(struct hw_device_timeline *device, uint64_t until)
{
    *device->now = later(*device->now, until);
}

uint64_t hw_device_idle(const struct hw_device_timeline *device)
{
    uint64_t idle = later(device->main.done, device->others_done);

    for (unsigned i = 0; i < 2; i++)
        idle = later(idle, device->engine_free[i]);
    for (uint32_t i = 0; i < device->running_count; i++)
        idle = later(idle, device->running[i].span.end);
    return idle;
}
