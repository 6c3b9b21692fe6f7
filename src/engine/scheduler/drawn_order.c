/* SPDX-License-Identifier: MIT */
/* Orders are first + position * step, modulo the count, with a step that has no common divisor with it. */
#include "engine/scheduler/drawn_order.h"

#include "engine/scheduler/hash.h"

#define CHANGES_SOMETIMES 16u /* passes, on average */

uint32_t hw_draw(struct hw_drawn_order *order, uint32_t count)
{
    order->state = hw_hash_word(order->state, 0x632be59bd9b4e019u) | 1; /* never 0, which means no order */
    return (uint32_t)((order->state >> 32) % count);
}

void hw_drawn_order_begin(struct hw_drawn_order *order, uint64_t seed, uint64_t number)
{
    static const uint32_t changes[] = {0, CHANGES_SOMETIMES, 1};

    *order = (struct hw_drawn_order){.state = 0};
    if (!seed)
        return;
    order->state = hw_hash_word(hw_hash_word(seed, number), seed) | 1;
    order->changes = changes[hw_draw(order, sizeof changes / sizeof *changes)];
}

static uint32_t common_divisor(uint32_t a, uint32_t b)
{
    while (b) {
        const uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

void hw_drawn_order_next(struct hw_drawn_order *order, uint32_t count)
{
    if (order->step && (!order->changes || hw_draw(order, order->changes) != 0))
        return;
    order->first = hw_draw(order, count);
    do
        order->step = 1 + hw_draw(order, count);
    while (common_divisor(order->step, count) != 1);
}
