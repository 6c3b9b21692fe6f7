/* SPDX-License-Identifier: MIT */
/* Access counts say, for each instruction of a launch, what its accesses ask of memory, and how much less the
 * same bytes would ask for if they lay side by side.
 *
 * The names are those of Nsight Compute's source page: theoretical sectors and their ideal number
 * (memory_l2_theoretical_sectors_global, ..._ideal), wavefronts of shared memory and theirs
 * (memory_l1_wavefronts_shared, ..._ideal). */
#ifndef HW_TIMING_ACCESS_ACCESS_COUNTS_H
#define HW_TIMING_ACCESS_ACCESS_COUNTS_H

#include "timing/access/coalesce.h"

#include <stdatomic.h>

/* Several workers count. */
struct hw_access_counts {
    _Atomic uint64_t requests, sectors, ideal_sectors; /* of global and local memory */
    _Atomic uint64_t shared_requests, wavefronts, ideal_wavefronts;
};

/* An access to global or local memory, and the lines that it was broken into.  Ideal are as many sectors as
 * the bytes of its lanes fill, but no more than it has. */
void hw_count_lines(struct hw_access_counts *counts, const struct hw_access_event *event,
                    const struct hw_line_requests *requests);

/* Passes through shared memory that all lanes of a warp need when their bytes lie side by side:
 * of loads and of stores, by the logarithm of a lane's bytes. */
struct hw_ideal_passes {
    const struct hw_chip_info *chip;
    uint32_t of_loads[5], of_stores[5];
};
void hw_ideal_passes(const struct hw_chip_info *chip, struct hw_ideal_passes *ideal);
/* An access to shared memory in so many passes. */
void hw_count_passes(struct hw_access_counts *counts, const struct hw_ideal_passes *ideal,
                     const struct hw_access_event *event, uint32_t passes);

#endif
