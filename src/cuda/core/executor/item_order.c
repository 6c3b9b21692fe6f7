/* SPDX-License-Identifier: MIT */
/* See item_order.h. */
#include "cuda/core/executor/item_order.h"

#include "environment.h"

static uint64_t state; /* of the generator; 0: it has not begun */

enum hw_cuda_order hw_cuda_item_order(void)
{
    static enum hw_cuda_order order;
    static bool known;

    if (known)
        return order;
    known = true;
    if (hw_environment_has(HW_ENVIRONMENT_ORDER, "fixed"))
        order = HW_CUDA_ORDER_FIXED;
    else if (hw_environment(HW_ENVIRONMENT_ORDER) && !hw_cuda_any_block_order())
        order = HW_CUDA_ORDER_DRAWN;
    return order;
}

bool hw_cuda_any_block_order(void)
{
    return hw_environment_has(HW_ENVIRONMENT_ORDER, "free");
}

/* xorshift64* (Vigna, "An experimental exploration of Marsaglia's xorshift generators, scrambled"), from a
 * state that neighbouring seeds do not have nearly alike. */
uint32_t hw_cuda_order_draw(uint32_t end)
{
    if (state == 0)
        state = (uint64_t)hw_environment_number(HW_ENVIRONMENT_ORDER, 1) * 0x9e3779b97f4a7c15u;
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (uint32_t)((state * 0x2545f4914f6cdd1du >> 32) * end >> 32);
}
