/* SPDX-License-Identifier: MIT */
/* Settings of launches and memory from the environment (docs/cuda.md), read when needed; and doubts about
 * kernels, with which the environment may refuse to run them. */
#include "cuda/core/settings.h"

#include "cuda/base/message.h"
#include "cuda/inject/inject.h"
#include "cuda/profiler/profiler_metrics.h"
#include "engine/launch/worker_pool.h"
#include "engine/tiers/tiers.h"
#include "environment.h"
#include "names/shown.h"

#include <halfwarp/module.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool hw_cuda_guarded(void)
{
    return hw_environment_is_on(HW_ENVIRONMENT_GUARD);
}

bool hw_cuda_strict(void)
{
    return hw_environment_is_on(HW_ENVIRONMENT_STRICT);
}

bool hw_cuda_by_methods(void)
{
    return hw_environment_is_on(HW_ENVIRONMENT_METHODS);
}

double hw_cuda_timeout(void)
{
    return hw_environment_number(HW_ENVIRONMENT_TIMEOUT, 0);
}

bool hw_cuda_launches_block(void)
{
    const char *value = getenv("CUDA_LAUNCH_BLOCKING");

    return value && atoi(value) != 0;
}

bool hw_cuda_doubt(const struct hw_kernel *kernel, const char *format, ...)
{
    const bool strict = hw_cuda_strict();
    char text[512];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (strict)
        hw_cuda_message("%s: %s; HALFWARP_STRICT refuses that", HW_SHOWN(kernel->name), text);
    else
        hw_cuda_message("warning: %s: %s (HALFWARP_STRICT=1 refuses that)", HW_SHOWN(kernel->name), text);
    return !strict;
}

uint32_t hw_cuda_workers(void)
{
    _Static_assert(HW_MOST_WORKERS_WANTED == HW_WORKERS_MAX, "as many as a runner has");
    return (uint32_t)hw_environment_number(HW_ENVIRONMENT_WORKERS, 0);
}

hw_status hw_cuda_settings_check(struct hw_error *error)
{
    hw_status status = hw_environment_check(error);

    if (status == HW_OK)
        status = hw_engine_check(error);
    if (status == HW_OK)
        status = hw_inject_check(error);
    return status == HW_OK ? hw_profiler_metrics_check(error) : status;
}
