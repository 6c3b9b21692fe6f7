/* SPDX-License-Identifier: MIT */
/* SIMT stack spilling: entries of Tesla's control-flow stack in memory.
 *
 * A multiprocessor holds three blocks of four entries for each warp.  A push that needs a fourth block spills
 * the oldest to the warp's part of the stack area; the block is filled again when its last entry is on top. A
 * kernel may have changed it meanwhile, by stores to that memory.
 * @see the NV50 CUDA page of the nouveau wiki, "Stack and local memory" */
#ifndef HW_MACHINE_PATHS_STACK_SPILL_H
#define HW_MACHINE_PATHS_STACK_SPILL_H

#include "machine/warp.h"

/* An entry: the lanes of `mask` go on at a micro-operation of the program. */
struct hw_stack_entry {
    uint32_t index;
    uint32_t mask;
    uint8_t kind; /* enum hw_path_kind */
};

/* Whether the launch has an area for stacks. */
static inline bool hw_stack_spills(const struct hw_warp *warp)
{
    return warp->block->launch->placement.stack.memory != NULL;
}

/* Write entry `number` to the warp's part of the area; false, with the fault reported: there is no memory. */
bool hw_stack_spill(struct hw_warp *warp, const struct hw_uop *uop, uint32_t number,
                    const struct hw_stack_entry *entry);

/* Read it back.  An entry that was not changed in memory stays as it is.  False, with the fault reported:
 * there is no memory, or what it holds is no entry. */
bool hw_stack_fill(struct hw_warp *warp, const struct hw_uop *uop, uint32_t number,
                   struct hw_stack_entry *entry);

#endif
