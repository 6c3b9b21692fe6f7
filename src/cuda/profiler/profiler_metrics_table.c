/* SPDX-License-Identifier: MIT */
/* The table of metrics, in the shape of nvprof's: of each kernel how often it ran, and the least, the most
 * and the average of its launches. */
#include "cuda/profiler/profiler_metrics.h"
#include "cuda/profiler/profiler_record.h"

#include <inttypes.h>

/* By hand, since the program's locale may have a comma for the point. */
void hw_profiler_value_text(char text[32], double value)
{
    const double positive = value > 0 ? value : 0; /* none is negative */
    const uint64_t whole = (uint64_t)positive;
    const uint64_t parts = (uint64_t)((positive - (double)whole) * 1e6 + 0.5);

    if (parts == 0)
        snprintf(text, 32, "%" PRIu64, whole);
    else
        snprintf(text, 32, "%" PRIu64 ".%06" PRIu64, whole + parts / 1000000, parts % 1000000);
}

static void put_value(FILE *out, const struct hw_profiler_sum *sum, const struct hw_metric *metric,
                      const struct hw_profiler_value *value, bool csv)
{
    char least[32], most[32], average[32];

    hw_profiler_value_text(least, value->least);
    hw_profiler_value_text(most, value->most);
    hw_profiler_value_text(average, value->total / (double)sum->calls);
    if (csv)
        fprintf(out, "\"%s\",\"%s\",%" PRIu64 ",\"%s\",\"%s\",%s,%s,%s\n", sum->chip, sum->name, sum->calls,
                metric->name, metric->definition, least, most, average);
    else
        fprintf(out, "%11" PRIu64 "  %40s  %14s  %14s  %14s\n", sum->calls, metric->name, least, most,
                average);
}

void hw_profiler_put_metrics(FILE *out, const struct hw_profiler_record *record, bool csv)
{
    unsigned count;
    const struct hw_metric *const *metric = hw_profiler_metrics(&count);

    if (csv)
        fputs("\"Device\",\"Kernel\",\"Invocations\",\"Metric Name\",\"Metric "
              "Description\",\"Min\",\"Max\",\"Avg\"\n",
              out);
    else
        fputs("Invocations                               Metric Name             Min             Max         "
              "    Avg\n",
              out);
    for (uint32_t i = 0; i < record->sum_count; i++) {
        const struct hw_profiler_sum *sum = &record->sums[i];
        if (!sum->values)
            continue;
        if (!csv)
            fprintf(out, "Device \"%s\"\n    Kernel: %s\n", sum->chip, sum->name);
        for (unsigned m = 0; m < count; m++)
            put_value(out, sum, metric[m], &sum->values[m], csv);
    }
}
