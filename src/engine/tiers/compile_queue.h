/* SPDX-License-Identifier: MIT */
/* Work that a thread in the background does, one piece after the other. */
#ifndef HW_ENGINE_TIERS_COMPILE_QUEUE_H
#define HW_ENGINE_TIERS_COMPILE_QUEUE_H

#include <stdbool.h>

/* A piece of work.  It is its owner's until hw_compile_enqueue, then the queue's until `work` is called. */
struct hw_compile_job {
    void (*work)(struct hw_compile_job *compile_job);
    struct hw_compile_job *next;
};

/* Do it soon.  False: the queue is busy, or there is no thread; ask again later. */
bool hw_compile_enqueue(struct hw_compile_job *compile_job);

#endif
