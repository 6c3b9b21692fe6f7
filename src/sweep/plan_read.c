/* SPDX-License-Identifier: MIT */
/* The plan parser reads the settings, and what is said of the entire plan.  plan_axes.c reads the axes. */
#include "sweep/point_result.h"
#include "sweep/sweep_plan.h"

#include <json-c/json_tokener.h>
#include <json-c/linkhash.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

hw_status hw_plan_wrong(struct hw_error *error, const char *path, const char *format, ...)
{
    char sentence[256];
    va_list args;

    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    return hw_fail(error, HW_ERR_FORMAT, "sweep", "%.100s: %s", path, sentence);
}

static hw_status no_memory(struct hw_error *error)
{
    return hw_fail(error, HW_ERR_NO_MEMORY, "sweep", "no memory for the plan");
}

const char *hw_plan_string(struct json_object *value)
{
    if (!json_object_is_type(value, json_type_string))
        return NULL;
    const char *text = json_object_get_string(value);
    return strlen(text) == (size_t)json_object_get_string_len(value) ? text : NULL;
}

/* --- values as texts --- */

/* A value that is written in one text; NULL, without an error, where it is none. */
static const char *scalar_text(struct hw_plan *plan, struct json_object *value, bool reals)
{
    if (json_object_is_type(value, json_type_int))
        return hw_string_pool_print(&plan->texts, "%" PRId64, json_object_get_int64(value));
    if (reals && json_object_is_type(value, json_type_double))
        return json_object_to_json_string_ext(value, JSON_C_TO_STRING_PLAIN);
    return hw_plan_string(value);
}

/* One to three sizes as X,Y,Z. */
static const char *size_text(struct hw_plan *plan, struct json_object *value)
{
    const size_t count = json_object_is_type(value, json_type_array) ? json_object_array_length(value) : 0;
    const char *text = "";

    if (!count)
        return scalar_text(plan, value, false);
    for (size_t i = 0; i < count; i++) {
        const char *part = scalar_text(plan, json_object_array_get_idx(value, i), false);
        if (!part || count > 3)
            return NULL;
        text = i ? hw_string_pool_print(&plan->texts, "%s,%s", text, part) : part;
    }
    return text;
}

static const char *const forms[] = {
    [HW_PLAN_TEXT] = "a text",
    [HW_PLAN_NUMBER] = "a whole number, or one in a text, which k or m may follow",
    [HW_PLAN_SIZE] = "a number or a list of one to three numbers",
    [HW_PLAN_CHIP] = "a text: a chip, a compute capability or a card",
    [HW_PLAN_FLAG] = "true or false",
    [HW_PLAN_LIST] = "a list of texts",
};

static hw_status wrong_type(struct hw_error *error, const char *path, const char *expected,
                            struct json_object *value)
{
    return hw_plan_wrong(error, path, "expected %s, found %.60s", expected,
                         json_object_to_json_string_ext(value, JSON_C_TO_STRING_PLAIN));
}

static const char *text_of(struct hw_plan *plan, enum hw_plan_form form, struct json_object *value)
{
    switch (form) {
    case HW_PLAN_FLAG:
        return !json_object_is_type(value, json_type_boolean) ? NULL
               : json_object_get_boolean(value)               ? "true"
                                                              : "false";
    case HW_PLAN_NUMBER: return scalar_text(plan, value, false);
    case HW_PLAN_SIZE: return size_text(plan, value);
    default: return hw_plan_string(value);
    }
}

/* --- settings --- */

static hw_status read_list(struct hw_plan *plan, struct hw_plan_setting *setting, struct json_object *value,
                           struct hw_error *error)
{
    if (!json_object_is_type(value, json_type_array) || !json_object_array_length(value))
        return wrong_type(error, setting->path, forms[HW_PLAN_LIST], value);
    const size_t count = json_object_array_length(value);
    const char **text = malloc(count * sizeof *text);
    hw_string_pool_adopt(&plan->texts, (char *)text);
    if (!text)
        return no_memory(error);
    for (size_t i = 0; i < count; i++) {
        struct json_object *item = json_object_array_get_idx(value, i);
        text[i] = hw_plan_string(item);
        if (!text[i])
            return wrong_type(error, hw_string_pool_print(&plan->texts, "%s[%zu]", setting->path, i),
                              "a text", item);
    }
    setting->text = text;
    setting->count = (unsigned)count;
    return HW_OK;
}

static hw_status read_one(struct hw_plan *plan, struct hw_plan_setting *setting, struct json_object *value,
                          struct hw_error *error)
{
    const bool is_key = setting->kind == HW_SETTING_KEY, is_number = setting->kind == HW_SETTING_CHIP;
    const enum hw_plan_form form = is_key ? setting->key->form : HW_PLAN_NUMBER;
    const char *found = is_key || is_number ? text_of(plan, form, value) : scalar_text(plan, value, true);
    const char **text = malloc(sizeof *text);

    hw_string_pool_adopt(&plan->texts, (char *)text);
    if (!text)
        return no_memory(error);
    if (!found)
        return wrong_type(error, setting->path, is_key || is_number ? forms[form] : "a number or a text",
                          value);
    *text = found;
    setting->text = text;
    setting->count = 1;
    if (strchr(found, '$'))
        return HW_OK; /* known only for a point */
    struct hw_error why;
    hw_status status = is_key || is_number ? hw_plan_form_check(form, found, &why) : HW_OK;
    int64_t number;
    if (status == HW_OK && is_number && hw_plan_number(found, &number)) {
        const struct hw_chip_change change = {setting->name, (uint64_t)number};
        status = hw_chip_change_check(&change, &why);
    }
    return status == HW_OK ? HW_OK : hw_plan_wrong(error, setting->path, "%s", why.text);
}

static bool is_name(const char *text)
{
    return text[0] && strlen(text) < 64 && (text[0] < '0' || text[0] > '9') &&
           strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == strlen(text);
}

static hw_status check_name(const struct hw_plan_setting *setting, struct hw_error *error)
{
    struct hw_chip_range range;
    struct hw_error why;

    if (setting->kind == HW_SETTING_PARAMETER && !is_name(setting->name))
        return hw_plan_wrong(error, setting->path, "expected a name of letters, digits and _");
    if (setting->kind == HW_SETTING_PARAMETER && hw_plan_key_find(setting->name))
        return hw_plan_wrong(error, setting->path, "is a setting of launches, and cannot be a parameter");
    if (setting->kind == HW_SETTING_CHIP && hw_chip_range(setting->name, &range, &why) != HW_OK)
        return hw_plan_wrong(error, setting->path, "%s", why.text);
    return HW_OK;
}

hw_status hw_plan_add_setting(struct hw_plan *plan, struct hw_plan_settings *to, enum hw_setting_kind kind,
                              const char *name, const char *path, struct json_object *value,
                              struct hw_error *error)
{
    struct hw_plan_setting setting = {.kind = kind, .name = name, .path = path};
    hw_status status;

    if (to->count == to->room) {
        const unsigned wanted = to->room ? 2 * to->room : 4;
        struct hw_plan_setting *grown = realloc(to->item, wanted * sizeof *grown);
        if (!grown)
            return no_memory(error);
        to->item = grown;
        to->room = wanted;
    }
    if (kind == HW_SETTING_KEY)
        setting.key = hw_plan_key_find(name);
    status = check_name(&setting, error);
    if (status == HW_OK && setting.key && setting.key->form == HW_PLAN_LIST)
        status = read_list(plan, &setting, value, error);
    else if (status == HW_OK)
        status = read_one(plan, &setting, value, error);
    if (status == HW_OK)
        to->item[to->count++] = setting;
    return status;
}

hw_status hw_plan_add_named(struct hw_plan *plan, struct hw_plan_settings *to, const char *name,
                            const char *path, struct json_object *value, struct hw_error *error)
{
    if (strncmp(name, "set.", 4) == 0)
        return hw_plan_add_setting(plan, to, HW_SETTING_CHIP, name + 4, path, value, error);
    return hw_plan_add_setting(plan, to, hw_plan_key_find(name) ? HW_SETTING_KEY : HW_SETTING_PARAMETER, name,
                               path, value, error);
}

/* --- the whole --- */

/* The members of an object as settings of one kind. */
static hw_status read_members(struct hw_plan *plan, enum hw_setting_kind kind, const char *path,
                              struct json_object *object, struct hw_error *error)
{
    hw_status status = HW_OK;

    if (!json_object_is_type(object, json_type_object))
        return wrong_type(error, path, "an object of names and values", object);
    json_object_object_foreach(object, name, value)
    {
        if (status == HW_OK)
            status =
                hw_plan_add_setting(plan, &plan->settings, kind, name,
                                    hw_string_pool_print(&plan->texts, "%s.%s", path, name), value, error);
    }
    return status;
}

/* What pictures show: {"x": AXIS, "y": FIGURE}. */
static hw_status read_plot(struct hw_plan *plan, struct json_object *object, struct hw_error *error)
{
    if (!json_object_is_type(object, json_type_object))
        return wrong_type(error, "plot", "an object with x and y", object);
    json_object_object_foreach(object, name, value)
    {
        const char *text = hw_plan_string(value), *path = hw_string_pool_print(&plan->texts, "plot.%s", name);
        if (strcmp(name, "x") != 0 && strcmp(name, "y") != 0)
            return hw_plan_wrong(error, path, "is not known; expected x or y");
        if (!text)
            return wrong_type(error, path, "a text", value);
        *(name[0] == 'x' ? &plan->plot_x : &plan->plot_y) = text;
    }
    return HW_OK;
}

static hw_status read_member(struct hw_plan *plan, const char *name, struct json_object *value,
                             struct hw_error *error)
{
    if (strcmp(name, "vary") == 0)
        return hw_plan_read_axes(plan, value, error);
    if (strcmp(name, "set") == 0)
        return read_members(plan, HW_SETTING_CHIP, "set", value, error);
    if (strcmp(name, "parameters") == 0)
        return read_members(plan, HW_SETTING_PARAMETER, "parameters", value, error);
    if (strcmp(name, "plot") == 0)
        return read_plot(plan, value, error);
    if (strcmp(name, "title") == 0 || strcmp(name, "comment") == 0) {
        const char *text = hw_plan_string(value);
        if (!text)
            return wrong_type(error, name, "a text", value);
        if (name[0] == 't')
            plan->title = text;
        return HW_OK;
    }
    char near[160];
    if (!hw_plan_key_find(name))
        return hw_plan_wrong(error, name,
                             "is not known%s parameter of the plan's own stands in `parameters` or `vary`",
                             *hw_plan_member_near(name, near, sizeof near - 2) ? strcat(near, " A") : "; a");
    return hw_plan_add_setting(plan, &plan->settings, HW_SETTING_KEY, name, name, value, error);
}

static bool has_figure(const char *name)
{
    for (unsigned i = 0; i < HW_SWEEP_FIGURES; i++)
        if (strcmp(hw_sweep_figures[i].name, name) == 0)
            return true;
    return false;
}

static bool has_axis(const struct hw_plan *plan, const char *name)
{
    for (unsigned i = 0; i < plan->axis_count; i++)
        if (strcmp(plan->axis[i].name, name) == 0)
            return true;
    return false;
}

static hw_status read_root(struct hw_plan *plan, struct hw_error *error)
{
    hw_status status = HW_OK;

    if (!json_object_is_type(plan->json, json_type_object))
        return wrong_type(error, "the plan", "an object", plan->json);
    json_object_object_foreach(plan->json, name, value)
    {
        if (status == HW_OK)
            status = read_member(plan, name, value, error);
    }
    if (status == HW_OK && plan->plot_x && !has_axis(plan, plan->plot_x))
        status = hw_plan_wrong(error, "plot.x", "nothing called \"%.60s\" is varied", plan->plot_x);
    if (status == HW_OK && plan->plot_y && !has_figure(plan->plot_y))
        status = hw_plan_wrong(error, "plot.y", "no figure is called \"%.60s\"; cycles is one", plan->plot_y);
    if (status == HW_OK)
        status = hw_plan_lint(plan, error);
    if (status == HW_OK && plan->texts.no_memory)
        status = no_memory(error);
    return status;
}

/* JSON, with the position of what is none. */
static hw_status parse(struct hw_plan *plan, const char *text, size_t size, struct hw_error *error)
{
    struct json_tokener *tokener = json_tokener_new();

    if (!tokener)
        return no_memory(error);
    json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
    plan->json = json_tokener_parse_ex(tokener, text, (int)size);
    const enum json_tokener_error found = json_tokener_get_error(tokener);
    size_t end = json_tokener_get_parse_end(tokener);
    json_tokener_free(tokener);
    if (found == json_tokener_success && strspn(text + end, " \t\r\n") == size - end)
        return HW_OK;
    end += found == json_tokener_success ? strspn(text + end, " \t\r\n") : 0;
    const char *why = found == json_tokener_continue  ? "the text ends within a value"
                      : found == json_tokener_success ? "expected the end"
                                                      : json_tokener_error_desc(found);
    hw_fail(error, HW_ERR_FORMAT, "sweep", "this is no JSON: %s", why);
    error->line = error->column = 1;
    for (size_t i = 0; i < end && i < size; i++) {
        error->column = text[i] == '\n' ? 1 : error->column + 1;
        error->line += text[i] == '\n';
    }
    return HW_ERR_FORMAT;
}

hw_status hw_plan_read(const char *text, size_t size, struct hw_plan **result, struct hw_error *error)
{
    struct hw_plan *plan = calloc(1, sizeof *plan);
    struct hw_error unread;
    hw_status status;

    *result = NULL;
    error = error ? error : &unread;
    if (!plan)
        return no_memory(error);
    plan->title = "";
    plan->points = 1;
    if (size > HW_PLAN_BYTES)
        status = hw_fail(error, HW_ERR_LIMIT, "sweep", "a plan has at most %zu bytes", HW_PLAN_BYTES);
    else
        status = parse(plan, text, size, error);
    if (status == HW_OK)
        status = read_root(plan, error);
    if (status == HW_OK)
        *result = plan;
    else
        hw_plan_free(plan);
    return status;
}

void hw_plan_free(struct hw_plan *plan)
{
    if (!plan)
        return;
    for (unsigned a = 0; a < plan->axis_count; a++) {
        for (uint32_t i = 0; i < plan->axis[a].count; i++)
            free(plan->axis[a].value[i].settings.item);
        free(plan->axis[a].value);
    }
    free(plan->settings.item);
    hw_string_pool_free(&plan->texts);
    json_object_put(plan->json);
    free(plan);
}
