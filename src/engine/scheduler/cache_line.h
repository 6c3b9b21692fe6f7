/* SPDX-License-Identifier: MIT */
/* Memory that different workers write, apart from each other. */
#ifndef HW_ENGINE_SCHEDULER_CACHE_LINE_H
#define HW_ENGINE_SCHEDULER_CACHE_LINE_H

#include <stddef.h>

/* Bytes between what different workers write: two cache lines, which processors fetch together. */
#define HW_CACHE_LINE_PAIR 128

/* Memory of zeros, apart from everything else; at least a byte.  NULL when the host has none; free() frees
 * it. */
void *hw_alloc_zeroed_padded(size_t bytes);

#endif
