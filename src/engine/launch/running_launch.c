/* SPDX-License-Identifier: MIT */
/* Threads work on a running launch: each takes the next blocks of the grid, runs them and those that wait,
 * and leaves when it finds no block.
 *
 *     hw_running_launch_work
 *       start_blocks            the next blocks of the grid
 *         resume_block          a waiting block runs, if the chip has no capacity for a new one
 *         start_block           a new block runs for its first quantum
 *           run_quantum         the quantum is over: the block has ended, or waits (resident_scheduler.h)
 *       resume_block            the blocks that still wait
 *       poll_for_blocks         others run blocks: there may be more to do soon
 *
 * Blocks are dispatched in order.  When one faults, all earlier blocks have been dispatched.  They run to
 * completion, later blocks do not start, and the fault of the lowest block is reported.  An assertion that
 * fails ends threads, but neither blocks nor the launch: each shows where it failed.  Each block has its own
 * statistics, which are added up at the end. */
#include "engine/launch/running_launch_state.h"

#include "clock.h"
#include "machine/device_clock.h"
#include "machine/events.h"
#include "ops/host_fenv.h"

#include <sched.h>
#include <string.h>

#define WORTH_A_CALL 20000u /* nanoseconds of work for which other threads are woken up */
#define POLL_TIME    20000u /* nanoseconds for which a thread that waits for others' blocks stays */

/* Ranges of blocks, and warp instructions, between two looks at the clock. */
#define UNTIMED_RANGES       16u
#define UNTIMED_INSTRUCTIONS 1000u

/* A thread inside. */
struct worker {
    struct hw_running_launch *running;
    struct hw_worker_slot slot;
    struct hw_block *block; /* memory for the next block; NULL: none */
    uint64_t entered;       /* when */
    bool reports;           /* progress */
    uint32_t ranges;        /* that it has taken, */
    uint64_t instructions;  /* and executed since it looked at the clock */
    uint64_t moves;         /* quanta in which its block did not only wait */
};

static void record_fault(struct hw_running_launch *running, const struct hw_block *block, bool stops)
{
    pthread_mutex_lock(&running->lock);
    if (block->number < running->faulted) {
        running->faulted = block->number;
        running->fault = block->fault;
    }
    pthread_mutex_unlock(&running->lock);
    if (stops)
        hw_dispatch_stop_at(&running->scheduler.dispatch, block->number);
}

void hw_running_launch_stop(struct hw_running_launch *running, const struct hw_fault *fault)
{
    pthread_mutex_lock(&running->lock);
    if (running->fault.kind == HW_FAULT_NONE)
        running->fault = *fault;
    running->faulted = 0; /* so that no later one takes its place */
    pthread_mutex_unlock(&running->lock);
    hw_dispatch_stop_at(&running->scheduler.dispatch, 0);
    hw_resident_note_progress(&running->scheduler);
}

/* --- letting threads go --- */

void hw_running_launch_ask_to_leave(struct hw_running_launch *running)
{
    atomic_store(&running->leaves, true);
}

static bool is_asked(const struct worker *worker)
{
    return atomic_load_explicit(&worker->running->leaves, memory_order_relaxed);
}

/* Where one worker runs the rest of the launch: this is the one, or others are still inside, and this one
 * leaves. */
static bool is_alone(const struct worker *worker)
{
    return hw_running_launch_is_serial(worker->running) &&
           atomic_load(&worker->running->scheduler.present) == 1;
}

static bool is_too_many(const struct worker *worker)
{
    return hw_running_launch_is_serial(worker->running) &&
           atomic_load(&worker->running->scheduler.present) > 1;
}

/* --- calling more threads --- */

void hw_running_launch_set_call(struct hw_running_launch *running, hw_running_launch_call *call,
                                void *context)
{
    running->call = call;
    running->call_context = context;
}

uint32_t hw_running_launch_wants(struct hw_running_launch *running)
{
    const uint32_t worth = hw_running_launch_is_serial(running) ? 1 : atomic_load(&running->worth),
                   present = atomic_load(&running->scheduler.present);

    if (present >= worth)
        return 0;
    const uint32_t work = hw_resident_work(&running->scheduler), more = worth - present;
    return work < more ? work : more;
}

uint64_t hw_running_launch_moves(const struct hw_running_launch *running)
{
    return atomic_load_explicit(&running->moves, memory_order_relaxed);
}

/* The launch takes longer than expected.  Looking at the clock takes as long as a small block. */
static void call_if_worth(struct worker *worker)
{
    struct hw_running_launch *running = worker->running;

    if (atomic_load_explicit(&running->worth, memory_order_relaxed) == running->workers ||
        hw_running_launch_is_serial(running) ||
        (++worker->ranges % UNTIMED_RANGES != 0 && worker->instructions < UNTIMED_INSTRUCTIONS))
        return;
    worker->instructions = 0;
    if (hw_nanoseconds() - worker->entered <= WORTH_A_CALL)
        return;
    if (atomic_exchange(&running->worth, running->workers) != running->workers && running->call)
        running->call(running->call_context, running->workers - 1);
}

/* The launch has made progress: call the threads that have left meanwhile. */
static void call_back(struct hw_running_launch *running)
{
    if (atomic_load_explicit(&running->away, memory_order_relaxed) == 0 || !running->call)
        return;
    const uint32_t wants = hw_running_launch_wants(running);
    const uint32_t away = wants ? atomic_exchange(&running->away, 0) : 0;
    if (away)
        running->call(running->call_context, away < wants ? away : wants);
}

/* --- what a worker does with a block --- */

static void report_progress(struct worker *worker, uint64_t number)
{
    const struct hw_running_launch *running = worker->running;
    const struct hw_launch_host *host = &running->launch.host;

    if (!worker->reports)
        return;
    host->progress(host->progress_context,
                   &(struct hw_progress_report){.begun = number,
                                                .blocks = running->scheduler.dispatch.blocks,
                                                .thread_instructions = atomic_load(&running->instructions)});
}

/* The block in a struct hw_block has ended: reuse its memory. */
static void recycle_block(struct worker *worker, struct hw_block *block)
{
    if (worker->block)
        hw_resident_recycle(&worker->running->scheduler, block);
    else
        worker->block = block;
}

static void end_block(struct worker *worker, struct hw_block *block)
{
    struct hw_resident_scheduler *scheduler = &worker->running->scheduler;

    hw_resident_release_slot(scheduler, block);
    recycle_block(worker, block);
    worker->slot.ended++;
    if (hw_resident_any_waiting(scheduler)) {
        if (worker->block)
            hw_block_finish(worker->block); /* waiting blocks may wait for its reductions */
        hw_resident_note_end(scheduler, &worker->slot);
        call_back(worker->running);
    }
}

/* Whether reductions of the block come to memory in its turn: it is in its first quantum. */
static bool takes_turn(const struct hw_block *block)
{
    return block->log && !block->log->is_over;
}

/* In its turn a block goes on later.  Blocks join the queue in the order in which they would with one worker,
 * which runs the rest of the launch: how further quanta mix with other blocks is its order. */
static void yield_in_turn(struct worker *worker, struct hw_block *block)
{
    struct hw_reduction_order *order = &worker->running->order;
    const uint64_t number = block->number;

    hw_reduction_log_stop(block->log);
    if (!hw_dispatch_is_stopped(&worker->running->scheduler.dispatch, number))
        hw_reduction_order_yield(order, number);
    hw_resident_yield(&worker->running->scheduler, &worker->slot, block);
    hw_reduction_order_end(order, number, &(struct hw_logged_reductions){0});
}

/* Run a block for a quantum, and count its instructions if progress is reported. */
static void run_quantum(struct worker *worker, struct hw_block *block)
{
    struct hw_running_launch *running = worker->running;
    const uint64_t before = block->stats.thread_instructions, executed = block->instructions;
    const enum hw_outcome outcome = hw_block_run(block);

    worker->instructions += block->instructions - executed;
    worker->moves += outcome != HW_OUTCOME_QUANTUM || !block->quantum.only_waited;

    if (block->program->reads_clock)
        hw_clock_pass(block);
    if (running->launch.host.progress)
        atomic_fetch_add(&running->instructions, block->stats.thread_instructions - before);
    if (block->fault.kind != HW_FAULT_NONE)
        record_fault(running, block, outcome == HW_OUTCOME_FAULT);
    if (outcome == HW_OUTCOME_QUANTUM) {
        const bool only_waited = block->quantum.only_waited;
        if (takes_turn(block))
            yield_in_turn(worker, block);
        else
            hw_resident_yield(&running->scheduler, &worker->slot, block);
        if (!only_waited)
            call_back(running);
        return;
    }
    if (takes_turn(block))
        hw_reduction_log_end(block->log);
    if (outcome == HW_OUTCOME_FAULT)
        hw_notify_gone(block);
    end_block(worker, block);
}

/* Run the block that has waited longest; false: none is ready. */
static bool resume_block(struct worker *worker)
{
    struct hw_running_launch *running = worker->running;
    struct hw_block *block;

    if (!hw_resident_any_waiting(&running->scheduler) || is_too_many(worker))
        return false;
    block = hw_resident_next(&running->scheduler, &worker->slot);
    if (!block)
        return false;
    report_progress(worker, block->number);
    if (!hw_dispatch_is_stopped(&running->scheduler.dispatch, block->number)) {
        run_quantum(worker, block);
        return true;
    }
    hw_notify_gone(block);
    end_block(worker, block);
    return true;
}

/* Get a struct hw_block for a new block. */
static bool get_block(struct worker *worker)
{
    struct hw_running_launch *running = worker->running;

    if (!worker->block)
        worker->block = hw_resident_create_block(&running->scheduler);
    if (!worker->block) {
        atomic_store(&running->no_memory, true);
        hw_dispatch_stop_at(&running->scheduler.dispatch, 0);
        hw_resident_note_progress(&running->scheduler);
    }
    return worker->block != NULL;
}

/* Whether blocks may leave locks of global memory behind; one worker runs such a launch. */
static bool may_lock(const struct hw_running_launch *running)
{
    return running->workers == 1 && running->cached->code->program.one_worker.reason != HW_ONE_WORKER_NONE;
}

static void start_block(struct worker *worker, uint64_t number)
{
    struct hw_running_launch *running = worker->running;
    struct hw_resident_scheduler *scheduler = &running->scheduler;
    struct hw_block *block = worker->block;

    report_progress(worker, number);
    if (hw_resident_any_waiting(scheduler))
        hw_resident_note_progress(scheduler);
    else if (may_lock(running)) /* no thread holds a lock now */
        memset(scheduler->locked_global, 0, sizeof scheduler->locked_global);
    worker->block = NULL;
    if (block->log)
        hw_reduction_log_begin(block->log, &running->order, number);
    hw_block_start(block, number);
    hw_resident_assign_slot(scheduler, block);
    run_quantum(worker, block);
}

static void start_at(struct worker *worker, uint64_t position)
{
    const struct hw_block_dispatch *dispatch = &worker->running->scheduler.dispatch;
    const uint64_t number = hw_dispatch_block(dispatch, position);

    if (!hw_dispatch_is_stopped(dispatch, number))
        start_block(worker, number);
}

/* Wait until the next block of the worker's range may start; false: it does not start now.  Where several
 * workers run an ordered launch, blocks that have started wait for lower ones, so that these do start. */
static bool wait_for_start(struct worker *worker)
{
    struct hw_running_launch *running = worker->running;
    struct hw_resident_scheduler *scheduler = &running->scheduler;
    struct hw_block_range *range = &worker->slot.range;

    if (running->is_ordered && !is_alone(worker))
        return hw_reduction_order_wait_start(&running->order, range->next);
    while (!hw_resident_may_start(scheduler, &worker->slot))
        if (!hw_dispatch_exchange(&scheduler->dispatch, range) && (is_asked(worker) || !resume_block(worker)))
            return false;
    return true;
}

/* Start the blocks of a range; false: no more blocks start now. */
static bool start_blocks(struct worker *worker)
{
    struct hw_running_launch *running = worker->running;
    struct hw_block_range *range = &worker->slot.range;

    if (is_too_many(worker))
        return false;
    call_if_worth(worker);
    if (!hw_dispatch_has_blocks(&running->scheduler.dispatch, *range) &&
        !hw_dispatch_take(&running->scheduler.dispatch, range))
        return false;
    while (hw_dispatch_has_blocks(&running->scheduler.dispatch, *range)) {
        if (!wait_for_start(worker))
            return false;
        if (hw_resident_draws_waiting(&running->scheduler) && resume_block(worker))
            continue;
        if (hw_dispatch_has_blocks(&running->scheduler.dispatch, *range) && get_block(worker))
            start_at(worker, range->next++);
        if (is_asked(worker) || is_too_many(worker))
            return false;
    }
    return true;
}

/* --- coming and going --- */

/* One thread inside reports progress. */
static void take_report(struct worker *worker)
{
    worker->reports =
        worker->running->launch.host.progress && !atomic_exchange(&worker->running->reports, true);
}

static bool enter(struct worker *worker)
{
    const struct hw_running_launch *running = worker->running;
    const uint32_t most = hw_running_launch_is_serial(running) ? 1 : running->workers;

    if (!hw_resident_enter(&worker->running->scheduler, &worker->slot, most, &worker->block))
        return false;
    worker->entered = hw_nanoseconds();
    atomic_store_explicit(&worker->running->leaves, false, memory_order_relaxed);
    take_report(worker);
    return true;
}

/* Whether there is a block for this worker again, after others have been at work for a little while. */
static bool poll_for_blocks(struct worker *worker)
{
    struct hw_resident_scheduler *scheduler = &worker->running->scheduler;
    const bool waits = hw_dispatch_has_blocks(&scheduler->dispatch, worker->slot.range);

    if (is_asked(worker) || is_too_many(worker) || (!waits && !hw_resident_any_waiting(scheduler)))
        return false;
    for (const uint64_t end = hw_nanoseconds() + POLL_TIME;
         atomic_load(&scheduler->present) > 1 && hw_nanoseconds() < end; sched_yield())
        if (atomic_load(&scheduler->ready) > 0 ||
            (waits && hw_resident_has_capacity(scheduler, &worker->slot)))
            return true;
    return false;
}

/* Leave, unless only this thread can do what there is to do.  When it has left, another thread may finish the
 * launch. */
static bool leave(struct worker *worker, enum hw_running_result *result)
{
    static const enum hw_running_result as_result[] = {[HW_LEFT_OTHERS] = HW_RUNNING_BUSY,
                                                       [HW_LEFT_WAITS] = HW_RUNNING_WAITS,
                                                       [HW_LEFT_OVER] = HW_RUNNING_OVER,
                                                       [HW_LEFT_MORE] = HW_RUNNING_MORE};
    struct hw_running_launch *running = worker->running;
    const bool waits = hw_resident_any_waiting(&running->scheduler);
    const uint64_t now = hw_nanoseconds();

    atomic_fetch_add_explicit(&running->worked, now - worker->entered, memory_order_relaxed);
    worker->entered = now;
    atomic_fetch_add_explicit(&running->moves, worker->moves, memory_order_relaxed);
    worker->moves = 0;
    if (worker->reports)
        atomic_store(&running->reports, false);
    if (waits)
        atomic_fetch_add(&running->away, 1);
    const enum hw_resident_left left =
        hw_resident_leave(&running->scheduler, &worker->slot, worker->block, is_asked(worker));
    if (left != HW_STAYS) {
        *result = as_result[left];
        return true;
    }
    worker->block = NULL;
    if (waits)
        atomic_fetch_sub(&running->away, 1);
    take_report(worker);
    return false;
}

enum hw_running_result hw_running_launch_work(struct hw_running_launch *running)
{
    struct worker worker = {.running = running};
    enum hw_running_result result;

    if (!enter(&worker))
        return HW_RUNNING_BUSY;
    const unsigned floats = hw_host_fenv_begin();
    do
        do {
            while (start_blocks(&worker))
                ;
            while (!is_asked(&worker) && resume_block(&worker))
                ;
        } while (poll_for_blocks(&worker));
    while (!leave(&worker, &result));
    hw_host_fenv_end(floats);
    return result;
}

/* Nobody else is inside, so nothing has to be entered; no thread is called. */
bool hw_running_launch_run_waiting(struct hw_running_launch *running)
{
    struct hw_resident_scheduler *scheduler = &running->scheduler;
    struct worker worker = {.running = running};
    hw_running_launch_call *call = running->call;
    bool all_spin = true;

    running->call = NULL;
    hw_resident_note_progress(scheduler);
    const unsigned floats = hw_host_fenv_begin();
    for (uint32_t count = atomic_load(&scheduler->waiting); all_spin && count > 0; count--) {
        struct hw_block *block = hw_resident_next(scheduler, &worker.slot);
        run_quantum(&worker, block);
        all_spin = block->quantum.idle; /* false also when it has ended */
    }
    hw_host_fenv_end(floats);
    if (worker.slot.ended)
        hw_resident_note_end(scheduler, &worker.slot);
    if (worker.block)
        hw_resident_recycle(scheduler, worker.block);
    running->call = call;
    return all_spin;
}
