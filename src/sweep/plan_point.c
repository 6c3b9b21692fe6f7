/* SPDX-License-Identifier: MIT */
/* A point of a plan has its settings with all references replaced, and the command line that they make. */
#include "sweep/sweep_plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SCOPES         (HW_PLAN_AXES + 1)
#define REFERENCES_MAX 10000u
#define CHANGES_MAX    256u

/* A point that is being made. */
struct making {
    struct hw_point *point;
    const struct hw_plan_settings *settings[SCOPES];
    struct hw_plan_scope scope;
    unsigned left;
    struct hw_error *error;
};

void hw_point_describe(const struct hw_plan *plan, const struct hw_point *point, char *text, size_t size)
{
    size_t used = 0;

    if (size)
        text[0] = '\0';
    for (unsigned a = 0; a < plan->axis_count && used < size; a++)
        used += (size_t)snprintf(text + used, size - used, "%s%.40s=%.60s", a ? ", " : "", plan->axis[a].name,
                                 point->value[a]->label);
}

static bool add_argument(struct hw_point *point, const char *text)
{
    if (point->argument_count + 1 >= point->room) {
        const unsigned wanted = point->room ? 2 * point->room : 32;
        const char **grown = realloc(point->argument, wanted * sizeof *grown);
        if (!grown)
            return false;
        point->argument = grown;
        point->room = wanted;
    }
    point->argument[point->argument_count++] = text;
    point->argument[point->argument_count] = NULL;
    return true;
}

static hw_status no_memory(struct making *making)
{
    return hw_fail(making->error, HW_ERR_NO_MEMORY, "sweep", "no memory for a point");
}

/* An option, and its value where it has one. */
static hw_status add_option(struct making *making, const char *option, const char *value)
{
    const bool ok = add_argument(making->point, option) && (!value || add_argument(making->point, value));

    return ok ? HW_OK : no_memory(making);
}

/* The text of a setting at this point; NULL, with the error. */
static const char *text_of(struct making *making, const struct hw_plan_setting *setting, unsigned which)
{
    struct hw_error why;
    const char *text = hw_plan_expand(&making->scope, setting->text[which], &making->point->texts, &why);

    if (!text)
        hw_plan_wrong(making->error, setting->path, "%s", why.text);
    else if (setting->kind == HW_SETTING_KEY && setting->key->form != HW_PLAN_LIST &&
             hw_plan_form_check(setting->key->form, text, &why) != HW_OK) {
        hw_plan_wrong(making->error, setting->path, "%s", why.text);
        return NULL;
    }
    return text;
}

static const struct hw_plan_setting *look_up(struct making *making, const char *name)
{
    return hw_plan_find_setting(&making->scope, HW_SETTING_KEY, name);
}

/* Options whose value begins as one would be taken for that; a file or a program's name, too. */
static hw_status add_setting(struct making *making, const struct hw_plan_setting *setting)
{
    hw_status status = HW_OK;

    if (!setting->key->option)
        return HW_OK;
    if (making->point->is_program && !setting->key->of_programs)
        return hw_plan_wrong(making->error, setting->path,
                             "is no setting of programs, which launch kernels themselves");
    for (unsigned i = 0; status == HW_OK && i < setting->count; i++) {
        const char *text = text_of(making, setting, i);
        if (!text)
            return making->error->status;
        if (strcmp(setting->name, "kernel") == 0)
            making->point->kernel = text;
        if (making->point->is_program && strcmp(setting->name, "kernel") == 0)
            continue; /* programs launch all; the figures of this one are wanted */
        if (setting->key->form != HW_PLAN_FLAG)
            status = add_option(making, setting->key->option, text);
        else if (strcmp(text, "true") == 0)
            status = add_option(making, setting->key->option, NULL);
    }
    return status;
}

/* A setting counts only where no later scope has it. */
static bool counts(const struct making *making, const struct hw_plan_setting *setting)
{
    return hw_plan_find_setting(&making->scope, setting->kind, setting->name) == setting;
}

/* --- numbers of the chip --- */

/* That the changed numbers are possible, alone and together. */
static hw_status check_changes(struct making *making, const struct hw_chip_change *change, unsigned count)
{
    const struct hw_plan_setting *chip_setting = look_up(making, "chip");
    const struct hw_chip_info *chip;
    const struct hw_card *card;
    struct hw_chip_info *made = NULL;

    if (!chip_setting)
        return hw_plan_wrong(making->error, "set", "needs a chip whose numbers are changed");
    const char *name = text_of(making, chip_setting, 0);
    if (!name)
        return making->error->status;
    struct hw_error why;
    if (hw_card_find(name, &chip, &card, &why) != HW_OK ||
        hw_chip_override(chip, card, change, count, &made, &why) != HW_OK)
        return hw_plan_wrong(making->error, "set", "%s", why.text);
    hw_chip_override_free(made);
    return HW_OK;
}

static hw_status take_change(struct making *making, const struct hw_plan_setting *setting, const char **list,
                             struct hw_chip_change *change)
{
    const char *text = text_of(making, setting, 0);
    int64_t value;

    if (!text)
        return making->error->status;
    if (!hw_plan_number(text, &value))
        return hw_plan_wrong(making->error, setting->path, "expected a whole number, found \"%.60s\"", text);
    *change = (struct hw_chip_change){setting->name, (uint64_t)value};
    *list = hw_string_pool_print(&making->point->texts, "%s%s%s=%lld", *list, **list ? "," : "",
                                 setting->name, (long long)value);
    return HW_OK;
}

static hw_status add_changes(struct making *making)
{
    struct hw_chip_change change[CHANGES_MAX];
    const char *list = "";
    unsigned count = 0;
    hw_status status = HW_OK;

    for (unsigned s = 0; s < making->scope.count; s++)
        for (unsigned i = 0; status == HW_OK && i < making->settings[s]->count; i++) {
            const struct hw_plan_setting *setting = &making->settings[s]->item[i];
            if (setting->kind != HW_SETTING_CHIP || !counts(making, setting))
                continue;
            if (count == CHANGES_MAX)
                return hw_plan_wrong(making->error, setting->path, "more than %u numbers are changed",
                                     CHANGES_MAX);
            status = take_change(making, setting, &list, &change[count]);
            count += status == HW_OK;
        }
    if (status == HW_OK && count)
        status = check_changes(making, change, count);
    return status == HW_OK && count ? add_option(making, "--set", list) : status;
}

/* --- the whole --- */

/* The file, or the program behind all options. */
static hw_status add_file(struct making *making, const struct hw_plan_setting *setting)
{
    for (unsigned i = 0; i < setting->count; i++) {
        const char *text = text_of(making, setting, i);
        if (!text)
            return making->error->status;
        if (i == 0 && !*text)
            return hw_plan_wrong(making->error, setting->path, "expected the name of a file");
        if (i == 0) /* a name that begins as an option is none */
            text = making->point->file =
                text[0] == '-' ? hw_string_pool_print(&making->point->texts, "./%s", text) : text;
        if (!add_argument(making->point, text))
            return no_memory(making);
    }
    return HW_OK;
}

static hw_status make_arguments(struct making *making)
{
    const struct hw_plan_setting *file = look_up(making, "file"), *program = look_up(making, "program");
    hw_status status;

    if (!file == !program)
        return hw_plan_wrong(making->error, "the plan",
                             file ? "expected a file or a program, found both"
                                  : "expected a file or a program");
    making->point->is_program = program != NULL;
    status = add_option(making, "time", NULL);
    if (status == HW_OK && file)
        status = add_file(making, file);
    for (unsigned s = 0; s < making->scope.count; s++)
        for (unsigned i = 0; status == HW_OK && i < making->settings[s]->count; i++) {
            const struct hw_plan_setting *setting = &making->settings[s]->item[i];
            if (setting->kind == HW_SETTING_KEY && counts(making, setting))
                status = add_setting(making, setting);
        }
    if (status == HW_OK)
        status = add_changes(making);
    if (status == HW_OK)
        status = add_option(making, "--workers", "1");
    if (status == HW_OK)
        status = add_option(making, "--json", NULL);
    if (status == HW_OK && program && !add_argument(making->point, "--"))
        status = no_memory(making);
    return status == HW_OK && program ? add_file(making, program) : status;
}

hw_status hw_plan_point(const struct hw_plan *plan, uint32_t number, struct hw_point *point,
                        struct hw_error *error)
{
    struct hw_error why;
    struct making making = {.point = point, .left = REFERENCES_MAX, .error = &why};
    uint32_t rest = number;

    memset(point, 0, sizeof *point);
    point->number = number;
    making.settings[0] = &plan->settings;
    for (unsigned a = plan->axis_count; a-- > 0;) {
        point->value[a] = &plan->axis[a].value[rest % plan->axis[a].count];
        rest /= plan->axis[a].count;
        making.settings[a + 1] = &point->value[a]->settings;
    }
    making.scope = (struct hw_plan_scope){
        .settings = making.settings, .count = plan->axis_count + 1, .left = &making.left};
    hw_status status = make_arguments(&making);
    if (status == HW_OK && point->texts.no_memory)
        status = no_memory(&making);
    if (status == HW_OK)
        return HW_OK;
    char which[128];
    hw_point_describe(plan, point, which, sizeof which);
    if (plan->axis_count)
        hw_fail(error, why.status, "sweep", "%s (at point %u: %s)", why.text, number + 1, which);
    else
        hw_fail(error, why.status, "sweep", "%s", why.text);
    hw_point_free(point);
    return status;
}

void hw_point_print_command(const struct hw_point *point, FILE *out)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=,./:@%";

    fputs("halfwarp", out);
    for (unsigned i = 0; i < point->argument_count; i++) {
        const char *text = point->argument[i];
        fputc(' ', out);
        if (*text && !text[strspn(text, plain)]) {
            fputs(text, out);
            continue;
        }
        fputc('\'', out);
        for (; *text; text++)
            fputs(*text == '\'' ? "'\\''" : (const char[]){*text, '\0'}, out);
        fputc('\'', out);
    }
}

void hw_point_free(struct hw_point *point)
{
    free(point->argument);
    hw_string_pool_free(&point->texts);
    point->argument = NULL;
    point->argument_count = point->room = 0;
}
