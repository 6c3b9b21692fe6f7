/* SPDX-License-Identifier: MIT */
/* Before a block accesses memory by other ways than loads, stores and atomics, its reductions that are not
 * done yet (reduction_buffer.h, reduction_log.h) are done. */
#ifndef HW_MACHINE_MEMORY_REDUCTION_DRAIN_H
#define HW_MACHINE_MEMORY_REDUCTION_DRAIN_H

struct hw_block;
struct hw_texture;

/* Lookups in a texture, of any level of detail. */
void hw_reduction_drain_texture(const struct hw_block *block, const struct hw_texture *texture);

/* Accesses anywhere. */
void hw_reduction_drain_any(const struct hw_block *block);

#endif
