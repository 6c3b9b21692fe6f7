/* What the memory micro-operations share: widths, the walk over executing lanes, the faults. */
#ifndef HW_OPS_MEM_ACCESS_H
#define HW_OPS_MEM_ACCESS_H

#include "machine/warp.h"
#include "ops/mem.h"

#include <string.h>

#define HW_INLINE static inline __attribute__((always_inline))
#define HW_ALL_LANES 0xffffffffu

HW_INLINE unsigned hw_width_bytes(enum hw_width width)
{
    return width <= HW_WIDTH_S8 ? 1 : width <= HW_WIDTH_S16 ? 2 : 4u << (width - HW_WIDTH_B32);
}

/* Alignment that an access to s[] or l[] needs: its size, or in permissive launches a word at most. */
HW_INLINE uint32_t hw_align_mask(const struct hw_warp *warp, unsigned bytes)
{
    if (bytes > 4 && warp->block->launch->flags & HW_LAUNCH_PERMISSIVE)
        return 3;
    return bytes - 1;
}

/* Whether all lanes' words are the first one's plus `step` a lane. */
HW_INLINE bool hw_is_stride(const uint32_t *row, uint32_t step)
{
    uint32_t different = 0;
    for (uint32_t lane = 0; lane < HW_LANES; lane++)
        different |= row[lane] ^ (row[0] + lane * step);
    return different == 0;
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

/* The low bytes of a word to host memory. */
HW_INLINE void hw_store_word(uint8_t *to, uint32_t word, enum hw_width width)
{
    uint16_t half = (uint16_t)word;
    switch (width) {
    case HW_WIDTH_U8:
    case HW_WIDTH_S8: *to = (uint8_t)word; break;
    case HW_WIDTH_U16:
    case HW_WIDTH_S16: memcpy(to, &half, 2); break;
    default: memcpy(to, &word, 4); break;
    }
}

/* Stamp out load_SPACE(regs, uop, width) or store_SPACE for every width, and the table of them. */
#define HW_STAMP_ONE(verb, space, name)                                                                      \
    static void verb##_##space##_##name(struct hw_regs *regs, const struct hw_uop *uop)                      \
    {                                                                                                        \
        verb##_##space(regs, uop, HW_WIDTH_##name);                                                          \
    }
/* clang-format off: it takes the functions for one statement */
#define HW_STAMP(verb, space)                                                                                \
    HW_STAMP_ONE(verb, space, U8)                                                                            \
    HW_STAMP_ONE(verb, space, S8)                                                                            \
    HW_STAMP_ONE(verb, space, U16)                                                                           \
    HW_STAMP_ONE(verb, space, S16)                                                                           \
    HW_STAMP_ONE(verb, space, B32)                                                                           \
    HW_STAMP_ONE(verb, space, B64)                                                                           \
    HW_STAMP_ONE(verb, space, B128)                                                                          \
    hw_uop_fn *const hw_##verb##_##space[HW_WIDTHS] = {                                                      \
        verb##_##space##_U8,  verb##_##space##_S8,  verb##_##space##_U16,  verb##_##space##_S16,             \
        verb##_##space##_B32, verb##_##space##_B64, verb##_##space##_B128,                                   \
    };
/* clang-format on */
#define HW_STAMP_LOADS(space) HW_STAMP(load, space)
#define HW_STAMP_STORES(space) HW_STAMP(store, space)

/* Stop the kernel: a lane touches `address`, which is not there or not aligned (mem_fault.c). */
void hw_mem_fault(struct hw_warp *warp, const struct hw_uop *uop, unsigned kind, unsigned space,
                  unsigned lane, uint32_t address, unsigned bytes) __attribute__((cold));

#endif
