/* SPDX-License-Identifier: MIT */
/* cudaDeviceSynchronize in device code, of toolkits before 12: threads wait for all that their block has
 * launched.  Waiting is a jump of the warp to the same micro-op, so the block only waits, and those who run
 * the launch run something else. */
#include "machine/device_launch/device_function.h"
#include "machine/device_runtime.h"
#include "machine/warp_control.h"

#define SYNC_DEPTH 2u /* levels of grids that may wait: CUDA's default (cudaLimitDevRuntimeSyncDepth) */
#define SYNC_LIMIT 3  /* its number */

bool hw_device_function_waits(uint32_t index)
{
    return hw_device_function_at(index)->call == hw_device_synchronize;
}

static bool is_too_deep(const struct hw_child_queue *queue, const struct hw_child *grid)
{
    const struct hw_child_host *host = hw_child_queue_host(queue);
    uint64_t limit = SYNC_DEPTH;

    if (host->limit)
        (void)host->limit(host->context, SYNC_LIMIT, &limit);
    return grid->level >= limit;
}

/* The end of the wait, for one lane. */
bool hw_device_synchronize(struct hw_lane_call *call, const struct hw_device_function *function)
{
    (void)function;
    return hw_call_return(call, is_too_deep(hw_call_queue(call), hw_call_grid(call)) ? HW_CDP_SYNC_TOO_DEEP
                                                                                     : HW_CDP_SUCCESS);
}

void hw_uop_children_wait(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);
    const struct hw_lane_call call = {.warp = warp, .uop = uop};
    struct hw_child_queue *queue = hw_call_queue(&call);

    if (queue && !is_too_deep(queue, hw_call_grid(&call)) &&
        hw_child_queue_awaits(queue, hw_call_grid(&call), warp->block->number))
        hw_warp_count_and_branch(warp, uop, hw_warp_uop_index(warp, uop));
    else
        hw_uop_device_call(regs, uop);
}
