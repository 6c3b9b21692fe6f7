/* SPDX-License-Identifier: MIT */
/* Page-locked memory of the host. */
#ifndef HW_CUDA_CORE_MEMORY_PAGE_LOCKED_H
#define HW_CUDA_CORE_MEMORY_PAGE_LOCKED_H

#include "cuda/core/cuda_core.h"

/* What is known of an address of page-locked memory, the host's or the device's; false: it is none. */
bool hw_cuda_host_pointer(const void *address, struct hw_cuda_pointer *about);

#define HW_CUDA_PAGE 4096u

struct hw_cuda_page_advice;

/* A block: where the host has it, and what managed.c knows of its pages, which is freed with it. */
struct hw_cuda_locked {
    const uint8_t *first;
    size_t bytes;
    unsigned flags;
    struct hw_cuda_page_advice **advice;
};

/* The block that holds an address of the host; false: none does. */
bool hw_cuda_locked(const void *address, struct hw_cuda_locked *block);

/* Free memory that was allocated and that no work uses any more. */
cudaError_t hw_cuda_host_release(const void *pointer);

/* Free all of a context. */
void hw_cuda_host_clear(struct hw_cuda_context *context);

#endif
