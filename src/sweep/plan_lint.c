/* SPDX-License-Identifier: MIT */
/* The plan's lint check finds settings that are not used: a parameter that nothing refers to is most likely a
 * misspelt setting. */
#include "sweep/sweep_plan.h"

#include <ctype.h>
#include <string.h>

/* Whether a text with references has this name in one. */
static bool refers(const char *text, const char *name)
{
    const size_t length = strlen(name);

    text = strchr(text, '$');
    for (const char *at = text; at && (at = strstr(at, name)) != NULL; at++) {
        const bool begins = at == text || !(isalnum((unsigned char)at[-1]) || at[-1] == '_');
        if (begins && !isalnum((unsigned char)at[length]) && at[length] != '_')
            return true;
    }
    return false;
}

static bool settings_refer(const struct hw_plan_settings *settings, const char *name)
{
    for (unsigned i = 0; i < settings->count; i++)
        for (unsigned t = 0; t < settings->item[i].count; t++)
            if (refers(settings->item[i].text[t], name))
                return true;
    return false;
}

static bool plan_refers(const struct hw_plan *plan, const char *name)
{
    bool found = settings_refer(&plan->settings, name);

    for (unsigned a = 0; !found && a < plan->axis_count; a++)
        for (uint32_t v = 0; !found && v < plan->axis[a].count; v++)
            found = settings_refer(&plan->axis[a].value[v].settings, name);
    return found;
}

static hw_status check_use(const struct hw_plan *plan, const struct hw_plan_settings *settings,
                           struct hw_error *error)
{
    char near[112];

    for (unsigned i = 0; i < settings->count; i++)
        if (settings->item[i].kind == HW_SETTING_PARAMETER && !plan_refers(plan, settings->item[i].name))
            return hw_plan_wrong(error, settings->item[i].path,
                                 "%.60s is no setting of launches, and nothing refers to it as $%.60s%s",
                                 settings->item[i].name, settings->item[i].name,
                                 hw_plan_key_near(settings->item[i].name, near, sizeof near));
    return HW_OK;
}

hw_status hw_plan_lint(const struct hw_plan *plan, struct hw_error *error)
{
    hw_status status = check_use(plan, &plan->settings, error);

    for (unsigned a = 0; status == HW_OK && a < plan->axis_count; a++)
        status = check_use(plan, &plan->axis[a].value[0].settings, error);
    return status;
}
