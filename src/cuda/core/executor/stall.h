/* SPDX-License-Identifier: MIT */
/* A stall: all launches that run, and streams that wait for values in memory, only wait, and no other work is
 * ready.
 *
 * What they wait for may come from outside: a host thread writes memory that it shares, launches another
 * kernel, or copies.  So a worker naps and lets them look again, for longer and longer.  They are stopped
 * - where it is proven that nothing can end the stall: no thread of the process is left that could do
 *   anything, no function of the program is queued, the launches' states repeat
 *   (engine/launch/livelock_proof.h), no stream's value is there, and none is in memory that the host has;
 * - after HALFWARP_TIMEOUT seconds;
 * - soon after the end of the program.
 * After ten seconds a message says what is waited for.  All of it is under the lock. */
#ifndef HW_CUDA_CORE_EXECUTOR_STALL_H
#define HW_CUDA_CORE_EXECUTOR_STALL_H

#include <stdbool.h>
#include <stdint.h>

#define HW_CUDA_LONGEST_END 3.0 /* seconds that work may take once the program, or its module, goes */

/* The next nap, in nanoseconds, where something only waits, be it a stall or not. */
uint32_t hw_cuda_stall_nap(void);
/* A nap is over: let what waits look again, or stop it where it is a stall. */
void hw_cuda_stall_nap_is_over(void);
/* Work has gone on. */
void hw_cuda_stall_over(void);
/* The program ends: what stalls is stopped soon, and all else after HW_CUDA_LONGEST_END, for which the watch
 * does not sleep. */
void hw_cuda_stall_at_end(void);
bool hw_cuda_stall_is_at_end(void);
bool hw_cuda_stall_is_past_end(void); /* and that time has passed */
void hw_cuda_stall_end_tick(void);

#endif
