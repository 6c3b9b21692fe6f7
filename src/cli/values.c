/* SPDX-License-Identifier: MIT */
/* See values.h. */
#include "cli/values.h"
#include "cli/cli.h"

#include "cuda/inject/inject_rule.h"
#include "environment.h"

#include <halfwarp/chip.h>
#include <halfwarp/chip_override.h>
#include <halfwarp/counters.h>

#include <stdio.h>
#include <string.h>

/* Say which variable it is that has a wrong word. */
static hw_status of_variable(const char *variable, hw_status status, struct hw_error *error)
{
    const struct hw_error wrong = *error;

    return status == HW_OK ? status : hw_fail(error, status, "cli", "%s: %s", variable, wrong.text);
}

static hw_status check_chips(const char *names, struct hw_error *error)
{
    const struct hw_chip_info *chip;
    const char *const all = names;
    char name[64];
    hw_status status = HW_OK;

    while (names && status == HW_OK) {
        const size_t length = strcspn(names, ",");
        snprintf(name, sizeof name, "%.*s", (int)length, names);
        if (!length)
            return hw_fail(error, HW_ERR_SYNTAX, "cli",
                           "HALFWARP_CHIP is `%.80s`; expected a name before and behind each comma", all);
        status = hw_chip_find(name, &chip, error);
        names = names[length] ? names + length + 1 : NULL;
    }
    return of_variable("HALFWARP_CHIP", status, error);
}

static hw_status check_changes(struct hw_error *error)
{
    const char *text = hw_environment(HW_ENVIRONMENT_SET);
    struct hw_chip_change change[HW_LIST_MAX];
    size_t count = 0;

    return text ? of_variable("HALFWARP_SET", hw_chip_changes_read(text, change, HW_LIST_MAX, &count, error),
                              error)
                : HW_OK;
}

static hw_status check_metrics(struct hw_error *error)
{
    const struct hw_metric *chosen[HW_METRICS_MAX];
    unsigned count = 0;
    const hw_status status =
        hw_metrics_choose(hw_environment(HW_ENVIRONMENT_TIME_METRICS), false, chosen, &count, error);

    if (status != HW_OK)
        return of_variable("HALFWARP_TIME_METRICS", status, error);
    return of_variable(
        "HALFWARP_TIME_EVENTS",
        hw_metrics_choose(hw_environment(HW_ENVIRONMENT_TIME_EVENTS), true, chosen, &count, error), error);
}

static hw_status check_failures(struct hw_error *error)
{
    struct hw_inject_rules rules;

    return hw_inject_read_environment(&rules, error);
}

hw_status hw_values_check(struct hw_error *error)
{
    hw_status status = hw_environment_check(error);

    if (status == HW_OK)
        status = check_chips(hw_environment(HW_ENVIRONMENT_CHIP), error);
    if (status == HW_OK)
        status = check_changes(error);
    if (status == HW_OK)
        status = check_failures(error);
    return status == HW_OK ? check_metrics(error) : status;
}

void hw_values_name_option(const char *variable, const char *option, struct hw_error *error)
{
    const size_t length = strlen(variable);
    const struct hw_error wrong = *error;

    if (strncmp(wrong.text, variable, length) == 0 && strchr(" :", wrong.text[length]))
        hw_fail(error, wrong.status, wrong.module, "%s%s", option, wrong.text + length);
}
