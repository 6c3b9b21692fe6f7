/* SPDX-License-Identifier: MIT */
/* The resident-block limit of a launch: how many of its blocks a chip holds at once. */
#ifndef HW_MACHINE_CHIP_RESIDENT_LIMIT_H
#define HW_MACHINE_CHIP_RESIDENT_LIMIT_H

#include "machine/warp.h"

/* In a multiprocessor; 0: the rules of occupancy refuse what the launch's check lets through. */
uint32_t hw_resident_per_mp(const struct hw_launch *launch);

/* In the whole chip; at least one. */
uint32_t hw_resident_blocks(const struct hw_launch *launch);

/* In a multiprocessor, blocks of so many warps whatever registers and shared memory they need; at least
 * one. */
uint32_t hw_resident_slots(const struct hw_chip_info *chip, uint32_t warps);

#endif
