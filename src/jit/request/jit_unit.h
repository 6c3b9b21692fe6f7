/* SPDX-License-Identifier: MIT */
/* A program as the compiler sees it: what is done with each micro-operation, and where blocks begin. */
#ifndef HW_JIT_REQUEST_JIT_UNIT_H
#define HW_JIT_REQUEST_JIT_UNIT_H

#include "jit/request/jit_lists.h"
#include "machine/program.h"

/* What becomes of a micro-operation. */
enum hw_jit_kind {
    HW_JIT_KIND_INLINE = 0, /* its function becomes part of the code, slice by slice */
    HW_JIT_KIND_GUARD,      /* the brackets of a guarded instruction */
    HW_JIT_KIND_UNGUARD,
    HW_JIT_KIND_NOTHING,
    HW_JIT_KIND_BRANCH,   /* a jump to a known index */
    HW_JIT_KIND_ACCESS,   /* of memory: the function for good places is tried first */
    HW_JIT_KIND_EXIT,     /* lanes end, or leave the path: its function is called where there are any */
    HW_JIT_KIND_CALL,     /* its function is called; nothing but a fault keeps the next one from being next */
    HW_JIT_KIND_INDIRECT, /* its function is called, and may lead anywhere */
    HW_JIT_KIND_COUNT
};

/* Where a micro-operation stands to a guard.  A bracket ends with what unguards, or with the end of threads.
 */
enum hw_jit_guard_region {
    HW_JIT_GUARD_REGION_NONE = 0,
    HW_JIT_GUARD_REGION_SKIPPED, /* left out where no lane executes it */
    HW_JIT_GUARD_REGION_CLOSING, /* behind that, but still in the bracket */
    HW_JIT_GUARD_REGION_COUNT
};

/* One of the lane functions that are inlined: enum hw_jit_family, and the index in its list.  Of an access:
 * enum hw_mem_fast, enum hw_width.  Of what leaves: 0, and HW_JIT_ENDS where lanes end that called
 * nothing.
 */
struct hw_jit_function {
    uint8_t family, number;
};
#define HW_JIT_ENDS 1u

/* What a warp begins with. */
struct hw_jit_entry_state {
    uint32_t start;            /* index */
    uint8_t special_by_number; /* how many special registers stay so: the first ones */
    uint8_t special_in_block;  /* a bit for each that stays in the block */
    uint8_t ids_in_r0;         /* whether register 0 has the thread's coordinates */
    uint8_t unused;            /* zero */
};

/* All arrays but those of literals are by index. */
struct hw_jit_unit {
    uint32_t count;                   /* micro-operations */
    uint8_t *kind;                    /* enum hw_jit_kind */
    uint8_t *guard_region;            /* enum hw_jit_guard_region */
    uint8_t *leader;                  /* a block begins there, and code can be entered */
    struct hw_jit_function *function; /* of what is inlined, and of accesses */
    struct hw_uop *uop;               /* what the code depends on; the rest is zero */

    struct hw_register_layout numbering;
    struct hw_jit_entry_state entry_state;
    uint32_t literals;
    uint32_t *literal; /* 0 for those that a launch may change */
    uint8_t *changes;  /* whether it may */
};

/* Whether a micro-operation is done slice by slice. */
static inline bool hw_jit_in_slices(const struct hw_jit_unit *unit, uint32_t index)
{
    return unit->kind[index] <= HW_JIT_KIND_NOTHING;
}

/* Whether another micro-operation than the next one may follow, and the warp not leave. */
static inline bool hw_jit_is_terminator(const struct hw_jit_unit *unit, uint32_t index)
{
    const unsigned kind = unit->kind[index];

    return kind == HW_JIT_KIND_BRANCH || kind == HW_JIT_KIND_EXIT || kind == HW_JIT_KIND_INDIRECT;
}

/* Whether the code finds out for which lanes its guard holds. */
static inline bool hw_jit_is_guarded(const struct hw_jit_unit *unit, uint32_t index)
{
    const unsigned kind = unit->kind[index];

    return kind == HW_JIT_KIND_GUARD || kind == HW_JIT_KIND_BRANCH || kind == HW_JIT_KIND_EXIT;
}

/* Whether it then tests a condition code. */
static inline bool hw_jit_tests(const struct hw_jit_unit *unit, uint32_t index)
{
    return hw_jit_is_guarded(unit, index) && unit->uop[index].guard.tests;
}

/* The predicates that it may write, a bit each; with `reads`, also those that it may read. */
unsigned hw_jit_predicates(const struct hw_jit_unit *unit, uint32_t index, bool reads);

/* Whether what is inlined reads any. */
bool hw_jit_depends_on_predicates(const struct hw_jit_unit *unit, uint32_t index);

/* The arrays for so much, all zero.  Free them with hw_jit_unit_clear, also on failure: false, there is no
 * memory. */
bool hw_jit_unit_allocate(struct hw_jit_unit *unit, uint32_t count, uint32_t literals);
void hw_jit_unit_clear(struct hw_jit_unit *unit);

#endif
