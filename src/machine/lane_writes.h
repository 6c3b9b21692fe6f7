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

/* Four lanes, which is what any x86-64 has a vector for. */
typedef uint32_t hw_four_lanes __attribute__((vector_size(16), may_alias, aligned(4)));
#define HW_FOURS (HW_LANES / 4)

static inline hw_four_lanes *hw_fours_of(uint32_t *reg)
{
    return (hw_four_lanes *)(void *)reg;
}

static inline const hw_four_lanes *hw_const_fours_of(const uint32_t *reg)
{
    return (const hw_four_lanes *)(const void *)reg;
}

/* All ones in those of four lanes that execute. */
static inline hw_four_lanes hw_four_executing(uint32_t exec, unsigned four)
{
    const hw_four_lanes bits = {1, 2, 4, 8};

    return (hw_four_lanes)((bits & (exec >> 4 * four)) != 0);
}

/* The lanes of `exec` of a register become those of another. */
static inline void hw_write_lanes(uint32_t *to, const uint32_t *from, uint32_t exec)
{
    if (exec == ~0u) {
        memcpy(to, from, sizeof(hw_lanes));
        return;
    }
    for (unsigned i = 0; i < HW_FOURS; i++) {
        const hw_four_lanes executing = hw_four_executing(exec, i);
        hw_fours_of(to)[i] = (hw_fours_of(to)[i] & ~executing) | (hw_const_fours_of(from)[i] & executing);
    }
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
    for (unsigned i = 0; i < HW_FOURS; i++) {
        const hw_four_lanes executing = hw_four_executing(exec, i);
        hw_fours_of(to)[i] = (hw_fours_of(to)[i] & ~executing) | (executing & word);
    }
}

/* The words of the lanes of `exec`, all or-ed. */
static inline uint32_t hw_or_lanes(const uint32_t *reg, uint32_t exec)
{
    hw_four_lanes any = {0};

    for (unsigned i = 0; i < HW_FOURS; i++)
        any |= hw_const_fours_of(reg)[i] & hw_four_executing(exec, i);
    return any[0] | any[1] | any[2] | any[3];
}

/* The lanes whose word, as a mask of lanes, has the lane itself. */
static inline uint32_t hw_lanes_in_own_mask(const uint32_t *reg)
{
    const hw_four_lanes bits = {1, 2, 4, 8};
    hw_four_lanes found = {0};

    for (unsigned i = 0; i < HW_FOURS; i++)
        found |= hw_const_fours_of(reg)[i] & (bits << 4 * i);
    return found[0] | found[1] | found[2] | found[3];
}

/* The lanes whose word is this one. */
static inline uint32_t hw_lanes_with_word(const uint32_t *reg, uint32_t word)
{
    const hw_four_lanes bits = {1, 2, 4, 8};
    hw_four_lanes found = {0};

    for (unsigned i = 0; i < HW_FOURS; i++)
        found |= ((hw_four_lanes)(hw_const_fours_of(reg)[i] == word) & bits) << 4 * i;
    return found[0] | found[1] | found[2] | found[3];
}

/* Copy registers. */
static inline void hw_copy_registers(hw_lanes *to, const hw_lanes *from, size_t count)
{
    __asm__("" : "+r"(count)); /* a count that is known would become narrow stores in place */
    memcpy(to, from, count * sizeof *to);
}

#endif
