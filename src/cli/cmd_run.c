/* SPDX-License-Identifier: MIT */
/* halfwarp run: launch a kernel of a file and print its results, or run a whole CUDA program
 * (run_program.c). */
/* summary: run a kernel, or a CUDA program */
#include "cli/run_graphics.h"

#include <string.h>

static bool is_for_graphics(const struct hw_graphics_options *options)
{
    return options->attributes.count || options->varyings.count || options->triangle || options->image ||
           options->outputs || options->count;
}

/* What the file holds must be what --type says, and what the other options are for. */
static hw_status check_type(const struct hw_graphics_options *options, const struct hw_kernel_run *run,
                            struct hw_error *error)
{
    const char *type = hw_program_name(run->launch.code.target.program);
    const struct hw_run_options *other = run->options;
    uint8_t program;

    if (options->type && hw_program_find(options->type, &program, error) != HW_OK)
        return HW_ERR_SYNTAX;
    if (options->type && strcmp(options->type, type) != 0)
        return hw_fail(
            error, HW_ERR_SYNTAX, "cli",
            "--type %s, but the file's programs are of type %s; a listing says another one by .program",
            options->type, type);
    if (run->launch.code.target.program == HW_PROGRAM_CP && is_for_graphics(options))
        return hw_fail(error, HW_ERR_SYNTAX, "cli",
                       "inputs and outputs are those of graphics programs; the file holds kernels");
    if (run->launch.code.target.program != HW_PROGRAM_CP &&
        (other->grid || other->block || other->methods || other->show_methods || other->args.count ||
         other->params))
        return hw_fail(error, HW_ERR_SYNTAX, "cli",
                       "a program of type %s has no grid, block, parameters and methods", type);
    return HW_OK;
}

static hw_status launch_graphics(struct hw_graphics_run *graphics, const struct hw_kernel_run *run,
                                 struct hw_launch_result *result, struct hw_error *error)
{
    struct hw_launch launch = run->launch;
    const hw_status status = hw_graphics_prepare(graphics, &launch, error);

    if (status != HW_OK || graphics->graphics.threads == 0)
        return status;
    return hw_launch_run(&launch, result, error);
}

static hw_status launch_run(void *context, const struct hw_kernel_run *run, struct hw_launch_result *result,
                            struct hw_error *error)
{
    struct hw_graphics_run *graphics = context;
    const hw_status status = check_type(graphics->options, run, error);

    if (status != HW_OK)
        return status;
    graphics->program = run->launch.code.target.program;
    if (graphics->program != HW_PROGRAM_CP)
        return launch_graphics(graphics, run, result, error);
    if (run->options->show_methods)
        return hw_run_show_methods(run, error);
    if (run->options->methods)
        return hw_run_by_methods(run, result, error);
    return hw_launch_run(&run->launch, result, error);
}

static int print_graphics(const struct hw_graphics_run *run)
{
    struct hw_error error;

    return hw_graphics_print(run, &error) == HW_OK ? HW_EXIT_DONE
                                                   : hw_report(run->options->image, NULL, &error);
}

int hw_cmd_run(int argc, char **argv)
{
    struct hw_run_options options = {.command = "run"};
    struct hw_graphics_options graphics = {.type = NULL};
    struct hw_graphics_run run = {.options = &graphics};
    const struct hw_option more[] = {
        {"--type", .value = &graphics.type},         {"--count", .value = &graphics.count},
        {"--vertices", .value = &graphics.vertices}, {"--attribute", .list = &graphics.attributes},
        {"--varying", .list = &graphics.varyings},   {"--triangle", .value = &graphics.triangle},
        {"--size", .value = &graphics.size},         {"--samples", .value = &graphics.samples},
        {"--emits", .value = &graphics.emits},       {"--outputs", .value = &graphics.outputs},
        {"--image", .value = &graphics.image},       {"--lanes", .value = &options.lanes},
        {"--methods", .flag = &options.methods},     {"--show-methods", .flag = &options.show_methods},
    };
    int status;

    if (hw_run_program(argc, argv, &hw_run_form, &status))
        return status;
    if (!hw_run_options(&options, hw_run_help, more, sizeof more / sizeof *more, argc, argv, &status))
        return status;
    status = hw_run_execute(&options, launch_run, &run);
    if (status == HW_EXIT_DONE && run.program != HW_PROGRAM_CP)
        status = print_graphics(&run);
    hw_graphics_clear(&run);
    return status;
}
