/* SPDX-License-Identifier: MIT */
/* A launch runs from begin to end: the calling thread works on it, with threads of the worker pool if it is
 * worth them.
 *
 * What its kernels launch runs after the grid (child_launches.h), or earlier where all blocks only wait: they
 * may wait for that.
 *
 * While all its blocks only wait, the calling thread tries to prove that they will wait for ever
 * (livelock_proof.h).  Where that cannot be proven, it tries again after more and more rounds. */
#include "engine/launch/child_launches.h"
#include "engine/launch/execution_context.h"
#include "engine/launch/livelock_proof.h"
#include "engine/launch/running_launch.h"
#include "machine/device_launch/child_queue.h"

#include <sched.h>
#include <string.h>

#define MAX_ROUNDS 65536u /* between two proofs */

/* A launch and its threads. */
struct crew {
    const struct hw_launch_host *host;
    struct hw_running_launch *running;
    struct hw_worker_pool *pool;
    struct hw_child_queue *children; /* that may run beside the grid; NULL: none may */
    _Atomic bool called;             /* threads of the pool */
    uint32_t rounds, next; /* rounds in which all blocks only waited; the one after which a proof is tried */
};

static void join_launch(void *context)
{
    const struct crew *crew = context;

    hw_running_launch_work(crew->running);
}

static void call_threads(void *context, uint32_t count)
{
    struct crew *crew = context;

    atomic_store(&crew->called, true);
    hw_worker_pool_call(crew->pool, count + 1, join_launch, crew);
}

/* All blocks only wait: prove that they will for ever, from time to time. */
static void try_proof(struct crew *crew)
{
    const bool quiet = !crew->host->is_quiet || crew->host->is_quiet(crew->host->quiet_context);

    if (!quiet || ++crew->rounds < crew->next) {
        sched_yield();
        return;
    }
    hw_worker_pool_wait(crew->pool, crew); /* so that nobody is inside */
    const enum hw_livelock result = hw_livelock_prove(&crew->running, 1);
    if ((result == HW_LIVELOCK_OPEN || result == HW_LIVELOCK_HOST) && crew->next < MAX_ROUNDS)
        crew->next *= 2;
    crew->rounds = 0;
}

/* Run one of the kernels that the grid has launched; false: none may run now.  The grid may wait for one that
 * has failed, so it is stopped then. */
static bool run_child(const struct crew *crew)
{
    static const struct hw_fault in_vain = {.kind = HW_FAULT_NO_PROGRESS,
                                            .sentence = "a kernel that it has launched has failed"};
    struct hw_child *child = crew->children ? hw_child_queue_take(crew->children) : NULL;

    if (child)
        hw_child_run(crew->children, child);
    if (child && hw_child_queue_is_abandoned(crew->children))
        hw_running_launch_stop(crew->running, &in_vain);
    return child;
}

static void run(struct crew *crew)
{
    hw_running_launch_set_call(crew->running, call_threads, crew);
    const uint32_t wants = hw_running_launch_wants(crew->running);
    if (wants > 1)
        call_threads(crew, wants - 1);
    for (;;) {
        const uint64_t calls = hw_worker_pool_calls(crew->pool);
        const enum hw_running_result result = hw_running_launch_work(crew->running);

        if (result == HW_RUNNING_OVER)
            break;
        if (result == HW_RUNNING_BUSY)
            hw_worker_pool_rest(crew->pool, calls, crew);
        else if (!run_child(crew))
            try_proof(crew);
    }
    if (atomic_load(&crew->called))
        hw_worker_pool_wait(crew->pool, crew);
}

static hw_status run_with(struct hw_execution_context *execution_context, const struct hw_launch *launch,
                          struct hw_launch_result *result, struct hw_error *error)
{
    struct crew crew = {.host = &launch->host,
                        .pool = &execution_context->workers,
                        .children = launch->listener_count ? NULL : launch->children.queue,
                        .next = 1};
    const hw_status status = hw_running_launch_create(execution_context, launch, &crew.running, error);

    if (status != HW_OK)
        return status;
    run(&crew);
    return hw_running_launch_finish(crew.running, result, error);
}

/* The launch, with the kernels that its kernels launch unless the caller runs those. */
static hw_status run_all(struct hw_execution_context *execution_context, const struct hw_launch *launch,
                         struct hw_launch_result *result, struct hw_error *error)
{
    if (launch->children.image && !launch->children.queue)
        return hw_launch_run_tree(execution_context, launch, run_with, result, error);
    return run_with(execution_context, launch, result, error);
}

hw_status hw_launch_run(const struct hw_launch *launch, struct hw_launch_result *result,
                        struct hw_error *error)
{
    struct hw_execution_context own;

    memset(result, 0, sizeof *result);
    if (launch->host.execution_context)
        return run_all(launch->host.execution_context, launch, result, error);
    hw_execution_context_init(&own);
    const hw_status status = run_all(&own, launch, result, error);
    hw_execution_context_clear(&own);
    return status;
}
