/* SPDX-License-Identifier: MIT */
/* A stream's wait for another process's record of an event: work that looks again and again, as a wait for a
 * value in memory does, and takes no thread. */
#ifndef HW_CUDA_CORE_IPC_IPC_WAIT_H
#define HW_CUDA_CORE_IPC_IPC_WAIT_H

#include "cuda/core/streams/stream_work.h"

#include <stddef.h>

/* A wait that is under way. */
struct hw_shared_wait_run {
    bool stopped;
    char why[96]; /* "": of what has happened elsewhere */
};

/* The work of a wait for the last record; false: it has happened. */
bool hw_shared_wait_work(struct hw_shared_event *event, struct hw_cuda_work *work);

/* Whether it is over. */
bool hw_shared_wait_visit(const struct hw_cuda_shared_wait_work *wait, const struct hw_shared_wait_run *run);
void hw_shared_wait_stop(struct hw_shared_wait_run *run, const char *why);
cudaError_t hw_shared_wait_end(const struct hw_cuda_shared_wait_work *wait,
                               const struct hw_shared_wait_run *run);
/* What it waits for. */
void hw_shared_wait_describe(const struct hw_cuda_shared_wait_work *wait, char *text, size_t bytes);

#endif
