/* SPDX-License-Identifier: MIT */
/* The lock of what this process has published: the perf dump, and the debugger's list of objects.  A fork
 * happens with the lock held, so a child has whole ones, and can take the lock. */
#ifndef HW_JIT_SYMBOLS_JIT_PUBLISH_LOCK_H
#define HW_JIT_SYMBOLS_JIT_PUBLISH_LOCK_H

void hw_jit_publish_lock(void);
void hw_jit_publish_unlock(void);

#endif
