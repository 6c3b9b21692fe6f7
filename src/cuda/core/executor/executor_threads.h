/* SPDX-License-Identifier: MIT */
/* The executor's threads: workers, of which one is the watch (executor.h), and what they take from the
 * executor.  All but what is said otherwise is under the lock. */
#ifndef HW_CUDA_CORE_EXECUTOR_EXECUTOR_THREADS_H
#define HW_CUDA_CORE_EXECUTOR_EXECUTOR_THREADS_H

#include "cuda/core/cuda_core.h"

#include <stddef.h>
#include <stdint.h>

struct hw_cuda_running;

/* --- executor_threads.c --- */

/* How many may execute work at the same time: HALFWARP_WORKERS, or the processors that the program may use.
 */
uint32_t hw_cuda_worker_limit(void);
/* Whether the calling thread is a worker. */
bool hw_cuda_is_worker(void);
/* The watch's ticks so far. */
uint64_t hw_cuda_worker_tick(void);
/* Whether the program has called nothing for so long that it may wait for its work without a call.  Other
 * programs do not make it look so: time in which it was not executed counts only if a worker was. */
bool hw_cuda_worker_sees_quiet(void);
/* See that some worker will look at the items: soon; and now, so many of them. */
void hw_cuda_worker_see_to_it(void);
void hw_cuda_worker_call(uint32_t count);
/* End all, without the lock; the process is a child, in which there are none. */
void hw_cuda_workers_end(void);
void hw_cuda_workers_forget(void);

/* --- executor.c --- */

/* Work on an item that wants it; false: there is none. */
bool hw_cuda_executor_work(void);
/* How many items are there that nobody has visited; without the lock, too. */
uint32_t hw_cuda_executor_unvisited(void);
/* What a worker may expect that has found nothing to do. */
enum hw_cuda_outlook {
    HW_CUDA_OUTLOOK_NOTHING,
    HW_CUDA_OUTLOOK_SOON,    /* an item is too young, so far */
    HW_CUDA_OUTLOOK_STARVES, /* an item wants a thread, and all workers are at work */
    HW_CUDA_OUTLOOK_WAITS    /* some only wait */
};
enum hw_cuda_outlook hw_cuda_executor_outlook(void);
/* Others want a thread, for a while: let launches that have some give way. */
void hw_cuda_executor_relieve(void);
/* Whether there are items, and all of them only wait. */
bool hw_cuda_executor_only_waits(void);
/* Let those be visited once more. */
void hw_cuda_executor_look_again(void);
/* Those, as many as there is room for. */
size_t hw_cuda_executor_waiting(struct hw_cuda_running **running, size_t most);

#endif
