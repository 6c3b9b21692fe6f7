/* SPDX-License-Identifier: MIT */
/* Shared by CUDA's interfaces: devices, contexts, memory, modules of code, launches.
 *
 * libhalfwarp-cuda.so holds this state; the runtime (runtime/) and the driver interface (driver/) are thin
 * layers over it and take each other's handles: a context, module, kernel, texture, stream, event or array is
 * one structure under both.  The work of streams runs beside the program (executor/executor.h), in the order
 * of streams/stream_queue.h; what is short and has nothing to wait for is done in the call that asks for it.
 * The error of a kernel shows at a later call that uses the context, as asynchronous launches have it, and
 * stays as long as the context lives.
 *
 * Every function that uses a context is called between hw_cuda_enter or hw_cuda_enter_current and
 * hw_cuda_leave or hw_cuda_unlock, which hold one lock: host threads take turns.  It uses the calling
 * thread's current context unless it is given something that belongs to another.  The rest need hw_cuda_lock.
 * Errors are the runtime's numbers, and from 1000 on those that only the driver interface tells apart.
 *
 * Here is the frame of calls; devices, memory and so on are in the headers of this folder's folders.  Those
 * that push default visibility declare the functions of libhalfwarp-cuda.so for the libraries over it; the
 * others are core's own.
 *
 * The rooms of cuda, each of which includes only those before it: base (messages), replay, profiler, core,
 * math, gl; then driver, runtime, and the other libraries, which do not include each other. */
#ifndef HW_CUDA_CORE_CUDA_CORE_H
#define HW_CUDA_CORE_CUDA_CORE_H

#include "cuda/core/cuda_abi.h"
#include "cuda/core/devices/cuda_context.h"
#include "cuda/core/devices/cuda_device.h"
#include "cuda/core/launches/cuda_launch.h"
#include "cuda/core/memory/cuda_memory.h"
#include "cuda/core/modules/cuda_library.h"
#include "cuda/core/modules/cuda_module.h"
#include "cuda/core/modules/cuda_program.h"
#include "cuda/core/streams/cuda_stream.h"
#include "cuda/core/textures/cuda_texture.h"

#include <stdbool.h>

#pragma GCC visibility push(default)

/* Errors that functions give the driver interface only. */
enum {
    HW_CUDA_ERROR_NO_CONTEXT = 1000, /* the thread has no current context */
    HW_CUDA_ERROR_CONTEXT_DESTROYED, /* it had one */
    HW_CUDA_ERROR_PTX_ONLY,          /* an image is PTX, or holds nothing else for the device's generation */
    HW_CUDA_ERROR_NOT_FOUND,         /* a module has nothing of that name */
    HW_CUDA_ERROR_CONTEXT_IN_USE,    /* more than one user is attached */
    HW_CUDA_ERROR_FILE_NOT_FOUND,
    HW_CUDA_ERROR_INVALID_PTX, /* the compiler refuses it */
    HW_CUDA_ERROR_NO_COMPILER  /* for what needs one */
};

/* --- calls (call.c) --- */

/* Only the lock, for a call that needs no context. */
void hw_cuda_lock(void);
/* Outside of calls: whether a call of the thread goes on, so that a signal's handler has interrupted it. Then
 * the lock cannot be had, and what the program's end does is left undone. */
bool hw_cuda_call_is_interrupted(void);
/* Begin a call of the runtime: the thread's current context, or where it has none the primary context of its
 * device, which becomes current.  True when it may be used.  False, with the lock held as well:
 * hw_cuda_trouble says why. */
bool hw_cuda_enter(void);
/* The same for the driver interface: a thread without a current context gets none. */
bool hw_cuda_enter_current(void);
/* The same; without a current context, in that of a stream or an event, which knows its own. */
bool hw_cuda_enter_owner(const void *handle);
/* The same as hw_cuda_enter_current, and a thread without a current context may go on without one. */
bool hw_cuda_enter_anywhere(void);
cudaError_t hw_cuda_trouble(void);
/* End a call of the runtime, and remember its error as the calling thread's last one.  It is logged, by the
 * name of the call unless that is NULL. */
cudaError_t hw_cuda_leave_call(const char *call, cudaError_t error);
#define hw_cuda_leave(error) hw_cuda_leave_call(__func__, error)
/* End a call of another interface: only the lock. */
cudaError_t hw_cuda_unlock(cudaError_t error);
/* Whether a call of the runtime has ended before. */
bool hw_cuda_runtime_used(void);
/* The calling thread's last error, which is forgotten where `forget` is set. */
cudaError_t hw_cuda_last_error(bool forget);
/* Tell the log, which decides whether anybody wants to know, of a call that ends.  Without the lock; a NULL
 * name of the error stands for the runtime's. */
void hw_cuda_log_call(const char *call, int error, const char *error_name);
/* The name of an error of cuda_abi.h. */
const char *hw_cuda_error_name(cudaError_t error);

#pragma GCC visibility pop
#endif
