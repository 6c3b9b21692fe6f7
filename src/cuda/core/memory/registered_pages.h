/* SPDX-License-Identifier: MIT */
/* The file in memory that registered pages of the program become pages of.
 *
 * A page lies in it as many bytes from its begin as the page's address says.  So registered ranges that lie
 * on one page share it: each has the page in the device window, and the host has it once.  The file is
 * sparse. */
#ifndef HW_CUDA_CORE_MEMORY_REGISTERED_PAGES_H
#define HW_CUDA_CORE_MEMORY_REGISTERED_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The file; -1, with the reason told, where the host does not give it. */
int hw_registered_file(void);

/* The first run of pages among these that are the file's still: the program may have given some up, and may
 * have others there now.  False: there is none. */
bool hw_registered_find(const uint8_t *first, size_t bytes, uint8_t **run, size_t *run_bytes);

/* Pages that nobody has any more take no memory. */
void hw_registered_release(const uint8_t *first, size_t bytes);

#endif
