/* SPDX-License-Identifier: MIT */
/* Memory is padded to pairs of cache lines, so that workers do not share lines (false sharing). */
#ifndef HW_ENGINE_SCHEDULER_CACHE_LINE_H
#define HW_ENGINE_SCHEDULER_CACHE_LINE_H

#include <stddef.h>

/* Bytes between objects that different workers write: two cache lines, since processors fetch pairs. */
#define HW_CACHE_LINE_PAIR 128

/* Memory that shares no pair of cache lines with other memory; at least a byte.  NULL: the host has none.
 * Free it with free(). */
void *hw_alloc_padded(size_t bytes);
void *hw_alloc_zeroed_padded(size_t bytes);

/* Zeroed memory of the same kind, of which most may never be touched: large memory is the system's zero
 * pages, which cost nothing until they are written to.  Free it with hw_free_sparse, and the same number of
 * bytes. */
void *hw_alloc_sparse(size_t bytes);
void hw_free_sparse(void *memory, size_t bytes);

#endif
