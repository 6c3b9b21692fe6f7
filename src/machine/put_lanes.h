/* SPDX-License-Identifier: MIT */
/* Writing a register's lanes outside of the builds of the 32-lane functions. */
#ifndef HW_MACHINE_PUT_LANES_H
#define HW_MACHINE_PUT_LANES_H

#include "ops/uop.h"

#include <string.h>

/* The lanes of `exec` of a register become those of another. */
static inline void hw_put_lanes(uint32_t *to, const uint32_t *from, uint32_t exec)
{
    if (exec == ~0u) {
        memcpy(to, from, sizeof(hw_lanes));
        return;
    }
    for (unsigned lane = 0; lane < HW_LANES; lane++)
        if (exec >> lane & 1)
            to[lane] = from[lane];
}

#endif
