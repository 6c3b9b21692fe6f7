/* SPDX-License-Identifier: MIT */
/* The common access is sequential: lane after lane, word after word.  It needs no look at each lane. */
#ifndef HW_TIMING_ACCESS_SEQUENTIAL_H
#define HW_TIMING_ACCESS_SEQUENTIAL_H

#include <halfwarp/listener.h>

#include <stdbool.h>

#define HW_SEQUENTIAL_BYTES 128u /* that such an access touches */

/* Whether all 32 lanes access words of 4 bytes, each the one behind that of the lane before. */
static inline bool hw_is_sequential(const struct hw_access_event *event)
{
    uint64_t others = 0;

    if (event->bytes != 4 || event->lanes != 0xffffffffu || !event->address || event->address[0] % 4 != 0)
        return false;
    for (unsigned lane = 1; lane < 32; lane++)
        others |= event->address[lane] ^ (event->address[0] + 4 * lane);
    return others == 0;
}

#endif
