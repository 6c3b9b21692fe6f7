/* SPDX-License-Identifier: MIT */
/* What device code does with graphs: kernels set the condition that a conditional node looks at when its turn
 * comes (cudaGraphSetConditional). */
#include "machine/device_launch/device_function.h"
#include "machine/warp_control.h"

/* (handle, value); it returns nothing.  CUDA does not say what a handle does that is none: here it is a
 * fault. */
bool hw_device_set_condition(struct hw_lane_call *call, const struct hw_device_function *function)
{
    const struct hw_child_host *host = hw_child_queue_host(hw_call_queue(call));
    const uint64_t handle = hw_argument_pair(call, HW_FIRST_ARGUMENT);
    const char *wrong =
        host->set_condition
            ? host->set_condition(host->context, handle, hw_argument_word(call, HW_FIRST_ARGUMENT + 2))
            : "is launched where there are no graphs";

    if (!wrong)
        return true;
    hw_warp_fault(call->warp, call->uop, HW_FAULT_ADDRESS, call->lane,
                  &(struct hw_access){.space = HW_OPERAND_GENERIC, .size = 8, .address = handle},
                  "%s is given 0x%llx, which %s", function->name, (unsigned long long)handle, wrong);
    return false;
}
