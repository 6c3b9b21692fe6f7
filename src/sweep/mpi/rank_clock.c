/* SPDX-License-Identifier: MIT */
/* The clock of the ranks: now, and how long a rank may be silent. */
#include "sweep/mpi/ranks.h"

#include "environment.h"

#include <time.h>

double hw_ranks_now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

double hw_ranks_timeout(void)
{
    return hw_environment_number(HW_ENVIRONMENT_SWEEP_LOST, LOST_SECONDS);
}
