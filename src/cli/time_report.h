/* SPDX-License-Identifier: MIT */
/* What `halfwarp time` prints. */
#ifndef HW_CLI_TIME_REPORT_H
#define HW_CLI_TIME_REPORT_H

#include <halfwarp/timer.h>

struct hw_time_view {
    bool json, costs;
};

void hw_time_report(const struct hw_time_view *view, const struct hw_launch *launch,
                    const struct hw_launch_time *time);

#endif
