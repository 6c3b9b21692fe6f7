/* SPDX-License-Identifier: MIT */
/* How many blocks of a kernel a chip holds at once. */
#ifndef HW_MACHINE_CHIP_RESIDENT_H
#define HW_MACHINE_CHIP_RESIDENT_H

#include "machine/warp.h"

/* In a multiprocessor: blocks of so many warps, registers a thread and bytes of shared memory (on Tesla with
 * header and parameters); a number of 0 limits nothing.  The result 0: not one. */
uint32_t hw_resident_per_mp(const struct hw_chip_info *chip, uint32_t warps, uint32_t registers,
                            uint32_t shared_bytes);

/* In the whole chip, of a launch; at least one. */
uint32_t hw_resident_blocks(const struct hw_launch *launch);

#endif
