/* SPDX-License-Identifier: MIT */
/* Atomics on one address of memory by the host's atomics: read, compute, and replace if nobody else did
 * meanwhile.  They return what the instruction returns. */
#ifndef HW_MACHINE_MEMORY_HOST_ATOMIC_H
#define HW_MACHINE_MEMORY_HOST_ATOMIC_H

#include "ops/scalar/atomic.h"

#include <stdbool.h>
#include <stdint.h>

/* An atomic operation: enum hw_atom, its type, and enum hw_atomic_rules (ops/scalar/atomic.h). */
struct hw_atomic_kind {
    uint8_t atom, type, rules;
};

static inline uint64_t hw_atomic_word(struct hw_atomic_kind kind, uint8_t *address, uint64_t operand,
                                      uint64_t operand2)
{
    uint32_t *memory = (uint32_t *)(void *)address, old = __atomic_load_n(memory, __ATOMIC_RELAXED);
    uint64_t returned, result;

    do
        returned = hw_atomic_apply(kind.atom, kind.type, kind.rules, old, operand, operand2, &result);
    while (!__atomic_compare_exchange_n(memory, &old, (uint32_t)result, true, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED));
    return returned;
}

static inline uint64_t hw_atomic_pair(struct hw_atomic_kind kind, uint8_t *address, uint64_t operand,
                                      uint64_t operand2)
{
    uint64_t *memory = (uint64_t *)(void *)address, old = __atomic_load_n(memory, __ATOMIC_RELAXED);
    uint64_t returned, result;

    do
        returned = hw_atomic_apply(kind.atom, kind.type, kind.rules, old, operand, operand2, &result);
    while (!__atomic_compare_exchange_n(memory, &old, result, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return returned;
}

#endif
