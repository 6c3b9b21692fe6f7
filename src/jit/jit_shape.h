/* SPDX-License-Identifier: MIT */
/* A program as the compiler sees it: what is done with each micro-operation, and where blocks begin. */
#ifndef HW_JIT_JIT_SHAPE_H
#define HW_JIT_JIT_SHAPE_H

#include "engine/compiler.h"

/* What becomes of a micro-operation. */
enum hw_jit_kind {
    HW_JIT_KIND_INLINE = 0, /* its function becomes part of the code, slice by slice */
    HW_JIT_KIND_GUARD,      /* the brackets of a guarded instruction */
    HW_JIT_KIND_UNGUARD,
    HW_JIT_KIND_NOTHING,
    HW_JIT_KIND_BRANCH, /* a jump to a known place */
    HW_JIT_KIND_CALL,   /* its function is called; nothing but a fault keeps the next one from being next */
    HW_JIT_KIND_FLOW    /* its function is called, and may lead anywhere */
};

/* Where a micro-operation stands to a guard.  A bracket ends with what unguards, or with the end of threads.
 */
enum hw_jit_bracket {
    HW_JIT_BRACKET_NONE = 0,
    HW_JIT_BRACKET_SKIPPED, /* left out where no lane executes it */
    HW_JIT_BRACKET_CLOSING  /* behind that, but still in the bracket */
};

/* The lists of lane functions that are inlined: jit_lanes.c has their names. */
#define HW_JIT_FAMILIES 15
struct hw_jit_function {
    uint8_t family, number;
};

struct hw_jit_shape {
    const struct hw_program *program;
    uint8_t *kind;                    /* enum hw_jit_kind, by place */
    uint8_t *bracket;                 /* enum hw_jit_bracket, by place */
    uint8_t *leader;                  /* by place: a block begins there, and code can be entered */
    struct hw_jit_function *function; /* by place, of what is inlined */
};

/* Whether a micro-operation is done slice by slice. */
static inline bool hw_jit_in_slices(const struct hw_jit_shape *shape, uint32_t place)
{
    return shape->kind[place] <= HW_JIT_KIND_NOTHING;
}

/* Whether a guard or a jump tests a condition code. */
static inline bool hw_jit_tests(const struct hw_jit_shape *shape, uint32_t place)
{
    return (shape->kind[place] == HW_JIT_KIND_GUARD || shape->kind[place] == HW_JIT_KIND_BRANCH) &&
           shape->program->uop[place].guard.tests;
}

/* The predicates that it may write, a bit each; with `reads`, also those that it may read. */
unsigned hw_jit_predicates(const struct hw_jit_shape *shape, uint32_t place, bool reads);

/* Look at a program.  Free it with hw_jit_shape_clear, also on failure: false, there is no memory. */
bool hw_jit_shape_make(struct hw_jit_shape *shape, const struct hw_compiler_source *source);
void hw_jit_shape_clear(struct hw_jit_shape *shape);

#endif
