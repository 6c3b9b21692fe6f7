/* SPDX-License-Identifier: MIT */
/* A block (CTA) of the grid is prepared for a launch, started, and run for a quantum. */
#ifndef HW_ENGINE_SCHEDULER_BLOCKS_H
#define HW_ENGINE_SCHEDULER_BLOCKS_H

#include "engine/executable.h"
#include "machine/warp.h"

/* What all blocks of a launch begin with. */
struct hw_block_setup {
    const struct hw_launch *launch;
    const struct hw_executable *code;
    struct hw_literals literals;
    bool alone;                   /* no other thread runs blocks on this memory meanwhile */
    bool collects_reductions;     /* reductions may come to memory later, in any order, */
    bool logs_reductions;         /* or do, in the order of blocks */
    uint32_t *locked_global;      /* HW_GLOBAL_LOCK_WORDS */
    const _Atomic uint64_t *stop; /* blocks from this one on do not go on */
    _Atomic bool *spins;          /* whether a block was found spinning */
};

/* Prepare a block's memory for a launch; it keeps what the last launch allocated, and is all zero before the
 * first.  False: the host is out of memory. */
bool hw_block_prepare(struct hw_block *block, const struct hw_block_setup *setup);
/* How much memory it has allocated. */
size_t hw_block_bytes(const struct hw_block *block);
/* Free its memory. */
void hw_block_destroy(struct hw_block *block);
/* Empty the range caches, so that each access looks its range up again. */
void hw_block_forget_ranges(struct hw_block *block);
/* Set a block of the grid to its start. */
void hw_block_start(struct hw_block *block, uint64_t number);

enum hw_outcome {
    HW_OUTCOME_ENDED = 0,
    HW_OUTCOME_FAULT,  /* block->fault is the fault */
    HW_OUTCOME_QUANTUM /* its quantum is over; block->quantum says whether it waits */
};
/* Run a block that was started for a quantum. */
enum hw_outcome hw_block_run(struct hw_block *block);

/* Whether the launch's warps may run without state; and run the next warps that have not started so.  Returns
 * how many have ended. */
bool hw_block_may_run_stateless(const struct hw_block *block);
uint32_t hw_block_run_stateless(struct hw_block *block);

/* Number the warps and threads of the blocks of the launch. */
void hw_number_warps(struct hw_block *block);
/* Step to the next coordinates in a grid or block of that size: x first, then y, then z. */
void hw_step_id(const uint32_t size[3], uint32_t id[3]);

/* Allocate a warp context for each warp; false: the host is out of memory. */
bool hw_warp_contexts_prepare(struct hw_block *block);
/* Make a context ready that is no warp's: the program's literals. */
bool hw_warp_context_fill(struct hw_block *block, struct hw_warp_context *warp_context);
void hw_warp_contexts_free(struct hw_block *block);
/* Release all contexts, also after a fault of the last block. */
void hw_warp_contexts_reset(struct hw_block *block);
/* The initial register image of a warp: the program's literals, and the values of special registers. */
const hw_lanes *hw_warp_context_initial(struct hw_block *block, uint32_t warp);
/* Start a warp at the entry point: it acquires a context, which it releases when it has ended. */
void hw_warp_start(struct hw_warp *warp);
static inline void hw_warp_context_release(struct hw_block *block, struct hw_warp *warp)
{
    block->free_contexts[block->free_context_count++] = warp->warp_context;
    warp->warp_context = NULL;
}
/* Whether the warps of a launch have more initial state than cleared registers. */
bool hw_warps_begin_otherwise(const struct hw_block *block);
/* The cached values of special registers that depend only on a warp's number. */
static inline hw_lanes *hw_cached_special(const struct hw_warp *warp)
{
    return &warp->block->special_by_number[warp->number * warp->block->program->special_by_number];
}
/* Fill the registers that hold special registers' values; `which` has a bit for each special register of the
 * program. */
void hw_fill_special(struct hw_warp *warp, unsigned which);

#endif
