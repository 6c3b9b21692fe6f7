/* SPDX-License-Identifier: MIT */
/* The codes that this process has loaded, by key: programs with the same key share one.
 *
 * Any thread may ask.  Where two want the same code, one makes it and the other waits. */
#ifndef HW_JIT_JIT_CODE_CACHE_H
#define HW_JIT_JIT_CODE_CACHE_H

#include "cache/cache_key.h"

/* A code, of which this is the first member. */
struct hw_jit_cached {
    struct hw_cache_key key;
    unsigned users;
    bool ready; /* else a thread makes it, or takes it down */
    struct hw_jit_cached *next;
};

/* The code with own's key, which has a user more, once it is ready.  There is none: `own`, entered; the
 * caller makes it, and then calls hw_jit_code_cache_made, or hw_jit_code_cache_remove where that fails. */
struct hw_jit_cached *hw_jit_code_cache_enter(struct hw_jit_cached *own);
void hw_jit_code_cache_made(struct hw_jit_cached *own);

/* One user less.  True: that was the last; the caller takes it down and then calls hw_jit_code_cache_remove.
 */
bool hw_jit_code_cache_leave(struct hw_jit_cached *cached);
void hw_jit_code_cache_remove(struct hw_jit_cached *cached);

#endif
