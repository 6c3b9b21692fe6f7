/* SPDX-License-Identifier: MIT */
/* Which micro-operations do the same operation (jit_signature.h): that is made simple once for all of them.
 */
#ifndef HW_JIT_COMPILER_JIT_DEDUP_H
#define HW_JIT_COMPILER_JIT_DEDUP_H

#include "jit/compiler/jit_signature.h"

struct hw_jit_dedup {
    struct hw_jit_signature *operation; /* by index */
    uint32_t *uses;                     /* by index, of the first that does an operation */
    uint32_t *index;                    /* by hash; UINT32_MAX: none */
    uint32_t mask;
};

/* For so many micro-operations.  False: there is no memory.  Free it, also then. */
bool hw_jit_dedup_begin(struct hw_jit_dedup *table, uint32_t count);
void hw_jit_dedup_free(struct hw_jit_dedup *table);

/* Note a micro-operation's operation: the first that does it; itself, if need be. */
uint32_t hw_jit_dedup_note(struct hw_jit_dedup *table, uint32_t index,
                           const struct hw_jit_signature *operation);

#endif
