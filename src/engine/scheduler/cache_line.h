/* SPDX-License-Identifier: MIT */
/* Zeroed memory is padded to pairs of cache lines, so that workers do not share lines (false sharing). */
#ifndef HW_ENGINE_SCHEDULER_CACHE_LINE_H
#define HW_ENGINE_SCHEDULER_CACHE_LINE_H

#include <stddef.h>

/* Bytes between objects that different workers write: two cache lines, since processors fetch pairs. */
#define HW_CACHE_LINE_PAIR 128

/* Zeroed memory that shares no pair of cache lines with other memory; at least a byte.  NULL: the host has
 * none. Free it with free(). */
void *hw_alloc_zeroed_padded(size_t bytes);

#endif
