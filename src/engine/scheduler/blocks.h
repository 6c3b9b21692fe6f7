/* SPDX-License-Identifier: MIT */
/* One block of the grid: it is prepared for a launch, brought to its start, and run for a quantum. */
#ifndef HW_ENGINE_SCHEDULER_BLOCKS_H
#define HW_ENGINE_SCHEDULER_BLOCKS_H

#include "engine/executable.h"
#include "machine/warp.h"

/* Prepare a worker's block state for a launch, with the memory that it has from the last one; at first it is
 * all zero.  False when the host is out of memory.  `alone`: no other worker takes part.  `locked_global`: of
 * the launch. */
bool hw_block_prepare(struct hw_block *block, const struct hw_launch *launch,
                      const struct hw_executable *code, bool alone, uint32_t *locked_global);
/* Free what it has. */
void hw_block_destroy(struct hw_block *block);
/* Ask for the range of each access again. */
void hw_block_forget_ranges(struct hw_block *block);
/* Bring a block of the grid to its start. */
void hw_block_start(struct hw_block *block, uint64_t number);

enum hw_outcome {
    HW_OUTCOME_ENDED = 0,
    HW_OUTCOME_FAULT,  /* block->fault says which */
    HW_OUTCOME_QUANTUM /* its quantum is over; block->quantum.idle: it only waited */
};
/* Run a block that was started for a quantum. */
enum hw_outcome hw_block_run(struct hw_block *block);

/* Whether the launch's warps may be taken without a state; and do that with those that come next and have not
 * started: as many as the returned number have ended. */
bool hw_block_may_run_stateless(const struct hw_block *block);
uint32_t hw_block_run_stateless(struct hw_block *block);

/* Number the warps and threads of the launch's blocks. */
void hw_number_warps(struct hw_block *block);
/* The coordinates behind others in a grid or block of that size. */
void hw_step_id(const uint32_t size[3], uint32_t id[3]);

/* Have a room for each warp; false when the host is out of memory. */
bool hw_warp_contexts_prepare(struct hw_block *block);
void hw_warp_contexts_free(struct hw_block *block);
/* Nobody has a room: also when the last block has faulted. */
void hw_warp_contexts_reset(struct hw_block *block);
/* Registers with the program's literals and what special registers read, before a warp starts. */
const hw_lanes *hw_warp_context_initial(struct hw_block *block, uint32_t warp);
/* Bring a warp to the entry point, in a room; it leaves that when it has ended. */
void hw_warp_start(struct hw_warp *warp);
static inline void hw_warp_context_release(struct hw_block *block, struct hw_warp *warp)
{
    block->free_contexts[block->free_context_count++] = warp->warp_context;
    warp->warp_context = NULL;
}
/* Whether warps begin with more than cleared registers. */
bool hw_warps_begin_otherwise(const struct hw_block *block);
/* What is prepared for each number of a warp: what its special registers read that stay by number. */
static inline hw_lanes *hw_cached_special(const struct hw_warp *warp)
{
    return &warp->block->special_by_number[warp->number * warp->block->program->special_by_number];
}
/* Fill registers that special registers are read from: a bit for each of the program's. */
void hw_fill_special(struct hw_warp *warp, unsigned which);

#endif
