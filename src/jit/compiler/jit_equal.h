/* SPDX-License-Identifier: MIT */
/* Which places do the same operation (jit_operation.h): that is made simple once for all of them. */
#ifndef HW_JIT_COMPILER_JIT_EQUAL_H
#define HW_JIT_COMPILER_JIT_EQUAL_H

#include "jit/compiler/jit_operation.h"

struct hw_jit_equal {
    struct hw_jit_operation *operation; /* by place */
    uint32_t *uses;                     /* by place, of the first that does an operation */
    uint32_t *place;                    /* by hash; UINT32_MAX: none */
    uint32_t mask;
};

/* For so many places.  False: there is no memory.  Free it, also then. */
bool hw_jit_equal_begin(struct hw_jit_equal *table, uint32_t count);
void hw_jit_equal_free(struct hw_jit_equal *table);

/* Note a place's operation: the first place that does it; itself, if need be. */
uint32_t hw_jit_equal_note(struct hw_jit_equal *table, uint32_t place,
                           const struct hw_jit_operation *operation);

#endif
