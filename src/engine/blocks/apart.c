/* SPDX-License-Identifier: MIT */
/* See apart.h. */
#include "engine/blocks/apart.h"

#include <stdlib.h>
#include <string.h>

void *hw_zeroed(size_t bytes)
{
    bytes = bytes ? (bytes + HW_APART - 1) / HW_APART * HW_APART : HW_APART;
    void *memory = aligned_alloc(HW_APART, bytes);
    if (memory)
        memset(memory, 0, bytes);
    return memory;
}
