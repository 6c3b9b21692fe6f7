/* SPDX-License-Identifier: MIT */
/* Frozen pages can be read, but a thread that writes to one waits until they are thawed: so that pages can be
 * copied and exchanged for others while kernels, or threads of the program, write to them.
 *
 * Linux offers that from 6.4 on (userfaultfd's write protection of pages that need not be there yet), unless
 * a container forbids it. */
#ifndef HW_MACHINE_MEMORY_PAGE_FREEZE_H
#define HW_MACHINE_MEMORY_PAGE_FREEZE_H

#include <stddef.h>

/* Freeze whole pages of the host's; the caller must not write there.  Returns a handle, or -1: the host
 * cannot do that for these pages, and nothing is frozen. */
int hw_pages_freeze(void *first, size_t bytes);

/* Who waits goes on, and writes to the pages that are there now.  -1 is allowed. */
void hw_pages_thaw(int frozen);

#endif
