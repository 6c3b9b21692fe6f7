/* SPDX-License-Identifier: MIT */
/* From Maxwell on the texture unit coalesces loads and stores of global memory.
 *
 * The unit processes half a warp in groups of 8 lanes.  A lookup in its cache is for one sector of 32 bytes,
 * and answers up to 8 lanes with up to 4 different addresses; the last lookup of a group continues in the
 * next group if that begins with its sector.  Stores name sectors by the same groups (coalesce.h).  No
 * document says so: these are the rules with which the counts come out that nvprof printed
 * (docs/evidence/counters.md). */
#ifndef HW_TIMING_ACCESS_COALESCE_TEXTURE_H
#define HW_TIMING_ACCESS_COALESCE_TEXTURE_H

#include <halfwarp/listener.h>

#define HW_TEXTURE_GROUP_LANES 8u

/* Lookups of a load: what nvprof calls gld_transactions. */
uint32_t hw_load_lookups(const struct hw_access_event *event);

/* Groups of a load: nvprof's tex_cache_transactions.  Idle lanes before an active one count, too. */
uint32_t hw_load_groups(const struct hw_access_event *event);

#endif
