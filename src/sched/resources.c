/* SPDX-License-Identifier: MIT */
/* Sets of registers, predicates and the condition code. */
#include "sched/sched_code.h"

#define WORDS (sizeof(((struct hw_resources *)0)->bits) / sizeof(uint64_t))

bool hw_resources_empty(const struct hw_resources *set)
{
    return hw_resources_next(set, 0) == HW_READY_VALUES;
}

unsigned hw_resources_next(const struct hw_resources *set, unsigned from)
{
    for (unsigned word = from / 64; word < WORDS; word++, from = word * 64) {
        uint64_t bits = set->bits[word] >> from % 64;
        if (bits)
            return from + (unsigned)__builtin_ctzll(bits);
    }
    return HW_READY_VALUES;
}

unsigned hw_timing_latency(const struct hw_timing *timing, unsigned resource)
{
    return resource < HW_READY_PRED ? timing->reg : resource < HW_READY_COND ? timing->pred : timing->cond;
}
