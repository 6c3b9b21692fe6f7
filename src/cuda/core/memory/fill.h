/* SPDX-License-Identifier: MIT */
/* Fills, as work of streams: found under the lock, written without it. */
#ifndef HW_CUDA_CORE_MEMORY_FILL_H
#define HW_CUDA_CORE_MEMORY_FILL_H

#include "cuda/core/streams/stream_work.h"

/* A fill whose rows were found. */
struct hw_cuda_fill_rows {
    struct hw_cuda_fill_work fill;
    uint8_t *first; /* the first row's host address; NULL: there is none */
};

cudaError_t hw_cuda_fill_check(const struct hw_cuda_fill_work *fill);
/* Check, and find the rows, which are to be written. */
cudaError_t hw_cuda_fill_begin(const struct hw_cuda_fill_work *fill, struct hw_cuda_fill_rows *rows);
void hw_cuda_fill_write(const struct hw_cuda_fill_rows *rows);

#endif
