/* SPDX-License-Identifier: MIT */
/* The warp scheduler runs the warps of a block round robin, each for a time slice, until the quantum of the
 * block is over.
 *
 * hw_block_run calls run_pass, which runs each warp that is ready once.  A warp stops for a reason
 * (hw_stop_reason):
 *
 *     not started --get_ready--> ready --YIELD: its budget is used up-------------------------> ready
 *                                      --CLOCK: the clock's value is not available yet--------> ready
 *                                      --BARRIER--> waiting --the last warp arrives-----------> ready
 *                                      --DONE--> ended
 *                                      --FAULT--> the block ends
 *
 * A pass in which no warp could run is a deadlock.
 *
 * The first quantum of a block is long, so nearly every block ends in it.  A block that does not may wait for
 * another one (a barrier of the whole grid, a block that hands work to the next), so the caller lets others
 * run.  A waiting block is detected before its quantum ends.  It spins: after some time its warps are at the
 * same index with the same register values.  The check (is_spinning) runs when every warp has used its time
 * slice, at doubling intervals.  It hashes only a sample of the state: a false positive merely lets other
 * blocks run earlier.
 *
 * Once a block of the launch has been found spinning, time slices are short at first, because most often a
 * block that runs again still waits, and one that starts soon will.  They double from pass to pass, so that
 * waiting takes a few dozens of instructions, and work is not cut into small pieces for long.  Where some
 * warps of a block wait at a barrier, most often the others wait for another block (a thread of the block
 * waits for the whole grid): they begin with short slices again. */
#include "engine/scheduler/blocks.h"

#include "engine/scheduler/drawn_order.h"
#include "engine/scheduler/hash.h"
#include "machine/async/async_queue.h"
#include "machine/events.h"
#include "machine/paths/block_barrier.h"
#include "machine/paths/paths.h"
#include "machine/program.h"

#include <stdatomic.h>

/* Warp instructions. */
#define FIRST_QUANTUM (1u << 20)
#define NEXT_QUANTUM  (1u << 18)
#define SHORT_BUDGET  32
#define MANY_QUANTA   64u
/* Drawn quanta: the shortest, and how many powers of two. */
#define SHORTEST_QUANTUM 16u
#define DRAWN_QUANTA     16u

/* The result of a pass over the warps. */
enum pass_result {
    PASS_MOVED,   /* a warp ended, or arrived at a barrier */
    PASS_USED_UP, /* every warp that ran has used up its budget */
    PASS_CLOCK,   /* every warp that ran waits for a clock value that is not available yet */
    PASS_NONE,    /* no warp could run */
    PASS_FAULT
};

/* --- quanta --- */

/* Instructions of a full time slice. */
static int32_t full_budget(const struct hw_block *block)
{
    return block->launch->code.turn ? (int32_t)block->launch->code.turn : HW_WARP_BUDGET;
}

/* Whether turns are drawn: not while a livelock is proven, for which the block must repeat what it does. */
static bool is_drawn(const struct hw_block *block)
{
    return block->drawn.state && !block->watched;
}

static void begin_quantum(struct hw_block *block)
{
    struct hw_block_quantum *quantum = &block->quantum;
    const bool first = quantum->count++ == 0,
               spins = atomic_load_explicit(block->spins, memory_order_relaxed);
    const int32_t full = full_budget(block);

    quantum->begin = block->instructions;
    quantum->end = block->instructions + (first ? FIRST_QUANTUM : NEXT_QUANTUM);
    if (is_drawn(block) && hw_draw(&block->drawn, 2))
        quantum->end = block->instructions + (SHORTEST_QUANTUM << hw_draw(&block->drawn, DRAWN_QUANTA));
    quantum->budget = quantum->waiting_budget = spins && full > SHORT_BUDGET ? SHORT_BUDGET : full;
    quantum->gap = (uint64_t)quantum->budget;
    quantum->next_sample = block->instructions + (first ? quantum->gap : 0);
    quantum->idle = quantum->only_waited = false;
    if (first)
        quantum->samples = quantum->spun = 0;
}

static int32_t twice(int32_t budget, int32_t most)
{
    return budget < most / 2 ? 2 * budget : most;
}

/* Whether warps of the block wait at a barrier. */
static bool has_waiting_warp(const struct hw_block *block)
{
    for (uint32_t i = 0; block->barriers_used && i < block->warp_count; i++)
        if (block->warp[i].live && block->warp[i].waiting)
            return true;
    return false;
}

/* The time slices of the next pass, where none is drawn. */
static int32_t default_budget(struct hw_block *block)
{
    struct hw_block_quantum *quantum = &block->quantum;
    const int32_t budget = quantum->budget, waiting_budget = quantum->waiting_budget,
                  full = full_budget(block);

    if (budget == full && waiting_budget == full)
        return full;
    quantum->budget = twice(budget, full);
    if (!has_waiting_warp(block)) {
        quantum->waiting_budget = SHORT_BUDGET;
        return budget;
    }
    quantum->waiting_budget = twice(waiting_budget, full);
    return waiting_budget;
}

static int32_t next_budget(struct hw_block *block)
{
    const int32_t full = default_budget(block);

    return is_drawn(block) && hw_draw(&block->drawn, 2) ? 1 + (int32_t)hw_draw(&block->drawn, (uint32_t)full)
                                                        : full;
}

/* Draw the order of the next pass.  All warps start before the first one. */
static void draw_order(struct hw_block *block)
{
    hw_drawn_order_next(&block->drawn, block->warp_count);
    for (; block->warps_started < block->warp_count; block->warps_started++)
        hw_warp_start(&block->warp[hw_drawn_at(&block->drawn, block->warps_started, block->warp_count)]);
}

/* A hash of the registers of one lane of each warp that can run. */
static uint64_t sample_state(const struct hw_block *block)
{
    uint64_t hash = 0;

    for (uint32_t i = 0; i < block->warp_count; i++) {
        const struct hw_warp *warp = &block->warp[i];
        if (warp->live == 0 || warp->waiting)
            continue;
        const unsigned lane = hw_lowest_lane(warp->active);
        hash = hw_hash_word(hash, (uint64_t)warp->next << 32 | warp->active);
        uint64_t sum = 0; /* of independent hashes: a chain of them would wait for each register in turn */
        for (uint32_t reg = 0; reg < block->program->state_registers; reg++)
            sum += hw_hash_word(reg, warp->regs.reg[reg][lane]);
        hash = hw_hash_word(hash, sum);
        for (unsigned pred = 0; pred < HW_PREDICATES; pred++)
            hash = hw_hash_word(hash, warp->regs.pred[pred]);
    }
    return hash;
}

/* Whether the block is in a state that an earlier sample saw. */
static bool is_spinning(struct hw_block *block)
{
    struct hw_block_quantum *quantum = &block->quantum;

    if (block->instructions < quantum->next_sample)
        return false;
    const uint64_t now = quantum->sample = sample_state(block);
    const uint32_t sample_count =
        quantum->samples < HW_QUANTUM_SAMPLES ? quantum->samples : HW_QUANTUM_SAMPLES;
    for (uint32_t i = 0; i < sample_count; i++)
        if (quantum->seen[i] == now)
            return true;
    quantum->seen[quantum->samples++ % HW_QUANTUM_SAMPLES] = now;
    quantum->next_sample = block->instructions + quantum->gap;
    quantum->gap *= 2;
    return false;
}

/* The quantum ends idle.  Whether the block has done nothing but wait: its last quantum was as long, and
 * ended in the same state.  One whose quanta differ although it only waits, because its loop is long, is
 * believed after many of them. */
static bool has_only_waited(struct hw_block *block, bool moved)
{
    struct hw_block_quantum *quantum = &block->quantum;
    const uint64_t length = block->instructions - quantum->begin;
    const bool same = quantum->sample == quantum->state && length == quantum->length;

    quantum->state = quantum->sample;
    quantum->length = length;
    quantum->spun = moved ? 0 : quantum->spun + 1;
    return quantum->spun > 1 && (same || quantum->spun > MANY_QUANTA);
}

/* --- passes --- */

static void end_warp(struct hw_block *block, struct hw_warp *warp)
{
    if (block->subscriptions.warps)
        hw_notify_warp(warp, HW_MOMENT_END);
    block->warps_running--;
    hw_warp_context_release(block, warp);
    if (block->barriers_used)
        hw_block_warp_ended(block);
}

/* A warp that has not ended stopped.  Whether it has used up a full budget. */
static bool handle_stop(struct hw_block *block, struct hw_warp *warp)
{
    const bool after_barrier = warp->after_barrier;

    if (warp->stop_reason != HW_STOP_YIELD)
        return false;
    if (!after_barrier) /* other blocks may wait for its writes */
        hw_block_finish(block);
    warp->after_barrier = false;
    return !after_barrier;
}

/* Whether a warp can run.  One that has not started is started. */
static bool get_ready(struct hw_block *block, struct hw_warp *warp, uint32_t number)
{
    if (number < block->warps_started)
        return warp->live != 0 && !warp->waiting;
    block->warps_started++;
    hw_warp_start(warp);
    return true;
}

static enum pass_result run_pass(struct hw_block *block)
{
    void (*const run)(const void *, struct hw_warp *) = block->code->execution_engine->run;
    const void *own = block->code->own;
    bool used_up = true, ran = false, clock = true;

    for (uint32_t i = 0; i < block->warp_count; i++) {
        struct hw_warp *warp = &block->warp[hw_drawn_at(&block->drawn, i, block->warp_count)];
        const uint32_t ended =
            block->may_run_stateless && i == block->warps_started ? hw_block_run_stateless(block) : 0;
        if (ended) {
            ran = true;
            used_up = clock = false;
            i += ended - 1;
            continue;
        }
        if (!get_ready(block, warp, i))
            continue;
        if (!warp->after_barrier)
            warp->budget = block->quantum.slice;
        run(own, warp);
        ran = true;
        if (warp->stop_reason == HW_STOP_DONE) {
            end_warp(block, warp);
            used_up = clock = false;
            continue;
        }
        if (warp->stop_reason == HW_STOP_FAULT)
            return PASS_FAULT;
        if (block->async && !hw_async_tick(block))
            return PASS_FAULT;
        used_up &= handle_stop(block, warp);
        clock &= warp->stop_reason == HW_STOP_CLOCK;
    }
    return !ran ? PASS_NONE : clock ? PASS_CLOCK : used_up ? PASS_USED_UP : PASS_MOVED;
}

/* No warp can run although some have not ended: they wait at barriers that no warp can complete. */
static void report_deadlock(struct hw_block *block)
{
    for (uint32_t i = 0; i < block->warp_count; i++) {
        struct hw_warp *warp = &block->warp[i];
        if (!warp->waiting)
            continue;
        const struct hw_barrier *barrier = &block->barrier[warp->waiting - 1];
        char others[128];
        hw_paths_of(warp)->describe(warp, others, sizeof others);
        hw_warp_fault(warp, block->program->uop + warp->next - 1, HW_FAULT_DEADLOCK, HW_NO_LANE, NULL,
                      "the block cannot go on: barrier %u has %u of %u %s, and no warp is left that could "
                      "arrive%s%s",
                      warp->waiting - 1, barrier->arrived, hw_barrier_expected(block, barrier),
                      hw_paths_model(block)->arrivals == 1 ? "warps" : "threads", *others ? "; " : "",
                      others);
        return;
    }
}

/* A block that only waits waits for asynchronous operations, if some are left: it goes on.  PASS_USED_UP:
 * there are none. */
static enum pass_result finish_async(struct hw_block *block)
{
    bool any = false;

    if (block->async && !hw_async_complete_all(block, &any))
        return PASS_FAULT;
    if (any)
        block->quantum.samples = 0;
    return any ? PASS_MOVED : PASS_USED_UP;
}

static enum hw_outcome end_block(struct hw_block *block)
{
    const struct hw_launch *launch = block->launch;

    if (block->async)
        block->stats.unwaited += block->async->count;
    if (finish_async(block) == PASS_FAULT)
        return HW_OUTCOME_FAULT;
    if (block->subscriptions.blocks)
        hw_notify_block(block, HW_MOMENT_END);
    if (launch->host.block_end)
        launch->host.block_end(launch->host.block_end_context, block->id, block->shared, block->shared_bytes);
    return HW_OUTCOME_ENDED;
}

static bool is_over(const struct hw_block *block)
{
    return block->instructions >= block->quantum.end ||
           block->number >= atomic_load_explicit(block->stop, memory_order_relaxed);
}

enum hw_outcome hw_block_run(struct hw_block *block)
{
    struct hw_block_quantum *quantum = &block->quantum;
    bool moved = false;

    begin_quantum(block);
    while (block->warps_running > 0) {
        quantum->slice = next_budget(block);
        if (is_drawn(block))
            draw_order(block);
        enum pass_result pass_result = run_pass(block);

        if (pass_result == PASS_USED_UP && is_spinning(block))
            quantum->idle = (pass_result = finish_async(block)) == PASS_USED_UP;
        if (pass_result == PASS_FAULT)
            return HW_OUTCOME_FAULT;
        if (pass_result == PASS_NONE) {
            report_deadlock(block);
            return HW_OUTCOME_FAULT;
        }
        moved |= pass_result != PASS_USED_UP;
        if (block->warps_running > 0 && (pass_result == PASS_CLOCK || quantum->idle || is_over(block))) {
            if (quantum->idle) {
                atomic_store_explicit(block->spins, true, memory_order_relaxed);
                quantum->only_waited = has_only_waited(block, moved);
            }
            hw_block_finish(block);
            return HW_OUTCOME_QUANTUM;
        }
    }
    return end_block(block);
}
