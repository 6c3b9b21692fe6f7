/* SPDX-License-Identifier: MIT */
/* The device timeline computes when the work that a program gives a device begins and ends: a model of
 * streams, copy engines and concurrent kernels.
 *
 * Launches and copies of an emulated program are done in the call that asks for them.  This is the time that
 * they would have taken on a device that works beside the host: streams keep their order, kernels and
 * copies have engines that they wait for, and the host waits where the interface says so.  The host's own
 * work takes no time, except a fixed one for each call that gives the device something to do; so the times
 * depend on the calls alone.
 *
 * The rules:
 * - A kernel begins when its stream's work before it is done, when there are as few kernels as the chip runs
 * at once, and when those leave room for all blocks of it that would be resident.  Where the chip has one
 * queue, it does not begin before one that was launched before it.
 * - A copy between host and device takes an engine: with two, one is for each direction; with none, copies
 * and kernels take turns.  It takes a fixed time and that of its bytes.
 * - A copy within the device, or a fill, takes all of the device as a kernel of many blocks does, and as long
 *   as memory needs for its bytes.
 * - The default stream waits for all others that have not asked to be left alone, and they for it.
 *
 * Times are picoseconds from the start of the program. */
#ifndef HW_TIMING_DEVICE_DEVICE_TIMELINE_H
#define HW_TIMING_DEVICE_DEVICE_TIMELINE_H

#include <halfwarp/chip.h>

#define HW_PS_PER_NS UINT64_C(1000)
#define HW_PS_PER_US UINT64_C(1000000)

/* All of what blocks can take on a device. */
#define HW_WHOLE_DEVICE UINT32_C(65536)

/* Launches that wait or run; a host that gives more waits. */
#define HW_LAUNCHES_AHEAD 1024u

struct hw_time_span {
    uint64_t begin, end;
};

/* A stream; all zero is a new one. */
struct hw_stream_time {
    uint64_t done; /* when its work until now is */
    bool alone;    /* it neither waits for the default stream nor is waited for */
};

/* A kernel that may still run when another one begins. */
struct hw_running_kernel {
    struct hw_time_span span;
    uint32_t share; /* of HW_WHOLE_DEVICE */
};

struct hw_device_timeline {
    const struct hw_microarchitecture *micro;
    uint64_t memory_mbps;       /* of the device's memory */
    uint64_t *now;              /* the host's; devices share it */
    struct hw_stream_time main; /* the default stream */
    uint64_t others_done;       /* the streams that it waits for */
    uint64_t queue_begin;       /* the last kernel's */
    uint64_t engine_free[2];
    struct hw_running_kernel running[HW_LAUNCHES_AHEAD];
    uint32_t running_count;
};

enum hw_link_direction { HW_LINK_TO_DEVICE, HW_LINK_FROM_DEVICE };

/* `memory_khz` and `bits` as of struct hw_card; `now` is the host's clock, which this advances. */
void hw_device_timeline_begin(struct hw_device_timeline *device, const struct hw_chip_info *chip,
                              uint32_t memory_khz, uint32_t bits, uint64_t *now);

/* Work of a stream; NULL: the default one.  `share` is what the kernel's blocks take of HW_WHOLE_DEVICE. */
struct hw_time_span hw_device_kernel(struct hw_device_timeline *device, struct hw_stream_time *stream,
                                     uint64_t picoseconds, uint32_t share);
struct hw_time_span hw_device_copy(struct hw_device_timeline *device, struct hw_stream_time *stream,
                                   enum hw_link_direction direction, uint64_t bytes, bool page_locked);
/* `bytes` are those that memory reads and writes. */
struct hw_time_span hw_device_move(struct hw_device_timeline *device, struct hw_stream_time *stream,
                                   uint64_t bytes);

/* When the work that a stream has now is done, or the host's time: that of an event. */
uint64_t hw_device_done(const struct hw_device_timeline *device, const struct hw_stream_time *stream);
/* Later work of a stream begins no sooner. */
void hw_device_hold(struct hw_device_timeline *device, struct hw_stream_time *stream, uint64_t until);
/* The host waits. */
void hw_device_wait(struct hw_device_timeline *device, uint64_t until);
/* When all work of the device is done. */
uint64_t hw_device_idle(const struct hw_device_timeline *device);

#endif
