/* SPDX-License-Identifier: MIT */
/* Statistics: sums over blocks. */
#ifndef HW_MACHINE_STATS_H
#define HW_MACHINE_STATS_H

#include <halfwarp/machine.h>

/* Add those of a part of the work; `workers` is no sum and stays. */
void hw_stats_add(struct hw_stats *sum, const struct hw_stats *added);

#endif
