/* SPDX-License-Identifier: MIT */
/* The usual accesses of global memory alone, for compiled code: see memory_table.h. */
#include "machine/memory/lanes_mem_usual.h"

HW_INLINE bool load_global(const struct usual *access, enum hw_width width, uint32_t *data)
{
    return load_usual(access, width, data);
}

HW_INLINE bool store_global(const struct usual *access, enum hw_width width, uint32_t *data)
{
    return store_usual(access, width, data, 0);
}

HW_INLINE bool load_generic(const struct usual *access, enum hw_width width, uint32_t *data)
{
    return is_beside_windows(access->range) && load_usual(access, width, data);
}

HW_INLINE bool store_generic(const struct usual *access, enum hw_width width, uint32_t *data)
{
    return is_beside_windows(access->range) && store_usual(access, width, data, 0);
}

#define USUAL_ONE(name, segment, width)                                                    \
    static bool name##_##width(uint32_t *data, const uint32_t *low, uint32_t offset,       \
                               const struct hw_block *block, const struct hw_range *range, \
                               const struct hw_segment *in)                                \
    {                                                                                      \
        const struct usual access = {low, offset, block, range, segment};                  \
        (void)in;                                                                          \
        return name(&access, HW_WIDTH_##width, data);                                      \
    }
#define USUAL(name, segment)      \
    USUAL_ONE(name, segment, U8)  \
    USUAL_ONE(name, segment, S8)  \
    USUAL_ONE(name, segment, U16) \
    USUAL_ONE(name, segment, S16) \
    USUAL_ONE(name, segment, B32) \
    USUAL_ONE(name, segment, B64) \
    USUAL_ONE(name, segment, B128)
#define LIST(name)                                                                        \
    {                                                                                     \
        name##_U8, name##_S8, name##_U16, name##_S16, name##_B32, name##_B64, name##_B128 \
    }

USUAL(load_global, in)
USUAL(store_global, in)
USUAL(load_generic, NULL)
USUAL(store_generic, NULL)

hw_usual_fn *const HW_LANE_FUNCTIONS(usual)[HW_LANES_USUAL_COUNT][HW_WIDTHS] = {
    [HW_LANES_USUAL_LOAD_GLOBAL] = LIST(load_global),
    [HW_LANES_USUAL_STORE_GLOBAL] = LIST(store_global),
    [HW_LANES_USUAL_LOAD_GENERIC] = LIST(load_generic),
    [HW_LANES_USUAL_STORE_GENERIC] = LIST(store_generic),
};
