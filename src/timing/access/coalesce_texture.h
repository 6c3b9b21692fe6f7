/* SPDX-License-Identifier: MIT */
/* What loads and stores of global memory come to from Maxwell on, where they go through the texture unit.
 *
 * The unit takes half a warp in turns of 8 lanes.  A lookup in its cache is for one sector of 32 bytes, and
 * answers up to 8 lanes with up to 4 different addresses; the last lookup of a turn goes on in
 * the next one where that begins with its sector.  Stores name sectors by the same turns (coalesce.h).
 * No document says so: these are the rules with which the counts come out that nvprof printed
 * (docs/evidence/counters.md). */
#ifndef HW_TIMING_ACCESS_COALESCE_TEXTURE_H
#define HW_TIMING_ACCESS_COALESCE_TEXTURE_H

#include <halfwarp/listener.h>

#define HW_TURN_LANES 8u

/* Lookups of a load: what nvprof calls gld_transactions. */
uint32_t hw_load_lookups(const struct hw_access_event *event);

/* Turns of a load: nvprof's tex_cache_transactions.  Idle lanes before an active one take turns, too. */
uint32_t hw_load_turns(const struct hw_access_event *event);

#endif
