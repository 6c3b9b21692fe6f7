/* SPDX-License-Identifier: MIT */
/* The line of a chip that nobody has named: which, and why. */
#include "cuda/core/log/log.h"

#include "cuda/core/modules/code_count.h"
#include "cuda/core/modules/ptx_compiler.h"

#include <halfwarp/chip.h>

#include <stdio.h>

static void describe(const struct hw_code_count *count, char *text, size_t bytes)
{
    const unsigned best = hw_code_count_best(count);
    char list[192];

    hw_code_count_list(count, list, sizeof list);
    if (best)
        snprintf(text, bytes, "%u of %u fat binaries have code for it (%s)", count->runs[best], count->images,
                 list);
    else
        snprintf(text, bytes, "%s%s; %s",
                 count->images ? "no chip runs the registered code: " : "no code is registered", list,
                 hw_code_unknown_best() > HW_CUDA_PTX_LAST
                     ? "nvJitLink compiles PTX for it"
                     : "without nvJitLink, this is the newest usual chip that PTX is compiled for");
}

void hw_cuda_log_chip(const char *name, const struct hw_code_count *count)
{
    const enum hw_cuda_log_form form = hw_cuda_log_launches();
    char why[384], line[512];

    if (form == HW_CUDA_LOG_NONE)
        return;
    describe(count, why, sizeof why);
    if (form == HW_CUDA_LOG_JSON) {
        struct json_object *object = hw_cuda_log_begin("chip");
        hw_cuda_log_text(object, "chip", name);
        hw_cuda_log_text(object, "why", why);
        hw_cuda_log_end(object);
        return;
    }
    const int length = snprintf(line, sizeof line,
                                "halfwarp: chip %s: %s; --chip or HALFWARP_CHIP names another\n", name, why);
    hw_cuda_log_write(line, (size_t)length);
}
