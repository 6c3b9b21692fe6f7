/* SPDX-License-Identifier: MIT */
/* Asynchronous copies (cp.async, LDGSTS.ZFILL) that copy fewer bytes than their width and fill the others
 * with zeros.
 *
 * The low bits of the address hold the number of omitted bytes; the rest is the aligned address of the data.
 * Compilers write the byte count of cp.async so. */
#ifndef HW_MACHINE_MEMORY_ASYNC_COPY_H
#define HW_MACHINE_MEMORY_ASYNC_COPY_H

#include "ops/uop.h"

/* d, d + 1 = the address pair a plus mem.offset, aligned to mem.width bytes; d + 2 = the omitted bytes. */
hw_uop_fn hw_uop_copy_address;

/* Registers from d on hold mem.width bytes: the last a of them become zero. */
hw_uop_fn hw_uop_copy_zero_fill;

#endif
