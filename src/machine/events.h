/* SPDX-License-Identifier: MIT */
/* Instrumentation: listeners are notified of events.
 *
 * Instructions and accesses are reported by micro-operations of their own, which are in a program only if a
 * listener has subscribed to them (engine/translate/translate_instrument.c). */
#ifndef HW_MACHINE_EVENTS_H
#define HW_MACHINE_EVENTS_H

#include <halfwarp/listener.h>

#include "machine/program.h"
#include "machine/warp.h"

/* The subscriptions of a launch's listeners. */
struct hw_subscriptions hw_subscriptions(const struct hw_launch *launch);

/* Where a warp is. */
struct hw_event_source hw_event_source(const struct hw_warp *warp);

/* Notify that an instruction is issued, under its own guard, and `event.more` behind it, which have none;
 * what it has written; its access number event.access in hw_program.access. */
hw_uop_fn hw_uop_notify_issue, hw_uop_notify_written, hw_uop_notify_access;

/* Notify of the rest of a run of instructions and continue in its middle, where a jump came from outside. */
hw_uop_fn hw_uop_enter_run;

/* Tell of a lookup in a texture, or of an access to a surface: `offset` are bytes from its first texel, of
 * `texels` texels 32 each.  `number` tells textures without a place apart. */
struct hw_texel_access {
    uint8_t kind; /* enum hw_access_kind */
    uint8_t texels, bytes;
    uint32_t lanes, number;
    uint64_t origin;
    uint64_t (*offset)[HW_LANES];
};
void hw_notify_texels(const struct hw_warp *warp, const struct hw_uop *uop,
                      const struct hw_texel_access *access);
/* Whether a listener has subscribed to it. */
bool hw_notifies_accesses(const struct hw_launch *launch);

void hw_notify_block(const struct hw_block *block, enum hw_moment moment);
void hw_notify_gone(const struct hw_block *block);
void hw_notify_warp(const struct hw_warp *warp, enum hw_moment moment);
void hw_notify_barrier(const struct hw_warp *warp, unsigned barrier, bool released, bool waits);
void hw_notify_sleep(const struct hw_warp *warp, uint32_t nanoseconds);

/* Query a listener for the clock of a warp, which hw_warp_clock then returns; false: it is not
 * known yet. */
bool hw_query_clock(struct hw_warp *warp);
/* What the clock of a warp reads. */
uint64_t hw_warp_clock(const struct hw_warp *warp);

/* What a performance counter reads. */
uint64_t hw_warp_counter(const struct hw_warp *warp, unsigned number);

#endif
