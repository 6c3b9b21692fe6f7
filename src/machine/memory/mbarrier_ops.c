/* SPDX-License-Identifier: MIT */
/* See mbarrier_ops.h.  Shared memory belongs to one worker, so plain accesses do. */
#include "machine/memory/mbarrier_ops.h"

#include "machine/async/async_queue.h"
#include "machine/memory/access.h"
#include "machine/paths/its.h"
#include "machine/warp.h"
#include "machine/warp_control.h"

#include <string.h>

#define BARRIER_BYTES 8u

/* The barrier of a lane; NULL: a fault, its address is none. */
static uint8_t *barrier_of(struct hw_regs *regs, const struct hw_uop *uop, unsigned lane)
{
    struct hw_warp *warp = hw_warp_of(regs);
    struct hw_block *block = warp->block;
    const uint32_t address = (regs->reg[uop->a][lane] + uop->mem.offset) & uop->mem.mask;

    if (address % BARRIER_BYTES == 0 &&
        ((address < block->shared_bytes && block->shared_bytes - address >= BARRIER_BYTES) ||
         hw_shared_behind(block, address, BARRIER_BYTES)))
        return block->shared + address;
    hw_mem_fault(warp, uop, HW_OPERAND_SHARED, BARRIER_BYTES - 1, lane, address, BARRIER_BYTES);
    return NULL;
}

static uint64_t pair_of(const struct hw_regs *regs, unsigned reg, unsigned lane)
{
    return regs->reg[reg][lane] | (uint64_t)regs->reg[reg + 1u][lane] << 32;
}

static void set_pair(struct hw_regs *regs, unsigned reg, unsigned lane, uint64_t value)
{
    regs->reg[reg][lane] = (uint32_t)value;
    regs->reg[reg + 1u][lane] = (uint32_t)(value >> 32);
}

/* Asynchronous operations may be put off no further if lanes poll. */
static void tell_queue(struct hw_regs *regs, const struct hw_uop *uop, uint32_t lanes)
{
    struct hw_warp *warp = hw_warp_of(regs);
    uint32_t last = 1; /* no barrier's address */
    bool is_done = true;

    for (; lanes && is_done; lanes &= lanes - 1) {
        const unsigned lane = hw_lowest_lane(lanes);
        const uint32_t address = (regs->reg[uop->a][lane] + uop->mem.offset) & uop->mem.mask;
        if (address != last) /* lanes that poll one barrier poll it once */
            is_done = hw_async_phase_incomplete(warp->block, address, regs->reg[uop->b][lane] >> 31);
        last = address;
    }
    if (is_done && hw_async_tick(warp->block))
        return;
    hw_warp_count(warp, uop);
    hw_warp_stop(warp, HW_STOP_FAULT);
}

void hw_uop_mbarrier_test(struct hw_regs *regs, const struct hw_uop *uop)
{
    uint32_t over = 0;

    for (uint32_t left = regs->exec; left; left &= left - 1) {
        const unsigned lane = hw_lowest_lane(left);
        const uint8_t *barrier = barrier_of(regs, uop, lane);
        uint32_t upper;

        if (!barrier)
            return;
        memcpy(&upper, barrier + 4, sizeof upper);
        over |= (upper ^ regs->reg[uop->b][lane]) >> 31 << lane;
    }
    hw_write_pred(regs, uop->p_out, over);
    if (hw_warp_of(regs)->block->async && over != regs->exec)
        tell_queue(regs, uop, regs->exec & ~over);
}

void hw_uop_mbarrier_yield(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);

    if (regs->exec & ~hw_read_pred(regs, uop->p_in))
        warp->budget -= warp->block->quantum.slice / 16;
}

void hw_uop_mbarrier_exchange(struct hw_regs *regs, const struct hw_uop *uop)
{
    const unsigned first = hw_lowest_lane(regs->exec);
    uint8_t *barrier = barrier_of(regs, uop, first);
    uint64_t old, fresh = pair_of(regs, uop->b, first);

    if (!barrier)
        return;
    memcpy(&old, barrier, sizeof old);
    if (uop->c != HW_NO_REGISTER)
        fresh = old == fresh ? pair_of(regs, uop->c, first) : old;
    memcpy(barrier, &fresh, sizeof fresh);
    for (uint32_t left = regs->exec; left; left &= left - 1)
        set_pair(regs, uop->d, hw_lowest_lane(left), old);
}

void hw_uop_mbarrier_load(struct hw_regs *regs, const struct hw_uop *uop)
{
    for (uint32_t left = regs->exec; left; left &= left - 1) {
        const unsigned lane = hw_lowest_lane(left);
        const uint8_t *barrier = barrier_of(regs, uop, lane);
        uint64_t state;

        if (!barrier)
            return;
        memcpy(&state, barrier, sizeof state);
        set_pair(regs, uop->d, lane, state);
    }
}
