/* SPDX-License-Identifier: MIT */
/* Moving words between memory and registers for few lanes, one after the other. */
#ifndef HW_MACHINE_MEMORY_LANES_MEM_FEW_H
#define HW_MACHINE_MEMORY_LANES_MEM_FEW_H

#include "machine/memory/access.h"
#include "ops/lanes/lanes_gather.h"

/* Each executing lane's bytes become its words of register d and those behind it. */
HW_INLINE void take(const struct hw_regs *regs, unsigned d, const uint8_t *base, const lanes *address,
                    enum hw_width width)
{
    for (uint32_t left = executing(regs); left; left &= left - 1) {
        const unsigned l = hw_lowest_lane(left);

        for (unsigned word = 0; word < hw_width_words(width); word++)
            register_at(regs, d + word)[l] = hw_load_word(base + address->lane[l] + 4 * word, width);
    }
}

/* Store `register` and those behind it, or its high halves; in the order of lanes, so that of those that
 * share an address the last one is left. */
HW_INLINE void put(const struct hw_regs *regs, const struct hw_uop *uop, unsigned reg, uint8_t *base,
                   const lanes *address, enum hw_width width)
{
    const unsigned skipped = width < HW_WIDTH_B32 && uop->b_part == HW_PART_HIGH ? 2 : 0;
    const unsigned bytes = width < HW_WIDTH_B32 ? hw_width_bytes(width) : 4;

    for (uint32_t left = executing(regs); left; left &= left - 1) {
        const unsigned l = hw_lowest_lane(left);

        for (unsigned word = 0; word < hw_width_words(width); word++)
            memcpy(base + address->lane[l] + 4 * word,
                   (const uint8_t *)&register_at(regs, reg + word)[l] + skipped, bytes);
    }
}

#endif
