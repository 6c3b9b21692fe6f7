/* SPDX-License-Identifier: MIT */
/* Coverage of a kernel that `run` launches from its file. */
#include "cli/run.h"

#include "environment.h"

#include <stdlib.h>
#include <string.h>

/* Let an option stand for its variable, whose check it shares. */
static hw_status take_option(const char *option, const char *value, const char *name,
                             enum hw_environment variable, struct hw_error *error)
{
    struct hw_error wrong;

    if (value && (!*value || strcmp(value, "--") == 0))
        return hw_fail(error, HW_ERR_SYNTAX, "cli", "%s has no value", option);
    if (value && setenv(name, value, 1) != 0)
        return hw_fail(error, HW_ERR_NO_MEMORY, "cli", "no memory for %s", option);
    if (hw_environment_check_one(variable, &wrong) == HW_OK)
        return HW_OK;
    return value ? hw_fail(error, HW_ERR_SYNTAX, "cli", "%s%s", option, wrong.text + strlen(name))
                 : hw_fail(error, HW_ERR_SYNTAX, "cli", "%s", wrong.text);
}

hw_status hw_run_cover(struct hw_kernel_run *run, struct hw_error *error)
{
    const struct hw_run_options *options = run->options;
    struct hw_launch *launch = &run->launch;
    hw_status status =
        take_option("--coverage", options->coverage, "HALFWARP_COVERAGE", HW_ENVIRONMENT_COVERAGE, error);

    if (status == HW_OK)
        status = take_option("--coverage-by", options->coverage_by, "HALFWARP_COVERAGE_BY",
                             HW_ENVIRONMENT_COVERAGE_BY, error);
    if (status == HW_OK && hw_environment(HW_ENVIRONMENT_COVERAGE))
        status = hw_coverage_check(hw_environment(HW_ENVIRONMENT_COVERAGE), error);
    if (status == HW_OK && hw_environment(HW_ENVIRONMENT_COVERAGE))
        status = hw_coverage_create(&run->coverage, error);
    if (status != HW_OK || !run->coverage)
        return status;
    struct hw_covered_module *module = hw_coverage_add(run->coverage, run->module, &launch->code.target);
    struct hw_covered_image *image =
        module ? hw_coverage_watch(run->coverage, module, run->module, &run->image) : NULL;
    if (!image)
        return hw_fail(error, HW_ERR_NO_MEMORY, "cli", "no memory for coverage");
    for (uint32_t i = 0; i < launch->listener_count; i++)
        run->listeners[i] = launch->listeners[i];
    run->listeners[launch->listener_count++] = hw_coverage_listener(image);
    launch->listeners = run->listeners;
    return HW_OK;
}

hw_status hw_run_put_coverage(const struct hw_kernel_run *run, struct hw_error *error)
{
    const enum hw_coverage_by by = hw_environment_word(HW_ENVIRONMENT_COVERAGE_BY, HW_COVERAGE_BY_LINE);
    const char *path = hw_environment(HW_ENVIRONMENT_COVERAGE);
    struct hw_coverage_summary summary;
    char text[512];

    if (!run->coverage)
        return HW_OK;
    const hw_status status = hw_coverage_write(run->coverage, path, by, &summary, error);
    if (status == HW_OK) {
        hw_coverage_describe(&summary, path, text, sizeof text);
        hw_complain("%s", text);
    }
    return status;
}
