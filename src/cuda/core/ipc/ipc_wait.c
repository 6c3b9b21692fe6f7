/* SPDX-License-Identifier: MIT */
/* See ipc_wait.h. */
#include "cuda/core/ipc/ipc_wait.h"

#include "cuda/base/message.h"
#include "cuda/core/devices/context.h"
#include "cuda/core/ipc/ipc_event.h"

#include <stdio.h>

bool hw_shared_wait_work(struct hw_shared_event *event, struct hw_cuda_work *work)
{
    *work = (struct hw_cuda_work){.kind = HW_CUDA_WORK_SHARED_WAIT,
                                  .shared_wait = {event, hw_shared_event_awaited(event)}};
    return work->shared_wait.record != 0;
}

bool hw_shared_wait_visit(const struct hw_cuda_shared_wait_work *wait, const struct hw_shared_wait_run *run)
{
    return run->stopped || hw_shared_event_has_happened(wait->event, wait->record);
}

void hw_shared_wait_stop(struct hw_shared_wait_run *run, const char *why)
{
    if (run->stopped)
        return;
    run->stopped = true;
    snprintf(run->why, sizeof run->why, "%s", why ? why : "");
}

void hw_shared_wait_describe(const struct hw_cuda_shared_wait_work *wait, char *text, size_t bytes)
{
    snprintf(text, bytes, "a stream, until process %d has done what is before its record of an event",
             (int)hw_shared_event_recorder(wait->event, wait->record));
}

cudaError_t hw_shared_wait_end(const struct hw_cuda_shared_wait_work *wait,
                               const struct hw_shared_wait_run *run)
{
    char text[128];

    if (!*run->why)
        return cudaSuccess;
    hw_shared_wait_describe(wait, text, sizeof text);
    hw_cuda_message("%s: %s", text, run->why);
    return hw_cuda.context->failed = cudaErrorLaunchTimeout;
}
