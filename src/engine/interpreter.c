/* SPDX-License-Identifier: MIT */
/* The interpreter runs one micro-operation after the other, by function pointers (call threading), until the
 * warp stops.
 *
 * Straight-line code costs one indirect call a micro-operation and a branch that is never taken.  Everything
 * else is an event, which the micro-operation has stored in the warp. */
#include "engine/executable.h"
#include "machine/warp.h"

/* Run until there is an event. */
static const struct hw_uop *run_all(struct hw_warp *warp, const struct hw_uop *uop)
{
    do {
        uop->fn(&warp->regs, uop);
        uop++;
    } while (__builtin_expect(warp->event == HW_EVENT_NONE, 1));
    return uop;
}

static const struct hw_uop *run_narrow(struct hw_warp *warp, const struct hw_uop *uop)
{
    do {
        uop->narrow(&warp->regs, uop);
        uop++;
    } while (__builtin_expect(warp->event == HW_EVENT_NONE, 1));
    return uop;
}

void hw_interpret(struct hw_warp *warp)
{
    const struct hw_uop *first = warp->block->program->uop, *uop = first + warp->next;

    warp->event = HW_EVENT_NONE;
    uop = warp->narrow ? run_narrow(warp, uop) : run_all(warp, uop);
    if (warp->event == HW_EVENT_LANES)
        warp->next = (uint32_t)(uop - first);
}

static void run(const void *own, struct hw_warp *warp)
{
    const struct hw_uop *first = warp->block->program->uop, *uop = first + warp->next;

    (void)own;
    for (;;) {
        warp->event = HW_EVENT_NONE;
        uop = warp->narrow ? run_narrow(warp, uop) : run_all(warp, uop);
        if (warp->event == HW_EVENT_STOP)
            return;
        if (warp->event == HW_EVENT_JUMP)
            uop = first + warp->next;
    }
}

const struct hw_execution_engine hw_interpreter = {.name = "interpreter", .run = run};
