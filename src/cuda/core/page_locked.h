/* SPDX-License-Identifier: MIT */
/* Page-locked memory of the host. */
#ifndef HW_CUDA_CORE_PAGE_LOCKED_H
#define HW_CUDA_CORE_PAGE_LOCKED_H

#include "cuda/core/cuda_core.h"

/* What is known of an address of page-locked memory, the host's or the device's; false: it is none. */
bool hw_cuda_host_pointer(const void *address, struct hw_cuda_pointer *about);

/* Free all of a context. */
void hw_cuda_host_clear(struct hw_cuda_context *context);

#endif
