/* SPDX-License-Identifier: MIT */
/* Fuzz the plans of sweeps: any text is a plan or an error with its place, and each point of a plan is a
 * command line or an error. */
#include "sweep/sweep_plan.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_point(const struct hw_plan *plan, uint32_t number)
{
    struct hw_error error = {.text = ""};
    struct hw_point point;

    if (hw_plan_point(plan, number, &point, &error) != HW_OK) {
        if (!error.text[0])
            abort();
        return;
    }
    if (point.argument_count < 4 || point.argument[point.argument_count] ||
        strcmp(point.argument[0], "time") != 0 || !point.file)
        abort();
    for (unsigned i = 0; i < point.argument_count; i++)
        if (!point.argument[i])
            abort();
    hw_point_free(&point);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct hw_error error = {.text = ""};
    struct hw_plan *plan;
    char *text = malloc(size + 1);

    if (!text)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    const hw_status status = hw_plan_read(text, size, &plan, &error);
    if (status != HW_OK && (plan || !error.text[0]))
        abort();
    if (status == HW_OK) {
        if (!plan->points || plan->points > HW_PLAN_POINTS)
            abort();
        for (uint32_t i = 0; i < plan->points && i < 8; i++)
            check_point(plan, i);
        check_point(plan, plan->points - 1);
        hw_plan_free(plan);
    }
    free(text);
    return 0;
}
