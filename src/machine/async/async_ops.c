/* SPDX-License-Identifier: MIT */
/* See async_ops.h. */
#include "machine/async/async_ops.h"

#include "machine/async/async_queue.h"
#include "machine/warp_control.h"

#include <string.h>

/* A fault of what was waited for stops who waits. */
static bool go_on(struct hw_warp *warp, const struct hw_uop *uop, bool is_done)
{
    if (!is_done) {
        hw_warp_count(warp, uop);
        hw_warp_stop(warp, HW_STOP_FAULT);
    }
    return is_done;
}

static void capture(struct hw_async_entry *entry, const struct hw_regs *regs, const struct hw_uop *uop)
{
    for (unsigned i = 0; i < uop->async.captures; i++)
        memcpy(entry->reg[i], regs->reg[uop->async.capture[i]], sizeof(hw_lanes));
    for (unsigned lane = 0; lane < HW_LANES && uop->a != HW_NO_REGISTER; lane++)
        entry->barrier[lane] = (regs->reg[uop->a][lane] + uop->async.offset) & uop->async.mask;
}

/* The uniform datapath issues one for the warp. */
static bool is_once(const struct hw_uop *uop)
{
    return uop->async.kind == HW_ASYNC_TO_SHARED || uop->async.kind == HW_ASYNC_TO_GLOBAL;
}

void hw_uop_async_issue(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);
    struct hw_block *block = warp->block;
    struct hw_async_entry *entry = hw_async_queue_add(block->async);

    if (!entry) { /* whatever waits, this is the time for the older ones */
        if (!go_on(warp, uop, hw_async_make_room(block)))
            return;
        entry = hw_async_queue_add(block->async);
    }
    entry->uop = hw_warp_uop_index(warp, uop);
    entry->warp = warp->number;
    entry->lanes = is_once(uop) && regs->exec ? 1u << hw_lowest_lane(regs->exec) : regs->exec;
    entry->reading = entry->lanes & hw_read_pred(regs, uop->p_in);
    entry->group = 0;
    entry->has_read = entry->done = false;
    entry->bytes = NULL;
    capture(entry, regs, uop);
    hw_async_draw(block->async, entry);
    block->stats.put_off += !uop->async.now;
    go_on(warp, uop, uop->async.now ? hw_async_complete_last(block) : hw_async_tick(block));
}

void hw_uop_async_commit(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);

    hw_async_close_group(warp->block, warp->number, regs->exec, uop->async_wait.kind,
                         uop->async_wait.scoreboard);
}

void hw_uop_async_wait(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);

    go_on(warp, uop,
          hw_async_complete_groups(warp->block, warp->number, uop->async_wait.scoreboard,
                                   uop->async_wait.left) &&
              hw_async_tick(warp->block));
}

/* The address in shared memory at which a lane looks; false: it is elsewhere. */
static bool looked_at(const struct hw_regs *regs, const struct hw_uop *uop, const struct hw_block *block,
                      unsigned lane, uint32_t *address)
{
    uint64_t at = regs->reg[uop->a][lane];

    if (!uop->async.now) {
        *address = (uint32_t)(at + uop->async.offset) & uop->async.mask;
        return true;
    }
    at = (at | (uint64_t)regs->reg[uop->a + 1u][lane] << 32) + (uint64_t)(int64_t)(int32_t)uop->async.offset -
         hw_shared_window(block);
    *address = (uint32_t)at;
    return at < block->shared_bytes;
}

void hw_uop_async_look(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);
    struct hw_block *block = warp->block;
    uint32_t last = UINT32_MAX;

    for (uint32_t left = block->async && block->async->count ? regs->exec : 0; left; left &= left - 1) {
        uint32_t address;

        if (!looked_at(regs, uop, block, hw_lowest_lane(left), &address))
            continue;
        address &= ~7u; /* a barrier's word, or both */
        if (address != last && address < block->shared_bytes &&
            !go_on(warp, uop, hw_async_looked_at(block, address)))
            return;
        last = address;
    }
}
