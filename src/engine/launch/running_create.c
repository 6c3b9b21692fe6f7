/* SPDX-License-Identifier: MIT */
/* A running launch is created and finished. */
#include "engine/launch/running_launch_state.h"

#include "engine/launch/one_worker.h"
#include "engine/scheduler/cache_line.h"
#include "machine/chip/resident_limit.h"
#include "machine/chip/sm_slot.h"
#include "machine/device_clock.h"
#include "machine/events.h"
#include "machine/memory/parameter_pool.h"
#include "own_threads.h"

#include <stdlib.h>
#include <string.h>

#define WORTH_A_WORKER 20000u /* nanoseconds of expected work for each thread */

/* --- how many threads --- */

/* How many workers a launch gets, unless a rule says that it is one. */
static uint32_t worker_count(const struct hw_launch *launch)
{
    const uint64_t blocks = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    uint32_t count = launch->host.workers;

    if (count == 0)
        count = hw_processor_count();
    if (count > HW_WORKERS_MAX)
        count = HW_WORKERS_MAX;
    if (count > blocks)
        count = (uint32_t)blocks;
    if (count == 1)
        return 1;
    const uint32_t resident = hw_resident_blocks(launch);
    return count < resident ? count : resident;
}

/* Of these, how many are worth being called at the beginning: all if their number was requested, or if the
 * code is new.  Else the time of its last launch decides. */
static uint32_t worth_at_first(const struct hw_running_launch *running, uint64_t blocks)
{
    const uint64_t block_time = atomic_load(&running->cached->block_time);

    if (running->launch.host.workers != 0 || block_time == 0)
        return running->workers;
    const uint64_t worth = block_time * blocks / WORTH_A_WORKER + 1;
    return worth < running->workers ? (uint32_t)worth : running->workers;
}

/* --- memory --- */

static struct hw_running_launch *take_memory(struct hw_execution_context *execution_context)
{
    struct hw_running_launch *running = hw_execution_context_take(execution_context);

    if (running)
        return running;
    running = hw_alloc_zeroed_padded(sizeof *running);
    if (running)
        running->execution_context = execution_context;
    return running;
}

void hw_running_launch_destroy(struct hw_running_launch *running)
{
    for (unsigned i = 0; i < HW_FILLED_BANKS; i++)
        free(running->filled[i].data);
    free(running->literals.word);
    hw_resident_scheduler_destroy(&running->scheduler);
    free(running);
}

/* --- create and finish --- */

static void reset(struct hw_running_launch *running)
{
    const struct hw_executable *code = running->cached->code;
    const struct hw_launch *launch = &running->launch;

    running->workers = worker_count(launch);
    running->rule = running->workers > 1 ? hw_one_worker(launch, &code->program) : HW_ONE_WORKER_NONE;
    if (running->rule != HW_ONE_WORKER_NONE)
        running->workers = 1;
    running->is_ordered = running->workers > 1 && hw_orders_reductions(&code->program);
    atomic_init(&running->away, 0);
    atomic_init(&running->leaves, false);
    atomic_init(&running->reports, false);
    atomic_init(&running->no_memory, false);
    atomic_init(&running->worked, 0);
    atomic_init(&running->moves, 0);
    atomic_init(&running->instructions, 0);
    running->call = NULL;
    running->faulted = UINT64_MAX;
    memset(&running->fault, 0, sizeof running->fault);
    pthread_mutex_init(&running->lock, NULL);
    const struct hw_block_setup setup = {
        .launch = launch,
        .code = code,
        .literals = {.word = running->literals.word, .version = running->literals.version},
        .alone = running->workers == 1 && !launch->host.beside_others,
        .collects_reductions = hw_collects_reductions(launch, &code->program),
        .logs_reductions = running->is_ordered};
    hw_resident_scheduler_init(&running->scheduler, &setup, &running->execution_context->blocks,
                               running->workers);
    if (running->is_ordered)
        hw_reduction_order_init(&running->order, launch, &running->scheduler.dispatch.stop,
                                hw_resident_blocks(launch));
    atomic_init(&running->worth, worth_at_first(running, running->scheduler.dispatch.blocks));
}

/* Find the code, and copy what the launch changes. */
static hw_status prepare(struct hw_running_launch *running, const struct hw_launch *launch,
                         struct hw_error *error)
{
    if (!hw_launch_complete(launch, &running->launch, running->filled))
        return hw_fail(error, HW_ERR_NO_MEMORY, "machine", "the host has no memory for the constant banks");
    running->ticks = 0;
    if (!running->launch.ticks)
        running->launch.ticks = &running->ticks;
    const hw_status status = hw_execution_context_use(running->execution_context, &running->launch,
                                                      &running->cached, &running->literals, error);
    if (status == HW_OK)
        reset(running);
    return status;
}

hw_status hw_running_launch_create(struct hw_execution_context *execution_context,
                                   const struct hw_launch *launch, struct hw_running_launch **running,
                                   struct hw_error *error)
{
    hw_status status = hw_launch_check(launch, error);

    if (status == HW_OK && launch->code.calls_out)
        status = hw_memory_make_heap(launch->memory, HW_HEAP_BYTES, error);
    if (status == HW_OK && launch->code.launches)
        status = hw_memory_make_parameter_pool(launch->memory, error);
    if (status != HW_OK)
        return status;
    struct hw_running_launch *made = take_memory(execution_context);
    if (!made)
        return hw_fail(error, HW_ERR_NO_MEMORY, "machine", "the host has no memory for a launch");
    status = prepare(made, launch, error);
    if (status == HW_OK) {
        hw_memory_begin_launch(launch->memory, launch->host.beside_others);
        *running = made;
    } else {
        hw_execution_context_put(execution_context, made, NULL);
    }
    return status;
}

static hw_status status_of(const struct hw_running_launch *running, struct hw_error *error)
{
    const struct hw_fault *fault = &running->fault;

    if (running->no_memory)
        return hw_fail(error, HW_ERR_NO_MEMORY, "machine", "the host has no memory for a running block");
    if (fault->kind == HW_FAULT_NONE)
        return HW_OK;
    return hw_fault_fail(error, fault->kind == HW_FAULT_LIMIT ? HW_ERR_LIMIT : HW_ERR_FAULT, fault);
}

/* Whether the launch leaves open in which order its blocks were, and that decides the result. */
static bool has_any_order(const struct hw_running_launch *running)
{
    return running->workers > 1 && running->cached->code->program.one_worker.reason != HW_ONE_WORKER_NONE;
}

/* Why it ran on one worker. */
static void set_serial(struct hw_running_launch *running, struct hw_serial *serial)
{
    const struct hw_program *program = &running->cached->code->program;

    if (running->is_ordered && hw_reduction_order_is_serial(&running->order))
        hw_serial_set(serial, running->order.reason, running->order.serial_from, program);
    else
        hw_serial_set(serial, running->rule, 0, program);
    if (running->is_ordered)
        hw_reduction_order_clear(&running->order);
}

hw_status hw_running_launch_finish(struct hw_running_launch *running, struct hw_launch_result *result,
                                   struct hw_error *error)
{
    const struct hw_program *program = &running->cached->code->program;

    memset(result, 0, sizeof *result);
    hw_resident_scheduler_clear(&running->scheduler, &result->stats);
    pthread_mutex_destroy(&running->lock);
    atomic_store(&running->cached->block_time,
                 atomic_load(&running->worked) / running->scheduler.dispatch.blocks + 1);
    result->stats.workers = running->workers;
    set_serial(running, &result->serial);
    result->once = result->stats.clock_reads || program->reads_grid_id || has_any_order(running);
    if (!program->reads_clock)
        hw_clock_skip(&running->launch, &result->stats);
    result->fault = running->fault;
    const hw_status status = status_of(running, error);
    hw_memory_end_launch(running->launch.memory);
    hw_execution_context_put(running->execution_context, running, running->cached);
    return status;
}
