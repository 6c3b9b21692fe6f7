/* SPDX-License-Identifier: MIT */
/* Contexts, the stack of them that each host thread has, and what a program sets in the current one.
 * cuda_core.h has the frame of calls. */
#ifndef HW_CUDA_CORE_DEVICES_CUDA_CONTEXT_H
#define HW_CUDA_CORE_DEVICES_CUDA_CONTEXT_H

#include "cuda/core/cuda_abi.h"

#include <stdbool.h>

struct hw_cuda_context;

#pragma GCC visibility push(default)

/* Make a context and the calling thread's current one, above what it had. */
cudaError_t hw_cuda_context_create(struct hw_cuda_context **context, unsigned flags, int device);
/* Destroy one that hw_cuda_context_create made, on whatever stacks it is: cudaErrorInvalidResourceHandle for
 * any other. */
cudaError_t hw_cuda_context_destroy(struct hw_cuda_context *context);
/* Whether it is one and lives; any pointer may be asked about. */
bool hw_cuda_context_is_valid(const struct hw_cuda_context *context);
int hw_cuda_context_device(const struct hw_cuda_context *context);
unsigned hw_cuda_context_flags(const struct hw_cuda_context *context);
/* Counts of users, which the first one of hw_cuda_context_create is; a primary context begins with none, and
 * the runtime is one of its users from when it uses it until the context is taken down.
 * Detaching the last destroys what that function made. */
unsigned hw_cuda_context_users(const struct hw_cuda_context *context);
cudaError_t hw_cuda_context_attach(struct hw_cuda_context *context);
cudaError_t hw_cuda_context_detach(struct hw_cuda_context *context);

/* The calling thread's stack.  A destroyed context stays on it, and is not known. */
struct hw_cuda_context *hw_cuda_current(void); /* NULL: none */
cudaError_t hw_cuda_push(struct hw_cuda_context *context);
cudaError_t hw_cuda_pop(struct hw_cuda_context **context); /* HW_CUDA_ERROR_NO_CONTEXT: none */
/* Put it in place of the topmost, or take that away where it is NULL. */
cudaError_t hw_cuda_set_current(struct hw_cuda_context *context);

/* The runtime's context of a device, in use or not; NULL: there is no such device. */
struct hw_cuda_context *hw_cuda_primary(int device);
/* Whether it is in use. */
bool hw_cuda_active(const struct hw_cuda_context *context);
/* Take a device's primary context down: memory, arrays, variables, and the error of a kernel. */
void hw_cuda_reset(int device);

/* Of the current context. */
cudaError_t hw_cuda_set_limit(int limit, size_t value);
cudaError_t hw_cuda_get_limit(int limit, size_t *value);
cudaError_t hw_cuda_set_cache(int preference);
int hw_cuda_get_cache(void);
/* Width of shared memory's banks, in the numbers of cudaSharedMemConfig; chips before 3.0 have but one. */
cudaError_t hw_cuda_set_banks(int config);
int hw_cuda_get_banks(void);
/* From and to the current context. */
cudaError_t hw_cuda_can_access_peer(int *can, int device, int peer);
/* What is between two devices, by the numbers of cudaDeviceP2PAttr. */
cudaError_t hw_cuda_peer_attribute(int *value, int attribute, int device, int peer);
cudaError_t hw_cuda_enable_peer(struct hw_cuda_context *peer);
cudaError_t hw_cuda_disable_peer(struct hw_cuda_context *peer);

#pragma GCC visibility pop
#endif
