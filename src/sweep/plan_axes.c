/* SPDX-License-Identifier: MIT */
/* This parser reads the axes of a plan: each member of `vary` is an axis.
 *
 * Its values are a list, or a range {"from": A, "to": B, "step": S} or {"from": A, "to": B, "times": F}.  A
 * value is that of the setting which the axis is named after; or it is a case: an object with several
 * settings, and perhaps a label. */
#include "sweep/sweep_plan.h"

#include <json-c/json_object.h>
#include <json-c/linkhash.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static hw_status add_value(struct hw_plan_axis *axis, struct hw_plan_value **made, struct hw_error *error)
{
    if (axis->count == HW_PLAN_POINTS)
        return hw_fail(error, HW_ERR_LIMIT, "sweep", "vary.%.60s: has more than %u values", axis->name,
                       HW_PLAN_POINTS);
    if (axis->count == axis->room) {
        const uint32_t wanted = axis->room ? 2 * axis->room : 8;
        struct hw_plan_value *grown = realloc(axis->value, wanted * sizeof *grown);
        if (!grown)
            return hw_fail(error, HW_ERR_NO_MEMORY, "sweep", "no memory for the plan");
        axis->value = grown;
        axis->room = wanted;
    }
    *made = &axis->value[axis->count++];
    **made = (struct hw_plan_value){.label = ""};
    return HW_OK;
}

/* A value of the setting that the axis is named after. */
static hw_status read_plain(struct hw_plan *plan, const char *axis, const char *path,
                            struct json_object *json, struct hw_plan_value *value, struct hw_error *error)
{
    hw_status status = hw_plan_add_named(plan, &value->settings, axis, path, json, error);

    if (status != HW_OK)
        return status;
    const struct hw_plan_setting *setting = value->settings.item;
    value->label = setting->text[0];
    for (unsigned i = 1; i < setting->count; i++)
        value->label = hw_string_pool_print(&plan->texts, "%s %s", value->label, setting->text[i]);
    return HW_OK;
}

/* Several settings together. */
static hw_status read_case(struct hw_plan *plan, const char *path, struct json_object *json,
                           struct hw_plan_value *value, struct hw_error *error)
{
    hw_status status = HW_OK;
    bool labelled = false;

    if (!json_object_object_length(json))
        return hw_plan_wrong(error, path, "expected settings, found {}");
    json_object_object_foreach(json, name, member)
    {
        const char *name_path = hw_string_pool_print(&plan->texts, "%s.%s", path, name);
        if (status != HW_OK)
            break;
        if (strcmp(name, "label") == 0) {
            value->label = hw_plan_string(member);
            if (!value->label)
                return hw_plan_wrong(error, name_path, "expected a text");
            labelled = true;
            continue;
        }
        status = hw_plan_add_named(plan, &value->settings, name, name_path, member, error);
    }
    if (status == HW_OK && !value->settings.count)
        return hw_plan_wrong(error, path, "expected settings beside the label");
    for (unsigned i = 0; status == HW_OK && !labelled && i < value->settings.count; i++)
        value->label = hw_string_pool_print(&plan->texts, "%s%s%s", value->label, i ? " " : "",
                                            value->settings.item[i].text[0]);
    return status;
}

static hw_status read_list(struct hw_plan *plan, struct hw_plan_axis *axis, struct json_object *list,
                           struct hw_error *error)
{
    const size_t count = json_object_array_length(list);
    hw_status status = HW_OK;

    for (size_t i = 0; status == HW_OK && i < count; i++) {
        const char *path = hw_string_pool_print(&plan->texts, "vary.%s[%zu]", axis->name, i);
        struct json_object *json = json_object_array_get_idx(list, i);
        struct hw_plan_value *value;
        status = add_value(axis, &value, error);
        if (status == HW_OK && json_object_is_type(json, json_type_object))
            status = read_case(plan, path, json, value, error);
        else if (status == HW_OK)
            status = read_plain(plan, axis->name, path, json, value, error);
    }
    return status;
}

/* --- ranges --- */

static hw_status take_bound(const char *path, const char *name, struct json_object *json, int64_t *bound,
                            struct hw_error *error)
{
    const char *text = hw_plan_string(json);
    const bool is_number = json_object_is_type(json, json_type_int);

    if (is_number)
        *bound = json_object_get_int64(json);
    if ((!is_number && (!text || !hw_plan_number(text, bound))) || *bound < 0 || *bound > INT64_MAX / 4)
        return hw_plan_wrong(error, path, "%s is no whole number from 0 on", name);
    return HW_OK;
}

static hw_status read_range(struct hw_plan *plan, struct hw_plan_axis *axis, struct json_object *range,
                            struct hw_error *error)
{
    static const char *const names[] = {"from", "to", "step", "times"};
    enum { FROM, TO, STEP, TIMES, BOUNDS };
    int64_t bound[BOUNDS] = {-1, -1, -1, -1};
    const char *path = hw_string_pool_print(&plan->texts, "vary.%s", axis->name);
    hw_status status = HW_OK;

    json_object_object_foreach(range, name, json)
    {
        unsigned i = 0;
        while (i < BOUNDS && strcmp(names[i], name) != 0)
            i++;
        if (i == BOUNDS)
            return hw_plan_wrong(error, path, "%.40s is not known; a range has from, to, and step or times",
                                 name);
        status = take_bound(path, name, json, &bound[i], error);
        if (status != HW_OK)
            return status;
    }
    if (bound[FROM] < 0 || bound[TO] < 0 || (bound[STEP] < 0) == (bound[TIMES] < 0))
        return hw_plan_wrong(error, path, "expected from, to, and one of step and times");
    if (bound[TO] < bound[FROM])
        return hw_plan_wrong(error, path, "ends before it begins");
    if (!bound[STEP] || (bound[TIMES] >= 0 && (bound[TIMES] < 2 || !bound[FROM])))
        return hw_plan_wrong(error, path,
                             "never ends: expected a step from 1, or times from 2 and from from 1 on");
    for (int64_t v = bound[FROM]; status == HW_OK && v <= bound[TO];) {
        struct json_object *number = json_object_new_int64(v);
        struct hw_plan_value *value;
        status = add_value(axis, &value, error);
        if (status == HW_OK)
            status = read_plain(plan, axis->name, path, number, value, error);
        json_object_put(number);
        if (bound[STEP] > 0)
            v += bound[STEP];
        else if (__builtin_mul_overflow(v, bound[TIMES], &v))
            break;
    }
    return status;
}

/* --- axes --- */

static hw_status read_axis(struct hw_plan *plan, const char *name, struct json_object *values,
                           struct hw_error *error)
{
    const char *path = hw_string_pool_print(&plan->texts, "vary.%s", name);
    struct hw_plan_axis *axis;
    hw_status status;

    if (plan->axis_count == HW_PLAN_AXES)
        return hw_plan_wrong(error, path, "is one too many: at most %u settings are varied", HW_PLAN_AXES);
    if (strchr(name, ',') || strchr(name, '"') || strchr(name, '\n') || !*name || strlen(name) > 63)
        return hw_plan_wrong(error, path, "expected a name of letters, digits and _");
    axis = &plan->axis[plan->axis_count++];
    axis->name = name;
    if (json_object_is_type(values, json_type_object))
        status = read_range(plan, axis, values, error);
    else if (json_object_is_type(values, json_type_array) && json_object_array_length(values))
        status = read_list(plan, axis, values, error);
    else
        return hw_plan_wrong(error, path,
                             "expected a list of values, or a range with from, to and step, found %.60s",
                             json_object_to_json_string_ext(values, JSON_C_TO_STRING_PLAIN));
    if (status != HW_OK)
        return status;
    if ((uint64_t)plan->points * axis->count > HW_PLAN_POINTS)
        return hw_plan_wrong(error, path, "%u values make %" PRIu64 " points; at most %u are allowed",
                             axis->count, (uint64_t)plan->points * axis->count, HW_PLAN_POINTS);
    plan->points *= axis->count;
    return HW_OK;
}

hw_status hw_plan_read_axes(struct hw_plan *plan, struct json_object *vary, struct hw_error *error)
{
    hw_status status = HW_OK;

    if (!json_object_is_type(vary, json_type_object))
        return hw_plan_wrong(error, "vary", "expected an object of names and values");
    json_object_object_foreach(vary, name, values)
    {
        if (status == HW_OK)
            status = read_axis(plan, name, values, error);
    }
    return status;
}
