/* SPDX-License-Identifier: MIT */
/* See engine_wanted.h. */
#include "engine/tiers/engine_wanted.h"

#include <stdlib.h>
#include <string.h>

enum hw_engine hw_engine_wanted(void)
{
    const char *wanted = getenv("HALFWARP_ENGINE");

    if (wanted && strcmp(wanted, "interpreter") == 0)
        return HW_ENGINE_INTERPRETER;
    return wanted && strcmp(wanted, "jit") == 0 ? HW_ENGINE_JIT : HW_ENGINE_AUTO;
}
