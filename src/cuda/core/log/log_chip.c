/* SPDX-License-Identifier: MIT */
/* The line of a chip that nobody has named: which, and why. */
#include "cuda/core/log/log.h"

#include "cuda/core/modules/code_count.h"
#include "cuda/core/modules/ptx_compiler.h"

#include <halfwarp/chip.h>

#include <stdio.h>

static void describe(const struct hw_code_count *count, char *text, size_t bytes)
{
    char why[64], list[192];

    hw_code_count_why(count, why, sizeof why);
    hw_code_count_list(count, list, sizeof list);
    const size_t used =
        (size_t)snprintf(text, bytes, "%s%s%s%s", why, *list ? " (" : "", list, *list ? ")" : "");
    if (!hw_code_count_best(count))
        snprintf(text + used, bytes - used, "; %s",
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
