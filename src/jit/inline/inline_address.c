/* SPDX-License-Identifier: MIT */
/* The inlined address check is the fast path of the interpreter (lanes_mem_usual.h). */
#include "jit/inline/inline_address.h"

#include "machine/memory/lanes_mem_usual.h"

#define BYTES 4u

/* The host address of lane 0, for an access with so many bytes a lane and this stride. */
HW_INLINE uint8_t *address_with_stride(const struct usual *access, unsigned space, bool stores,
                                       uint32_t bytes, uint32_t step)
{
    /* A generic address may be one of shared or local memory, unless it is outside both windows. */
    if (space == HW_OPERAND_GENERIC && !is_beside_windows(access->range))
        return NULL;
    if (!are_apart(access->low, space == HW_OPERAND_GENERIC, HW_ALL_LANES, step))
        return NULL;
    uint8_t *host = known_place(access, space, 0, bytes, step * (HW_LANES - 1) + bytes);
    if (host && step && !stores && (space == HW_OPERAND_GLOBAL || space == HW_OPERAND_GENERIC))
        prefetch_behind(access, host, bytes);
    return host;
}

/* With a stride of a word, or, for loads, of 0. */
HW_INLINE struct hw_inline_address address_of(const struct usual *access, unsigned space, bool stores)
{
    const uint32_t step = access->low[1] - access->low[0];

    if (step != BYTES && (step != 0 || stores))
        return (struct hw_inline_address){NULL, NULL};
    uint8_t *host = address_with_stride(access, space, stores, BYTES, step);
    return (struct hw_inline_address){step ? host : NULL, step ? NULL : host};
}

/* The out-of-line check gets a copy of the addresses, since promoted registers are not in memory. */
HW_INLINE void copy_addresses(uint32_t *to, const uint32_t *low, unsigned space)
{
    copy_words(to, low);
    if (space == HW_OPERAND_GENERIC)
        copy_words(to + HW_LANES, low + HW_LANES);
}

#define PARAMETERS \
    struct hw_regs *regs, const struct hw_uop *uop, const uint32_t *low, const struct hw_range *range
#define ONE(name, SPACE, stores)                                                             \
    static struct hw_inline_address name(PARAMETERS)                                         \
    {                                                                                        \
        const struct usual access = {regs, uop, NULL, low, range};                           \
        return address_of(&access, HW_OPERAND_##SPACE, stores);                              \
    }                                                                                        \
    static __attribute__((noinline, cold)) struct hw_inline_address name##_apart(PARAMETERS) \
    {                                                                                        \
        return name(regs, uop, low, range);                                                  \
    }                                                                                        \
    static struct hw_inline_address name##_once(PARAMETERS)                                  \
    {                                                                                        \
        _Alignas(64) uint32_t copy[2 * HW_LANES];                                            \
        copy_addresses(copy, low, HW_OPERAND_##SPACE);                                       \
        return name##_apart(regs, uop, copy, range);                                         \
    }                                                                                        \
    static uint8_t *name##_given(PARAMETERS, uint32_t bytes, uint32_t step)                  \
    {                                                                                        \
        const struct usual access = {regs, uop, NULL, low, range};                           \
        return address_with_stride(&access, HW_OPERAND_##SPACE, stores, bytes, step);        \
    }
ONE(load_global, GLOBAL, false)
ONE(store_global, GLOBAL, true)
ONE(load_generic, GENERIC, false)
ONE(store_generic, GENERIC, true)
ONE(load_shared, SHARED, false)
ONE(store_shared, SHARED, true)
ONE(load_const, CONST, false)

/* Local memory is missing: it has its own rules, and few loops access it. */
#define LIST(once)                                                                                          \
    {                                                                                                       \
        [HW_MEM_FAST_LOAD_GLOBAL] = load_global##once, [HW_MEM_FAST_STORE_GLOBAL] = store_global##once,     \
        [HW_MEM_FAST_LOAD_GENERIC] = load_generic##once, [HW_MEM_FAST_STORE_GENERIC] = store_generic##once, \
        [HW_MEM_FAST_LOAD_SHARED] = load_shared##once, [HW_MEM_FAST_STORE_SHARED] = store_shared##once,     \
        [HW_MEM_FAST_LOAD_CONST] = load_const##once,                                                        \
    }
hw_inline_address_fn *const hw_inline_addresses[HW_MEM_FAST_COUNT] = LIST();
hw_inline_address_fn *const hw_inline_addresses_once[HW_MEM_FAST_COUNT] = LIST(_once);
hw_inline_stride_address_fn *const hw_inline_addresses_with_stride[HW_MEM_FAST_COUNT] = LIST(_given);
