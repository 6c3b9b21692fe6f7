/* SPDX-License-Identifier: MIT */
/* Coalescing turns a warp's access into requests to memory: lines, and the sectors of each that are wanted.
 *
 * Every compute capability breaks an access into requests by rules of its own; all of them come out as lines
 * of 128 bytes with a mask of sectors of 32.  On compute capability 1.x a request is a transaction of 32, 64
 * or 128 bytes, and two may name one line; later there is one for each line of a part of the warp (a whole
 * warp for words of 4 bytes, half of it for 8, a quarter for 16).
 * @see CUDA C Programming Guide 4.2, F.3.2, F.4.2; CUDA C Programming Guide 13, 20.4.2 */
#ifndef HW_TIMING_ACCESS_COALESCE_H
#define HW_TIMING_ACCESS_COALESCE_H

#include <halfwarp/chip.h>
#include <halfwarp/listener.h>

#define HW_LINE_BYTES   128u
#define HW_SECTOR_BYTES 32u
#define HW_LINES_MAX    64u

struct hw_line_request {
    uint64_t line;   /* its address: a multiple of HW_LINE_BYTES */
    uint8_t sectors; /* bit n: bytes [32n, 32n + 32) */
};

struct hw_line_requests {
    uint32_t count;
    uint32_t parts; /* parts of the warp that were served one after another */
    struct hw_line_request item[HW_LINES_MAX];
};

/* Of an access with addresses: global memory, or local memory by the addresses that it has on the chip. In
 * the order of the lowest lane that needs each. */
void hw_coalesce(const struct hw_chip_info *chip, const struct hw_access_event *event,
                 struct hw_line_requests *requests);

#endif
