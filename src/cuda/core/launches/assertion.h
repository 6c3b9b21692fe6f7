/* SPDX-License-Identifier: MIT */
/* Lines of device assertions that have failed: a program sees them where it hears of the error, as on a chip,
 * whose threads print into a buffer that the next synchronisation empties. */
#ifndef HW_CUDA_CORE_LAUNCHES_ASSERTION_H
#define HW_CUDA_CORE_LAUNCHES_ASSERTION_H

#include "cuda/core/cuda_abi.h"

struct hw_cuda_context;

struct hw_cuda_assertions {
    char *text; /* NULL: none */
    size_t bytes;
};

/* Keep lines for the context. */
void hw_cuda_assertion_keep(struct hw_cuda_context *context, const char *text, size_t bytes);
/* A call has waited for what the context's streams did: from now on all calls return the error that this has
 * left. */
void hw_cuda_fault_heard(struct hw_cuda_context *context);
/* The fault of a context, for a call that returns it: with its lines, the first time. */
cudaError_t hw_cuda_fault_told(struct hw_cuda_context *context);
void hw_cuda_assertions_forget(struct hw_cuda_context *context);

#endif
