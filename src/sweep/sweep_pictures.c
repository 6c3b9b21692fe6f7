/* SPDX-License-Identifier: MIT */
/* See sweep_pictures.h.
 *
 * On the y axis is what the plan says, else the time where chips or clocks differ, else clocks.  On the x
 * axis is what the plan says, else the axis of numbers with the most values, else the first.  As long as
 * colours tell them apart, all combinations of the other axes are series of one picture.  Beyond that, one of
 * the others makes the series, and each combination of the rest has a picture. */
#include "sweep/sweep_pictures.h"

#include "sweep/sweep_plot.h"
#include "timing/report/markup.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define PICTURES_MAX 24u
#define NONE         HW_PLAN_AXES

struct sweep_layout {
    const struct hw_sweep_results *results;
    const struct hw_sweep_figure *figure;
    unsigned figure_number;
    unsigned x;                    /* axis; NONE: there is none */
    unsigned series[HW_PLAN_AXES]; /* axes that make series */
    unsigned facets[HW_PLAN_AXES]; /* axes that make pictures */
    unsigned series_axes, facet_axes, series_count;
    uint32_t facet_count;
    bool numeric;
    uint32_t *order; /* values of x, ascending where they are numbers */
    double *number;  /* of x, in that order */
};

static bool number_of(const struct hw_plan_value *value, double *number)
{
    int64_t whole;
    char *end;

    if (hw_plan_number(value->label, &whole)) {
        *number = (double)whole;
        return true;
    }
    *number = strtod(value->label, &end);
    return *value->label && !*end && *number > -1e300 && *number < 1e300;
}

static bool is_numeric(const struct hw_plan_axis *axis)
{
    double number;

    for (uint32_t i = 0; i < axis->count; i++)
        if (!number_of(&axis->value[i], &number))
            return false;
    return true;
}

static unsigned choose_x(const struct hw_plan *plan)
{
    unsigned found = NONE;
    bool numeric = false;

    for (unsigned a = 0; a < plan->axis_count; a++) {
        const struct hw_plan_axis *axis = &plan->axis[a];
        if (plan->plot_x && strcmp(axis->name, plan->plot_x) == 0)
            return a;
        if (axis->count < 2)
            continue;
        const bool better = is_numeric(axis) && (!numeric || axis->count > plan->axis[found].count);
        if (found == NONE || better) {
            found = a;
            numeric = is_numeric(axis);
        }
    }
    return found;
}

/* Of the other axes with several values: which are series, which pictures. */
static void divide(struct sweep_layout *layout)
{
    const struct hw_plan *plan = layout->results->plan;
    unsigned others[HW_PLAN_AXES], count = 0, best = NONE;
    uint64_t combinations = 1;

    for (unsigned a = 0; a < plan->axis_count; a++)
        if (a != layout->x && plan->axis[a].count > 1) {
            others[count++] = a;
            combinations *= plan->axis[a].count;
        }
    for (unsigned i = 0; i < count; i++) {
        const uint32_t values = plan->axis[others[i]].count;
        if (values <= HW_PLOT_SERIES && (best == NONE || values > plan->axis[best].count))
            best = others[i];
    }
    layout->series_count = layout->facet_count = 1;
    for (unsigned i = 0; i < count; i++) {
        const uint32_t values = plan->axis[others[i]].count;
        if (combinations <= HW_PLOT_SERIES || others[i] == best) {
            layout->series[layout->series_axes++] = others[i];
            layout->series_count *= values;
        } else {
            layout->facets[layout->facet_axes++] = others[i];
            layout->facet_count *= values;
        }
    }
}

static int by_number(const void *one, const void *other, void *context)
{
    const struct hw_plan_axis *axis = context;
    double first, second;

    number_of(&axis->value[*(const uint32_t *)one], &first);
    number_of(&axis->value[*(const uint32_t *)other], &second);
    return first < second ? -1 : first > second;
}

static bool arrange(struct sweep_layout *layout)
{
    const struct hw_plan_axis *axis = &layout->results->plan->axis[layout->x];

    layout->numeric = is_numeric(axis);
    layout->order = malloc(axis->count * sizeof *layout->order);
    layout->number = calloc(axis->count, sizeof *layout->number);
    if (!layout->order || !layout->number)
        return false;
    for (uint32_t i = 0; i < axis->count; i++)
        layout->order[i] = i;
    if (!layout->numeric)
        return true;
    qsort_r(layout->order, axis->count, sizeof *layout->order, by_number, (void *)axis);
    for (uint32_t i = 0; i < axis->count; i++)
        number_of(&axis->value[layout->order[i]], &layout->number[i]);
    return true;
}

/* --- one picture --- */

/* Write the number of a combination to the values of its axes. */
static void spread(const struct hw_plan *plan, const unsigned *axes, unsigned count, uint32_t number,
                   uint32_t *value)
{
    while (count-- > 0) {
        value[axes[count]] = number % plan->axis[axes[count]].count;
        number /= plan->axis[axes[count]].count;
    }
}

static uint32_t point_of(const struct hw_plan *plan, const uint32_t *value)
{
    uint32_t point = 0;

    for (unsigned a = 0; a < plan->axis_count; a++)
        point = point * plan->axis[a].count + value[a];
    return point;
}

/* "chip gm204, block 64" of a combination. */
static const char *name_of(const struct sweep_layout *layout, const unsigned *axes, unsigned count,
                           const uint32_t *value, struct hw_string_pool *texts)
{
    const char *name = "";

    for (unsigned i = 0; i < count; i++) {
        const struct hw_plan_axis *axis = &layout->results->plan->axis[axes[i]];
        name = hw_string_pool_print(texts, "%s%s%s %s", name, i ? ", " : "", axis->name,
                                    axis->value[value[axes[i]]].label);
    }
    return name;
}

static double y_of(const struct sweep_layout *layout, uint32_t point)
{
    const struct hw_sweep_number *number = &layout->results->line[point].number[layout->figure_number];

    if (!number->known)
        return -1;
    return layout->figure->real ? number->real : (double)number->whole;
}

static bool put_picture(const struct sweep_layout *layout, uint32_t facet, FILE *out)
{
    const struct hw_plan *plan = layout->results->plan;
    const struct hw_plan_axis *axis = &plan->axis[layout->x];
    struct hw_string_pool texts = {.count = 0};
    uint32_t value[HW_PLAN_AXES] = {0};
    const char **label = calloc(axis->count, sizeof *label), *series[HW_PLOT_SERIES];
    double *y = calloc((size_t)layout->series_count * axis->count, sizeof *y);
    const bool ok = label && y;

    spread(plan, layout->facets, layout->facet_axes, facet, value);
    for (unsigned s = 0; ok && s < layout->series_count; s++) {
        spread(plan, layout->series, layout->series_axes, s, value);
        series[s] = name_of(layout, layout->series, layout->series_axes, value, &texts);
        for (uint32_t i = 0; i < axis->count; i++) {
            value[layout->x] = layout->order[i];
            label[i] = axis->value[layout->order[i]].label;
            y[(size_t)s * axis->count + i] = y_of(layout, point_of(plan, value));
        }
    }
    if (ok) {
        const struct hw_sweep_plot plot = {.x_name = axis->name,
                                           .y_name = layout->figure->text,
                                           .numeric = layout->numeric,
                                           .x_count = axis->count,
                                           .x = layout->number,
                                           .x_label = label,
                                           .series_count = layout->series_count,
                                           .series = series,
                                           .y = y};
        fputs("<section><h2>", out);
        hw_markup_text(out, layout->figure->text);
        fputs(layout->facet_axes ? ": " : "", out);
        hw_markup_text(out, name_of(layout, layout->facets, layout->facet_axes, value, &texts));
        fputs("</h2>\n<div class=\"plot\">", out);
        hw_sweep_plot_svg(out, &plot);
        fputs("</div></section>\n", out);
    }
    const bool complete = ok && !texts.no_memory;
    free(label);
    free(y);
    hw_string_pool_free(&texts);
    return complete;
}

/* Whether points have clocks of different lengths: other chips, cards or clocks. */
static bool clocks_differ(const struct hw_plan *plan)
{
    for (unsigned a = 0; a < plan->axis_count; a++)
        for (uint32_t i = 0; plan->axis[a].count > 1 && i < plan->axis[a].count; i++) {
            const struct hw_plan_settings *settings = &plan->axis[a].value[i].settings;
            for (unsigned s = 0; s < settings->count; s++)
                if (settings->item[s].kind == HW_SETTING_KEY &&
                    (!strcmp(settings->item[s].name, "chip") || !strcmp(settings->item[s].name, "clock")))
                    return true;
        }
    return false;
}

hw_status hw_sweep_pictures(const struct hw_sweep_results *results, FILE *out, struct hw_error *error)
{
    const struct hw_plan *plan = results->plan;
    struct sweep_layout layout = {.results = results, .x = choose_x(plan), .figure = &hw_sweep_figures[0]};
    const char *wanted = plan->plot_y ? plan->plot_y : clocks_differ(plan) ? "microseconds" : "cycles";
    bool ok;

    for (unsigned i = 0; i < HW_SWEEP_FIGURES; i++)
        if (strcmp(hw_sweep_figures[i].name, wanted) == 0) {
            layout.figure = &hw_sweep_figures[i];
            layout.figure_number = i;
        }
    if (layout.x == NONE)
        return HW_OK;
    divide(&layout);
    ok = arrange(&layout);
    for (uint32_t facet = 0; ok && facet < layout.facet_count && facet < PICTURES_MAX; facet++)
        ok = put_picture(&layout, facet, out);
    if (layout.facet_count > PICTURES_MAX)
        fprintf(out, "<p class=\"soft\">The first %u of %" PRIu32 " pictures are shown.</p>\n", PICTURES_MAX,
                layout.facet_count);
    free(layout.order);
    free(layout.number);
    return ok ? HW_OK : hw_fail(error, HW_ERR_NO_MEMORY, "sweep", "no memory for the pictures");
}
