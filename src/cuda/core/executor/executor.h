/* SPDX-License-Identifier: MIT */
/* The executor runs the work of streams beside the program: threads of its own, and host threads that wait.
 *
 * An item whose predecessors are done (streams/stream_queue.h), and that is worth a thread, is given to the
 * executor, which has as many workers as HALFWARP_WORKERS says.
 *
 *     call of the program ----add----> ready items, in the order of the calls
 *                                        |                |
 *             a worker thread takes the first      a host thread that waits takes
 *             that is older than a tick            those that it waits for
 *                                        |                |
 *                                        v                v
 *                                  hw_cuda_item_visit: it is over --> hw_cuda_item_finish: others are ready
 *                                        |
 *                                        |  its blocks only wait (spin on memory that does not change)
 *                                        v
 *                             it is visited again when other work has moved, or after a nap
 *
 * Several workers may visit a launch at the same time: it says how many it wants.
 *
 * To wake a thread takes longer than a short kernel.  So a call wakes none: the watch, a worker thread that
 * has nothing to do, looks at the ready items after every tick (50 microseconds), and takes one that has been
 * there for longer.  A program that launches and then waits runs the kernel itself meanwhile.  Where nothing
 * was ready for a while the watch sleeps until the next item.
 *
 * All of it is under the lock of the core (call.c), which nobody holds while work executes. */
#ifndef HW_CUDA_CORE_EXECUTOR_EXECUTOR_H
#define HW_CUDA_CORE_EXECUTOR_EXECUTOR_H

#include "cuda/core/cuda_core.h"

#include <stdint.h>

struct hw_cuda_context;
struct hw_cuda_pending;

/* An item is ready that is worth a thread. */
void hw_cuda_executor_add(struct hw_cuda_pending *item);

/* What a host thread waits for: items up to a number, of one stream that is resolved, or of a context, or
 * (NULL) of all. */
struct hw_cuda_awaited {
    const struct hw_cuda_context *context;
    bool any_stream;
    cudaStream_t stream;
    uint64_t until;
};
/* Work on one of them that wants it, or sleep until some item is done. */
void hw_cuda_executor_help(const struct hw_cuda_awaited *awaited);
/* A call begins, or has asked for work: in the drawn order, some items are done now (item_order.h). */
void hw_cuda_executor_chance(void);
/* An item is done that somebody may wait for. */
void hw_cuda_executor_wake_helpers(void);
/* A launch wants more threads: called without the lock. */
void hw_cuda_executor_call(uint32_t count);
/* No work of this context is to go on: launches that run are stopped. */
void hw_cuda_executor_stop_context(const struct hw_cuda_context *context);

/* Around work that the calling thread executes; `first`: nobody has before.  The second lets others have the
 * lock while it executes, unless the work is timed, and the third takes it again. */
void hw_cuda_executor_begin(bool first);
void hw_cuda_executor_release(void);
void hw_cuda_executor_retake(void);
void hw_cuda_executor_end(void);
/* Work has gone on, or a call has written memory of the device: launches that wait may go on. */
void hw_cuda_executor_note_move(void);
/* Whether the calling thread executes work. */
bool hw_cuda_executor_inside(void);
/* Whether several workers may execute work at the same time. */
bool hw_cuda_executor_has_others(void);

/* Whether no other work executes, and the host cannot write memory that it shares, when work begins; and
 * whether it has been so until now.  Between the two no other work may ask. */
bool hw_cuda_executor_begins_alone(void);
bool hw_cuda_executor_was_alone(void);

/* For a thread that executes the only work there is: whether nothing but that can write memory, for no
 * function of the program is queued, and no thread of the process goes on.  Without the lock. */
bool hw_cuda_executor_is_quiet(void);

/* Whether all work is done in the call that asks for it: under the clock, or by methods of a channel. */
bool hw_cuda_executor_is_off(void);

/* A module goes: finish its kernels that are under way.  What only waits is stopped soon, and what still runs
 * after HW_CUDA_LONGEST_END, with a message. */
void hw_cuda_executor_finish(const struct hw_cuda_module *module);
/* Whether work that is under way has had that long: kernels are to launch nothing more. */
bool hw_cuda_executor_must_end(void);
/* The program ends: finish what is under way, and end the threads. */
void hw_cuda_executor_settle(void);
/* The process is a child, which has no threads but one, and no work. */
void hw_cuda_executor_forget(void);

#endif
