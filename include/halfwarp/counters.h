/* SPDX-License-Identifier: MIT */
/* Counters of a launch by nvprof's names.
 *
 * Put the listener of hw_counters_listener into a launch (machine.h), run it, and read what was counted.  All
 * counters are sums over the launches since the counters were made, so they are the same for every number of
 * workers. */
#ifndef HALFWARP_COUNTERS_H
#define HALFWARP_COUNTERS_H

#include <halfwarp/chip.h>
#include <halfwarp/listener.h>

#ifdef __cplusplus
extern "C" {
#endif

struct hw_counters;

struct hw_metric {
    const char *name, *unit, *definition;
};

/* For launches on this chip, whose rules break accesses into requests. */
hw_status hw_counters_create(const struct hw_chip_info *chip, struct hw_counters **counters,
                             struct hw_error *error);
void hw_counters_destroy(struct hw_counters *counters);

/* What to put into a launch; it refers to the counters, which must outlive the launch. */
struct hw_listener hw_counters_listener(struct hw_counters *counters);

/* Metric number `index`; NULL behind the last. */
const struct hw_metric *hw_metric_at(unsigned index);
/* The value of a metric; a quotient of nothing is 0.  HW_ERR_NOT_FOUND: there is no such name. */
hw_status hw_counters_read(const struct hw_counters *counters, const char *name, double *value,
                           struct hw_error *error);

#ifdef __cplusplus
}
#endif
#endif
