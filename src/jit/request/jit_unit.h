/* SPDX-License-Identifier: MIT */
/* A compile unit is a program, or a part of a large one, as the compiler sees it: the kind of each
 * micro-operation, and the leaders of basic blocks.
 *
 * Indices, also those of jumps, are from the unit's first micro-operation on.  A target outside of the unit
 * is `count` or more, for what lies before it wraps around. */
#ifndef HW_JIT_REQUEST_JIT_UNIT_H
#define HW_JIT_REQUEST_JIT_UNIT_H

#include "jit/request/jit_lists.h"
#include "machine/program.h"

/* How a micro-operation is compiled. */
enum hw_jit_kind {
    HW_JIT_KIND_INLINE = 0, /* its function becomes part of the code, slice by slice */
    HW_JIT_KIND_GUARD,      /* begin and end of the guarded region of an instruction */
    HW_JIT_KIND_UNGUARD,
    HW_JIT_KIND_NOTHING,
    HW_JIT_KIND_BRANCH,   /* a jump to a constant index */
    HW_JIT_KIND_ACCESS,   /* of memory: its fast path is tried first, which needs valid addresses */
    HW_JIT_KIND_EXIT,     /* lanes exit or leave the path: its function is called if there are any */
    HW_JIT_KIND_CALL,     /* its function is called; the next one follows, unless there is a fault */
    HW_JIT_KIND_INDIRECT, /* its function is called, and may transfer control to any index */
    HW_JIT_KIND_COUNT
};

/* The position of a micro-operation in a guarded region, which ends with UNGUARD or with an exit.
 */
enum hw_jit_guard_region {
    HW_JIT_GUARD_REGION_NONE = 0,
    HW_JIT_GUARD_REGION_SKIPPED, /* skipped if no lane executes it */
    HW_JIT_GUARD_REGION_CLOSING, /* after that, but still in the region */
    HW_JIT_GUARD_REGION_COUNT
};

/* A lane function that is inlined: enum hw_jit_family, and the index in its list.  For an access: enum
 * hw_mem_fast, enum hw_width.  For an exit: 0, and HW_JIT_ENDS if lanes end that are in no call.
 */
struct hw_jit_function {
    uint8_t family, number;
};
#define HW_JIT_ENDS 1u

/* The state of a warp at its entry. */
struct hw_jit_entry_state {
    uint32_t start;            /* index; it may be outside */
    uint8_t special_by_number; /* so many special registers, the first ones, never change */
    uint8_t special_in_block;  /* a bit for each that does not change in a block */
    uint8_t ids_in_r0;         /* whether register 0 has the thread's coordinates */
    uint8_t unused;            /* zero */
};

/* All arrays but those of literals have an element for each micro-operation. */
struct hw_jit_unit {
    uint32_t first;                   /* the index in the program of the first micro-operation */
    uint32_t count;                   /* micro-operations */
    bool goes_on;                     /* the program has more behind them */
    uint8_t *kind;                    /* enum hw_jit_kind */
    uint8_t *guard_region;            /* enum hw_jit_guard_region */
    uint8_t *leader;                  /* a basic block begins there, and code can be entered */
    struct hw_jit_function *function; /* of inlined ones and of accesses */
    struct hw_uop *uop;               /* the members that the code depends on; the others are zero */

    struct hw_register_layout numbering;
    struct hw_jit_entry_state entry_state;
    uint32_t literals;
    uint32_t *literal; /* 0 for those that a launch may change */
    uint8_t *changes;  /* whether a launch may change it */
};

/* Whether a micro-operation is compiled slice by slice: for 8 lanes at a time. */
static inline bool hw_jit_in_slices(const struct hw_jit_unit *unit, uint32_t index)
{
    return unit->kind[index] <= HW_JIT_KIND_NOTHING;
}

/* Whether it is a terminator: another micro-operation than the next one may follow while the warp runs on. */
static inline bool hw_jit_is_terminator(const struct hw_jit_unit *unit, uint32_t index)
{
    const unsigned kind = unit->kind[index];

    return kind == HW_JIT_KIND_BRANCH || kind == HW_JIT_KIND_EXIT || kind == HW_JIT_KIND_INDIRECT;
}

/* Whether the code computes the lanes for which its guard is true. */
static inline bool hw_jit_is_guarded(const struct hw_jit_unit *unit, uint32_t index)
{
    const unsigned kind = unit->kind[index];

    return kind == HW_JIT_KIND_GUARD || kind == HW_JIT_KIND_BRANCH || kind == HW_JIT_KIND_EXIT;
}

/* Whether that guard tests a condition code. */
static inline bool hw_jit_tests(const struct hw_jit_unit *unit, uint32_t index)
{
    return hw_jit_is_guarded(unit, index) && unit->uop[index].guard.tests;
}

/* The predicates that it may write, a bit each; with `reads`, also those that it may read. */
unsigned hw_jit_predicates(const struct hw_jit_unit *unit, uint32_t index, bool reads);

/* Whether an inlined micro-operation reads any. */
bool hw_jit_depends_on_predicates(const struct hw_jit_unit *unit, uint32_t index);

/* Allocate the arrays, all zero.  Free them with hw_jit_unit_clear, also on failure.  False: there is no
 * memory. */
bool hw_jit_unit_allocate(struct hw_jit_unit *unit, uint32_t count, uint32_t literals);
void hw_jit_unit_clear(struct hw_jit_unit *unit);

#endif
