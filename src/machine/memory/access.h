/* SPDX-License-Identifier: MIT */
/* Shared by the memory micro-operations: widths, alignment, the faults. */
#ifndef HW_MACHINE_MEMORY_ACCESS_H
#define HW_MACHINE_MEMORY_ACCESS_H

#include "machine/warp.h"
#include "ops/inline.h"
#include "machine/memory/memory_ops.h"

#include <string.h>

#define HW_ALL_LANES 0xffffffffu

HW_INLINE unsigned hw_width_bytes(enum hw_width width)
{
    return width <= HW_WIDTH_S8 ? 1 : width <= HW_WIDTH_S16 ? 2 : 4u << (width - HW_WIDTH_B32);
}

/* Registers that a value of this width takes. */
HW_INLINE unsigned hw_width_words(enum hw_width width)
{
    return width <= HW_WIDTH_B32 ? 1 : hw_width_bytes(width) / 4;
}

/* The low address bits that must be zero in a load or store of `bytes`. */
HW_INLINE uint32_t hw_align_mask(const struct hw_warp *warp, unsigned bytes)
{
    const uint32_t most = warp->block->launch->limits.max_alignment;

    return (most && most < bytes ? most : bytes) - 1;
}

/* A narrow value from host memory, extended to a word. */
HW_INLINE uint32_t hw_load_word(const uint8_t *from, enum hw_width width)
{
    uint16_t half;
    uint32_t word;
    switch (width) {
    case HW_WIDTH_U8: return *from;
    case HW_WIDTH_S8: return (uint32_t)(int32_t)(int8_t)*from;
    case HW_WIDTH_U16: memcpy(&half, from, 2); return half;
    case HW_WIDTH_S16: memcpy(&half, from, 2); return (uint32_t)(int32_t)(int16_t)half;
    default: memcpy(&word, from, 4); return word;
    }
}

/* The low word of the sum of a 64-bit address, as two words, and a signed offset; *high becomes the high
 * one. */
HW_INLINE uint32_t hw_wide_sum(uint32_t low, uint32_t *high, uint32_t offset, uint32_t offset_high)
{
    const uint32_t sum = low + offset;

    *high += offset_high + (sum < low);
    return sum;
}

/* Stop the kernel: a lane touches `address`, which is not there or has bits of the mask `align`. */
void hw_mem_fault(struct hw_warp *warp, const struct hw_uop *uop, unsigned space, uint32_t align,
                  unsigned lane, uint64_t address, unsigned bytes) __attribute__((cold));

/* Whether the bytes of an access are in what the chip gives a block behind its own shared memory, by its
 * granule and for the system (chip/shared_layout.h).  A kernel that asks where cooperative groups have their
 * words may access these.  Everything else there is a mistake that the hardware lets pass: it is counted, or
 * a fault of a strict launch. (access_shared.c) */
bool hw_shared_behind(struct hw_block *block, uint32_t address, unsigned bytes) __attribute__((cold));

/* The same for lanes of an access, `invalid` from lane `first` on, which are not aligned or not in the
 * block's own; false, with the fault reported, where one is not there either. */
bool hw_mem_behind_shared(struct hw_warp *warp, const struct hw_uop *uop, uint32_t align, unsigned bytes,
                          uint32_t invalid, unsigned first, const uint32_t *address) __attribute__((cold));

/* Where the executing lanes' bytes are, found lane by lane with the list of allocations: a host address, and
 * in `offset` each lane's distance from it.  `space` is HW_OPERAND_GLOBAL for addresses in a segment, or
 * HW_OPERAND_GENERIC for 64-bit ones.  NULL when there is nothing left to do: a fault is reported, or the
 * lanes lie so far apart that the micro-op has been executed for one part of them after the other.
 * (access_global.c) */
uint8_t *hw_global_translate(struct hw_warp *warp, const struct hw_uop *uop, unsigned space, uint32_t align,
                             unsigned bytes, uint32_t *offset);

/* Make of the stretch of memory that a micro-op found last one that any other found lately and that has an
 * address. False when there is none, when it is the same, or when each access is to be asked about.
 * (access_global.c) */
bool hw_recall_range(const struct hw_block *block, uint64_t address, struct hw_range *range);

/* The stretch of memory that the micro-op found last. */
HW_INLINE struct hw_range *hw_cached_range(struct hw_block *block, const struct hw_uop *uop)
{
    return &block->cached[(uintptr_t)uop / sizeof *uop % HW_RANGE_CACHE];
}

#endif
