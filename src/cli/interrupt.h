/* SPDX-License-Identifier: MIT */
/* Ctrl-C is a request to stop, for commands that have something to report then. */
#ifndef HW_CLI_INTERRUPT_H
#define HW_CLI_INTERRUPT_H

#include <signal.h>

#define HW_EXIT_INTERRUPTED 130 /* as shells have it: 128 and the signal */

/* From now on SIGINT and SIGTERM only set the flag; a second one ends the process. */
const volatile sig_atomic_t *hw_interrupt_watch(void);

#endif
