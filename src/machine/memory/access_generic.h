/* SPDX-License-Identifier: MIT */
/* Generic addresses as one thread sees them, for functions of the host that serve its system calls. */
#ifndef HW_MACHINE_MEMORY_ACCESS_GENERIC_H
#define HW_MACHINE_MEMORY_ACCESS_GENERIC_H

#include "machine/warp.h"

/* Read bytes from a generic address of a lane; false when one of them is not there. */
bool hw_generic_read(const struct hw_warp *warp, unsigned lane, uint64_t address, void *to, size_t bytes);
/* Write bytes likewise. */
bool hw_generic_write(struct hw_warp *warp, unsigned lane, uint64_t address, const void *from, size_t bytes);

#endif
