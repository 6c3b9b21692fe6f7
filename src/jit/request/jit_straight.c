/* SPDX-License-Identifier: MIT */
/* See jit_straight.h. */
#include "jit/request/jit_straight.h"

#define LONGEST 96u /* micro-operations: the code is beside that for warps that have a state */

/* Whether all lanes leave here. */
static bool ends_all(const struct hw_jit_shape *shape, uint32_t place)
{
    return shape->uop[place].p_in == HW_PT && !hw_jit_tests(shape, place);
}

bool hw_jit_is_straight(const struct hw_jit_shape *shape, uint32_t *end)
{
    bool stores = false;

    for (uint32_t i = shape->begin.start; i < shape->count && i - shape->begin.start < LONGEST; i++) {
        if (shape->bracket[i] != HW_JIT_BRACKET_NONE)
            return false;
        switch (shape->kind[i]) {
        case HW_JIT_KIND_INLINE:
        case HW_JIT_KIND_NOTHING: break;
        case HW_JIT_KIND_ACCESS:
            if (!hw_usual_loads(shape->function[i].family))
                stores = true;
            else if (stores)
                return false;
            break;
        case HW_JIT_KIND_LEAVING:
            if (!ends_all(shape, i))
                break;
            *end = i;
            return shape->function[i].number == HW_JIT_ENDS;
        default: return false;
        }
    }
    return false;
}
