/* SPDX-License-Identifier: MIT */
/* Memory accesses of micro-operations: widths, alignment, faults, and the slow path of global memory. */
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

/* Whether the bytes of an access are in the memory that the chip gives a block behind its own shared memory,
 * by its granule and for the system (chip/shared_layout.h).  A kernel that asks where cooperative groups have
 * their words may access these.  Any other access there is an error that the hardware does not detect: it is
 * counted, or is a fault of a strict launch. (access_shared.c) */
bool hw_shared_behind(struct hw_block *block, uint32_t address, unsigned bytes) __attribute__((cold));

/* The same for lanes of an access: bit i of `invalid` is lane `first` + i, whose address is not aligned or
 * not in the block's own memory.  False, with the fault reported, where one is not behind it either. */
bool hw_mem_behind_shared(struct hw_warp *warp, const struct hw_uop *uop, uint32_t align, unsigned bytes,
                          uint32_t invalid, unsigned first, const uint32_t *address) __attribute__((cold));

/* The slow path of global memory: translates the executing lanes' addresses, one lane after the other, by the
 * list of allocations.  Returns a host address, and in `offset` each lane's distance from it.  `space` is
 * HW_OPERAND_GLOBAL for addresses in a segment, or HW_OPERAND_GENERIC for 64-bit ones.  NULL when the access
 * is done: a fault is reported, or the addresses are so far from each other that the micro-op has been
 * executed for one group of lanes after the other. (access_global.c) */
uint8_t *hw_global_translate(struct hw_warp *warp, const struct hw_uop *uop, unsigned space, uint32_t align,
                             unsigned bytes, uint32_t *offset);

/* While a block is watched: notes whether others may change these bytes, which an access has found.
 * (access_global.c) */
void hw_note_found(struct hw_block *block, enum hw_reach reach, uint64_t address, uint32_t bytes);

/* Looks an address up in the ranges that any micro-op hit lately, and puts that range into a micro-op's entry
 * of the range cache.  False: no recent range has the address, the entry has it already, or the launch is
 * watched and needs each access on the slow path. (access_global.c) */
bool hw_recall_range(const struct hw_block *block, uint64_t address, struct hw_range *range);

/* The micro-op's entry of the range cache: the range of global memory that it hit last. */
HW_INLINE struct hw_range *hw_cached_range(struct hw_block *block, const struct hw_uop *uop)
{
    return &block->cached[(uintptr_t)uop / sizeof *uop % HW_RANGE_CACHE];
}

#endif
