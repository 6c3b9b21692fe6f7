/* SPDX-License-Identifier: MIT */
/* See injected_fault.h. */
#include "cuda/core/launches/injected_fault.h"

#include "cuda/core/fault_errors.h"
#include "cuda/core/log/log_injected.h"
#include "cuda/core/modules/kernel_image.h"

#include <inttypes.h>
#include <stdio.h>

bool hw_cuda_inject_fault(struct hw_cuda_launch_state *run)
{
    const char *symbol = run->kernel->code->name;
    struct hw_fault *fault = &run->result.fault;
    struct hw_injected injected;

    if (!hw_inject_on || !hw_inject_launch(symbol, &injected))
        return false;
    hw_cuda_log_injected_launch(&injected, symbol);
    fault->kind = hw_cuda_fault_of(injected.status);
    snprintf(fault->sentence, sizeof fault->sentence, "by HALFWARP_FAIL, launch %" PRIu64, injected.number);
    run->status = HW_ERR_FAULT;
    return true;
}
