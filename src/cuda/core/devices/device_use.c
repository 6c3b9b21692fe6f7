/* SPDX-License-Identifier: MIT */
/* What NVML says of the use of a device by this process. */
#include "cuda/core/devices/device.h"

#include "cuda/base/message.h"

#include <time.h>

/* Microseconds since 1970 of a time of hw_cuda_seconds. */
static uint64_t microseconds_of(double seconds, double now)
{
    struct timespec date;

    clock_gettime(CLOCK_REALTIME, &date);
    return (uint64_t)date.tv_sec * 1000000 + (uint64_t)date.tv_nsec / 1000 -
           (uint64_t)((now - seconds) * 1e6);
}

unsigned hw_cuda_installed_use(int number, struct hw_cuda_use_sample use[HW_CUDA_USE_MAX])
{
    struct hw_cuda_device *device = hw_cuda_installed_at(number);
    const double now = hw_cuda_seconds();
    uint64_t first, first_moves;
    unsigned count = 0;

    if (!device)
        return 0;
    const uint64_t end = hw_busy_periods(&device->kernels_run, now, &first);
    const uint64_t end_moves = hw_busy_periods(&device->memory_moves, now, &first_moves);
    if (first_moves < end_moves && (first == end || first_moves < first))
        first = first_moves;
    for (uint64_t period = first; period < (end > end_moves ? end : end_moves); period++)
        if (count < HW_CUDA_USE_MAX)
            use[count++] =
                (struct hw_cuda_use_sample){.microseconds = microseconds_of(hw_busy_period_end(period), now),
                                            .kernels = hw_busy_percent(&device->kernels_run, period),
                                            .memory = hw_busy_percent(&device->memory_moves, period)};
    return count;
}

bool hw_cuda_installed_in_use(int number)
{
    const struct hw_cuda_device *device = hw_cuda_installed_at(number);

    for (const struct hw_cuda_context *context = hw_cuda.contexts; context; context = context->next)
        if (context->device == device && context->active && !context->destroyed)
            return true;
    return false;
}
