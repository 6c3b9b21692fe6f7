/* SPDX-License-Identifier: MIT */
/* Copies, as work of streams: both ends are found under the lock, and moved without it. */
#ifndef HW_CUDA_CORE_MEMORY_COPY_H
#define HW_CUDA_CORE_MEMORY_COPY_H

#include "cuda/core/streams/stream_work.h"

/* One end of a copy in the host's addresses. */
struct hw_cuda_box {
    uint8_t *first; /* NULL: there is nothing to move */
    size_t pitch, slice;
};

/* A copy whose ends were found. */
struct hw_cuda_move {
    struct hw_cuda_copy_work copy;
    struct hw_cuda_box to, from;
    double begin; /* hw_cuda_seconds(), where copies are summed up */
};

/* Whether both ends have the box. */
cudaError_t hw_cuda_copy_check(const struct hw_cuda_copy_work *copy);
/* Check, and find both ends; one is to be written. */
cudaError_t hw_cuda_copy_begin(const struct hw_cuda_copy_work *copy, struct hw_cuda_move *move);
void hw_cuda_copy_move(const struct hw_cuda_move *move);
/* It is done: add it to the sums of the log. */
void hw_cuda_copy_end(const struct hw_cuda_move *move);

#endif
