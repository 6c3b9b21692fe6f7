/* SPDX-License-Identifier: MIT */
/* Warp execution control: instructions are counted, the warp branches, yields or stops. */
#ifndef HW_MACHINE_WARP_CONTROL_H
#define HW_MACHINE_WARP_CONTROL_H

#include "machine/program.h"
#include "machine/warp.h"

/* The index of a micro-operation in the warp's program. */
static inline uint32_t hw_warp_uop_index(const struct hw_warp *warp, const struct hw_uop *uop)
{
    return hw_program_uop_index(warp->block->program, uop);
}

/* Set the program counter: go on at another index of the program. */
static inline void hw_warp_set_pc(struct hw_warp *warp, uint32_t index)
{
    warp->next = index;
    warp->event = HW_EVENT_JUMP;
}

/* Stop. */
static inline void hw_warp_stop(struct hw_warp *warp, enum hw_stop_reason why)
{
    warp->stop_reason = (uint8_t)why;
    warp->event = HW_EVENT_STOP;
}

/* Make `active` the current path. */
static inline void hw_warp_activate(struct hw_warp *warp, uint32_t active)
{
    warp->active = active;
    warp->regs.exec = active;
    warp->regs.first = active ? hw_lowest_lane(active) / HW_NARROW_LANES * HW_NARROW_LANES : 0;
    warp->narrow = active >> warp->regs.first < 1u << HW_NARROW_LANES;
    if (warp->event == HW_EVENT_NONE)
        warp->event = HW_EVENT_LANES;
}

/* Count the instructions up to and with `uop`.  Must come before a change of the active lanes. */
static inline void hw_warp_count(struct hw_warp *warp, const struct hw_uop *uop)
{
    struct hw_block *block = warp->block;
    const uint32_t insn = block->program->insn_of[hw_warp_uop_index(warp, uop)];
    const uint32_t count = insn + 1 - warp->run_start;

    warp->run_start = insn + 1;
    warp->budget -= (int32_t)count;
    block->instructions += count;
    block->stats.warp_instructions += count;
    block->stats.thread_instructions +=
        (uint64_t)count * (warp->active == ~0u ? HW_LANES : hw_lane_count(warp->active));
}

/* Go on at `index`, all instructions up to `uop` being counted: checks the instruction limit, and lets the
 * next warp run when the budget is used up. */
void hw_warp_branch(struct hw_warp *warp, const struct hw_uop *uop, uint32_t index);

/* The same, and count. */
void hw_warp_count_and_branch(struct hw_warp *warp, const struct hw_uop *uop, uint32_t index);

#endif
