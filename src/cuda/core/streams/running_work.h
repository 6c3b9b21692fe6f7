/* SPDX-License-Identifier: MIT */
/* Running work: what each kind of work does when its turn has come, in three steps.  The first and the last
 * are short, and under the lock; the one between them may be long, and is without it.
 *
 *     begin      finds memory that is copied or filled, replays a launch if that is possible
 *     visit      the copy, the fill, blocks of the launch, operations on memory, what a math library
 * computes, until that is over end        the error, the log, the clock
 */
#ifndef HW_CUDA_CORE_STREAMS_RUNNING_WORK_H
#define HW_CUDA_CORE_STREAMS_RUNNING_WORK_H

#include "cuda/core/ipc/ipc_wait.h"
#include "cuda/core/launches/launch_state.h"
#include "cuda/core/memory/copy.h"
#include "cuda/core/memory/fill.h"
#include "cuda/core/streams/stream_memory_ops.h"
#include "cuda/core/streams/stream_work.h"

struct hw_cuda_pending;

struct hw_cuda_running {
    cudaStream_t stream; /* resolved */
    const struct hw_cuda_work *work;
    struct hw_cuda_pending *item; /* whose work it is; NULL: a call's */
    bool skipped;                 /* there is nothing to do after all */
    union {
        struct hw_cuda_launch_state *launch;
        struct hw_cuda_move move;
        struct hw_cuda_fill_rows rows;
        struct hw_memory_ops_run memory_ops;
        cudaError_t library;
        struct hw_shared_wait_run shared_wait;
    };
};

/* In the call that asks for the work, with its context current: all that the program may change later is
 * taken. hw_cuda_running_end or hw_cuda_running_drop frees it. */
cudaError_t hw_cuda_running_prepare(struct hw_cuda_running *running, cudaStream_t stream,
                                    const struct hw_cuda_work *work);
/* The same, and whether it could run, as far as that is known before. */
cudaError_t hw_cuda_running_check(struct hw_cuda_running *running, cudaStream_t stream,
                                  const struct hw_cuda_work *work);
/* An error ends it. */
cudaError_t hw_cuda_running_begin(struct hw_cuda_running *running);
enum hw_cuda_visit hw_cuda_running_visit(struct hw_cuda_running *running);
cudaError_t hw_cuda_running_end(struct hw_cuda_running *running);
void hw_cuda_running_drop(struct hw_cuda_running *running);

/* Work that has begun and whose visits may end before it is over: a launch, or what
 * waits for memory or for other processes.  How
 * many threads more it wants; how often it has not only waited; and stop it, so that it is over at the next
 * visit: NULL: in silence. */
uint32_t hw_cuda_running_wants(const struct hw_cuda_running *running);
uint64_t hw_cuda_running_moves(const struct hw_cuda_running *running);
void hw_cuda_running_stop(struct hw_cuda_running *running, const char *why);
/* What it is that waits. */
void hw_cuda_running_describe(const struct hw_cuda_running *running, char *text, size_t bytes);

/* Whether the work may wait for what others do, even the program: it is never done in the call. */
bool hw_cuda_work_waits(const struct hw_cuda_work *work);
/* Whether the work writes memory that others may wait for. */
bool hw_cuda_work_writes(const struct hw_cuda_work *work);
/* Whether the work is worth a thread beside the host's: all else is done as soon as its turn comes, under the
 * lock. */
bool hw_cuda_work_is_long(const struct hw_cuda_work *work);

/* The process is a child, in which nothing runs. */
void hw_cuda_running_forget(void);

#endif
