/* SPDX-License-Identifier: MIT */
/* Stream memory operations: a stream waits for a value in memory, or writes one (cuStreamWaitValue32,
 * cuStreamWriteValue32, cuStreamBatchMemOp; cuda.h of CUDA 8 to 13, "Stream Memory Operations").
 *
 * A batch of operations is one piece of work.  Each visit does what can be done: up to the first wait whose
 * condition does not hold.  Then the batch waits as a launch does whose blocks only wait: others get their
 * turn, and it looks again when something has moved, or after a nap (executor/stall.h).  Values are read and
 * written atomically, in place, so that kernels and host threads may use them at the same time.
 *
 * Barriers and flushes do nothing: what a stream does is in memory for all when it is done. */
#ifndef HW_CUDA_CORE_STREAMS_STREAM_MEMORY_OPS_H
#define HW_CUDA_CORE_STREAMS_STREAM_MEMORY_OPS_H

#include "cuda/core/streams/stream_work.h"

#include <stddef.h>

/* CUstreamBatchMemOpParams, of all operations; `order` is the flags of barriers and flushes. */
struct hw_memory_op {
    unsigned type; /* enum hw_memory_op_type */
    unsigned order;
    uint64_t address, value;
    unsigned flags;
    uint64_t alias, unused;
};
_Static_assert(sizeof(struct hw_memory_op) == 48 && offsetof(struct hw_memory_op, flags) == 24,
               "CUstreamBatchMemOpParams");

enum hw_memory_op_type {
    HW_MEMORY_OP_WAIT_32 = 1,
    HW_MEMORY_OP_WRITE_32,
    HW_MEMORY_OP_FLUSH,
    HW_MEMORY_OP_WAIT_64,
    HW_MEMORY_OP_WRITE_64,
    HW_MEMORY_OP_BARRIER
};

/* Flags of waits: one of the conditions, and the flush. */
enum { HW_MEMORY_WAIT_GEQ, HW_MEMORY_WAIT_EQ, HW_MEMORY_WAIT_AND, HW_MEMORY_WAIT_NOR };
#define HW_MEMORY_WAIT_FLUSH 0x40000000u
/* A flag of writes: they need not come after earlier ones. */
#define HW_MEMORY_WRITE_UNORDERED 1u

#define HW_MEMORY_OPS_MAX 255u /* of a batch */

/* The functions of CUDA 11.7, which know barriers and no unordered writes; and those of CUDA 8. */
enum hw_memory_ops_interface { HW_MEMORY_OPS_V2, HW_MEMORY_OPS_V1 };

#pragma GCC visibility push(default)

/* In order of a stream. */
cudaError_t hw_cuda_memory_ops(cudaStream_t stream, unsigned count, const struct hw_memory_op *op,
                               unsigned flags, enum hw_memory_ops_interface interface);
cudaError_t hw_cuda_memory_op(cudaStream_t stream, enum hw_memory_op_type type, uint64_t address,
                              uint64_t value, unsigned flags, enum hw_memory_ops_interface interface);
/* The work of a batch, without its context; the operations stay the caller's. */
cudaError_t hw_cuda_memory_ops_work(struct hw_cuda_work *work, unsigned count, const struct hw_memory_op *op,
                                    unsigned flags, enum hw_memory_ops_interface interface);

#pragma GCC visibility pop

/* The first chips that have operations on 64 bits, and the condition NOR: both came with the semaphores of
 * Volta's channels (open-gpu-doc, clc36f.h). */
#define HW_WIDE_MEMORY_OPS_CAPABILITY 70
/* Whether there is a wait among them. */
bool hw_cuda_memory_ops_wait(const struct hw_cuda_memory_ops_work *ops);
/* Whether a batch may take the place of another one in an executable graph: addresses, values and conditions
 * may differ. */
bool hw_cuda_memory_ops_are_alike(const struct hw_cuda_memory_ops_work *one,
                                  const struct hw_cuda_memory_ops_work *other);

/* A batch that is under way. */
struct hw_memory_ops_run {
    size_t next;  /* operation */
    bool lost;    /* its memory is not there any more */
    bool stopped; /* it ends without doing the rest; */
    char why[96]; /* because of that; "": of what has happened elsewhere */
};

/* Whether the operations are such as their context's device has, on memory that there is. */
cudaError_t hw_cuda_memory_ops_check(const struct hw_cuda_memory_ops_work *ops);
/* Their turn has come: see whether the memory is still there. */
cudaError_t hw_cuda_memory_ops_begin(const struct hw_cuda_memory_ops_work *ops);
/* Do what can be done; true: it is over. */
bool hw_cuda_memory_ops_visit(const struct hw_cuda_memory_ops_work *ops, struct hw_memory_ops_run *run);
/* Whether its next visit would find it as it is, and nobody but the device can change that. */
bool hw_cuda_memory_ops_are_stuck(const struct hw_cuda_memory_ops_work *ops,
                                  const struct hw_memory_ops_run *run);
/* What it waits for. */
void hw_cuda_memory_ops_describe(const struct hw_cuda_memory_ops_work *ops,
                                 const struct hw_memory_ops_run *run, char *text, size_t bytes);
/* Let the next visit be the last one: `why`, or NULL: in silence.  The first reason counts. */
void hw_cuda_memory_ops_stop(struct hw_memory_ops_run *run, const char *why);
/* Say what was wrong with one that is over, of the current context. */
cudaError_t hw_cuda_memory_ops_end(const struct hw_cuda_memory_ops_work *ops,
                                   const struct hw_memory_ops_run *run);

#endif
