/* SPDX-License-Identifier: MIT */
/* See inline_access.h.  When an access is good is said in lanes_mem_usual.h, as for the interpreter. */
#include "jit/inline/inline_access.h"

#include "machine/memory/lanes_mem_usual.h"

#define BYTES 4u

/* Of so many bytes, at distances that are given: the place of lane 0. */
HW_INLINE uint8_t *find_apart(const struct usual *access, unsigned space, bool stores, uint32_t bytes,
                              uint32_t step)
{
    /* A generic address may be one of shared or local memory, unless it lies where no window does. */
    if (space == HW_OPERAND_GENERIC && !is_beside_windows(access->range))
        return NULL;
    if (!are_apart(access->low, space == HW_OPERAND_GENERIC, HW_ALL_LANES, step))
        return NULL;
    uint8_t *place = known_place(access, space, 0, bytes, step * (HW_LANES - 1) + bytes);
    if (place && step && !stores && (space == HW_OPERAND_GLOBAL || space == HW_OPERAND_GENERIC))
        prefetch_behind(access, place, bytes);
    return place;
}

/* At distances of a word, or, loads, of nothing. */
HW_INLINE struct hw_inline_place find(const struct usual *access, unsigned space, bool stores)
{
    const uint32_t step = access->low[1] - access->low[0];

    if (step != BYTES && (step != 0 || stores))
        return (struct hw_inline_place){NULL, NULL};
    uint8_t *place = find_apart(access, space, stores, BYTES, step);
    return (struct hw_inline_place){step ? place : NULL, step ? NULL : place};
}

/* What is called gets a copy of the addresses: what the code holds has no place in memory. */
HW_INLINE void copy_addresses(uint32_t *to, const uint32_t *low, unsigned space)
{
    copy_words(to, low);
    if (space == HW_OPERAND_GENERIC)
        copy_words(to + HW_LANES, low + HW_LANES);
}

#define PARAMETERS \
    struct hw_regs *regs, const struct hw_uop *uop, const uint32_t *low, const struct hw_range *range
#define ONE(name, SPACE, stores)                                                           \
    static struct hw_inline_place name(PARAMETERS)                                         \
    {                                                                                      \
        const struct usual access = {regs, uop, NULL, low, range};                         \
        return find(&access, HW_OPERAND_##SPACE, stores);                                  \
    }                                                                                      \
    static __attribute__((noinline, cold)) struct hw_inline_place name##_apart(PARAMETERS) \
    {                                                                                      \
        return name(regs, uop, low, range);                                                \
    }                                                                                      \
    static struct hw_inline_place name##_once(PARAMETERS)                                  \
    {                                                                                      \
        _Alignas(64) uint32_t copy[2 * HW_LANES];                                          \
        copy_addresses(copy, low, HW_OPERAND_##SPACE);                                     \
        return name##_apart(regs, uop, copy, range);                                       \
    }                                                                                      \
    static uint8_t *name##_given(PARAMETERS, uint32_t bytes, uint32_t step)                \
    {                                                                                      \
        const struct usual access = {regs, uop, NULL, low, range};                         \
        return find_apart(&access, HW_OPERAND_##SPACE, stores, bytes, step);               \
    }
ONE(load_global, GLOBAL, false)
ONE(store_global, GLOBAL, true)
ONE(load_generic, GENERIC, false)
ONE(store_generic, GENERIC, true)
ONE(load_shared, SHARED, false)
ONE(store_shared, SHARED, true)
ONE(load_const, CONST, false)

/* Local memory has its own rules, and few loops live on it. */
#define LIST(once)                                                                                          \
    {                                                                                                       \
        [HW_LANES_USUAL_LOAD_GLOBAL] = load_global##once,                                                   \
        [HW_LANES_USUAL_STORE_GLOBAL] = store_global##once,                                                 \
        [HW_LANES_USUAL_LOAD_GENERIC] = load_generic##once,                                                 \
        [HW_LANES_USUAL_STORE_GENERIC] = store_generic##once,                                               \
        [HW_LANES_USUAL_LOAD_SHARED] = load_shared##once,                                                   \
        [HW_LANES_USUAL_STORE_SHARED] = store_shared##once, [HW_LANES_USUAL_LOAD_CONST] = load_const##once, \
    }
hw_inline_find *const hw_inline_finds[HW_LANES_USUAL_COUNT] = LIST();
hw_inline_find *const hw_inline_finds_once[HW_LANES_USUAL_COUNT] = LIST(_once);
hw_inline_given *const hw_inline_finds_given[HW_LANES_USUAL_COUNT] = LIST(_given);
