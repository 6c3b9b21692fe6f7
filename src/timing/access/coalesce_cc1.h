/* SPDX-License-Identifier: MIT */
/* Compute capability 1.x coalesces an access to global memory into transactions of 32, 64 or 128 bytes.
 * @see CUDA C Programming Guide 4.2, F.3.2.1 and F.3.2.2 */
#ifndef HW_TIMING_ACCESS_COALESCE_CC1_H
#define HW_TIMING_ACCESS_COALESCE_CC1_H

#include "timing/access/coalesce.h"

/* Add those of each half-warp, one line request for each; parts counts the halves that have lanes. */
void hw_coalesce_cc1(const struct hw_microarchitecture *micro, const struct hw_access_event *event,
                     struct hw_line_requests *requests);

/* Add a request; HW_LINES_MAX are enough for aligned words of up to 16 bytes. */
void hw_line_request_add(struct hw_line_requests *requests, uint64_t line, uint8_t sectors);

#endif
