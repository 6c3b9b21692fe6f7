/* SPDX-License-Identifier: MIT */
/* The device clock of untimed launches counts instructions, over the device's life.
 *
 * All multiprocessors share one clock.  A launch whose code reads it runs its blocks on one worker, so that
 * the values are the same in every run.  Each instruction of each block advances the clock, in the order of
 * execution, so no block reads less than another has read before.  Other launches advance it when they have
 * ended, as if as many multiprocessors as they have blocks had shared their instructions.
 *
 * A warp that sleeps is asleep until a time, and others run; the clock comes to that time at the latest when
 * this warp reads it, or sleeps again.
 *
 * Where a listener sets the clocks (listener.h), none of this is used. */
#ifndef HW_MACHINE_DEVICE_CLOCK_H
#define HW_MACHINE_DEVICE_CLOCK_H

#include "machine/warp.h"

/* Add what the block has executed since it was added last. */
void hw_clock_pass(struct hw_block *block);
/* A launch has ended, or is said to have, that did not read the clock. */
void hw_clock_skip(const struct hw_launch *launch, const struct hw_stats *stats);

/* What the clock reads, for a warp. */
uint64_t hw_clock_read(const struct hw_warp *warp);
/* The warp sleeps for so long from now on. */
void hw_clock_sleep(struct hw_warp *warp, uint32_t nanoseconds);

/* Ticks as nanoseconds. */
uint64_t hw_clock_nanoseconds(const struct hw_launch *launch, uint64_t ticks);

#endif
