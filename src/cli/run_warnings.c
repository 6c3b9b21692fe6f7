/* SPDX-License-Identifier: MIT */
/* This file warns of kernels whose code has bits, barriers or registers of doubtful meaning: `run` warns and
 * goes on; with --strict it refuses. */
#include "cli/run.h"
#include "listing/code_registers.h"

#include <inttypes.h>
#include <stdarg.h>

hw_status hw_run_warn(const struct hw_kernel_run *run, struct hw_error *error, const char *format, ...)
{
    char text[HW_RUN_WARNING];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (run->options->strict)
        return hw_fail(error, HW_ERR_UNSUPPORTED, "cli", "%s; --strict refuses that", text);
    hw_complain("warning: %s (--strict refuses that)", text);
    return HW_OK;
}

static hw_status check_registers(const struct hw_kernel_run *run, struct hw_error *error)
{
    const uint32_t used = hw_kernel_excess_registers(&run->launch.code.target, run->kernel);

    return used ? hw_run_warn(run, error,
                              "%s names R%" PRIu32 ", but its threads have %" PRIu32
                              " registers; those beyond read as zero",
                              run->name, used - 1, run->kernel->registers)
                : HW_OK;
}

hw_status hw_run_check_code(const struct hw_kernel_run *run, struct hw_error *error)
{
    const struct hw_target *target = &run->launch.code.target;
    struct hw_unknown_bits found;
    char text[HW_RUN_WARNING];

    hw_image_unknown(&run->image, target, &found);
    if (!found.count)
        return check_registers(run, error);
    hw_unknown_bits_print(&found, target, text, sizeof text);
    const hw_status status = hw_run_warn(run, error, "in %s %s", run->name, text);
    return status ? status : check_registers(run, error);
}
