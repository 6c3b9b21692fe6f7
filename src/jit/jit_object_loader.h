/* SPDX-License-Identifier: MIT */
/* The object loader links the compiler's object file in memory, so that its functions can be called. */
#ifndef HW_JIT_JIT_OBJECT_LOADER_H
#define HW_JIT_JIT_OBJECT_LOADER_H

#include <halfwarp/status.h>

#include <stddef.h>

#include "machine/stateless.h"

struct hw_warp;
struct hw_jit_symbols;

struct hw_jit_loaded {
    void *memory;
    size_t size;
    size_t code_size;                  /* instructions are at the beginning of it */
    void (*run)(struct hw_warp *warp); /* the object's HW_JIT_FUNCTION */
    hw_stateless_fn *stateless;        /* HW_JIT_STATELESS; NULL: it has none */
};

/* Load an object file of x86-64; its bytes are not needed later.  An inconsistent file is refused.  `symbols`
 * receives its symbols (symbols/jit_symbols.h), unless it is NULL. */
hw_status hw_jit_load(struct hw_jit_loaded *loaded, struct hw_jit_symbols *symbols, const void *object,
                      size_t size, struct hw_error *error);
void hw_jit_unload(struct hw_jit_loaded *loaded);

#endif
