/* SPDX-License-Identifier: MIT */
/* Batches of operations share entries of a list (attributes, locations): each holds from the operation on
 * whose index stands beside it. */
#ifndef HW_CUDA_CORE_MEMORY_BATCH_ENTRY_H
#define HW_CUDA_CORE_MEMORY_BATCH_ENTRY_H

#include "cuda/core/cuda_abi.h"
#include "cuda/core/log/reason.h"

#include <stddef.h>

/* Whether `entries` indices of `count` operations begin with 0 and grow. */
static inline cudaError_t hw_batch_check(const size_t *first, size_t entries, size_t count)
{
    if (!first || entries == 0 || entries > count)
        return hw_cuda_fail(cudaErrorInvalidValue,
                            "%zu entries%s; expected 1 to %zu, as there are operations", entries,
                            first ? "" : " and no indices", count);
    for (size_t i = 0; i < entries; i++)
        if (first[i] >= count || (i == 0 ? first[i] != 0 : first[i] <= first[i - 1]))
            return hw_cuda_fail(
                cudaErrorInvalidValue,
                "entry %zu begins at operation %zu; expected indices below %zu, from 0 on, that "
                "grow",
                i, first[i], count);
    return cudaSuccess;
}

/* The entry of an operation. */
static inline size_t hw_batch_entry(const size_t *first, size_t entries, size_t index)
{
    size_t at = entries - 1;

    while (at > 0 && first[at] > index)
        at--;
    return at;
}

#endif
