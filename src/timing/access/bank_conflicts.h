/* SPDX-License-Identifier: MIT */
/* The model of bank conflicts computes how many passes an access to shared or constant memory needs until all
 * of its lanes are served. */
#ifndef HW_TIMING_ACCESS_BANK_CONFLICTS_H
#define HW_TIMING_ACCESS_BANK_CONFLICTS_H

#include <halfwarp/chip.h>
#include <halfwarp/listener.h>

/* Shared memory: passes through the banks, 0 without lanes.  On chips whose banks serve 16 lanes at a time
 * the passes of both halves of the warp together.
 * @see CUDA C Programming Guide 4.2, F.3.3, F.4.3, F.5.3; CUDA C Programming Guide 13, 20.4.3 */
uint32_t hw_shared_passes(const struct hw_chip_info *chip, const struct hw_access_event *event);

/* Constant memory: one for each different address. */
uint32_t hw_constant_passes(const struct hw_access_event *event);

#endif
