/* SPDX-License-Identifier: MIT */
/* A resource set holds registers, predicates and whatever else holds values between instructions. */
#ifndef HW_SCHED_RESOURCES_H
#define HW_SCHED_RESOURCES_H

#include <halfwarp/insn.h>
#include <halfwarp/sched.h>

#include <stdbool.h>

/* Resources become ready some time after an instruction: registers, predicates, the condition code, those of
 * the uniform datapath, and the scoreboards themselves. */
enum {
    HW_READY_PRED = 255,
    HW_READY_COND = HW_READY_PRED + 7,
    HW_READY_UREG,
    HW_READY_UPRED = HW_READY_UREG + HW_UNIFORM_REGISTERS,
    HW_READY_VIEW = HW_READY_UPRED + 7, /* of memory, that asynchronous units have: FENCE.VIEW.  Of those each
                                           adds to what there is to wait for */
    HW_READY_TMEM_VIEW,                 /* the same of tensor memory */
    HW_READY_VALUES,
    HW_READY_BARRIER = HW_READY_VALUES,
    HW_READY_COUNT = HW_READY_BARRIER + HW_SCOREBOARD_COUNT
};

static inline bool hw_resource_is_uniform(unsigned resource)
{
    return resource >= HW_READY_UREG && resource < HW_READY_UPRED;
}

static inline bool hw_resource_is_register(unsigned resource)
{
    return resource < HW_READY_PRED || hw_resource_is_uniform(resource);
}

static inline bool hw_resource_is_predicate(unsigned resource)
{
    return (resource >= HW_READY_PRED && resource < HW_READY_COND) ||
           (resource >= HW_READY_UPRED && resource < HW_READY_VIEW);
}

static inline bool hw_resource_is_view(unsigned resource)
{
    return resource == HW_READY_VIEW || resource == HW_READY_TMEM_VIEW;
}

/* A set of resources that hold values. */
struct hw_resources {
    uint64_t bits[(HW_READY_VALUES + 63) / 64];
};

static inline void hw_resources_add(struct hw_resources *set, unsigned resource)
{
    set->bits[resource / 64] |= 1ull << resource % 64;
}

static inline void hw_resources_remove(struct hw_resources *set, unsigned resource)
{
    set->bits[resource / 64] &= ~(1ull << resource % 64);
}

static inline void hw_resources_join(struct hw_resources *set, const struct hw_resources *more)
{
    for (unsigned i = 0; i < sizeof set->bits / sizeof set->bits[0]; i++)
        set->bits[i] |= more->bits[i];
}

static inline bool hw_resources_overlap(const struct hw_resources *a, const struct hw_resources *b)
{
    uint64_t common = 0;
    for (unsigned i = 0; i < sizeof(a->bits) / sizeof(a->bits[0]); i++)
        common |= a->bits[i] & b->bits[i];
    return common != 0;
}

/* The first member from `from` on, HW_READY_VALUES where there is none. */
static inline unsigned hw_resources_next(const struct hw_resources *set, unsigned from)
{
    for (unsigned word = from / 64; word < sizeof set->bits / sizeof set->bits[0]; from = ++word * 64) {
        uint64_t bits = set->bits[word] >> from % 64;
        if (bits)
            return from + (unsigned)__builtin_ctzll(bits);
    }
    return HW_READY_VALUES;
}

static inline bool hw_resources_empty(const struct hw_resources *set)
{
    return hw_resources_next(set, 0) == HW_READY_VALUES;
}

#define HW_EACH_RESOURCE(r, set) \
    for (unsigned r = hw_resources_next(set, 0); r < HW_READY_VALUES; r = hw_resources_next(set, r + 1))

#endif
