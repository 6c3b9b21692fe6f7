/* A launch: workers take the blocks of the grid from a common counter, a run of neighbours at a time.
 *
 * Blocks are handed out in order, so when one faults all blocks before it have been handed out; those are
 * run to their end, later ones are not begun, and the fault of the first is the launch's.  Whatever
 * a worker counts is its own and added up at the end.  Runs keep the workers away from each other's cache
 * lines: neighbouring blocks mostly use neighbouring memory. */
#include "engine/code.h"
#include "machine/warp.h"

#include <pthread.h>
#include <sched.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WORKERS_MAX 256u
#define RUN_MAX 64u         /* blocks that are handed out at once, at most */
#define RUNS_PER_WORKER 32u /* at least, so that all workers end at about the same time */

struct pool {
    const struct hw_launch *launch;
    uint64_t blocks;
    uint64_t run;          /* how many blocks are handed out at once */
    _Atomic uint64_t stop; /* blocks from this one on are not begun */
    pthread_mutex_t lock;  /* of `fault` and `stop` */
    struct hw_fault fault; /* of the first block that faulted */
    _Atomic uint64_t instructions; /* of threads in blocks that have ended; counted where progress is told */
    alignas(HW_APART) _Atomic uint64_t next; /* the next block to hand out */
};

struct worker {
    alignas(HW_APART) struct pool *pool;
    bool reports; /* it is the thread that called, and tells of progress */
    struct hw_block block;
    pthread_t thread;
};

static void record_fault(struct pool *pool, const struct hw_block *block)
{
    pthread_mutex_lock(&pool->lock);
    if (block->number < atomic_load(&pool->stop)) {
        atomic_store(&pool->stop, block->number);
        pool->fault = block->fault;
    }
    pthread_mutex_unlock(&pool->lock);
}

static void tell_progress(struct pool *pool, uint64_t number)
{
    const struct hw_progress_report report = {
        .begun = number, .blocks = pool->blocks, .thread_instructions = atomic_load(&pool->instructions)};

    pool->launch->progress(pool->launch->progress_context, &report);
}

/* Run a block, and count what it executed where somebody wants to know before the launch has ended. */
static bool run_block(struct worker *worker, uint64_t number)
{
    struct pool *pool = worker->pool;
    const uint64_t before = worker->block.stats.thread_instructions;

    if (worker->reports)
        tell_progress(pool, number);
    const bool ok = hw_block_run(&worker->block, number);
    if (pool->launch->progress)
        atomic_fetch_add(&pool->instructions, worker->block.stats.thread_instructions - before);
    return ok;
}

/* Run the blocks from `first` on; false when no more are to be begun. */
static bool work_on_run(struct worker *worker, uint64_t first)
{
    struct pool *pool = worker->pool;
    uint64_t end = first + pool->run < pool->blocks ? first + pool->run : pool->blocks;

    for (uint64_t number = first; number < end; number++) {
        if (number >= atomic_load(&pool->stop))
            return false;
        if (!run_block(worker, number))
            record_fault(pool, &worker->block);
    }
    return end < pool->blocks;
}

static void *work(void *argument)
{
    struct worker *worker = argument;
    struct pool *pool = worker->pool;

    while (work_on_run(worker, atomic_fetch_add(&pool->next, pool->run)))
        ;
    hw_block_finish(&worker->block);
    return NULL;
}

static uint64_t run_length(uint64_t blocks, uint32_t workers)
{
    uint64_t length = blocks / ((uint64_t)workers * RUNS_PER_WORKER);
    return length < 1 ? 1 : length < RUN_MAX ? length : RUN_MAX;
}

/* Processors that the calling thread may use, and so the threads that it makes. */
static uint32_t processor_count(void)
{
    cpu_set_t set;

    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return (uint32_t)CPU_COUNT(&set);
    const long online = sysconf(_SC_NPROCESSORS_ONLN); /* reads a file: longer than a small launch takes */
    return online > 0 ? (uint32_t)online : 1;
}

/* How many workers a launch gets. */
static uint32_t worker_count(const struct hw_launch *launch, const struct hw_code *code, uint64_t blocks)
{
    uint32_t count = launch->workers;
    if (code->ordered || launch->trace || launch->block_end)
        return 1;
    if (count == 0)
        count = processor_count();
    if (count > WORKERS_MAX)
        count = WORKERS_MAX;
    return count < blocks ? count : (uint32_t)blocks;
}

static void add_stats(struct hw_stats *sum, const struct hw_stats *part)
{
    sum->blocks += part->blocks;
    sum->warps += part->warps;
    sum->warp_instructions += part->warp_instructions;
    sum->thread_instructions += part->thread_instructions;
    sum->divergent_branches += part->divergent_branches;
    sum->barriers += part->barriers;
    sum->misaligned += part->misaligned;
}

/* Run all blocks on `count` workers, of which the caller's thread is one. */
static bool run_workers(struct pool *pool, struct worker *workers, uint32_t count, const struct hw_code *code)
{
    uint32_t started = 1;

    for (uint32_t i = 0; i < count; i++) {
        workers[i].pool = pool;
        workers[i].reports = i == 0 && pool->launch->progress;
        if (!hw_block_create(&workers[i].block, pool->launch, code, count == 1))
            return false;
    }
    while (started < count && pthread_create(&workers[started].thread, NULL, work, &workers[started]) == 0)
        started++;
    work(&workers[0]);
    for (uint32_t i = 1; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    return true;
}

static hw_status run(const struct hw_launch *launch, const struct hw_code *code,
                     struct hw_launch_result *result, struct hw_error *error)
{
    struct pool pool = {.launch = launch,
                        .blocks = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2]};
    uint32_t count = worker_count(launch, code, pool.blocks);
    struct worker *workers = hw_zeroed(count * sizeof *workers);
    bool ok = false;

    pool.run = run_length(pool.blocks, count);
    atomic_init(&pool.next, 0);
    atomic_init(&pool.instructions, 0);
    atomic_init(&pool.stop, UINT64_MAX);
    pthread_mutex_init(&pool.lock, NULL);
    if (workers)
        ok = run_workers(&pool, workers, count, code);
    for (uint32_t i = 0; workers && i < count; i++) {
        add_stats(&result->stats, &workers[i].block.stats);
        hw_block_destroy(&workers[i].block);
    }
    free(workers);
    pthread_mutex_destroy(&pool.lock);
    result->stats.workers = count;
    result->fault = pool.fault;
    if (!ok)
        return hw_fail(error, HW_ERR_NO_MEMORY, "machine", "the host has no memory for %u workers", count);
    if (pool.fault.kind == HW_FAULT_NONE)
        return HW_OK;
    return hw_fail(error, pool.fault.kind == HW_FAULT_LIMIT ? HW_ERR_LIMIT : HW_ERR_FAULT, "machine",
                   "%s at 0x%x, block (%u,%u,%u): %s", hw_fault_name(pool.fault.kind), pool.fault.pc,
                   pool.fault.block[0], pool.fault.block[1], pool.fault.block[2], pool.fault.sentence);
}

hw_status hw_launch_run(const struct hw_launch *launch, struct hw_launch_result *result,
                        struct hw_error *error)
{
    struct hw_code *code = NULL;
    struct hw_launch complete;
    uint8_t *made[HW_FILLED_BANKS] = {NULL};

    memset(result, 0, sizeof *result);
    hw_status status = hw_launch_check(launch, error);
    if (status == HW_OK)
        hw_watch_run(hw_memory_watch(launch->memory));
    if (status == HW_OK && launch->calls_out)
        status = hw_memory_make_heap(launch->memory, HW_HEAP_BYTES, error);
    if (status == HW_OK && !hw_launch_complete(launch, &complete, made))
        status = hw_fail(error, HW_ERR_NO_MEMORY, "machine", "the host has no memory for the constant banks");
    if (status == HW_OK)
        status = hw_code_create(&complete, &code, error);
    if (status == HW_OK)
        status = run(&complete, code, result, error);
    hw_code_destroy(code);
    for (unsigned i = 0; i < HW_FILLED_BANKS; i++)
        free(made[i]);
    return status;
}
