/* SPDX-License-Identifier: MIT */
/* Why what could have been compiled is interpreted (hw_engine_lack): what engines say about it. */
#ifndef HW_ENGINE_TIERS_ENGINE_LACK_H
#define HW_ENGINE_TIERS_ENGINE_LACK_H

#include <halfwarp/status.h>

/* A reason has come up.  The first of a process is kept. */
void hw_engine_lacks(const struct hw_error *reason);

#endif
