/* SPDX-License-Identifier: MIT */
/* The codes that this process has loaded, by key: programs with the same key share one.
 *
 * Any thread may ask.  Where two want the same code, one makes it and the other waits. */
#ifndef HW_JIT_JIT_KEPT_H
#define HW_JIT_JIT_KEPT_H

#include "cache/cache_key.h"

/* A code, of which this is the first member. */
struct hw_jit_kept {
    struct hw_cache_key key;
    unsigned users;
    bool ready; /* else a thread makes it, or takes it down */
    struct hw_jit_kept *next;
};

/* The code with own's key, which has a user more, once it is ready.  There is none: `own`, entered; the
 * caller makes it, and then calls hw_jit_kept_made, or hw_jit_kept_remove where that fails. */
struct hw_jit_kept *hw_jit_kept_enter(struct hw_jit_kept *own);
void hw_jit_kept_made(struct hw_jit_kept *own);

/* One user less.  True: that was the last; the caller takes it down and then calls hw_jit_kept_remove. */
bool hw_jit_kept_leave(struct hw_jit_kept *kept);
void hw_jit_kept_remove(struct hw_jit_kept *kept);

#endif
