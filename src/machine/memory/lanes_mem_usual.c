/* SPDX-License-Identifier: MIT */
/* The usual accesses alone, for compiled code: see memory_table.h. */
#include "machine/memory/lanes_mem_usual.h"

/* A generic address may be one of shared or local memory, unless it lies where no window does. */
HW_INLINE bool is_generic_load(const struct usual *access, enum hw_width width, uint32_t exec)
{
    return is_beside_windows(access->range) && load_usual(access, HW_OPERAND_GENERIC, width, exec);
}

HW_INLINE bool is_generic_store(const struct usual *access, enum hw_width width, uint32_t exec)
{
    return is_beside_windows(access->range) && store_usual(access, HW_OPERAND_GENERIC, width, exec);
}

#define LOADS(name, SPACE)                                                                          \
    HW_INLINE bool is_##name##_load(const struct usual *access, enum hw_width width, uint32_t exec) \
    {                                                                                               \
        return load_usual(access, HW_OPERAND_##SPACE, width, exec);                                 \
    }
#define STORES(name, SPACE)                                                                          \
    HW_INLINE bool is_##name##_store(const struct usual *access, enum hw_width width, uint32_t exec) \
    {                                                                                                \
        return store_usual(access, HW_OPERAND_##SPACE, width, exec);                                 \
    }
LOADS(global, GLOBAL)
STORES(global, GLOBAL)
LOADS(shared, SHARED)
STORES(shared, SHARED)
LOADS(local, LOCAL)
STORES(local, LOCAL)
LOADS(const, CONST)

/* Masks take registers: what is for some lanes is a function of its own. */
#define USUAL_ONE(name, width)                                                                   \
    static __attribute__((noinline)) bool name##_of_some_##width(                                \
        struct hw_regs *regs, const struct hw_uop *uop, uint32_t *data, const uint32_t *low,     \
        const struct hw_range *range)                                                            \
    {                                                                                            \
        const struct usual access = {regs, uop, data, low, range};                               \
        return is_##name(&access, HW_WIDTH_##width, regs->exec);                                 \
    }                                                                                            \
    static bool name##_##width(struct hw_regs *regs, const struct hw_uop *uop, uint32_t *data,   \
                               const uint32_t *low, const struct hw_range *range)                \
    {                                                                                            \
        const struct usual access = {regs, uop, data, low, range};                               \
        return regs->exec == HW_ALL_LANES ? is_##name(&access, HW_WIDTH_##width, HW_ALL_LANES)   \
                                          : name##_of_some_##width(regs, uop, data, low, range); \
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

hw_usual_fn *const HW_LANE_FUNCTIONS(usual)[HW_LANES_USUAL_COUNT][HW_WIDTHS] = {
    [HW_LANES_USUAL_LOAD_GLOBAL] = LIST(global_load),   [HW_LANES_USUAL_STORE_GLOBAL] = LIST(global_store),
    [HW_LANES_USUAL_LOAD_GENERIC] = LIST(generic_load), [HW_LANES_USUAL_STORE_GENERIC] = LIST(generic_store),
    [HW_LANES_USUAL_LOAD_SHARED] = LIST(shared_load),   [HW_LANES_USUAL_STORE_SHARED] = LIST(shared_store),
    [HW_LANES_USUAL_LOAD_LOCAL] = LIST(local_load),     [HW_LANES_USUAL_STORE_LOCAL] = LIST(local_store),
    [HW_LANES_USUAL_LOAD_CONST] = LIST(const_load),
};
