/* SPDX-License-Identifier: MIT */
/* Memory is allocated in whole pairs of cache lines, against false sharing.  Large sparse memory is
 * mapped by itself, as malloc would do, too, but is not cleared: it is zero already. */
#include "engine/scheduler/cache_line.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define LARGE ((size_t)128 << 10)

static size_t padded(size_t bytes)
{
    return bytes ? (bytes + HW_CACHE_LINE_PAIR - 1) / HW_CACHE_LINE_PAIR * HW_CACHE_LINE_PAIR
                 : HW_CACHE_LINE_PAIR;
}

void *hw_alloc_padded(size_t bytes)
{
    return aligned_alloc(HW_CACHE_LINE_PAIR, padded(bytes));
}

void *hw_alloc_zeroed_padded(size_t bytes)
{
    void *memory = hw_alloc_padded(bytes);
    if (memory)
        memset(memory, 0, padded(bytes));
    return memory;
}

void *hw_alloc_sparse(size_t bytes)
{
    if (bytes < LARGE)
        return hw_alloc_zeroed_padded(bytes);
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory != MAP_FAILED ? memory : NULL;
}

void hw_free_sparse(void *memory, size_t bytes)
{
    if (!memory || bytes < LARGE)
        free(memory);
    else
        munmap(memory, bytes);
}
