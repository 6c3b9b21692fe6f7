/* SPDX-License-Identifier: MIT */
/* The in-process code cache has the compiled code that is loaded, by key: programs with the same key share
 * it.
 *
 * Any thread may call these functions.  If two need the same code, one makes it and the other waits. */
#ifndef HW_JIT_JIT_CODE_CACHE_H
#define HW_JIT_JIT_CODE_CACHE_H

#include "cache/cache_key.h"

/* The first member of the struct of a cached code. */
struct hw_jit_cached {
    struct hw_cache_key key;
    unsigned users;
    bool ready; /* else a thread makes it, or frees it */
    struct hw_jit_cached *next;
};

/* Wait for the cached code with own's key, and count one user more.  If there is none, enter and return
 * `own`: the caller makes the code, and then calls hw_jit_code_cache_made, or hw_jit_code_cache_remove if
 * that fails. */
struct hw_jit_cached *hw_jit_code_cache_enter(struct hw_jit_cached *own);
void hw_jit_code_cache_made(struct hw_jit_cached *own);

/* Count one user less.  True: that was the last; the caller frees the code and then calls
 * hw_jit_code_cache_remove.
 */
bool hw_jit_code_cache_leave(struct hw_jit_cached *cached);
void hw_jit_code_cache_remove(struct hw_jit_cached *cached);

#endif
