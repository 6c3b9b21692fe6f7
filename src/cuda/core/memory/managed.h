/* SPDX-License-Identifier: MIT */
/* Managed memory (CUDA 6): page-locked memory at one address for host and devices.  Both see the same pages
 * all the time, so a kernel and the host may use it at once.  Nothing moves, so advice, prefetching and
 * attaching to streams change nothing but what is answered about a range.  All functions are
 * for calls in a context (hw_cuda_enter). */
#ifndef HW_CUDA_CORE_MEMORY_MANAGED_H
#define HW_CUDA_CORE_MEMORY_MANAGED_H

#include "cuda/core/cuda_core.h"
#include "cuda/core/memory/memory_abi.h"

/* The flag that says of page-locked memory that it was allocated as managed. */
#define HW_CUDA_MANAGED 0x10000u

enum { HW_ATTACH_GLOBAL = 1, HW_ATTACH_HOST = 2, HW_ATTACH_SINGLE = 4 };

enum hw_cuda_advice {
    HW_ADVICE_READ_MOSTLY = 1,
    HW_ADVICE_NOT_READ_MOSTLY,
    HW_ADVICE_PREFERRED,
    HW_ADVICE_NOT_PREFERRED,
    HW_ADVICE_USER,
    HW_ADVICE_NO_USER
};

/* What may be asked about a range; the types and numbers of places are new in CUDA 12.2. */
enum hw_cuda_range_fact {
    HW_RANGE_READ_MOSTLY = 1,
    HW_RANGE_PREFERRED,
    HW_RANGE_USERS,
    HW_RANGE_PREFETCHED,
    HW_RANGE_PREFERRED_TYPE,
    HW_RANGE_PREFERRED_ID,
    HW_RANGE_PREFETCHED_TYPE,
    HW_RANGE_PREFETCHED_ID
};

#define HW_CONCURRENT_MANAGED 89 /* the attribute of devices that take advice and prefetch */

/* The numbers of places where they are no devices. */
#define HW_PLACE_HOST (-1)
#define HW_PLACE_NONE (-2)

#pragma GCC visibility push(default)

cudaError_t hw_cuda_managed_alloc(void **address, size_t bytes, unsigned attach);
/* Free memory of a device, or managed memory. */
cudaError_t hw_cuda_free_any(void *address);
bool hw_cuda_is_managed(const void *address);
/* Whether all of a range is managed memory, of one allocation. */
bool hw_cuda_managed_has(const void *address, size_t bytes);
/* The device of a location, or HW_PLACE_HOST; HW_PLACE_NONE: it is neither. */
int hw_cuda_location_place(struct hw_location location);
cudaError_t hw_cuda_managed_advise(const void *address, size_t bytes, int advice, int place);
cudaError_t hw_cuda_managed_prefetch(const void *address, size_t bytes, int place, cudaStream_t stream);
cudaError_t hw_cuda_managed_attach(cudaStream_t stream, void *address, size_t bytes, unsigned attach);
/* Each as hw_cuda_range_fact says, to data[i] of sizes[i] bytes. */
cudaError_t hw_cuda_managed_ask(void *const *data, const size_t *sizes, const int *facts, size_t count,
                                const void *address, size_t bytes);

#pragma GCC visibility pop
#endif
