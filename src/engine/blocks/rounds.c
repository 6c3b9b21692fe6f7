/* SPDX-License-Identifier: MIT */
/* How the warps of a block take turns, and how long the block runs before others get theirs.
 *
 * Warps run in turn, each until it leaves; a round in which no warp could run is a deadlock.
 *
 * A block runs for a stint.  The first one is long, so nearly every block ends in it.  A block that does not
 * may wait for another one (a barrier of the whole grid, a block that hands work to the next), so the caller
 * lets others run.  A block that waits is recognized before its stint is over: it spins, so after some
 * thousand instructions its warps are where they were with the same values in their registers.  It is looked
 * at when all warps that ran have used up their slices, at growing distances, and by a sample only, since a
 * block that is wrongly taken for one that waits merely lets others run early.  When it runs again, its first
 * round is a short one: most often it still waits. */
#include "engine/blocks/blocks.h"

#include "engine/blocks/hash.h"
#include "machine/listen.h"
#include "machine/paths/block_barrier.h"
#include "machine/paths/paths.h"
#include "machine/program.h"

/* Warp instructions. */
#define FIRST_STINT (1u << 20)
#define NEXT_STINT  (1u << 18)
#define SHORT_SLICE 256

/* What a round has come to. */
enum round {
    ROUND_MOVED,   /* a warp ended, or came to a barrier */
    ROUND_USED_UP, /* every warp that ran has used up its slice */
    ROUND_CLOCK,   /* every warp that ran waits for a clock that is not known yet */
    ROUND_NONE,    /* no warp could run */
    ROUND_FAULT
};

/* --- stints --- */

static void begin_stint(struct hw_block *block)
{
    struct hw_stint *stint = &block->stint;
    const bool first = stint->count++ == 0;

    stint->end = block->instructions + (first ? FIRST_STINT : NEXT_STINT);
    stint->gap = HW_SLICE;
    stint->next_look = block->instructions + (first ? HW_SLICE : 0);
    stint->idle = false;
    if (first)
        stint->looks = 0;
}

/* A sample of what the warps that run have in their registers: one lane's. */
static uint64_t sample(const struct hw_block *block)
{
    uint64_t hash = 0;

    for (uint32_t i = 0; i < block->warp_count; i++) {
        const struct hw_warp *warp = &block->warp[i];
        if (warp->live == 0 || warp->waiting)
            continue;
        const unsigned lane = hw_lowest_lane(warp->active);
        hash = hw_hash_word(hash, (uint64_t)warp->next << 32 | warp->active);
        for (uint32_t reg = 0; reg < block->program->state_registers; reg++)
            hash = hw_hash_word(hash, warp->regs.reg[reg][lane]);
        for (unsigned pred = 0; pred < HW_PREDICATES; pred++)
            hash = hw_hash_word(hash, warp->regs.pred[pred]);
    }
    return hash;
}

/* Whether the block is where it was when somebody looked before. */
static bool is_idle(struct hw_block *block)
{
    struct hw_stint *stint = &block->stint;

    if (block->instructions < stint->next_look)
        return false;
    const uint64_t now = sample(block);
    const uint32_t known = stint->looks < HW_STINT_LOOKS ? stint->looks : HW_STINT_LOOKS;
    for (uint32_t i = 0; i < known; i++)
        if (stint->seen[i] == now)
            return true;
    stint->seen[stint->looks++ % HW_STINT_LOOKS] = now;
    stint->next_look = block->instructions + stint->gap;
    stint->gap *= 2;
    return false;
}

/* --- rounds --- */

static void end_warp(struct hw_block *block, struct hw_warp *warp)
{
    if (block->tells.warps)
        hw_tell_warp(warp, HW_MOMENT_END);
    block->warps_running--;
    hw_warp_move_out(block, warp);
    if (block->barriers_used)
        hw_block_warp_ended(block);
}

/* What a warp's leaving means for its block; whether it has used up its slice. */
static bool take_leave(struct hw_block *block, struct hw_warp *warp)
{
    const bool opened = warp->opened;

    if (warp->leave != HW_LEAVE_YIELD)
        return false;
    if (!opened) /* it may wait for what other blocks see */
        hw_block_finish(block);
    warp->opened = false;
    return !opened;
}

/* Whether a warp can run; one that has not started does. */
static bool get_ready(struct hw_block *block, struct hw_warp *warp, uint32_t number)
{
    if (number < block->warps_started)
        return warp->live != 0 && !warp->waiting;
    block->warps_started++;
    hw_warp_start(warp);
    return true;
}

static enum round run_round(struct hw_block *block, int32_t slice)
{
    void (*const run)(const void *, struct hw_warp *) = block->code->back_end->run;
    const void *own = block->code->own;
    bool used_up = true, ran = false, clock = true;

    for (uint32_t i = 0; i < block->warp_count; i++) {
        struct hw_warp *warp = &block->warp[i];
        const uint32_t ended =
            block->may_go_straight && i == block->warps_started ? hw_block_go_straight(block) : 0;
        if (ended) {
            ran = true;
            used_up = clock = false;
            i += ended - 1;
            continue;
        }
        if (!get_ready(block, warp, i))
            continue;
        if (!warp->opened)
            warp->slice = slice;
        run(own, warp);
        ran = true;
        if (warp->leave == HW_LEAVE_DONE) {
            end_warp(block, warp);
            used_up = clock = false;
            continue;
        }
        if (warp->leave == HW_LEAVE_FAULT)
            return ROUND_FAULT;
        used_up &= take_leave(block, warp);
        clock &= warp->leave == HW_LEAVE_CLOCK;
    }
    return !ran ? ROUND_NONE : clock ? ROUND_CLOCK : used_up ? ROUND_USED_UP : ROUND_MOVED;
}

/* No warp can run although some have not ended: they wait at barriers that nobody can complete. */
static void report_deadlock(struct hw_block *block)
{
    for (uint32_t i = 0; i < block->warp_count; i++) {
        struct hw_warp *warp = &block->warp[i];
        if (!warp->waiting)
            continue;
        const struct hw_barrier *barrier = &block->barrier[warp->waiting - 1];
        char others[128];
        hw_paths_of(warp)->say(warp, others, sizeof others);
        hw_warp_fault(warp, block->program->uop + warp->next - 1, HW_FAULT_DEADLOCK, HW_NO_LANE, NULL,
                      "the block cannot go on: barrier %u has %u of %u %s, and no warp is left that could "
                      "arrive%s%s",
                      warp->waiting - 1, barrier->arrived, hw_barrier_expected(block, barrier),
                      hw_paths_model(block)->arrivals == 1 ? "warps" : "threads", *others ? "; " : "",
                      others);
        return;
    }
}

static enum hw_outcome end_block(struct hw_block *block)
{
    const struct hw_launch *launch = block->launch;

    if (block->tells.blocks)
        hw_tell_block(block, HW_MOMENT_END);
    if (launch->host.block_end)
        launch->host.block_end(launch->host.block_end_context, block->id, block->shared, block->shared_bytes);
    return HW_OUTCOME_ENDED;
}

enum hw_outcome hw_block_run(struct hw_block *block)
{
    const int32_t whole = block->launch->code.turn ? (int32_t)block->launch->code.turn : HW_SLICE;
    int32_t slice = block->stint.count && whole > SHORT_SLICE ? SHORT_SLICE : whole;

    begin_stint(block);
    while (block->warps_running > 0) {
        const enum round round = run_round(block, slice);

        if (round == ROUND_FAULT)
            return HW_OUTCOME_FAULT;
        if (round == ROUND_NONE) {
            report_deadlock(block);
            return HW_OUTCOME_FAULT;
        }
        block->stint.idle = round == ROUND_USED_UP && is_idle(block);
        if (block->warps_running > 0 &&
            (round == ROUND_CLOCK || block->stint.idle || block->instructions >= block->stint.end)) {
            hw_block_finish(block);
            return HW_OUTCOME_STINT;
        }
        slice = whole;
    }
    return end_block(block);
}
