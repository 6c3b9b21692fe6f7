/* SPDX-License-Identifier: MIT */
/* This writer prints occupancy as text: the answer, what each limit allows, advice, and tables. */
#include "cli/occupancy_report.h"
#include "names/shown.h"

#include <halfwarp/module.h>

#include <inttypes.h>
#include <string.h>

#define BAR_CHARACTERS 32

static void print_heading(const struct hw_occupancy_report *report)
{
    const struct hw_chip_info *chip = report->needs.chip;

    if (report->kernel) {
        printf("%s\n", HW_SHOWN(report->kernel->name));
        hw_print_ptxas(report->file, report->kernel, stdout);
    }
    printf("%s, compute capability %u.%u: %u threads a block, %u registers a thread, %" PRIu64
           " bytes of shared memory a block\n",
           chip->name, chip->capability / 10, chip->capability % 10, report->needs.threads,
           report->needs.registers, report->needs.shared_bytes);
    for (unsigned i = 0; hw_occupancy_rule_at(i); i++)
        if (report->needs.rules & hw_occupancy_rules_of(chip) & hw_occupancy_rule_at(i)->rule)
            printf("rule %s: %s\n", hw_occupancy_rule_at(i)->name, hw_occupancy_rule_at(i)->text);
}

static void print_limit(enum hw_occupancy_limit limit, uint64_t takes, uint64_t has,
                        const struct hw_occupancy *occupancy)
{
    printf("  %-14s %10" PRIu64 " %16" PRIu64 " ", hw_limit_name(limit), takes, has);
    if (occupancy->fit[limit] == HW_UNLIMITED)
        printf("%8s", "-");
    else
        printf("%8u", occupancy->fit[limit]);
    puts(occupancy->limited_by >> limit & 1 ? "  limits" : "");
}

static void print_limits(const struct hw_occupancy_report *report)
{
    const struct hw_chip_info *chip = report->needs.chip;
    const struct hw_occupancy *occupancy = &report->result;

    printf("\n  %-14s %10s %16s %8s\n", "", "of a block", "multiprocessor", "blocks");
    print_limit(HW_LIMIT_WARPS, occupancy->block_warps, chip->warps_per_mp, occupancy);
    print_limit(HW_LIMIT_BLOCKS, 1, chip->blocks_per_mp, occupancy);
    print_limit(HW_LIMIT_REGISTERS, occupancy->block_registers, chip->registers_per_mp, occupancy);
    print_limit(HW_LIMIT_SHARED, occupancy->block_shared, occupancy->mp_shared, occupancy);
    if (chip->barriers_per_mp && report->needs.barriers)
        print_limit(HW_LIMIT_BARRIERS, report->needs.barriers, chip->barriers_per_mp, occupancy);
}

/* What the numbers come to, of each reason why no block fits. */
static void print_reasons(const struct hw_occupancy_report *report)
{
    const struct hw_block_needs *needs = &report->needs;
    const struct hw_chip_info *chip = needs->chip;
    const unsigned limits = report->result.limited_by;

    if (limits >> HW_LIMIT_BLOCK_THREADS & 1)
        printf("  a block has 1 to %u threads\n", chip->threads_per_block);
    if (limits >> HW_LIMIT_THREAD_REGISTERS & 1)
        printf("  a thread has at most %u registers\n", hw_axis_last(needs, HW_OVER_REGISTERS));
    if (limits >> HW_LIMIT_BLOCK_REGISTERS & 1)
        printf("  a block would take %u registers and may have %u\n", report->result.block_registers,
               needs->rules & hw_occupancy_rules_of(chip) & HW_RULE_CALCULATOR_BLOCK
                   ? chip->registers_per_block_calculator
                   : chip->registers_per_block);
    if (limits >> HW_LIMIT_BLOCK_SHARED & 1)
        printf("  a block has at most %u bytes of shared memory\n", chip->shared_per_block);
}

static void print_answer(const struct hw_occupancy_report *report)
{
    const struct hw_occupancy *occupancy = &report->result;
    const uint32_t points = hw_basis_points(occupancy);
    char limits[HW_SENTENCE_BYTES];

    hw_format_limits(occupancy->limited_by, limits);
    if (occupancy->blocks)
        printf(
            "%u block%s of %u warp%s on a multiprocessor: %u of %u warps, occupancy %u.%02u %%; limited by "
            "%s\n",
            occupancy->blocks, occupancy->blocks == 1 ? "" : "s", occupancy->block_warps,
            occupancy->block_warps == 1 ? "" : "s", occupancy->warps, occupancy->max_warps, points / 100,
            points % 100, limits);
    else
        printf("no block fits on a multiprocessor, occupancy 0.00 %%; limited by %s\n", limits);
    print_reasons(report);
    if (occupancy->fit[HW_LIMIT_BLOCKS])
        print_limits(report);
}

static void print_advice(const struct hw_occupancy_report *report)
{
    char text[HW_SENTENCE_BYTES];

    puts(report->step_count                                 ? "\nthe nearest changes for more warps:"
         : report->result.warps == report->result.max_warps ? "\nno multiprocessor holds more warps"
                                                            : "\nno change of one number gives more warps");
    for (unsigned i = 0; i < report->step_count; i++) {
        hw_format_step(report, &report->steps[i], text);
        printf("  %s\n", text);
    }
    if (report->result.blocks && report->needs.registers)
        printf("as many blocks with up to %u registers, or up to %" PRIu64 " bytes of shared memory\n",
               report->room_registers, report->room_shared);
    else if (report->result.blocks)
        printf("as many blocks with up to %" PRIu64 " bytes of shared memory\n", report->room_shared);
    if (report->most_threads)
        printf("a block may have up to %u threads\n", report->most_threads);
}

static void print_table(const struct hw_occupancy_report *report, enum hw_occupancy_axis axis)
{
    static const char *const titles[HW_OVERS] = {"threads", "registers", "shared bytes"};
    static const char bar[] = "################################";
    const uint64_t present = hw_axis_value(&report->needs, axis);
    struct hw_occupancy_row row = {.from = hw_axis_first(axis)};
    char limits[HW_SENTENCE_BYTES], range[32];

    printf("\n%15s  blocks  warps  occupancy  %-*s  limited by\n", titles[axis], BAR_CHARACTERS, "");
    for (; hw_occupancy_row(&report->needs, axis, &row); row.from = row.to + 1) {
        const uint32_t points = hw_basis_points(&row.result);
        snprintf(range, sizeof range, row.from == row.to ? "%u" : "%u-%u", row.from, row.to);
        hw_format_limits(row.result.limited_by, limits);
        printf("%s%13s %7u %6u   %4u.%02u %%  %-*.*s  %s\n",
               present >= row.from && present <= row.to ? "> " : "  ", range, row.result.blocks,
               row.result.warps, points / 100, points % 100, BAR_CHARACTERS,
               (int)(row.result.warps * BAR_CHARACTERS / row.result.max_warps), bar, limits);
    }
}

void hw_print_occupancy(const struct hw_occupancy_report *report, bool tables)
{
    print_heading(report);
    print_answer(report);
    print_advice(report);
    for (unsigned axis = 0; tables && axis < HW_OVERS; axis++)
        print_table(report, (enum hw_occupancy_axis)axis);
}
