/* Barriers: a warp arrives, a barrier that has counted enough warps opens.
 *
 * The hardware counts warps, not threads.  When a warp is split as it arrives, the other paths run first:
 * the path that arrived is parked in place of a branch entry, and the warp arrives once all of its lanes
 * that still run have come to the same instruction.  They go on together.  So a kernel in which every
 * thread reaches the barrier works however the compiler reconverged it; a path that cannot be brought
 * to the barrier is a fault. */
#include "engine/code.h"
#include "machine/warp.h"

/* uop: a = barrier number, imm = warp count or HW_BARRIER_ALL, mode = HW_BAR_* */
#include "ops/control.h"

/* Give the lanes of the path a place to wait and run another path; false when there is none to run. */
static bool park(struct hw_warp *warp, uint32_t here)
{
    uint32_t top = warp->depth;

    while (top > 0 && warp->stack[top - 1].kind == HW_ENTRY_BRANCH && warp->stack[top - 1].parked)
        top--;
    if (top == 0 || warp->stack[top - 1].kind != HW_ENTRY_BRANCH)
        return false;
    struct hw_entry *entry = &warp->stack[top - 1];
    uint32_t lanes = entry->mask & warp->live & ~(warp->returned | warp->broken);
    uint32_t target = entry->target;
    *entry = (struct hw_entry){.target = here, .mask = warp->active, .kind = HW_ENTRY_BRANCH, .parked = true};
    hw_warp_activate(warp, lanes);
    warp->run_start = warp->block->code->insn_of[target];
    hw_warp_goto(warp, warp->block->code->uop + target);
    return true;
}

/* All paths parked at this instruction join the current one; what is left below is another matter. */
static void unpark(struct hw_warp *warp, uint32_t here)
{
    while (warp->depth > 0) {
        const struct hw_entry *top = &warp->stack[warp->depth - 1];
        if (!top->parked || top->target != here)
            return;
        hw_warp_activate(warp, warp->active | (top->mask & warp->live));
        warp->depth--;
    }
}

/* Warps that a barrier waits for. */
static uint32_t expected_warps(const struct hw_block *block, const struct hw_barrier *barrier)
{
    return barrier->expected == HW_BARRIER_ALL ? block->warps_running : barrier->expected;
}

/* Open the barrier if enough warps have arrived. */
static void open_if_complete(struct hw_block *block, unsigned number)
{
    struct hw_barrier *barrier = &block->barrier[number];

    if (barrier->arrived < expected_warps(block, barrier))
        return;
    barrier->arrived = 0;
    for (uint32_t i = 0; i < block->warp_count; i++)
        if (block->warp[i].waiting == number + 1)
            block->warp[i].waiting = 0;
}

void hw_warp_barrier(struct hw_warp *warp, const struct hw_uop *uop)
{
    struct hw_block *block = warp->block;
    struct hw_barrier *barrier = &block->barrier[uop->a];
    uint32_t behind = (uint32_t)(uop - block->code->uop) + 1;

    hw_warp_account(warp, uop);
    unpark(warp, behind);
    if (warp->active != warp->live) {
        if (!park(warp, behind))
            hw_warp_fault(
                warp, uop, HW_FAULT_DEADLOCK, HW_NO_LANE, NULL,
                "lanes 0x%08x of the warp reach barrier %u, the other lanes (0x%08x) wait for them elsewhere",
                warp->active, uop->a, warp->live & ~warp->active);
        return;
    }
    block->stats.barriers++;
    hw_warp_goto(warp, block->code->uop + behind);
    if (uop->mode & HW_BAR_ARRIVE) {
        barrier->arrived++;
        barrier->expected = uop->imm;
    }
    if (uop->mode & HW_BAR_WAIT && barrier->arrived > 0)
        warp->waiting = (uint8_t)(uop->a + 1);
    if (uop->mode & HW_BAR_ARRIVE)
        open_if_complete(block, uop->a);
    hw_warp_leave(warp, HW_LEAVE_BARRIER);
}

void hw_block_warp_ended(struct hw_block *block)
{
    for (unsigned number = 0; number < HW_BARRIERS; number++)
        if (block->barrier[number].arrived > 0 && block->barrier[number].expected == HW_BARRIER_ALL)
            open_if_complete(block, number);
}
