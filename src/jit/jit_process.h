/* SPDX-License-Identifier: MIT */
/* The process of the compiler is started, connected by a socket. */
#ifndef HW_JIT_JIT_PROCESS_H
#define HW_JIT_JIT_PROCESS_H

/* Start the program at `path`, with a socket as its standard input and standard error.  The result is the
 * other end of the socket; -1: it could not be started.  The process exits when the socket is closed.  It is
 * no child of this process: no wait() returns it, and its end sends no signal. */
int hw_jit_process_start(const char *path);

#endif
