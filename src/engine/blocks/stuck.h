/* SPDX-License-Identifier: MIT */
/* Blocks that spin: deciding whether they will spin for ever, and reporting it. */
#ifndef HW_ENGINE_BLOCKS_STUCK_H
#define HW_ENGINE_BLOCKS_STUCK_H

#include "engine/blocks/residents.h"

/* All that decides what blocks do next, and device memory, as one number. `first` begins a list by
 * next_waiting. */
uint64_t hw_state_of(const struct hw_block *first);

/* From now on note what could let the blocks go on although nothing that halfwarp runs does; and whether
 * there was such a thing. */
void hw_watch_blocks(struct hw_block *first);
bool hw_may_be_ended(const struct hw_block *first);

/* The fault of blocks that cannot go on: that of the first one in the grid's order, with a sentence that says
 * where each waits. */
void hw_report_stuck(const struct hw_residents *residents, struct hw_fault *fault);

#endif
