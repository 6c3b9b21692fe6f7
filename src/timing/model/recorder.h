/* SPDX-License-Identifier: MIT */
/* Writes down what blocks do: the listener of a timed launch. */
#ifndef HW_TIMING_MODEL_RECORDER_H
#define HW_TIMING_MODEL_RECORDER_H

#include "timing/model/block_trace.h"
#include "timing/model/timed_code.h"

#include <pthread.h>

/* Called before a block's first event, by its worker. */
typedef void hw_block_begins_fn(void *context, uint64_t number);

struct hw_recorder {
    const struct hw_timed_code *code;
    const struct hw_launch *launch;
    uint32_t warps;    /* of a block */
    uint32_t resident; /* blocks whose local memory is apart */
    hw_block_begins_fn *begins;
    void *context;

    pthread_mutex_t lock;           /* of the rest, except for what is in a trace: its worker's */
    struct hw_block_trace **window; /* block first + i, NULL: it has not begun */
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

/* The trace of the next block, in order, if it has ended; else NULL. */
struct hw_block_trace *hw_recorder_take(struct hw_recorder *recorder);
/* It is of no use any more. */
void hw_recorder_return(struct hw_recorder *recorder, struct hw_block_trace *trace);

#endif
