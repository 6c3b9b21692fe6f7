/* SPDX-License-Identifier: MIT */
/* Pages of device memory that other processes see as well: they are those of one file in memory, each as far
 * behind the file's beginning as its address says. */
#ifndef HW_MACHINE_MEMORY_MEMORY_SHARED_H
#define HW_MACHINE_MEMORY_MEMORY_SHARED_H

#include <stdbool.h>
#include <stdint.h>

struct hw_window;
struct hw_shared_pages;

/* The file is larger than the memory by `extra` bytes, which are the owner's.  NULL: the host refuses. */
struct hw_shared_pages *hw_shared_create(const struct hw_window *window, uint64_t extra);
void hw_shared_destroy(struct hw_shared_pages *shared);
int hw_shared_file(const struct hw_shared_pages *shared);

/* Share the pages of a range; what they hold stays.  Pages may be shared already. */
bool hw_shared_add(struct hw_shared_pages *shared, uint64_t address, uint64_t bytes);

/* Whole pages are this process's alone again, and zero. */
void hw_shared_remove(struct hw_shared_pages *shared, uint64_t address, uint64_t bytes);

#endif
