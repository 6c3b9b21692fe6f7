/* SPDX-License-Identifier: MIT */
/* Performance counters of launches have nvprof's names: metrics, and the events that they are computed from.
 *
 * Put the listener of hw_counters_listener into a launch (machine.h), run it, and read what was counted. What
 * caches, memory and schedulers do comes from the model: run the launch on a timer (timer.h) and add its
 * time. All counters are sums over the launches since the counters were made, so they are the same for every
 * number of workers.  Efficiencies and other shares are fractions of 1.
 *
 * Stability: will change. */
#ifndef HALFWARP_COUNTERS_H
#define HALFWARP_COUNTERS_H

#include <halfwarp/chip.h>
#include <halfwarp/listener.h>
#include <halfwarp/timer.h>

#ifdef __cplusplus
extern "C" {
#endif

struct hw_counters;

struct hw_metric {
    const char *name, *unit, *definition; /* unit "": a share, or of events a number */
    bool clock;                           /* it needs the time of the launches */
    bool event;                           /* nvprof calls it an event */
};

/* For launches on this chip, whose rules break accesses into requests. */
hw_status hw_counters_create(const struct hw_chip_info *chip, struct hw_counters **counters,
                             struct hw_error *error);
/* NULL is allowed. */
void hw_counters_destroy(struct hw_counters *counters);

/* What to put into a launch; it refers to the counters, which must outlive the launch. */
struct hw_listener hw_counters_listener(struct hw_counters *counters);
/* What the model says of a launch that was listened to. */
void hw_counters_add_time(struct hw_counters *counters, const struct hw_launch_time *time);

/* Metric or event number `index`; NULL behind the last. */
const struct hw_metric *hw_metric_at(unsigned index);
/* Add those of a list with commas between the names; `all`: all metrics, or all events.  HW_ERR_NOT_FOUND
 * where there is no such name; then the others of the list are added all the same. */
#define HW_METRICS_MAX 256
hw_status hw_metrics_choose(const char *names, bool events, const struct hw_metric *chosen[HW_METRICS_MAX],
                            unsigned *count, struct hw_error *error);
/* The value of a metric; a quotient of nothing is 0, and so is what needs a time that was not added.
 * HW_ERR_NOT_FOUND: there is no such name. */
hw_status hw_counters_read(const struct hw_counters *counters, const char *name, double *value,
                           struct hw_error *error);

#ifdef __cplusplus
}
#endif
#endif
