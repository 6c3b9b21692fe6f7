/* SPDX-License-Identifier: MIT */
/* The context that a call of a host thread uses. */
#ifndef HW_CUDA_RUNTIME_RUNTIME_THREAD_H
#define HW_CUDA_RUNTIME_RUNTIME_THREAD_H

#include "cuda/core/cuda_abi.h"

#include <stdbool.h>

/* hw_cuda_enter of the runtime: since CUDA 4.0 all host threads share a device's context; before, each had
 * its own, made by the first call that needs one. */
bool hw_runtime_enter(void);
/* Forget the calling thread's own context, if it has one; with the lock held. */
void hw_runtime_forget(void);
/* Whether the calling thread has one. */
bool hw_runtime_active(void);

#endif
