/* SPDX-License-Identifier: MIT */
/* Copies to shared memory that are shorter than they say (LDGSTS.ZFILL): zeros stand for the bytes at the
 * end.
 *
 * How many is in the address: it is that of the bytes themselves, aligned, and the number of those left out
 * added.  So compilers write the byte count of cp.async. */
#ifndef HW_MACHINE_MEMORY_ASYNC_COPY_H
#define HW_MACHINE_MEMORY_ASYNC_COPY_H

#include "ops/uop.h"

/* d, d + 1 = the address pair a plus mem.offset, aligned to mem.width bytes; d + 2 = what was beyond that. */
hw_uop_fn hw_uop_copy_address;

/* Registers d and on hold mem.width bytes: the last of them become zero, as many as a says. */
hw_uop_fn hw_uop_copy_zero_fill;

#endif
