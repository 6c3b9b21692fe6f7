/* SPDX-License-Identifier: MIT */
/* Independent thread scheduling as instructions use it: convergence barriers B0 to B15, waiting for the lanes
 * of a mask, and barriers of the block that count lanes.
 *
 * Functions with `uop` count the instructions up to it when other lanes than before go on behind it. */
#ifndef HW_MACHINE_PATHS_ITS_H
#define HW_MACHINE_PATHS_ITS_H

#include "machine/warp.h"

#define HW_CONVERGENCE_BARRIERS 16

/* BSSY: `lanes`, which are some of `path`, will wait for each other at a barrier; the others of `path` for no
 * lane. */
void hw_convergence_enter(struct hw_warp *warp, unsigned number, uint32_t path, uint32_t lanes);

/* BMOV saves the masks of `lanes` in a register; `clear`: the barrier no longer has them. */
void hw_convergence_save(struct hw_warp *warp, unsigned number, uint32_t *reg, uint32_t lanes, bool clear);

/* BMOV restores the masks of `lanes`.  Lanes that have left their region meanwhile are removed from them. */
void hw_convergence_restore(struct hw_warp *warp, unsigned number, const uint32_t *saved, uint32_t lanes);

/* BSYNC: `lanes` of the path wait for the other lanes of their masks. */
void hw_convergence_wait(struct hw_warp *warp, const struct hw_uop *uop, unsigned number, uint32_t lanes);

/* BREAK: other lanes no longer wait for `lanes` of the path at a barrier. */
void hw_convergence_leave(struct hw_warp *warp, unsigned number, uint32_t lanes);

/* WARPSYNC: `lanes` of the path each wait for the lanes of their mask; `exclusive`: and go on without any
 * other lane. */
void hw_its_sync(struct hw_warp *warp, const struct hw_uop *uop, const uint32_t *masks, uint32_t lanes,
                 bool exclusive);

/* WARPSYNC.COLLECTIVE: as hw_its_sync, and the lanes go on as one path, wherever they come from.
 * ENDCOLLECTIVE: each of `lanes` goes on at the index that it named. */
void hw_its_gather(struct hw_warp *warp, const struct hw_uop *uop, const uint32_t *masks, uint32_t lanes,
                   uint32_t leave_at);
void hw_its_scatter(struct hw_warp *warp, const struct hw_uop *uop, uint32_t lanes);

/* YIELD: the path lets another one run; false: there is none that is ready. */
bool hw_its_yield(struct hw_warp *warp, const struct hw_uop *uop);

/* --- barriers of the block --- */

/* The lanes of the warp that wait at a barrier. */
uint32_t hw_its_lanes_at(const struct hw_warp *warp, unsigned barrier);

/* BAR: `lanes` of the path wait there; all instructions up to `uop` are counted already.  `counted_all`: the
 * barrier has counted all lanes of the warp. */
void hw_its_wait_at_block_barrier(struct hw_warp *warp, const struct hw_uop *uop, unsigned barrier,
                                  uint32_t lanes, bool counted_all);

#endif
