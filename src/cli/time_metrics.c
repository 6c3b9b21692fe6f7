/* SPDX-License-Identifier: MIT */
/* See time_metrics.h. */
#include "cli/time_metrics.h"

#include "cli/cli.h"
#include "cli/json.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

hw_status hw_time_metrics_parse(struct hw_time_metrics *metrics, struct hw_error *error)
{
    const hw_status status =
        hw_metrics_choose(metrics->names, false, metrics->metric, &metrics->count, error);

    return status == HW_OK ? hw_metrics_choose(metrics->events, true, metrics->metric, &metrics->count, error)
                           : status;
}

/* --- output --- */

static bool is_whole(double value)
{
    return value == (double)(int64_t)value;
}

static void value_text(char text[40], double value)
{
    if (is_whole(value))
        snprintf(text, 40, "%" PRId64, (int64_t)value);
    else
        snprintf(text, 40, "%.6f", value);
}

static void put_json(FILE *out, const struct hw_time_metrics *metrics, const double *values)
{
    struct json_object *object = json_object_new_object();

    for (unsigned i = 0; object && i < metrics->count; i++)
        if (is_whole(values[i])) {
            hw_json_number(object, metrics->metric[i]->name, (int64_t)values[i]);
        } else {
            char text[40];
            snprintf(text, sizeof text, "%.9g", values[i]);
            json_object_object_add(object, metrics->metric[i]->name,
                                   json_object_new_double_s(values[i], text));
        }
    hw_json_print(object, out);
}

static void put_csv(FILE *out, const struct hw_time_metrics *metrics, const double *values)
{
    fputs("\"Metric Name\",\"Metric Description\",\"Unit\",\"Value\"\n", out);
    for (unsigned i = 0; i < metrics->count; i++) {
        char text[40];
        value_text(text, values[i]);
        fprintf(out, "\"%s\",\"%s\",\"%s\",%s\n", metrics->metric[i]->name, metrics->metric[i]->definition,
                metrics->metric[i]->unit, text);
    }
}

static void put_text(FILE *out, const struct hw_time_metrics *metrics, const double *values)
{
    for (unsigned i = 0; i < metrics->count; i++) {
        const struct hw_metric *metric = metrics->metric[i];
        char text[40];
        value_text(text, values[i]);
        fprintf(out, "%-40s %20s %-18s  %s\n", metric->name, text, metric->unit, metric->definition);
    }
}

static hw_status print_metrics(const struct hw_time_metrics *metrics, const double *values,
                               struct hw_error *error)
{
    FILE *out;
    hw_status status = hw_open_output(metrics->out, &out, error);

    if (status != HW_OK)
        return status;
    (metrics->json ? put_json : metrics->csv ? put_csv : put_text)(out, metrics, values);
    return hw_close_output(metrics->out, out, error);
}

/* --- lists --- */

static void list_json(bool events)
{
    struct json_object *list = json_object_new_array();
    const struct hw_metric *metric;

    for (unsigned i = 0; list && (metric = hw_metric_at(i)) != NULL; i++) {
        if (metric->event != events)
            continue;
        struct json_object *object = hw_json_object(list, NULL);
        hw_json_text(object, "name", metric->name);
        hw_json_text(object, "unit", metric->unit);
        hw_json_text(object, "definition", metric->definition);
        hw_json_bool(object, "clock", metric->clock);
    }
    hw_json_print(list, stdout);
}

bool hw_time_metrics_query(int argc, char **argv, int *status)
{
    const bool events = argc > 1 && strcmp(argv[1], "--query-events") == 0;
    const bool json = argc > 2 && strcmp(argv[2], "--json") == 0;
    const struct hw_metric *metric;

    if (argc < 2 || (!events && strcmp(argv[1], "--query-metrics") != 0))
        return false;
    *status = HW_EXIT_DONE;
    if (argc > (json ? 3 : 2))
        *status = hw_usage_error("time", "after `%s` only --json may follow", argv[1]);
    else if (json)
        list_json(events);
    else
        for (unsigned i = 0; (metric = hw_metric_at(i)) != NULL; i++)
            if (metric->event == events)
                printf("%-40s %-18s  %s\n", metric->name, metric->unit, metric->definition);
    return true;
}

/* --- running --- */

static bool need_clock(const struct hw_time_metrics *metrics)
{
    for (unsigned i = 0; i < metrics->count; i++)
        if (metrics->metric[i]->clock)
            return true;
    return false;
}

static hw_status run_timed(const struct hw_timer_options *options, const struct hw_launch *launch,
                           struct hw_counters *counters, struct hw_launch_result *result,
                           struct hw_error *error)
{
    struct hw_timer *timer;
    struct hw_launch_time time;
    hw_status status = hw_timer_create(options, &timer, error);

    if (status != HW_OK)
        return status;
    status = hw_timer_run(timer, launch, result, &time, error);
    if (status == HW_OK)
        hw_counters_add_time(counters, &time);
    hw_timer_destroy(timer);
    return status;
}

static hw_status count(const struct hw_time_metrics *metrics, const struct hw_timer_options *options,
                       const struct hw_launch *given, struct hw_counters *counters,
                       struct hw_launch_result *result, struct hw_error *error)
{
    struct hw_listener *listeners = calloc(given->listener_count + 1, sizeof *listeners);
    struct hw_launch launch = *given;
    hw_status status;

    if (!listeners)
        return hw_fail(error, HW_ERR_NO_MEMORY, "time", "no memory for counters");
    if (given->listener_count)
        memcpy(listeners, given->listeners, given->listener_count * sizeof *listeners);
    listeners[launch.listener_count++] = hw_counters_listener(counters);
    launch.listeners = listeners;
    launch.code.chip = options->chip; /* numbers of it may have been changed */
    status = need_clock(metrics) ? run_timed(options, &launch, counters, result, error)
                                 : hw_launch_run(&launch, result, error);
    free(listeners);
    return status;
}

hw_status hw_time_metrics_run(const struct hw_time_metrics *metrics, const struct hw_kernel_run *run,
                              const struct hw_timer_options *options, struct hw_launch_result *result,
                              struct hw_error *error)
{
    struct hw_counters *counters;
    double *values = calloc(metrics->count, sizeof *values);
    hw_status status = values ? hw_counters_create(options->chip, &counters, error)
                              : hw_fail(error, HW_ERR_NO_MEMORY, "time", "no memory for counters");

    if (status != HW_OK) {
        free(values);
        return status;
    }
    status = count(metrics, options, &run->launch, counters, result, error);
    hw_progress_end(&run->progress);
    for (unsigned i = 0; i < metrics->count; i++)
        hw_counters_read(counters, metrics->metric[i]->name, &values[i], NULL);
    if (status == HW_OK)
        status = print_metrics(metrics, values, error);
    hw_counters_destroy(counters);
    free(values);
    return status;
}
