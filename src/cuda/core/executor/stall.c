/* SPDX-License-Identifier: MIT */
/* See stall.h. */
#include "cuda/core/executor/stall.h"

#include "cuda/base/message.h"
#include "cuda/core/executor/executor.h"
#include "cuda/core/executor/executor_threads.h"
#include "cuda/core/executor/host_threads.h"
#include "cuda/core/settings.h"
#include "cuda/core/streams/stream_queue.h"
#include "engine/launch/livelock_proof.h"

#include <stdio.h>

#define SHORTEST_NAP  20000u /* nanoseconds */
#define NAPS_A_LENGTH 8u     /* naps before they get longer */
#define LONGER        6u     /* times, at most: 1.3 ms */
#define FIRST_PROOF   4u     /* naps before the first attempt of one */
#define NAPS_AT_END   16u
#define WAITING_MAX   256u
#define TOLD_AFTER    10.0 /* seconds */

static struct {
    uint64_t naps, next_proof;
    double since, end; /* hw_cuda_seconds() */
    bool told, at_end;
} stall = {.next_proof = FIRST_PROOF};

uint32_t hw_cuda_stall_nap(void)
{
    const uint64_t longer = stall.naps / NAPS_A_LENGTH;

    return SHORTEST_NAP << (longer < LONGER ? longer : LONGER);
}

void hw_cuda_stall_over(void)
{
    stall.naps = 0;
    stall.next_proof = FIRST_PROOF;
    stall.told = false;
}

void hw_cuda_stall_at_end(void)
{
    stall.at_end = true;
    stall.naps = 0;
    stall.end = hw_cuda_seconds();
    hw_cuda_worker_see_to_it();
}

bool hw_cuda_stall_is_at_end(void)
{
    return stall.at_end;
}

bool hw_cuda_stall_is_past_end(void)
{
    return stall.at_end && hw_cuda_seconds() - stall.end > HW_CUDA_LONGEST_END;
}

void hw_cuda_stall_end_tick(void)
{
    if (hw_cuda_stall_is_past_end())
        hw_cuda_executor_stop_context(NULL);
}

static void tell(double seconds)
{
    struct hw_cuda_running *running[WAITING_MAX];
    const size_t count = hw_cuda_executor_waiting(running, WAITING_MAX);
    char first[256];

    stall.told = true;
    hw_cuda_running_describe(running[0], first, sizeof first);
    hw_cuda_message(
        "%s%s has waited for %.0f seconds, and nothing of the device is under way that could end that; the "
        "host or another process may still do so (HALFWARP_TIMEOUT=SECONDS stops what waits for longer)",
        first, count > 1 ? ", with others," : "", seconds);
}

static void stop_all(double seconds)
{
    struct hw_cuda_running *running[WAITING_MAX];
    const size_t count = hw_cuda_executor_waiting(running, WAITING_MAX);
    char sentence[128];

    snprintf(sentence, sizeof sentence, "it has only waited for %.0f seconds, which HALFWARP_TIMEOUT is",
             seconds);
    for (size_t i = 0; i < count; i++)
        hw_cuda_running_stop(running[i], sentence);
}

static bool is_launch(const struct hw_cuda_running *running)
{
    return running->work->kind == HW_CUDA_WORK_KERNEL;
}

/* Another process may still do what a wait for it is for. */
static bool is_stuck(const struct hw_cuda_running *running)
{
    return running->work->kind == HW_CUDA_WORK_MEMORY_OPS &&
           hw_cuda_memory_ops_are_stuck(&running->work->memory_ops, &running->memory_ops);
}

/* Nothing but the launches themselves can write memory: see whether they ever will.  If not, waits for values
 * that are not there do not end, either. */
static void try_proof(void)
{
    struct hw_cuda_running *waiting[WAITING_MAX];
    struct hw_running_launch *launch[WAITING_MAX]; /* of those, with what their kernels have launched */
    const size_t count = hw_cuda_executor_waiting(waiting, WAITING_MAX);
    size_t launches = 0;

    if (count == WAITING_MAX) /* there may be more */
        return;
    for (size_t i = 0; i < count; i++)
        if (is_launch(waiting[i]))
            launches += hw_cuda_launch_running(waiting[i]->launch, launch + launches, WAITING_MAX - launches);
        else if (!is_stuck(waiting[i]))
            return;
    if (launches == WAITING_MAX)
        return;
    if (launches > 0 && hw_livelock_prove(launch, launches) != HW_LIVELOCK_PROVEN)
        return;
    for (size_t i = 0; i < count; i++)
        if (!is_launch(waiting[i]))
            hw_cuda_running_stop(waiting[i], "nothing is left that will write the value");
}

/* All that runs only waits: see whether to stop it. */
static void judge(void)
{
    const double seconds = hw_cuda_seconds() - stall.since, timeout = hw_cuda_timeout();

    if (stall.at_end && stall.naps >= NAPS_AT_END) {
        hw_cuda_executor_stop_context(NULL);
    } else if (timeout > 0 && seconds >= timeout) {
        stop_all(seconds);
    } else if (stall.naps >= stall.next_proof && !hw_cuda_queue_calls() && hw_cuda_process_is_still()) {
        stall.next_proof *= 2;
        try_proof();
    } else if (!stall.told && seconds >= TOLD_AFTER) {
        tell(seconds);
    }
}

/* The time counts from the first nap that ends after the last move: another nap may have begun before that.
 * Nor does it count while something runs. */
void hw_cuda_stall_nap_is_over(void)
{
    const bool only_waits = hw_cuda_executor_only_waits();

    if (stall.naps++ == 0 || !only_waits)
        stall.since = hw_cuda_seconds();
    if (only_waits)
        judge();
    hw_cuda_executor_look_again();
}
