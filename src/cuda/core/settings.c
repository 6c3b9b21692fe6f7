/* SPDX-License-Identifier: MIT */
/* Settings of launches and memory from the environment (docs/cuda.md), read when needed; and doubts about
 * kernels, with which the environment may refuse to run them. */
#include "cuda/core/settings.h"

#include "cuda/base/say.h"
#include "engine/launch/runner.h"

#include <halfwarp/module.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_on(const char *variable)
{
    const char *value = getenv(variable);

    return value && *value && strcmp(value, "0") != 0;
}

bool hw_cuda_guarded(void)
{
    return is_on("HALFWARP_GUARD");
}

bool hw_cuda_strict(void)
{
    return is_on("HALFWARP_STRICT");
}

bool hw_cuda_by_methods(void)
{
    return is_on("HALFWARP_METHODS");
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
        hw_cuda_say("%s: %s; HALFWARP_STRICT refuses that", kernel->name, text);
    else
        hw_cuda_say("warning: %s: %s (HALFWARP_STRICT=1 refuses that)", kernel->name, text);
    return !strict;
}

/* Who asks for a number wants results that can be repeated: of one worker they always are. */
uint32_t hw_cuda_workers(void)
{
    static bool said;
    const char *value = getenv("HALFWARP_WORKERS");
    char *end;

    if (!value || !*value)
        return 0;
    const unsigned long count = strtoul(value, &end, 10);
    if (value[0] >= '0' && value[0] <= '9' && !*end && count <= HW_WORKERS_MAX)
        return (uint32_t)count;
    if (!said)
        hw_cuda_say("HALFWARP_WORKERS is `%s`; expected a number up to %u; launches have one worker", value,
                    HW_WORKERS_MAX);
    said = true;
    return 1;
}
