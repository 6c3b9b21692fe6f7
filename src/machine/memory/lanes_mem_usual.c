/* SPDX-License-Identifier: MIT */
/* The usual accesses, and those to any good places, for compiled code: see memory_table.h. */
#include "machine/memory/lanes_mem_places.h"

/* Of each space: whether a usual load is done, and whether one from any places is. */
#define LOADS(name, SPACE)                                                                           \
    HW_INLINE bool is_##name##_load(const struct usual *access, enum hw_width width, uint32_t exec)  \
    {                                                                                                \
        return load_usual(access, HW_OPERAND_##SPACE, width, exec);                                  \
    }                                                                                                \
    HW_INLINE bool any_##name##_load(const struct usual *access, enum hw_width width, uint32_t exec) \
    {                                                                                                \
        return load_places(access, HW_OPERAND_##SPACE, width, exec);                                 \
    }
#define STORES(name, SPACE)                                                                           \
    HW_INLINE bool is_##name##_store(const struct usual *access, enum hw_width width, uint32_t exec)  \
    {                                                                                                 \
        return store_usual(access, HW_OPERAND_##SPACE, width, exec);                                  \
    }                                                                                                 \
    HW_INLINE bool any_##name##_store(const struct usual *access, enum hw_width width, uint32_t exec) \
    {                                                                                                 \
        return store_places(access, HW_OPERAND_##SPACE, width, exec);                                 \
    }
LOADS(global, GLOBAL)
STORES(global, GLOBAL)
LOADS(shared, SHARED)
STORES(shared, SHARED)
LOADS(const, CONST)
LOADS(device, GENERIC)
STORES(device, GENERIC)

/* A generic address may be one of shared or local memory, unless it lies where no window does. */
HW_INLINE bool is_generic_load(const struct usual *access, enum hw_width width, uint32_t exec)
{
    return is_beside_windows(access->range) && is_device_load(access, width, exec);
}

HW_INLINE bool is_generic_store(const struct usual *access, enum hw_width width, uint32_t exec)
{
    return is_beside_windows(access->range) && is_device_store(access, width, exec);
}

HW_INLINE bool any_generic_load(const struct usual *access, enum hw_width width, uint32_t exec)
{
    return is_beside_windows(access->range) && any_device_load(access, width, exec);
}

HW_INLINE bool any_generic_store(const struct usual *access, enum hw_width width, uint32_t exec)
{
    return is_beside_windows(access->range) && any_device_store(access, width, exec);
}

/* Of local memory only the usual ones. */
HW_INLINE bool is_local_load(const struct usual *access, enum hw_width width, uint32_t exec)
{
    return load_usual(access, HW_OPERAND_LOCAL, width, exec);
}

HW_INLINE bool is_local_store(const struct usual *access, enum hw_width width, uint32_t exec)
{
    return store_usual(access, HW_OPERAND_LOCAL, width, exec);
}
#define any_local_load(...)  false
#define any_local_store(...) false

/* Masks, and places on the stack, take registers: what is not for all lanes, and not usual, is a function of
 * its own. */
#define PARAMETERS                                                                       \
    struct hw_regs *regs, const struct hw_uop *uop, uint32_t *data, const uint32_t *low, \
        const struct hw_range *range
#define APART static __attribute__((noinline)) bool
#define USUAL_ONE(name, width)                                         \
    APART any_##name##_##width(PARAMETERS)                             \
    {                                                                  \
        const struct usual access = {regs, uop, data, low, range};     \
        (void)access;                                                  \
        return any_##name(&access, HW_WIDTH_##width, regs->exec);      \
    }                                                                  \
    APART some_##name##_##width(PARAMETERS)                            \
    {                                                                  \
        const struct usual access = {regs, uop, data, low, range};     \
        return is_##name(&access, HW_WIDTH_##width, regs->exec) ||     \
               any_##name##_##width(regs, uop, data, low, range);      \
    }                                                                  \
    static bool name##_##width(PARAMETERS)                             \
    {                                                                  \
        const struct usual access = {regs, uop, data, low, range};     \
        if (regs->exec != HW_ALL_LANES)                                \
            return some_##name##_##width(regs, uop, data, low, range); \
        return is_##name(&access, HW_WIDTH_##width, HW_ALL_LANES) ||   \
               any_##name##_##width(regs, uop, data, low, range);      \
    }
#define USUAL(name)      \
    USUAL_ONE(name, U8)  \
    USUAL_ONE(name, S8)  \
    USUAL_ONE(name, U16) \
    USUAL_ONE(name, S16) \
    USUAL_ONE(name, B32) \
    USUAL_ONE(name, B64) \
    USUAL_ONE(name, B128)
#define LIST(name)                                                                        \
    {                                                                                     \
        name##_U8, name##_S8, name##_U16, name##_S16, name##_B32, name##_B64, name##_B128 \
    }

USUAL(global_load)
USUAL(global_store)
USUAL(generic_load)
USUAL(generic_store)
USUAL(shared_load)
USUAL(shared_store)
USUAL(local_load)
USUAL(local_store)
USUAL(const_load)

hw_mem_fast_fn *const HW_LANE_FUNCTIONS(usual)[HW_MEM_FAST_COUNT][HW_WIDTHS] = {
    [HW_MEM_FAST_LOAD_GLOBAL] = LIST(global_load),   [HW_MEM_FAST_STORE_GLOBAL] = LIST(global_store),
    [HW_MEM_FAST_LOAD_GENERIC] = LIST(generic_load), [HW_MEM_FAST_STORE_GENERIC] = LIST(generic_store),
    [HW_MEM_FAST_LOAD_SHARED] = LIST(shared_load),   [HW_MEM_FAST_STORE_SHARED] = LIST(shared_store),
    [HW_MEM_FAST_LOAD_LOCAL] = LIST(local_load),     [HW_MEM_FAST_STORE_LOCAL] = LIST(local_store),
    [HW_MEM_FAST_LOAD_CONST] = LIST(const_load),
};
