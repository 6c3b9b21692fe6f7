/* SPDX-License-Identifier: MIT */
/* The lock, beginning and end of calls, and last errors. */
#include "cuda/core/call.h"
#include "cuda/core/devices/context.h"
#include "cuda/core/executor/executor.h"
#include "cuda/core/executor/host_threads.h"
#include "cuda/core/log/log.h"
#include "cuda/core/log/reason.h"
#include "cuda/core/streams/host_callbacks.h"
#include "cuda/core/streams/stream_event.h"
#include "cuda/core/streams/stream_queue.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static cudaError_t trouble; /* why the call that goes on may not use its context */
static _Thread_local cudaError_t last_error;
static _Thread_local bool
    outside; /* in a library of the host, with the lock, which calls of ours have then */
static _Thread_local bool in_call; /* it has the lock, or waits for a change in a call */
static bool forked; /* from a process that used a device, whose memory and threads a child has not */

void hw_cuda_relock(void)
{
    if (outside)
        return;
    pthread_mutex_lock(&lock);
    in_call = true;
}

bool hw_cuda_call_is_interrupted(void)
{
    return in_call;
}

void hw_cuda_lock(void)
{
    hw_cuda_relock();
    hw_cuda_host_thread_comes();
}

struct hw_cuda_context *hw_cuda_go_outside(void)
{
    outside = true;
    return hw_cuda.context;
}

void hw_cuda_come_back(struct hw_cuda_context *context)
{
    outside = false;
    hw_cuda.context = context;
}

void hw_cuda_lock_wait(pthread_cond_t *change)
{
    struct hw_cuda_context *context = hw_cuda.context;

    pthread_cond_wait(change, &lock);
    hw_cuda.context = context;
}

void hw_cuda_lock_wait_until(pthread_cond_t *change, const struct timespec *until)
{
    struct hw_cuda_context *context = hw_cuda.context;

    pthread_cond_timedwait(change, &lock, until);
    hw_cuda.context = context;
}

void hw_cuda_lock_wait_for(pthread_cond_t *change, long nanoseconds)
{
    struct timespec until;

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += nanoseconds;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    hw_cuda_lock_wait_until(change, &until);
}

static void begin_child(void)
{
    lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER; /* whoever held it stayed behind */
    in_call = false;
    forked = forked || hw_cuda.memory;
    hw_cuda_queue_forget();
    hw_cuda_executor_forget();
    hw_cuda_host_threads_forget();
}

__attribute__((constructor)) static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, begin_child);
}

/* Why a call may not use a context. */
static cudaError_t trouble_with(struct hw_cuda_context *context, cudaError_t none)
{
    if (hw_cuda_in_host_function())
        return hw_cuda_fail(cudaErrorNotPermitted, "a host function of a stream may not call this");
    if (forked)
        return hw_cuda_fail(cudaErrorInitializationError, "the process has used a device before it forked");
    if (!context)
        return none;
    if (context->destroyed)
        return (cudaError_t)HW_CUDA_ERROR_CONTEXT_DESTROYED;
    if (context->fault != cudaSuccess)
        return hw_cuda_fault_told(context);
    return hw_cuda_context_activate(context) ? cudaSuccess : cudaErrorInitializationError;
}

static bool begin(struct hw_cuda_context *context, cudaError_t none)
{
    hw_cuda_executor_chance();
    hw_cuda.context = context;
    trouble = trouble_with(context, none);
    return trouble == cudaSuccess;
}

bool hw_cuda_enter(void)
{
    hw_cuda_lock();
    if (begin(hw_cuda_thread_context(true), cudaErrorNoDevice)) {
        hw_cuda_context_use(hw_cuda.context);
        return true;
    }
    if ((int)trouble == HW_CUDA_ERROR_CONTEXT_DESTROYED)
        trouble = cudaErrorIncompatibleDriverContext;
    return false;
}

bool hw_cuda_enter_current(void)
{
    hw_cuda_lock();
    return begin(hw_cuda_thread_context(false), (cudaError_t)HW_CUDA_ERROR_NO_CONTEXT);
}

bool hw_cuda_enter_owner(const void *handle)
{
    hw_cuda_lock();
    struct hw_cuda_context *current = hw_cuda_thread_context(false);
    return begin(current ? current : hw_cuda_owner(handle), (cudaError_t)HW_CUDA_ERROR_NO_CONTEXT);
}

bool hw_cuda_enter_anywhere(void)
{
    hw_cuda_lock();
    return begin(hw_cuda_thread_context(false), cudaSuccess);
}

cudaError_t hw_cuda_trouble(void)
{
    return trouble;
}

cudaError_t hw_cuda_unlock(cudaError_t error)
{
    hw_cuda.context = NULL;
    if (outside)
        return error;
    in_call = false;
    pthread_mutex_unlock(&lock);
    return error;
}

cudaError_t hw_cuda_leave_call(const char *call, cudaError_t error)
{
    hw_cuda.runtime_used = true;
    hw_cuda_unlock(error);
    if (error != cudaSuccess && error != cudaErrorNotReady)
        last_error = error;
    if (call)
        hw_cuda_log_call(call, (int)error, NULL);
    return error;
}

bool hw_cuda_runtime_used(void)
{
    return hw_cuda.runtime_used;
}

cudaError_t hw_cuda_last_error(bool forget)
{
    const cudaError_t error = last_error;

    if (forget)
        last_error = cudaSuccess;
    return error;
}
