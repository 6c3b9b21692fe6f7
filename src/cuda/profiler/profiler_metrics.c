/* SPDX-License-Identifier: MIT */
/* See profiler_metrics.h.  HALFWARP_TIME_METRICS and HALFWARP_TIME_EVENTS are lists of names with commas
 * between them, or `all`. */
#include "cuda/profiler/profiler_metrics.h"

#include "cuda/profiler/profiler_options.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static const struct hw_metric *asked[HW_METRICS_MAX];
static unsigned asked_count;
static hw_status asked_status; /* whether all names are known; else why not */
static struct hw_error asked_error;
static pthread_once_t asked_once = PTHREAD_ONCE_INIT;

static hw_status choose(const char *variable, const char *names, bool events, struct hw_error *error)
{
    struct hw_error why;
    const hw_status status = hw_metrics_choose(names, events, asked, &asked_count, &why);

    return status == HW_OK ? HW_OK : hw_fail(error, status, "time", "%s: %s", variable, why.text);
}

static void read_names(void)
{
    const struct hw_profiler_options *wish = hw_profiler_options();

    asked_status = choose("HALFWARP_TIME_METRICS", wish->metrics, false, &asked_error);
    if (asked_status == HW_OK)
        asked_status = choose("HALFWARP_TIME_EVENTS", wish->events, true, &asked_error);
}

hw_status hw_profiler_metrics_check(struct hw_error *error)
{
    pthread_once(&asked_once, read_names);
    if (asked_status != HW_OK && error)
        *error = asked_error;
    return asked_status;
}

const struct hw_metric *const *hw_profiler_metrics(unsigned *count)
{
    pthread_once(&asked_once, read_names);
    *count = asked_count;
    return asked;
}

hw_status hw_profiler_count(struct hw_timer *timer, const struct hw_launch *launch,
                            struct hw_launch_result *result, struct hw_launch_time *time,
                            double values[HW_METRICS_MAX], struct hw_error *error)
{
    struct hw_listener *listeners = calloc(launch->listener_count + 1, sizeof *listeners);
    struct hw_launch counted = *launch;
    struct hw_counters *counters = NULL;
    hw_status status = listeners ? hw_counters_create(launch->code.chip, &counters, error)
                                 : hw_fail(error, HW_ERR_NO_MEMORY, "time", "no memory for metrics");

    memset(result, 0, sizeof *result);
    if (status == HW_OK) {
        if (launch->listener_count)
            memcpy(listeners, launch->listeners, launch->listener_count * sizeof *listeners);
        listeners[launch->listener_count] = hw_counters_listener(counters);
        counted.listeners = listeners;
        counted.listener_count++;
        status = hw_timer_run(timer, &counted, result, time, error);
        hw_counters_add_time(counters, time);
        for (unsigned i = 0; i < asked_count; i++)
            hw_counters_read(counters, asked[i]->name, &values[i], NULL);
    }
    hw_counters_destroy(counters);
    free(listeners);
    return status;
}
