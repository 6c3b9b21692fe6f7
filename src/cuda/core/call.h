/* SPDX-License-Identifier: MIT */
/* The lock, for those that wait for something. */
#ifndef HW_CUDA_CORE_CALL_H
#define HW_CUDA_CORE_CALL_H

#include <pthread.h>

/* Let others have the lock until something has changed; the current context is the same again. */
void hw_cuda_lock_wait(pthread_cond_t *change);

#endif
