/* SPDX-License-Identifier: MIT */
/* Memory that different workers write, apart from each other. */
#ifndef HW_ENGINE_BLOCKS_APART_H
#define HW_ENGINE_BLOCKS_APART_H

#include <stddef.h>

/* Bytes between what different workers write: two cache lines, which processors fetch together. */
#define HW_APART 128

/* Memory of zeros, apart from everything else; at least a byte.  NULL when the host has none; free() frees
 * it. */
void *hw_zeroed(size_t bytes);

#endif
