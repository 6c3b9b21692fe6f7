/* SPDX-License-Identifier: MIT */
/* This parser reads lists of memory sizes, as HALFWARP_MEMORY has them. */
#ifndef HW_MEMORY_SIZE_H
#define HW_MEMORY_SIZE_H

#include <stdbool.h>
#include <stdint.h>

/* Bytes of device `number` by a list of sizes, of which the last counts for all further devices; of none
 * (NULL or empty) they stay as they are.  False: the list is wrong as far as that device. */
bool hw_memory_size(const char *list, int number, uint64_t *bytes);

#endif
