/* SPDX-License-Identifier: MIT */
/* This file makes the report of `halfwarp occupancy`, in sentences that text and JSON share. */
#include "cli/occupancy_report.h"

#include <inttypes.h>
#include <string.h>

static uint32_t most_threads(const struct hw_block_needs *needs)
{
    struct hw_block_needs other = *needs;
    struct hw_occupancy occupancy;

    for (other.threads = needs->chip->threads_per_block; other.threads;
         other.threads -= other.chip->warp_size) {
        hw_occupancy(&other, &occupancy);
        if (occupancy.blocks)
            return other.threads;
    }
    return 0;
}

void hw_report_occupancy(struct hw_occupancy_report *report)
{
    hw_occupancy(&report->needs, &report->result);
    report->step_count = hw_occupancy_advise(&report->needs, report->steps);
    hw_occupancy_headroom(&report->needs, &report->room_registers, &report->room_shared);
    report->most_threads = most_threads(&report->needs);
}

uint32_t hw_basis_points(const struct hw_occupancy *occupancy)
{
    return (occupancy->warps * 20000 / occupancy->max_warps + 1) / 2;
}

void hw_format_limits(unsigned limits, char text[HW_SENTENCE_BYTES])
{
    size_t used = 0;

    text[0] = '\0';
    for (unsigned limit = 0; limit < HW_LIMITS; limit++) {
        const unsigned later = limits >> limit >> 1;
        if (limits >> limit & 1)
            used += (size_t)snprintf(text + used, HW_SENTENCE_BYTES - used, "%s%s",
                                     hw_limit_name((enum hw_occupancy_limit)limit),
                                     !later                ? ""
                                     : later & (later - 1) ? ", "
                                                           : " and ");
    }
}

void hw_format_step(const struct hw_occupancy_report *report, const struct hw_occupancy_step *step,
                    char text[HW_SENTENCE_BYTES])
{
    const struct hw_block_needs *from = &report->needs, *to = &step->needs;
    const uint32_t points = hw_basis_points(&step->result);
    size_t used = 0;

    if (to->threads != from->threads)
        used = (size_t)snprintf(text, HW_SENTENCE_BYTES, "%u threads a block instead of %u", to->threads,
                                from->threads);
    if (to->registers != from->registers)
        used = (size_t)snprintf(text, HW_SENTENCE_BYTES, "%u registers a thread instead of %u", to->registers,
                                from->registers);
    if (to->shared_bytes != from->shared_bytes)
        used += (size_t)snprintf(text + used, HW_SENTENCE_BYTES - used,
                                 "%s%" PRIu64 " bytes of shared memory a block instead of %" PRIu64,
                                 used ? " and " : "", to->shared_bytes, from->shared_bytes);
    snprintf(text + used, HW_SENTENCE_BYTES - used, ": %u block%s, %u warps, %u.%02u %%", step->result.blocks,
             step->result.blocks == 1 ? "" : "s", step->result.warps, points / 100, points % 100);
}
