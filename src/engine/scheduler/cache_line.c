/* SPDX-License-Identifier: MIT */
/* Zeroed memory is allocated in whole pairs of cache lines, against false sharing. */
#include "engine/scheduler/cache_line.h"

#include <stdlib.h>
#include <string.h>

void *hw_alloc_zeroed_padded(size_t bytes)
{
    bytes = bytes ? (bytes + HW_CACHE_LINE_PAIR - 1) / HW_CACHE_LINE_PAIR * HW_CACHE_LINE_PAIR
                  : HW_CACHE_LINE_PAIR;
    void *memory = aligned_alloc(HW_CACHE_LINE_PAIR, bytes);
    if (memory)
        memset(memory, 0, bytes);
    return memory;
}
