/* SPDX-License-Identifier: MIT */
/* What is done when a process ends by _exit. */
#ifndef HW_CUDA_NODES_PROCESS_END_H
#define HW_CUDA_NODES_PROCESS_END_H

#pragma GCC visibility push(default)

/* Found by dlsym; NULL: nothing.  A child of vfork has its parent's, too, and calls it if it cannot execute
 * its program: so look at the process's number. */
extern void (*hw_nodes_at_end)(void);
__attribute__((noreturn)) void _exit(int status);
__attribute__((noreturn)) void _Exit(int status);

#pragma GCC visibility pop

#endif
