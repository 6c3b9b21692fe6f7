/* SPDX-License-Identifier: MIT */
/* Device memory for the parameters of kernels that kernels launch: device code asks for a buffer, fills it,
 * and launches (dynamic parallelism).  One pool serves all launches on a memory. */
#ifndef HW_MACHINE_MEMORY_PARAMETER_POOL_H
#define HW_MACHINE_MEMORY_PARAMETER_POOL_H

#include <halfwarp/memory.h>

struct hw_parameter_pool;

#define HW_PARAMETER_POOL_BYTES 0x1000000u /* 4 KiB for each of 2,048 launches, and as much again */

/* Make it, if there is none yet: before a launch whose code launches kernels. */
hw_status hw_memory_make_parameter_pool(struct hw_memory *memory, struct hw_error *error);
/* A buffer's address, a multiple of 16 (0: the pool is full); and give it back. */
uint64_t hw_parameter_buffer_take(struct hw_memory *memory, uint64_t bytes);
void hw_parameter_buffer_drop(struct hw_memory *memory, uint64_t address);

/* The address of a text, which stays as long as the pool; 0: it is full.  The same pointer has one address.
 */
uint64_t hw_parameter_pool_text(struct hw_memory *memory, const char *text);

/* For hw_memory_destroy; NULL is allowed. */
void hw_parameter_pool_destroy(struct hw_parameter_pool *pool);

#endif
