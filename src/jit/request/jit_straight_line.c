/* SPDX-License-Identifier: MIT */
/* A program is classified as straight-line code by one pass over its micro-operations. */
#include "jit/request/jit_straight_line.h"

#define LONGEST 96u /* micro-operations: such a program is compiled twice, also for warps with state */

/* Whether all lanes exit here. */
static bool ends_all(const struct hw_jit_unit *unit, uint32_t index)
{
    return unit->uop[index].p_in == HW_PT && !hw_jit_tests(unit, index);
}

bool hw_jit_is_straight_line(const struct hw_jit_unit *unit, uint32_t *end)
{
    bool stores = false;

    for (uint32_t i = unit->entry_state.start; i < unit->count && i - unit->entry_state.start < LONGEST;
         i++) {
        if (unit->guard_region[i] != HW_JIT_GUARD_REGION_NONE)
            return false;
        switch (unit->kind[i]) {
        case HW_JIT_KIND_INLINE:
        case HW_JIT_KIND_NOTHING: break;
        case HW_JIT_KIND_ACCESS:
            if (!hw_mem_fast_loads(unit->function[i].family))
                stores = true;
            else if (stores)
                return false;
            break;
        case HW_JIT_KIND_EXIT:
            if (!ends_all(unit, i))
                break;
            *end = i;
            return unit->function[i].number == HW_JIT_ENDS;
        default: return false;
        }
    }
    return false;
}
