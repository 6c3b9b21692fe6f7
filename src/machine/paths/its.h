/* SPDX-License-Identifier: MIT */
/* What only paths as sets of lanes have (its.c): convergence barriers B0 to B15, and waiting for
 * lanes that a mask names.
 *
 * Functions with `uop` count the instructions up to it when other lanes than before go on behind it. */
#ifndef HW_MACHINE_PATHS_ITS_H
#define HW_MACHINE_PATHS_ITS_H

#include "machine/warp.h"

#define HW_CONVERGENCE_BARRIERS 16

/* The masks that a barrier has for each lane. */
uint32_t *hw_convergence_masks(struct hw_warp *warp, unsigned number);

/* `lanes` of those of `path` will wait for each other at a barrier, the others for nobody. */
void hw_convergence_enter(struct hw_warp *warp, unsigned number, uint32_t path, uint32_t lanes);

/* The masks of `lanes` as a register has them; `clear`: the barrier no longer has them. */
void hw_convergence_save(struct hw_warp *warp, unsigned number, uint32_t *reg, uint32_t lanes, bool clear);

/* They come back, one by lane; they may be older than what hw_convergence_leave says. */
void hw_convergence_restore(struct hw_warp *warp, unsigned number, const uint32_t *saved, uint32_t lanes);

/* `lanes` of the path wait for the others of a barrier. */
void hw_convergence_wait(struct hw_warp *warp, const struct hw_uop *uop, unsigned number, uint32_t lanes);

/* `lanes` of the path are waited for at a barrier no longer. */
void hw_convergence_leave(struct hw_warp *warp, unsigned number, uint32_t lanes);

/* `lanes` of the path each wait for the lanes of their mask; `exclusive`: and go on without any other. */
void hw_its_sync(struct hw_warp *warp, const struct hw_uop *uop, const uint32_t *masks, uint32_t lanes,
                 bool exclusive);

/* The path lets others go on; false: there are none. */
bool hw_its_yield(struct hw_warp *warp, const struct hw_uop *uop);

/* --- barriers of the block --- */

/* The lanes of the warp that wait at one. */
uint32_t hw_its_lanes_at(const struct hw_warp *warp, unsigned barrier);

/* `lanes` of the path wait there, all instructions up to `uop` being counted.  `counted_all`: the barrier has
 * counted the whole warp. */
void hw_its_wait_at_block_barrier(struct hw_warp *warp, const struct hw_uop *uop, unsigned barrier,
                                  uint32_t lanes, bool counted_all);

#endif
