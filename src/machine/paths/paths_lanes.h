/* SPDX-License-Identifier: MIT */
/* What only paths as sets of lanes have (paths_lanes.c): convergence barriers B0 to B15, and waiting for
 * lanes that a mask names.
 *
 * Functions with `uop` count the instructions up to it when other lanes than before go on behind it. */
#ifndef HW_MACHINE_PATHS_PATHS_LANES_H
#define HW_MACHINE_PATHS_PATHS_LANES_H

#include "machine/warp.h"

#define HW_CONVERGENCE_BARRIERS 16

/* The masks that a barrier has for each lane. */
uint32_t *hw_lanes_barrier(struct hw_warp *warp, unsigned number);

/* `lanes` of those of `path` will wait for each other at a barrier, the others for nobody. */
void hw_lanes_enter(struct hw_warp *warp, unsigned number, uint32_t path, uint32_t lanes);

/* The masks of `lanes` as a register has them; `clear`: the barrier no longer has them. */
void hw_lanes_save(struct hw_warp *warp, unsigned number, uint32_t *reg, uint32_t lanes, bool clear);

/* They come back, one by lane; they may be older than what hw_lanes_leave says. */
void hw_lanes_restore(struct hw_warp *warp, unsigned number, const uint32_t *saved, uint32_t lanes);

/* `lanes` of the path wait for the others of a barrier. */
void hw_lanes_converge(struct hw_warp *warp, const struct hw_uop *uop, unsigned number, uint32_t lanes);

/* `lanes` of the path are waited for at a barrier no longer. */
void hw_lanes_leave(struct hw_warp *warp, unsigned number, uint32_t lanes);

/* `lanes` of the path each wait for the lanes of their mask; `exclusive`: and go on without any other. */
void hw_lanes_sync(struct hw_warp *warp, const struct hw_uop *uop, const uint32_t *masks, uint32_t lanes,
                   bool exclusive);

/* The path lets others go on; false: there are none. */
bool hw_lanes_yield(struct hw_warp *warp, const struct hw_uop *uop);

/* --- barriers of the block --- */

/* The lanes of the warp that wait at one. */
uint32_t hw_lanes_at(const struct hw_warp *warp, unsigned barrier);

/* `lanes` of the path wait there, all instructions up to `uop` being counted.  `whole`: the barrier has
 * counted the whole warp. */
void hw_lanes_hold(struct hw_warp *warp, const struct hw_uop *uop, unsigned barrier, uint32_t lanes,
                   bool whole);

#endif
