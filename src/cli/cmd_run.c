/* SPDX-License-Identifier: MIT */
/* halfwarp run: launch a kernel of a file and print its results, or run a whole CUDA program
 * (run_program.c). */
/* summary: run a kernel, or a CUDA program */
#include "cli/run.h"

static hw_status launch_run(void *context, const struct hw_kernel_run *run, struct hw_launch_result *result,
                            struct hw_error *error)
{
    (void)context;
    if (run->options->show_methods)
        return hw_run_show_methods(run, error);
    if (run->options->methods)
        return hw_run_by_methods(run, result, error);
    return hw_launch_run(&run->launch, result, error);
}

int hw_cmd_run(int argc, char **argv)
{
    struct hw_run_options options = {.command = "run"};
    const struct hw_option more[] = {
        {"--lanes", .value = &options.lanes},
        {"--methods", .flag = &options.methods},
        {"--show-methods", .flag = &options.show_methods},
    };
    int status;

    if (hw_run_program(argc, argv, &hw_run_form, &status))
        return status;
    if (!hw_run_options(&options, hw_run_help, more, sizeof more / sizeof *more, argc, argv, &status))
        return status;
    return hw_run_execute(&options, launch_run, NULL);
}
