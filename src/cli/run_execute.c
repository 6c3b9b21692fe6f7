/* SPDX-License-Identifier: MIT */
/* This file runs a kernel from its file to its results, for the commands that differ only in how the launch
 * runs.
 */
#include "cli/run.h"

#include "engine/launch/launch_warnings.h"

#include <stdlib.h>
#include <string.h>

/* The whole parameter block as --params has it. */
static hw_status take_params(struct hw_kernel_run *run, struct hw_error *error)
{
    const char *hex = run->options->params;

    if (!hex)
        return HW_OK;
    if (strlen(hex) / 2 > sizeof run->params)
        return hw_fail(error, HW_ERR_RANGE, "cli",
                       "--params has %zu bytes for kernel %s; expected at most %zu", strlen(hex) / 2,
                       run->name, sizeof run->params);
    return hw_run_hex(hex, run->params, sizeof run->params, &run->param_bytes, error);
}

/* What is wrong with a value of an option names it. */
static hw_status of_option(const char *option, hw_status status, struct hw_error *error)
{
    const struct hw_error wrong = *error;

    if (status == HW_OK || strcmp(wrong.module, "cli") != 0 || strstr(wrong.text, option))
        return status;
    return hw_fail(error, status, "cli", "%s: %.280s", option, wrong.text);
}

/* Parameters, buffers, mapped memory, textures and constants. */
static hw_status take_memory(struct hw_kernel_run *run, struct hw_error *error)
{
    const struct hw_run_options *options = run->options;
    const struct hw_run_buffer *buffer;
    uint64_t address, bytes;
    hw_status status = HW_OK;

    for (unsigned i = 0; status == HW_OK && i < options->maps.count; i++)
        status = of_option("--map", hw_run_map(run->memory, options->maps.item[i], &address, &bytes, error),
                           error);
    for (unsigned i = 0; status == HW_OK && i < options->args.count; i++)
        status = of_option("--arg", hw_run_arg(run, i, options->args.item[i], error), error);
    if (status == HW_OK)
        status = hw_run_check_args(run, error);
    for (unsigned i = 0; status == HW_OK && i < options->buffers.count; i++)
        status = of_option("--buf",
                           hw_run_buffer_add(&run->buffers, options->buffers.item[i], &buffer, error), error);
    for (unsigned i = 0; status == HW_OK && i < options->textures.count; i++)
        status = of_option("--texture",
                           hw_run_texture(&run->buffers, &run->image, run->module, options->textures.item[i],
                                          &run->textures, &run->launch, error),
                           error);
    for (unsigned i = 0; status == HW_OK && i < options->prints.count; i++)
        status =
            of_option("--print", hw_run_check_print(&run->buffers, options->prints.item[i], error), error);
    for (unsigned i = 0; status == HW_OK && i < options->dumps.count; i++)
        status = of_option("--dump", hw_run_check_dump(options->dumps.item[i], error), error);
    if (status == HW_OK)
        status = take_params(run, error);
    run->launch.params = run->params;
    run->launch.param_bytes = run->param_bytes;
    for (unsigned i = 0; status == HW_OK && i < options->consts.count; i++)
        status = of_option("--const", hw_run_const(run, options->consts.item[i], error), error);
    return status;
}

static hw_status print_results(struct hw_kernel_run *run, struct hw_error *error)
{
    const struct hw_run_options *options = run->options;
    hw_status status = HW_OK;
    for (unsigned i = 0; status == HW_OK && i < options->prints.count; i++)
        status = hw_run_print(&run->buffers, options->prints.item[i], error);
    for (unsigned i = 0; status == HW_OK && i < options->dumps.count; i++)
        status = hw_run_dump(&run->buffers, options->dumps.item[i], error);
    return status;
}

static void warn(const struct hw_stats *stats, bool strict)
{
    char text[HW_LAUNCH_WARNING_BYTES];

    for (enum hw_launch_warning doubt = 0; doubt < HW_LAUNCH_WARNING_COUNT; doubt++)
        if ((strict || !hw_launch_warning_is_style(doubt)) && hw_launch_warning_text(doubt, stats, text))
            hw_complain("warning: %s%s", text, strict ? "" : " (--strict stops there)");
}

/* What the chip does not take is told of the kernel. */
static hw_status name_kernel(const struct hw_kernel_run *run, hw_status status, struct hw_error *error)
{
    const struct hw_error refused = *error;

    return status == HW_ERR_LAUNCH
               ? hw_fail(error, status, refused.module, "kernel %.100s: %s", run->name, refused.text)
               : status;
}

static int execute(struct hw_kernel_run *run, hw_run_launch_fn *launch, void *context)
{
    struct hw_error error = {.text = ""};
    struct hw_launch_result result = {.fault = {.kind = HW_FAULT_NONE}};
    hw_status status = hw_run_open(run, &error);

    if (status == HW_OK)
        status = hw_run_prepare(run, &error);
    if (status == HW_OK)
        status = take_memory(run, &error);
    if (status == HW_OK)
        status = hw_run_limits(run, &error);
    if (status == HW_OK)
        status = hw_run_cover(run, &error);
    if (status == HW_OK)
        status = name_kernel(run, launch(context, run, &result, &error), &error);
    hw_progress_end(&run->progress);
    if (result.fault.kind != HW_FAULT_NONE)
        hw_run_report_fault(&result.fault, &run->image);
    if (run->options->stats && result.stats.blocks) {
        hw_run_report_stats(&result.stats);
        hw_run_report_serial(&result.serial);
    }
    warn(&result.stats, run->options->strict);
    if (status == HW_OK && !run->options->show_methods)
        status = print_results(run, &error);
    if (status == HW_OK || result.fault.kind != HW_FAULT_NONE) {
        const hw_status written = hw_run_put_coverage(run, &error);
        if (written != HW_OK)
            return hw_report_option(run->options->command, run->options->file, &error);
    }
    if (status != HW_OK && result.fault.kind == HW_FAULT_NONE)
        return hw_report_option(run->options->command, run->options->file, &error);
    return status == HW_OK ? HW_EXIT_DONE : HW_EXIT_FAILED;
}

int hw_run_execute(const struct hw_run_options *options, hw_run_launch_fn *launch, void *context)
{
    struct hw_kernel_run *run = calloc(1, sizeof *run);

    if (!run)
        return hw_complain("no memory");
    run->options = options;
    const int status = execute(run, launch, context);
    hw_coverage_destroy(run->coverage);
    hw_image_unload(&run->image);
    hw_memory_destroy(run->memory);
    hw_module_free(run->module);
    free(run);
    return status;
}
