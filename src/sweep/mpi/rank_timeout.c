/* SPDX-License-Identifier: MIT */
/* How long a rank may be silent. */
#include "sweep/mpi/ranks.h"

#include "environment.h"

double hw_ranks_timeout(void)
{
    return hw_environment_number(HW_ENVIRONMENT_SWEEP_LOST, LOST_SECONDS);
}
