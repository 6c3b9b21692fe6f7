/* SPDX-License-Identifier: MIT */
/* Coalescing of local memory: word n of the 32 lanes of a warp lies together on the chip, in lane order, so a
 * word of a warp is a line.
 * @see CUDA C Programming Guide 4.2, 5.3.2.2 */
#ifndef HW_TIMING_ACCESS_COALESCE_LOCAL_H
#define HW_TIMING_ACCESS_COALESCE_LOCAL_H

#include "timing/access/coalesce.h"

/* The address of a lane's byte within the area of its warp, which begins at `area` and has 32 times the bytes
 * of a lane. */
static inline uint64_t hw_local_on_chip(uint64_t area, uint64_t address, unsigned lane)
{
    return area + address / 4 * HW_LINE_BYTES + (uint64_t)lane * 4 + address % 4;
}

/* Requests of an access to local memory; area: a multiple of HW_LINE_BYTES.  In the order of words, and
 * within a word in that of the lowest lane that needs each. */
void hw_coalesce_local(const struct hw_access_event *event, uint64_t area, struct hw_line_requests *requests);

#endif
