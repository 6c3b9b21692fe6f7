/* SPDX-License-Identifier: MIT */
/* Writes down what blocks do: the listener of a timed launch. */
#ifndef HW_TIMING_MODEL_RECORDER_H
#define HW_TIMING_MODEL_RECORDER_H

#include "timing/access/access_counts.h"
#include "timing/model/block_trace.h"
#include "timing/model/timed_code.h"

#include <pthread.h>

/* Called before a block's first event, by its worker. */
typedef void hw_block_begins_fn(void *context, uint64_t number);

/* A warp waits for its clock, and so may all others: advance the model until it has an answer for one of
 * them, or needs to know more of what they do. */
typedef void hw_clock_asked_fn(void *context);

struct hw_recorder {
    const struct hw_timed_code *code;
    const struct hw_launch *launch;
    uint32_t warps;    /* of a block */
    uint32_t resident; /* blocks whose local memory is apart */
    uint32_t khz;      /* of the multiprocessors' clock */
    hw_block_begins_fn *begins;
    hw_clock_asked_fn *asked; /* NULL: the kernel reads no clock, and a block is taken when it has ended */
    void *context;
    struct hw_access_counts *counts; /* of each place of the code, stripe after stripe */
    struct hw_ideal_passes ideal;

    pthread_mutex_t lock;           /* of the rest, except for what is in a trace: its worker's */
    struct hw_block_trace **window; /* by number modulo window_max; NULL: no block that is recorded */
    uint64_t first;                 /* the next one to be taken */
    uint64_t window_max;
    uint64_t serial; /* no other recording has the same */
    struct hw_block_trace *spare;
    bool no_memory;
};

bool hw_recorder_begin(struct hw_recorder *recorder, const struct hw_launch *launch,
                       const struct hw_timed_code *code, uint32_t resident);
void hw_recorder_end(struct hw_recorder *recorder);
/* The listener; its context is the recorder. */
struct hw_listener hw_recorder_listener(struct hw_recorder *recorder);

/* The trace of the next block, in order, if it has ended (with clocks: if it has begun); else NULL. */
struct hw_block_trace *hw_recorder_take(struct hw_recorder *recorder);
/* It is of no use any more. */
void hw_recorder_return(struct hw_recorder *recorder, struct hw_block_trace *trace);

/* recorder_access.c: the last instruction of a warp accesses memory. */
void hw_recorder_access(struct hw_recorder *recorder, struct hw_block_trace *trace,
                        const struct hw_access_event *event);

#endif
