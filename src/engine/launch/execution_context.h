/* SPDX-License-Identifier: MIT */
/* The execution context keeps what launches leave for the next one: translated code, the memory of running
 * blocks and of launches, a pool of worker threads.
 *
 * Any number of launches may use it at the same time.  An executable that was not used for long is forgotten,
 * and destroyed when no launch uses it any more. */
#ifndef HW_ENGINE_LAUNCH_EXECUTION_CONTEXT_H
#define HW_ENGINE_LAUNCH_EXECUTION_CONTEXT_H

#include "engine/executable.h"
#include "engine/launch/worker_pool.h"
#include "engine/scheduler/block_pool.h"

#include <stdatomic.h>

#define HW_EXECUTABLES_CACHED 32u

/* A cached executable. */
struct hw_cached_executable {
    struct hw_executable *code;
    _Atomic uint64_t block_time; /* nanoseconds that a block took in the last launch; 0: there was none */
    uint32_t users;              /* launches, and the cache; under the context's lock */
};

struct hw_running_launch;

struct hw_execution_context {
    struct hw_worker_pool workers;
    struct hw_block_pool blocks;

    pthread_mutex_t lock; /* of the rest */
    struct hw_cached_executable *cached[HW_EXECUTABLES_CACHED];
    uint32_t next_code;             /* the entry that is replaced next */
    struct hw_running_launch *free; /* memory for launches */
};

void hw_execution_context_init(struct hw_execution_context *execution_context);
void hw_execution_context_clear(struct hw_execution_context *execution_context);

/* The literals of a launch, in memory that is reused. */
struct hw_launch_literals {
    uint32_t *word;
    size_t capacity;
    uint64_t version;
};

/* Memory that had another launch; NULL: there is none. */
struct hw_running_launch *hw_execution_context_take(struct hw_execution_context *execution_context);

/* The executable of a launch, which the launch uses until its memory is put back, and its literals. */
hw_status hw_execution_context_use(struct hw_execution_context *execution_context,
                                   const struct hw_launch *launch, struct hw_cached_executable **cached,
                                   struct hw_launch_literals *literals, struct hw_error *error);

/* A launch is over: put its memory back.  `cached`: the executable that it has used; NULL: none. */
void hw_execution_context_put(struct hw_execution_context *execution_context,
                              struct hw_running_launch *running, struct hw_cached_executable *cached);

#endif
