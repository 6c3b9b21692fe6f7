/* SPDX-License-Identifier: MIT */
/* How much memory devices have, by HALFWARP_MEMORY. */
#ifndef HW_CUDA_CORE_MEMORY_SIZE_H
#define HW_CUDA_CORE_MEMORY_SIZE_H

#include <stdbool.h>
#include <stdint.h>

/* Bytes of device `number` by a list of sizes, of which the last counts for all further devices; NULL or
 * empty: 1 GiB.  False: the list is wrong, which has been said. */
bool hw_cuda_memory_size(const char *list, int number, uint64_t *bytes);

#endif
