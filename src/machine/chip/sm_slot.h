/* SPDX-License-Identifier: MIT */
/* SM block slots: the multiprocessor on which a block of a launch runs, and its warps there.
 *
 * The blocks that the chip holds at once have a slot each: as many neighbouring warps of a multiprocessor as
 * a block has.  The slots are counted round robin over all active clusters first, then over the
 * multiprocessors of a cluster, then over the next warps of each.  The block's number, modulo the number of
 * slots, is its slot. Where memory belongs to slots (hw_launch_placement), a block takes the next slot if
 * that one is not free. */
#ifndef HW_MACHINE_CHIP_SM_SLOT_H
#define HW_MACHINE_CHIP_SM_SLOT_H

#include "machine/chip/sm_location.h"
#include "machine/warp.h"

/* The active units of a launch: masks of clusters, and of multiprocessors of a cluster. */
struct hw_units {
    uint32_t tp_active, mp_active;
};
struct hw_units hw_units_of(const struct hw_chip_info *chip, uint32_t units);
/* Multiprocessors in all. */
uint32_t hw_units_count(struct hw_units units);

/* What the formulas of an area need to know. */
struct hw_layout hw_layout_of(const struct hw_launch *launch, const struct hw_area *area);

/* The host's bytes at an address of an area; NULL: no memory is there, or it may not be accessed so. */
uint8_t *hw_area_bytes(const struct hw_area *area, uint64_t address, unsigned bytes, bool writes);

/* Warps of a multiprocessor that the areas have room for. */
uint32_t hw_warps_that_fit(const struct hw_launch *launch);

/* Whether the launch has an area, so that the location of a block matters. */
bool hw_launch_is_placed(const struct hw_launch *launch);

/* How many slots a launch has. */
uint32_t hw_slot_count(const struct hw_launch *launch);

/* The location of a block's first warp. */
struct hw_sm_location hw_block_location(struct hw_block *block);

/* The number of its multiprocessor among the active ones, counted around clusters first. */
uint32_t hw_block_sm(const struct hw_block *block);

/* The part of an area that a warp has, and the address of its first byte. */
struct hw_area_part hw_warp_part(const struct hw_warp *warp, const struct hw_area *area,
                                 uint32_t block_bytes);

#endif
