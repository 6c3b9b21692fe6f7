/* SPDX-License-Identifier: MIT */
/* The compiler's process. */
#ifndef HW_JIT_JIT_PROCESS_H
#define HW_JIT_JIT_PROCESS_H

/* Start the program at `path`; a socket is its standard input and its standard error, and our end of that is
 * the result: -1, it could not be started.  The process ends when the socket is closed.  It is no child of
 * this one: no wait() sees it, and no signal tells of its end. */
int hw_jit_process_start(const char *path);

#endif
