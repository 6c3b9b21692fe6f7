/* SPDX-License-Identifier: MIT */
/* See active_lanes.h. */
#include "timing/report/active_lanes.h"

#include "machine/warp.h"

#include <stdlib.h>

#define UNIT 4u /* bytes of the shortest instruction of any set */

bool hw_active_lanes_begin(struct hw_active_lanes *counts, const struct hw_launch *launch)
{
    counts->count = hw_code_end(&launch->code) / UNIT;
    counts->lanes = calloc(counts->count + 1, sizeof *counts->lanes);
    return counts->lanes != NULL;
}

void hw_active_lanes_end(struct hw_active_lanes *counts)
{
    free(counts->lanes);
    *counts = (struct hw_active_lanes){.lanes = NULL};
}

static void on_issue(void *context, const struct hw_issue_event *event)
{
    struct hw_active_lanes *counts = context;

    if (event->pc / UNIT < counts->count)
        atomic_fetch_add_explicit(&counts->lanes[event->pc / UNIT], hw_lane_count(event->executed),
                                  memory_order_relaxed);
}

struct hw_listener hw_active_lanes_listener(struct hw_active_lanes *counts)
{
    return (struct hw_listener){.context = counts, .issue = on_issue};
}

uint64_t hw_active_lanes_at(const struct hw_active_lanes *counts, uint32_t pc)
{
    return pc / UNIT < counts->count ? atomic_load_explicit(&counts->lanes[pc / UNIT], memory_order_relaxed)
                                     : 0;
}
