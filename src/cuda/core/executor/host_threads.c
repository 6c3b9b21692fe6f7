/* SPDX-License-Identifier: MIT */
/* See host_threads.h. */
#include "cuda/core/executor/host_threads.h"

#include "cuda/core/devices/context.h"
#include "machine/memory/device_memory.h"
#include "own_threads.h"

#include <pthread.h>

static unsigned threads, still;
static unsigned callers;           /* of these, own threads that call functions of the program */
static uint64_t steps;             /* how often a thread has done anything: the signs of life */
static uint64_t left, left_before; /* how often one has gone on in the program, or begun a call */

static _Thread_local bool known, is_ours;
static _Thread_local unsigned depth;
static pthread_key_t end;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void thread_ends(void *nothing)
{
    (void)nothing;
    hw_cuda_lock();
    threads--;
    steps++;
    left++;
    hw_cuda_unlock(cudaSuccess);
}

static void make_key(void)
{
    pthread_key_create(&end, thread_ends);
}

void hw_cuda_host_thread_is_ours(void)
{
    is_ours = true;
}

void hw_cuda_host_thread_calls(void)
{
    callers++;
}

void hw_cuda_host_thread_comes(void)
{
    steps += !is_ours;
    left += !is_ours;
    if (known || is_ours)
        return;
    known = true;
    threads++;
    pthread_once(&once, make_key);
    pthread_setspecific(end, &known);
}

void hw_cuda_host_thread_stops(void)
{
    if (!is_ours && depth++ == 0)
        still++;
}

void hw_cuda_host_thread_goes_on(void)
{
    if (is_ours)
        return;
    steps++;
    if (--depth > 0)
        return;
    still--;
    left++;
}

uint64_t hw_cuda_host_steps(void)
{
    return steps;
}

void hw_cuda_host_threads_forget(void)
{
    threads = known;
    still = callers = 0;
}

bool hw_cuda_process_is_still(void)
{
    return still >= threads && hw_process_threads() == threads + hw_own_threads() - callers;
}

static bool shares_nothing(void)
{
    return !hw_dirty_map_any_lent(hw_memory_dirty_map(hw_cuda.memory));
}

bool hw_cuda_host_begins_still(void)
{
    left_before = left;
    return still >= threads || shares_nothing();
}

bool hw_cuda_host_was_still(void)
{
    return left == left_before;
}
