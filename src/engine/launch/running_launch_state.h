/* SPDX-License-Identifier: MIT */
/* The state of a running launch, for the files that implement it. */
#ifndef HW_ENGINE_LAUNCH_RUNNING_LAUNCH_STATE_H
#define HW_ENGINE_LAUNCH_RUNNING_LAUNCH_STATE_H

#include "engine/launch/execution_context.h"
#include "engine/launch/running_launch.h"
#include "engine/scheduler/resident_scheduler.h"
#include "machine/memory/reduction_order.h"

struct hw_running_launch {
    struct hw_launch launch; /* with complete constant banks */
    struct hw_execution_context *execution_context;
    struct hw_cached_executable *cached;
    uint64_t ticks; /* the clock, if the launch brings none */

    enum hw_one_worker rule; /* by which one worker runs it */
    bool is_ordered;         /* its reductions come to memory in the order of blocks: */
    struct hw_reduction_order order;

    uint32_t workers;        /* threads that may be inside at the same time, */
    _Atomic uint32_t worth;  /* and those that are worth being called, so far */
    _Atomic uint32_t away;   /* threads that have left because others' blocks were waited for */
    _Atomic bool leaves;     /* its threads are asked to leave */
    _Atomic bool reports;    /* a thread inside reports progress */
    _Atomic bool no_memory;  /* for one more block */
    _Atomic uint64_t worked; /* nanoseconds that threads have been inside */
    _Atomic uint64_t moves;  /* quanta of those that have left in which a block did not only wait */
    hw_running_launch_call *call;
    void *call_context;

    pthread_mutex_t lock;          /* of the fault */
    struct hw_fault fault;         /* of the lowest block that faulted, */
    uint64_t faulted;              /* which has this number */
    _Atomic uint64_t instructions; /* of threads in quanta that have ended; counted if progress is reported */

    /* Kept for the next launch in this memory. */
    struct hw_filled_bank filled[HW_FILLED_BANKS];
    struct hw_launch_literals literals;
    struct hw_running_launch *next_free;

    alignas(HW_CACHE_LINE_PAIR) struct hw_resident_scheduler scheduler;
};

/* Whether one worker runs the rest of a launch that had more (machine/memory/reduction_order.h). */
static inline bool hw_running_launch_is_serial(const struct hw_running_launch *running)
{
    return running->is_ordered && hw_reduction_order_is_serial(&running->order);
}

/* Free the memory of a launch that does not run. */
void hw_running_launch_destroy(struct hw_running_launch *running);

/* Run each waiting block for a quantum, while nobody is inside.  False: a block ended, or did not end its
 * quantum by spinning. */
bool hw_running_launch_run_waiting(struct hw_running_launch *running);

#endif
