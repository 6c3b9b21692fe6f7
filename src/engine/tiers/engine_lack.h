/* SPDX-License-Identifier: MIT */
/* The reason why a program is interpreted, though it could have been compiled, is recorded for
 * hw_engine_lack. */
#ifndef HW_ENGINE_TIERS_ENGINE_LACK_H
#define HW_ENGINE_TIERS_ENGINE_LACK_H

#include <halfwarp/status.h>

/* Record a reason.  The first of a process is stored. */
void hw_engine_lacks(const struct hw_error *reason);

#endif
