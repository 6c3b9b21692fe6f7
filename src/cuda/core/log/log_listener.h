/* SPDX-License-Identifier: MIT */
/* Functions of the program that are told of each call that fails (CUDA 12.9).  ("Error Log Management
 * Functions" of the CUDA Driver API.) */
#ifndef HW_CUDA_CORE_LOG_LOG_LISTENER_H
#define HW_CUDA_CORE_LOG_LOG_LISTENER_H

#include "cuda/core/cuda_abi.h"

#include <stdbool.h>
#include <stddef.h>

struct hw_log_listener;
typedef void hw_log_listener_fn(void *data, int level, char *message, size_t length);

#pragma GCC visibility push(default)

/* From now on, until it is removed; the handle's place may be NULL.  Without the lock of calls. */
cudaError_t hw_cuda_log_listener_add(hw_log_listener_fn *function, void *data,
                                     struct hw_log_listener **listener);
cudaError_t hw_cuda_log_listener_remove(struct hw_log_listener *listener);

#pragma GCC visibility pop

bool hw_cuda_log_has_listeners(void);
/* A call has failed; a NULL reason: it has none. */
void hw_cuda_log_tell(const char *call, int error, const char *name, const char *reason);

#endif
