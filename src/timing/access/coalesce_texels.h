/* SPDX-License-Identifier: MIT */
/* Texture lookups and surface accesses are coalesced into lines and sectors of their texels.
 *
 * Rows of texels lie one after another here.  Arrays of CUDA are tiled on chips: there a sector has two rows
 * of 16 bytes, so that what blocks of threads read side by side comes to as many sectors. */
#ifndef HW_TIMING_ACCESS_COALESCE_TEXELS_H
#define HW_TIMING_ACCESS_COALESCE_TEXELS_H

#include "timing/access/coalesce.h"

/* Add what all lanes want of their texel number `texel`: at most 64 lines, those that are there already not
 * counted. */
void hw_coalesce_texels(const struct hw_access_event *event, unsigned texel,
                        struct hw_line_requests *requests);

#define HW_QUAD 4u /* lanes of a group */
/* Turns of the texture unit: one for each four lanes and 8 bytes, whatever they read.
 * @see corpus: nvprof's tex_cache_transactions in docs/evidence/counters.md */
uint32_t hw_texel_groups(const struct hw_access_event *event);

#endif
