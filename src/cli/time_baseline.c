/* SPDX-License-Identifier: MIT */
/* See time_baseline.h. */
#include "cli/time_baseline.h"

#include "cli/cli.h"
#include "cli/json.h"
#include "cli/time_report.h"

#include <halfwarp/chip.h>

#include <ctype.h>
#include <json-c/json_tokener.h>
#include <json-c/json_util.h>
#include <json-c/linkhash.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool hw_time_baseline_is_file(const char *name)
{
    const size_t length = strlen(name);

    return length > 5 && strcmp(name + length - 5, ".json") == 0;
}

/* Whether the name is more like a file's than a chip's. */
static bool looks_like_file(const char *name)
{
    const char *dot = strrchr(name, '.');

    return (dot && isalpha((unsigned char)dot[1])) || access(name, F_OK) == 0;
}

hw_status hw_time_baseline_check_chip(const char *name, struct hw_error *error)
{
    const struct hw_chip_info *chip;
    const struct hw_card *card;
    const hw_status status = hw_card_find(name, &chip, &card, error);

    if (status == HW_OK || !looks_like_file(name))
        return status;
    return hw_fail(error, status, "time",
                   "%.200s is no chip and no card, nor FILE.json, which `halfwarp time --json` writes", name);
}

/* A figure that is no number is not compared with, as if it were 0. */
static hw_status check_figures(const char *name, struct json_object *figures, struct hw_error *error)
{
    json_object_object_foreach(figures, group_name, group)
    {
        if (!json_object_is_type(group, json_type_object))
            return hw_fail(error, HW_ERR_FORMAT, "time", "%s: figures.%.60s is no object", name, group_name);
        json_object_object_foreach(group, figure_name, figure)
        {
            if (!json_object_is_type(figure, json_type_int) && !json_object_is_type(figure, json_type_double))
                return hw_fail(error, HW_ERR_FORMAT, "time", "%s: figures.%.60s.%.60s is %s, not a number",
                               name, group_name, figure_name,
                               json_type_to_name(json_object_get_type(figure)));
        }
    }
    return HW_OK;
}

hw_status hw_time_baseline_read(const char *name, struct hw_time_baseline *other, struct hw_error *error)
{
    struct json_object *figures;
    void *data;
    size_t size;
    hw_status status = hw_read_file(name, HW_FILE_MAX, &data, &size, error);

    if (status != HW_OK)
        return status;
    const char *slash = strrchr(name, '/');
    snprintf(other->title, sizeof other->title, "%.60s", slash ? slash + 1 : name);
    other->json = json_tokener_parse(data);
    free(data);
    if (json_object_is_type(other->json, json_type_object) &&
        json_object_object_get_ex(other->json, "figures", &figures) &&
        json_object_is_type(figures, json_type_object)) {
        status = check_figures(name, figures, error);
        if (status != HW_OK)
            hw_time_baseline_free(other);
        return status;
    }
    hw_time_baseline_free(other);
    return hw_fail(error, HW_ERR_FORMAT, "time", "%s is not what `time --json` has printed", name);
}

void hw_time_baseline_set(const struct hw_timed_run *run, bool costs, struct hw_time_baseline *other)
{
    struct hw_run_metrics_column column;

    hw_run_metrics_column_make(run, &column);
    memcpy(other->title, column.title, sizeof other->title);
    other->json = hw_time_json(run, NULL, costs);
}

void hw_time_baseline_free(struct hw_time_baseline *other)
{
    json_object_put(other->json);
    other->json = NULL;
}

void hw_time_baseline_column(const struct hw_time_baseline *other, const struct hw_timed_run *run,
                             struct hw_run_metrics_column *column)
{
    struct json_object *figures = NULL, *group, *value;

    hw_run_metrics_column_make(run, column);
    memcpy(column->title, other->title, sizeof column->title);
    json_object_object_get_ex(other->json, "figures", &figures);
    for (unsigned i = 0; i < column->count; i++) {
        struct hw_run_metric *figure = &column->item[i];
        const bool known = json_object_object_get_ex(figures, figure->group, &group) &&
                           json_object_is_type(group, json_type_object) &&
                           json_object_object_get_ex(group, figure->name, &value);
        figure->value = known ? json_object_get_double(value) : -1;
    }
}
