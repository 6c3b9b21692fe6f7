/* SPDX-License-Identifier: MIT */
/* The compile queue holds background jobs, which one thread runs in order. */
#ifndef HW_ENGINE_TIERS_COMPILE_QUEUE_H
#define HW_ENGINE_TIERS_COMPILE_QUEUE_H

#include <stdbool.h>

/* A job.  It belongs to its owner until hw_compile_enqueue, then to the queue until `work` is called. */
struct hw_compile_job {
    void (*work)(struct hw_compile_job *compile_job);
    struct hw_compile_job *next;
};

/* Enqueue a job.  False: the queue is locked, or there is no thread; try again later. */
bool hw_compile_enqueue(struct hw_compile_job *compile_job);

#endif
