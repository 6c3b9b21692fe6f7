/* SPDX-License-Identifier: MIT */
/* This file computes metrics of launches by nvprof's names: see include/halfwarp/counters.h.
 *
 * A metric is a sum, or the quotient of two.  Counts of instructions and accesses come from a listener
 * (tally.c), the others from the model's results. */
#include <halfwarp/counters.h>

#include "timing/access/coalesce.h"
#include "timing/counters/metric_table.h"
#include "timing/counters/tally.h"
#include "nearest.h"

#include <string.h>

/* What a metric needs. */
#define COUNT false
#define CLOCK true

/* clang-format off */
static const struct { struct hw_metric metric; uint8_t sum, of; double scale; } METRIC[] = {
#define M(name, needs, unit, definition, sum, of, scale) {{name, unit, definition, needs, false}, HW_SUM_##sum, HW_SUM_##of, scale},
#define E(name, needs, definition, sum) {{name, "", definition, needs, true}, HW_SUM_##sum, HW_SUM_NONE, 1},
HW_METRICS(M, E)
#undef E
#undef M
};
/* clang-format on */

#define METRICS (sizeof METRIC / sizeof METRIC[0])

/* --- the model's results --- */

static double part(const struct hw_time_part *parts, unsigned count, const char *name)
{
    for (unsigned i = 0; i < count; i++)
        if (strcmp(parts[i].name, name) == 0)
            return (double)parts[i].value;
    return 0;
}

static void add_stalls(double *sum, const struct hw_launch_time *time)
{
    static const struct {
        const char *name;
        uint8_t sum;
    } stalls[] = {
        {"fixed", HW_SUM_STALL_EXECUTION},
        {"execution", HW_SUM_STALL_EXECUTION},
        {"memory", HW_SUM_STALL_MEMORY},
        {"shared", HW_SUM_STALL_EXECUTION},
        {"texture", HW_SUM_STALL_TEXTURE},
        {"barrier", HW_SUM_STALL_SYNC},
        {"sleeping", HW_SUM_STALL_SLEEPING},
        {"branch", HW_SUM_STALL_OTHER},
        {"fetch", HW_SUM_STALL_FETCH},
        {"pipe", HW_SUM_STALL_PIPE},
        {"throttle", HW_SUM_STALL_THROTTLE},
        {"constant", HW_SUM_STALL_CONSTANT},
        {"not_selected", HW_SUM_STALL_NOT_SELECTED},
    };

    for (unsigned i = 0; i < time->stall_count; i++) {
        unsigned s = 0;
        while (s < sizeof stalls / sizeof *stalls && strcmp(stalls[s].name, time->stall[i].name) != 0)
            s++;
        sum[HW_SUM_STALLS] += (double)time->stall[i].value;
        sum[s < sizeof stalls / sizeof *stalls ? stalls[s].sum : HW_SUM_STALL_OTHER] +=
            (double)time->stall[i].value;
    }
}

static void add_traffic(double *sum, const struct hw_launch_time *time)
{
    static const struct {
        const char *name;
        uint8_t sum;
    } parts[] = {
        {"l2_reads", HW_SUM_L2_READS},     {"l2_read_hits", HW_SUM_L2_READ_HITS},
        {"l2_writes", HW_SUM_L2_WRITES},   {"l2_atomics", HW_SUM_L2_ATOMICS},
        {"dram_reads", HW_SUM_DRAM_READS}, {"dram_writes", HW_SUM_DRAM_WRITES},
    };

    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++)
        sum[parts[i].sum] += part(time->traffic, time->traffic_count, parts[i].name);
}

void hw_counters_add_time(struct hw_counters *counters, const struct hw_launch_time *time)
{
    const struct hw_microarchitecture *micro = &counters->chip->micro;
    const double clocks = (double)time->cycles * time->sms, active = (double)time->active_clocks;
    double *sum = counters->time;

    sum[HW_SUM_CYCLES] += (double)time->cycles;
    sum[HW_SUM_SM_CYCLES] += clocks;
    sum[HW_SUM_SECONDS] += (double)time->picoseconds / 1e12;
    sum[HW_SUM_ACTIVE_CYCLES] += active;
    sum[HW_SUM_WARP_CYCLES] += (double)time->warp_clocks;
    sum[HW_SUM_WARP_CYCLES_MOST] += active * time->warps_per_sm;
    sum[HW_SUM_ISSUE_CYCLES] += (double)time->issue_clocks;
    sum[HW_SUM_ISSUE_CYCLES_MOST] += active * time->schedulers;
    sum[HW_SUM_ELIGIBLE_CYCLES] += (double)(time->warp_instructions - time->pairs) +
                                   part(time->stall, time->stall_count, "not_selected");
    sum[HW_SUM_ALL_ISSUES] += (double)(time->warp_instructions + time->reissues);
    sum[HW_SUM_SLOTS] += (double)(time->warp_instructions + time->reissues - time->pairs);
    sum[HW_SUM_SINGLE_ISSUES] += (double)(time->warp_instructions + time->reissues - 2 * time->pairs);
    sum[HW_SUM_REISSUES] += (double)time->reissues;
    sum[HW_SUM_PAIRS] += (double)time->pairs;
    sum[HW_SUM_SINGLE_PEAK] += clocks * 2 * micro->rate_fp32;
    sum[HW_SUM_DOUBLE_PEAK] += clocks * 2 * time->rate_fp64;
    sum[HW_SUM_HALF_PEAK] += clocks * 4 * micro->rate_half;
    add_stalls(sum, time);
    add_traffic(sum, time);
}

/* --- reading --- */

static void make_sums(const struct hw_counters *counters, double sum[HW_SUM_COUNT])
{
    const struct hw_microarchitecture *micro = &counters->chip->micro;
    struct hw_tally total;

    memcpy(sum, counters->time, sizeof counters->time);
    hw_tally_total(counters, &total);
    for (unsigned i = 0; i < HW_SUM_EVENTS; i++)
        sum[i] += (double)total.sum[i];
    hw_operation_sums(counters->chip, &total, sum);
    sum[HW_SUM_GLOBAL_LOAD_SECTOR_BYTES] = sum[HW_SUM_GLOBAL_LOAD_LOOKUPS] * HW_SECTOR_BYTES;
    sum[HW_SUM_GLOBAL_STORE_SECTOR_BYTES] = sum[HW_SUM_GLOBAL_STORE_SECTORS] * HW_SECTOR_BYTES;
    sum[HW_SUM_SHARED_PASS_BYTES] = (sum[HW_SUM_SHARED_LOAD_PASSES] + sum[HW_SUM_SHARED_STORE_PASSES]) *
                                    micro->shared_banks * micro->shared_bank_bytes;
    sum[HW_SUM_ALL_BRANCHES] = sum[HW_SUM_BRANCHES] > 0 ? sum[HW_SUM_BRANCHES] : 1; /* of none all agree */
    sum[HW_SUM_STRAIGHT_BRANCHES] = sum[HW_SUM_ALL_BRANCHES] - sum[HW_SUM_DIVERGENT_BRANCHES];
    sum[HW_SUM_GLOBAL_HITS] = sum[HW_SUM_GLOBAL_LOAD_LOOKUPS] - sum[HW_SUM_L2_READS];
    sum[HW_SUM_LOAD_STORES] = sum[HW_SUM_MEMORY_INSTRUCTIONS] + sum[HW_SUM_TEXTURE_INSTRUCTIONS];
    sum[HW_SUM_NONE] = 0;
}

static double value_of(const double *sum, unsigned metric)
{
    const double whole = METRIC[metric].of == HW_SUM_NONE ? 1 : sum[METRIC[metric].of];

    return whole > 0 ? METRIC[metric].scale * sum[METRIC[metric].sum] / whole : 0;
}

hw_status hw_counters_read(const struct hw_counters *counters, const char *name, double *value,
                           struct hw_error *error)
{
    double sum[HW_SUM_COUNT];

    for (unsigned i = 0; i < METRICS; i++)
        if (strcmp(METRIC[i].metric.name, name) == 0) {
            make_sums(counters, sum);
            *value = value_of(sum, i);
            return HW_OK;
        }
    return hw_fail(error, HW_ERR_NOT_FOUND, "counters", "no metric is named %s", name);
}

/* --- names --- */

const struct hw_metric *hw_metric_at(unsigned index)
{
    return index < METRICS ? &METRIC[index].metric : NULL;
}

/* Every metric, or event, of that name; whether there is one. */
static bool choose(const char *name, size_t length, bool events,
                   const struct hw_metric *chosen[HW_METRICS_MAX], unsigned *count)
{
    const bool all = length == strlen("all") && memcmp(name, "all", length) == 0;
    bool found = false;

    for (unsigned i = 0; i < METRICS; i++) {
        const struct hw_metric *metric = &METRIC[i].metric;
        if (all ? metric->event != events
                : strlen(metric->name) != length || memcmp(metric->name, name, length) != 0)
            continue;
        found = true;
        if (*count < HW_METRICS_MAX)
            chosen[(*count)++] = metric;
    }
    return found;
}

/* The error, with those of the kind that are near. */
static hw_status not_called(const char *name, size_t length, bool events, struct hw_error *error)
{
    const char *kind = events ? "event" : "metric";
    struct hw_nearest nearest;
    char wanted[61], near[160];

    length = length < sizeof wanted ? length : sizeof wanted - 1;
    memcpy(wanted, name, length);
    wanted[length] = '\0';
    hw_nearest_begin(&nearest, wanted);
    for (unsigned i = 0; i < METRICS; i++) {
        const struct hw_metric *metric = &METRIC[i].metric;
        if (metric->event == events)
            hw_nearest_offer(&nearest, metric->name, strlen(metric->name));
    }
    if (*hw_nearest_write(&nearest, near, sizeof near))
        return hw_fail(error, HW_ERR_NOT_FOUND, "metrics", "no %s is called \"%s\"; did you mean %s?", kind,
                       wanted, near);
    return hw_fail(error, HW_ERR_NOT_FOUND, "metrics",
                   "no %s is called \"%s\"; `halfwarp time --query-%ss` lists them", kind, wanted, kind);
}

hw_status hw_metrics_choose(const char *names, bool events, const struct hw_metric *chosen[HW_METRICS_MAX],
                            unsigned *count, struct hw_error *error)
{
    hw_status status = HW_OK;

    while (names && *names) {
        const size_t length = strcspn(names, ",");
        if (length && !choose(names, length, events, chosen, count) && status == HW_OK)
            status = not_called(names, length, events, error);
        names += length + (names[length] == ',');
    }
    return status;
}
