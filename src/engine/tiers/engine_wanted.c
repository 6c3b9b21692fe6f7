/* SPDX-License-Identifier: MIT */
/* See engine_wanted.h. */
#include "engine/tiers/engine_wanted.h"

#include <stdlib.h>
#include <string.h>

hw_status hw_engine_wanted(enum hw_engine *engine, struct hw_error *error)
{
    static const char *const names[] = {
        [HW_ENGINE_AUTO] = "auto", [HW_ENGINE_INTERPRETER] = "interpreter", [HW_ENGINE_JIT] = "jit"};
    const char *wanted = getenv("HALFWARP_ENGINE");

    *engine = HW_ENGINE_AUTO;
    if (!wanted || !*wanted)
        return HW_OK;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(wanted, names[i]) == 0) {
            *engine = i;
            return HW_OK;
        }
    return hw_fail(error, HW_ERR_ARGUMENT, "engine",
                   "HALFWARP_ENGINE is `%.100s`; expected auto, interpreter or jit", wanted);
}
