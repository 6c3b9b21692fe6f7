/* SPDX-License-Identifier: MIT */
/* The lock, for those that wait for something. */
#ifndef HW_CUDA_CORE_CALL_H
#define HW_CUDA_CORE_CALL_H

#include <pthread.h>
#include <time.h>

/* The lock once more, in a call that has let others have it. */
void hw_cuda_relock(void);
/* Let others have the lock until something has changed; the current context is the same again. */
void hw_cuda_lock_wait(pthread_cond_t *change);
/* The same until a time of the condition's clock, at most. */
void hw_cuda_lock_wait_until(pthread_cond_t *change, const struct timespec *until);
/* The same for so many nanoseconds, less than a second, of the usual clock. */
void hw_cuda_lock_wait_for(pthread_cond_t *change, long nanoseconds);

/* Around the call of a library of the host that may call functions of ours: the lock stays, and they run
 * without taking it.  The first gives what the second wants. */
struct hw_cuda_context;
struct hw_cuda_context *hw_cuda_go_outside(void);
void hw_cuda_come_back(struct hw_cuda_context *context);

#endif
