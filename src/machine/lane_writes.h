/* SPDX-License-Identifier: MIT */
/* Writes of a register's lanes that avoid store-forwarding stalls, outside of the builds of the lane
 * functions.
 *
 * Registers that such functions will load soon are written by the host's library, whose stores are as wide as
 * their loads: a load has to wait for narrower stores to reach the cache. */
#ifndef HW_MACHINE_LANE_WRITES_H
#define HW_MACHINE_LANE_WRITES_H

#include "ops/uop.h"

#include <string.h>
#include <wchar.h>

/* The lanes of `exec` of a register become those of another. */
static inline void hw_write_lanes(uint32_t *to, const uint32_t *from, uint32_t exec)
{
    if (exec == ~0u) {
        memcpy(to, from, sizeof(hw_lanes));
        return;
    }
    for (unsigned lane = 0; lane < HW_LANES; lane++)
        if (exec >> lane & 1)
            to[lane] = from[lane];
}

/* All lanes of a register become a word. */
static inline void hw_splat_word(uint32_t *to, uint32_t word)
{
    _Static_assert(sizeof(wchar_t) == sizeof word, "the library's wide characters are words");
    wmemset((wchar_t *)to, (wchar_t)word, HW_LANES);
}

/* The lanes of `exec` of a register become a word. */
static inline void hw_splat_word_masked(uint32_t *to, uint32_t word, uint32_t exec)
{
    if (exec == ~0u) {
        hw_splat_word(to, word);
        return;
    }
    for (unsigned lane = 0; lane < HW_LANES; lane++)
        if (exec >> lane & 1)
            to[lane] = word;
}

/* Copy registers. */
static inline void hw_copy_registers(hw_lanes *to, const hw_lanes *from, size_t count)
{
    __asm__("" : "+r"(count)); /* a count that is known would become narrow stores in place */
    memcpy(to, from, count * sizeof *to);
}

#endif
