/* The interpreter loop: micro-op after micro-op, until the warp has to stop.
 *
 * Straight code costs one indirect call a micro-op and a test that is never taken; everything else is
 * an event, which the micro-op that caused it has already put down in the warp. */
#include "engine/code.h"
#include "machine/warp.h"

void hw_warp_run(struct hw_warp *warp)
{
    const struct hw_uop *uop = warp->next;

    warp->event = HW_EVENT_NONE;
    for (;;) {
        uop->fn(&warp->regs, uop);
        uop++;
        if (__builtin_expect(warp->event != HW_EVENT_NONE, 0)) {
            if (warp->event == HW_EVENT_LEAVE)
                return;
            warp->event = HW_EVENT_NONE;
            uop = warp->next;
        }
    }
}
