/* SPDX-License-Identifier: MIT */
/* Stateless warps run from start to end in compiled code, without architectural state (machine/stateless.h).
 */
#include "engine/scheduler/blocks.h"
#include "machine/program.h"

/* After so many consecutive warps that could not run so, a block does not try again in the launch.
 */
#define MAX_MISSES 16u

bool hw_block_may_run_stateless(const struct hw_block *block)
{
    const struct hw_launch *launch = block->launch;

    return block->code->execution_engine->stateless && !block->subscriptions.warps && !launch->graphics &&
           launch->preset_count == 0 && !launch->placement.stack.memory;
}

/* How many warps, from the first on, are full: all but the last, or none. */
static uint32_t count_full(const struct hw_block *block)
{
    const struct hw_warp *warp = block->warp;
    const uint32_t count = block->warp_count;

    return warp[0].launched != ~0u ? 0 : warp[count - 1].launched != ~0u ? count - 1 : count;
}

static bool is_within_limit(const struct hw_block *block, uint64_t instructions)
{
    const uint64_t most = block->launch->limits.max_instructions;

    return !most || block->instructions + instructions <= most;
}

static void count_warps(struct hw_block *block, uint32_t warps, uint64_t instructions)
{
    block->warps_started += warps;
    block->warps_running -= warps;
    block->instructions += instructions;
    block->stats.warp_instructions += instructions;
    block->stats.thread_instructions += instructions * HW_LANES;
    block->stats.compiled += instructions;
}

uint32_t hw_block_run_stateless(struct hw_block *block)
{
    const uint32_t first = block->warps_started, end = count_full(block);
    const struct hw_program *program = block->program;

    if (block->stateless_misses >= MAX_MISSES || block->barriers_used || first >= end)
        return 0;
    const struct hw_stateless *stateless = block->code->execution_engine->stateless(block->code->own);
    if (!stateless)
        return 0;
    const uint32_t each = program->insn_of[stateless->end] + 1 - program->insn_of[program->start];
    if (!is_within_limit(block, (uint64_t)each * (end - first)))
        return 0;
    const uint32_t done = stateless->run(block, hw_warp_context_initial(block, first), first, end);
    block->stateless_misses = done ? 0 : block->stateless_misses + 1;
    count_warps(block, done, (uint64_t)each * done);
    block->code->execution_engine->count_stateless(block->code->own, (uint64_t)each * done);
    return done;
}
