/* SPDX-License-Identifier: MIT */
/* A launch runs: worker threads take the blocks of the grid from a common counter, a chunk of consecutive
 * blocks at a time.
 *
 *     hw_launch_run
 *       run_worker_0              the calling thread; it may call others, which do join_launch
 *         work_on_chunk           the next blocks of the grid
 *           resume_block          a waiting block runs, if the chip has no capacity for a new one
 *           start_block           a new block runs for its first quantum
 *             run_quantum         the quantum is over: the block has ended, or waits (resident_scheduler.h)
 *         finish_work             the blocks that still wait
 *
 * Blocks are dispatched in order.  When one faults, all earlier blocks have been dispatched.  They run to
 * completion, later blocks do not start, and the fault of the lowest block is reported.  An assertion that
 * fails ends threads, but neither blocks nor the launch: each shows where it failed.  Each block has its own
 * statistics, which are added up at the end.  Chunks avoid false sharing between workers, since neighbouring
 * blocks mostly use neighbouring memory. */
#include "engine/scheduler/blocks.h"
#include "engine/scheduler/resident_scheduler.h"
#include "engine/launch/worker_pool.h"
#include "machine/chip/resident_limit.h"
#include "machine/chip/sm_slot.h"
#include "machine/device_clock.h"
#include "machine/events.h"
#include "ops/host_fenv.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CHUNK_MAX         64u    /* blocks that are dispatched at once, at most */
#define CHUNKS_PER_WORKER 32u    /* at least, so that all workers end at about the same time */
#define WORTH_A_CALL      20000u /* nanoseconds of work for which other threads are woken up */

struct pool {
    const struct hw_launch *launch;
    struct hw_cached_executable *cached;
    struct hw_execution_context *execution_context;
    uint32_t workers;
    uint32_t called; /* workers that take part, this thread included; 0: only this one, so far */
    uint64_t blocks;
    uint64_t chunk;                /* how many blocks are dispatched at once */
    _Atomic uint64_t stop;         /* blocks from this one on do not start */
    _Atomic bool no_memory;        /* for one more block */
    pthread_mutex_t lock;          /* of `fault` and `stop` */
    struct hw_fault fault;         /* of the lowest block that faulted, */
    uint64_t faulted;              /* which has this number */
    _Atomic uint64_t instructions; /* of threads in quanta that have ended; counted if progress is reported */
    alignas(HW_CACHE_LINE_PAIR) _Atomic uint64_t next; /* the next block to dispatch */
    alignas(HW_CACHE_LINE_PAIR) struct hw_resident_scheduler scheduler;
};

struct worker {
    struct pool *pool;
    uint32_t number;
    struct hw_worker_slot worker_slot;
    struct hw_block *block; /* memory for the next block; NULL: the last block waits in it */
};

static void record_fault(struct pool *pool, const struct hw_block *block, bool stops)
{
    pthread_mutex_lock(&pool->lock);
    if (block->number < pool->faulted) {
        pool->faulted = block->number;
        pool->fault = block->fault;
    }
    if (stops && block->number < atomic_load(&pool->stop))
        atomic_store(&pool->stop, block->number);
    pthread_mutex_unlock(&pool->lock);
}

/* No block can make progress.  If one has faulted, that may be the reason, so its fault stays. */
static void record_livelock(struct pool *pool, const struct hw_fault *fault)
{
    pthread_mutex_lock(&pool->lock);
    if (pool->fault.kind == HW_FAULT_NONE)
        pool->fault = *fault;
    atomic_store(&pool->stop, 0);
    pthread_mutex_unlock(&pool->lock);
}

static void report_progress(struct pool *pool, uint64_t number)
{
    const struct hw_progress_report report = {
        .begun = number, .blocks = pool->blocks, .thread_instructions = atomic_load(&pool->instructions)};

    pool->launch->host.progress(pool->launch->host.progress_context, &report);
}

/* --- what a worker does with a block --- */

/* The block in a struct hw_block has ended: reuse its memory. */
static void recycle_block(struct worker *worker, struct hw_block *block)
{
    if (worker->block)
        hw_resident_recycle(&worker->pool->scheduler, block);
    else
        worker->block = block;
}

/* Run a block for a quantum, and count its instructions if progress is reported, which worker 0 does.  False:
 * the block has not ended. */
static bool run_quantum(struct worker *worker, struct hw_block *block)
{
    struct pool *pool = worker->pool;
    const uint64_t before = block->stats.thread_instructions;
    const enum hw_outcome outcome = hw_block_run(block);
    struct hw_fault fault;

    if (block->program->reads_clock)
        hw_clock_pass(block);

    if (pool->launch->host.progress)
        atomic_fetch_add(&pool->instructions, block->stats.thread_instructions - before);
    if (block->fault.kind != HW_FAULT_NONE)
        record_fault(pool, block, outcome == HW_OUTCOME_FAULT);
    if (outcome == HW_OUTCOME_QUANTUM) {
        if (!hw_resident_yield(&pool->scheduler, &worker->worker_slot, block, &fault))
            record_livelock(pool, &fault);
        return false;
    }
    if (outcome == HW_OUTCOME_FAULT)
        hw_notify_gone(block);
    hw_resident_release_slot(&pool->scheduler, block);
    recycle_block(worker, block);
    return true;
}

/* Run the block that has waited longest; false: none waits.  `has_new_block`: the worker has a new block to
 * start. */
static bool resume_block(struct worker *worker, bool has_new_block)
{
    struct pool *pool = worker->pool;
    struct hw_block *block = hw_resident_next(&pool->scheduler, &worker->worker_slot, has_new_block);

    if (!block)
        return false;
    if (worker->number == 0 && pool->launch->host.progress)
        report_progress(pool, block->number);
    if (block->number >= atomic_load(&pool->stop)) {
        hw_notify_gone(block);
        hw_resident_release_slot(&pool->scheduler, block);
        recycle_block(worker, block);
    } else if (!run_quantum(worker, block)) {
        return true;
    }
    hw_resident_note_progress(&pool->scheduler);
    return true;
}

/* Get a struct hw_block for a new block. */
static bool get_block(struct worker *worker)
{
    struct pool *pool = worker->pool;

    if (!worker->block)
        worker->block = hw_resident_create_block(&pool->scheduler);
    if (!worker->block) {
        atomic_store(&pool->no_memory, true);
        atomic_store(&pool->stop, 0);
    }
    return worker->block != NULL;
}

static void start_block(struct worker *worker, uint64_t number)
{
    struct pool *pool = worker->pool;
    struct hw_block *block = worker->block;

    if (worker->number == 0 && pool->launch->host.progress)
        report_progress(pool, number);
    if (hw_resident_any_waiting(&pool->scheduler))
        hw_resident_note_progress(&pool->scheduler);
    else if (pool->cached->code->program.is_order_dependent) /* one worker: no thread holds a lock now */
        memset(pool->scheduler.locked_global, 0, sizeof pool->scheduler.locked_global);
    worker->block = NULL;
    hw_block_start(block, number);
    hw_resident_assign_slot(&pool->scheduler, block);
    run_quantum(worker, block);
}

/* Run the blocks from `first` on; false: no more blocks start. */
static bool work_on_chunk(struct worker *worker, uint64_t first)
{
    struct pool *pool = worker->pool;
    uint64_t end = first + pool->chunk < pool->blocks ? first + pool->chunk : pool->blocks;

    for (uint64_t number = first; number < end; number++) {
        while (!hw_resident_may_start(&pool->scheduler, &worker->worker_slot))
            resume_block(worker, true);
        if (number >= atomic_load(&pool->stop) || !get_block(worker))
            return false;
        start_block(worker, number);
    }
    return end < pool->blocks;
}

static bool work_on_next(struct worker *worker)
{
    return work_on_chunk(worker, atomic_fetch_add(&worker->pool->next, worker->pool->chunk));
}

/* All blocks have started: run those that wait, then leave. */
static void finish_work(struct worker *worker)
{
    while (resume_block(worker, false))
        ;
    if (worker->block)
        hw_block_finish(worker->block);
    hw_resident_leave(&worker->pool->scheduler, &worker->worker_slot);
}

/* What each thread but the calling one does: nothing if there is no memory. */
static void join_launch(void *context, uint32_t number, struct hw_block *block)
{
    struct pool *pool = context;
    struct worker worker = {.pool = pool, .number = number, .block = block};

    if (!hw_resident_join(&pool->scheduler, &worker.worker_slot, block))
        return;
    const unsigned floats = hw_host_fenv_begin();
    while (work_on_next(&worker))
        ;
    finish_work(&worker);
    hw_host_fenv_end(floats);
}

/* --- the launch --- */

/* How many workers take part from now on; 0: no other thread is called.  All are called at once if their
 * number was requested, or if the code is new.  Else the time of its last launch decides; and all are called
 * if this launch takes longer than that. */
static uint32_t workers_to_call(const struct pool *pool, uint64_t passed)
{
    const uint64_t expected = pool->cached->block_time * pool->blocks, worth = expected / WORTH_A_CALL + 1;

    if (pool->called || pool->workers == 1)
        return 0;
    if (pool->launch->host.workers != 0 || pool->cached->block_time == 0 || passed > WORTH_A_CALL)
        return pool->workers;
    return worth == 1 ? 0 : worth < pool->workers ? (uint32_t)worth : pool->workers;
}

/* What the calling thread does.  False: there is no memory, and nothing is done. */
static bool run_worker_0(struct pool *pool, struct hw_block *block)
{
    struct worker worker = {.pool = pool, .block = block};
    const uint64_t begin = hw_nanoseconds();
    bool more = true;

    if (!block || !hw_resident_join(&pool->scheduler, &worker.worker_slot, block))
        return false;
    const unsigned floats = hw_host_fenv_begin();
    while (more) {
        const uint32_t wanted = workers_to_call(pool, hw_nanoseconds() - begin);
        if (wanted) {
            pool->called = wanted;
            hw_execution_context_call(pool->execution_context, wanted, join_launch, pool);
        }
        more = work_on_next(&worker);
    }
    finish_work(&worker);
    hw_host_fenv_end(floats);
    if (pool->called)
        hw_execution_context_wait(pool->execution_context);
    pool->cached->block_time =
        (hw_nanoseconds() - begin) * (pool->called ? pool->called : 1) / pool->blocks + 1;
    return true;
}

static uint64_t chunk_length(uint64_t blocks, uint32_t workers)
{
    uint64_t length = blocks / ((uint64_t)workers * CHUNKS_PER_WORKER);
    return length < 1 ? 1 : length < CHUNK_MAX ? length : CHUNK_MAX;
}

/* Processors that the calling thread may use, and so the threads that it starts. */
static uint32_t processor_count(void)
{
    cpu_set_t set;

    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return (uint32_t)CPU_COUNT(&set);
    const long online = sysconf(_SC_NPROCESSORS_ONLN); /* reads a file: longer than a small launch takes */
    return online > 0 ? (uint32_t)online : 1;
}

/* How many workers a launch gets. */
static uint32_t worker_count(const struct hw_launch *launch, const struct hw_program *program,
                             uint64_t blocks)
{
    uint32_t count = launch->host.workers;
    if (program->is_order_dependent || program->reads_clock || hw_subscriptions(launch).one_worker ||
        launch->host.block_end || hw_launch_is_placed(launch))
        return 1;
    if (count == 0)
        count = processor_count();
    if (count > HW_WORKERS_MAX)
        count = HW_WORKERS_MAX;
    if (count > blocks)
        count = (uint32_t)blocks;
    if (count == 1)
        return 1;
    const uint32_t resident = hw_resident_blocks(launch);
    return count < resident ? count : resident;
}

static hw_status run_blocks(struct hw_execution_context *execution_context, const struct hw_launch *launch,
                            struct hw_cached_executable *cached, struct hw_launch_result *result,
                            struct hw_error *error)
{
    struct pool pool = {.launch = launch,
                        .cached = cached,
                        .execution_context = execution_context,
                        .faulted = UINT64_MAX,
                        .blocks = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2]};
    struct hw_block *block = hw_execution_context_block(execution_context);

    pool.workers = worker_count(launch, &cached->code->program, pool.blocks);
    pool.chunk = chunk_length(pool.blocks, pool.workers);
    atomic_init(&pool.next, 0);
    atomic_init(&pool.instructions, 0);
    atomic_init(&pool.stop, UINT64_MAX);
    atomic_init(&pool.no_memory, false);
    pthread_mutex_init(&pool.lock, NULL);
    hw_resident_scheduler_init(&pool.scheduler, launch, cached->code, pool.workers);
    const bool ok = run_worker_0(&pool, block);
    hw_resident_scheduler_clear(&pool.scheduler, &result->stats);
    pthread_mutex_destroy(&pool.lock);
    result->stats.workers = pool.workers;
    result->once = result->stats.clock_reads || cached->code->program.reads_grid_id;
    if (!cached->code->program.reads_clock)
        hw_clock_skip(launch, &result->stats);
    result->fault = pool.fault;
    if (!ok || pool.no_memory)
        return hw_fail(error, HW_ERR_NO_MEMORY, "machine", "the host has no memory for a running block");
    if (pool.fault.kind == HW_FAULT_NONE)
        return HW_OK;
    return hw_fail(error, pool.fault.kind == HW_FAULT_LIMIT ? HW_ERR_LIMIT : HW_ERR_FAULT, "machine",
                   "%s at 0x%x, block (%u,%u,%u): %s", hw_fault_name(pool.fault.kind), pool.fault.pc,
                   pool.fault.block[0], pool.fault.block[1], pool.fault.block[2], pool.fault.sentence);
}

static hw_status run_with(struct hw_execution_context *execution_context, const struct hw_launch *launch,
                          struct hw_launch_result *result, struct hw_error *error)
{
    struct hw_cached_executable *cached = NULL;
    struct hw_launch complete;
    hw_status status = HW_OK;
    uint64_t ticks = 0;

    if (!hw_launch_complete(launch, &complete, execution_context->filled))
        status = hw_fail(error, HW_ERR_NO_MEMORY, "machine", "the host has no memory for the constant banks");
    if (!complete.ticks)
        complete.ticks = &ticks;
    if (status == HW_OK)
        status = hw_execution_context_executable(execution_context, &complete, &cached, error);
    return status == HW_OK ? run_blocks(execution_context, &complete, cached, result, error) : status;
}

hw_status hw_launch_run(const struct hw_launch *launch, struct hw_launch_result *result,
                        struct hw_error *error)
{
    struct hw_execution_context own;

    memset(result, 0, sizeof *result);
    hw_status status = hw_launch_check(launch, error);
    if (status == HW_OK)
        hw_dirty_map_count_launch(hw_memory_dirty_map(launch->memory));
    if (status == HW_OK && launch->code.calls_out)
        status = hw_memory_make_heap(launch->memory, HW_HEAP_BYTES, error);
    if (status != HW_OK)
        return status;
    if (launch->host.execution_context)
        return run_with(launch->host.execution_context, launch, result, error);
    hw_execution_context_init(&own);
    status = run_with(&own, launch, result, error);
    hw_execution_context_clear(&own);
    return status;
}
