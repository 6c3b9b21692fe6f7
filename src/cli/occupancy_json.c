/* SPDX-License-Identifier: MIT */
/* This writer prints occupancy as JSON. */
#include "cli/json.h"
#include "cli/occupancy_report.h"

#include <halfwarp/module.h>

#include <stdlib.h>
#include <string.h>

static void fill_limits(struct json_object *json, unsigned limits)
{
    struct json_object *list = hw_json_list(json, "limited_by");

    for (unsigned limit = 0; limit < HW_LIMITS; limit++)
        if (limits >> limit & 1)
            hw_json_text(list, NULL, hw_limit_name((enum hw_occupancy_limit)limit));
}

static void fill_answer(struct json_object *json, const struct hw_occupancy *occupancy)
{
    hw_json_number(json, "blocks_per_sm", occupancy->blocks);
    hw_json_number(json, "warps_per_sm", occupancy->warps);
    hw_json_real(json, "occupancy", (double)occupancy->warps / occupancy->max_warps);
    fill_limits(json, occupancy->limited_by);
}

static void fill_limit(struct json_object *limits, const char *key, uint64_t block, uint64_t sm,
                       uint32_t blocks)
{
    struct json_object *json = hw_json_object(limits, key);

    hw_json_number(json, "block", (int64_t)block);
    hw_json_number(json, "sm", (int64_t)sm);
    if (blocks == HW_UNLIMITED)
        hw_json_null(json, "blocks");
    else
        hw_json_number(json, "blocks", blocks);
}

/* Not where a block is refused before anything is counted. */
static void fill_all_limits(struct json_object *json, const struct hw_occupancy_report *report)
{
    const struct hw_occupancy *occupancy = &report->result;
    const struct hw_chip_info *chip = report->needs.chip;
    struct json_object *limits = hw_json_object(json, "limits");
    fill_limit(limits, "warps", occupancy->block_warps, chip->warps_per_mp, occupancy->fit[HW_LIMIT_WARPS]);
    fill_limit(limits, "blocks", 1, chip->blocks_per_mp, occupancy->fit[HW_LIMIT_BLOCKS]);
    fill_limit(limits, "registers", occupancy->block_registers, chip->registers_per_mp,
               occupancy->fit[HW_LIMIT_REGISTERS]);
    fill_limit(limits, "shared", occupancy->block_shared, occupancy->mp_shared,
               occupancy->fit[HW_LIMIT_SHARED]);
    if (chip->barriers_per_mp && report->needs.barriers)
        fill_limit(limits, "barriers", report->needs.barriers, chip->barriers_per_mp,
                   occupancy->fit[HW_LIMIT_BARRIERS]);
}

static void fill_needs(struct json_object *json, const struct hw_block_needs *needs)
{
    hw_json_number(json, "threads", needs->threads);
    hw_json_number(json, "registers", needs->registers);
    hw_json_number(json, "shared_bytes", (int64_t)needs->shared_bytes);
    hw_json_number(json, "barriers", needs->barriers);
}

static void fill_advice(struct json_object *json, const struct hw_occupancy_report *report)
{
    struct json_object *list = hw_json_list(json, "advice");
    char text[HW_SENTENCE_BYTES];

    for (unsigned i = 0; i < report->step_count; i++) {
        struct json_object *step = hw_json_object(list, NULL);
        hw_format_step(report, &report->steps[i], text);
        hw_json_text(step, "text", text);
        fill_needs(step, &report->steps[i].needs);
        fill_answer(step, &report->steps[i].result);
    }
}

static void fill_table(struct json_object *tables, const char *key, const struct hw_block_needs *needs,
                       enum hw_occupancy_axis axis)
{
    struct json_object *list = hw_json_list(tables, key);
    struct hw_occupancy_row row = {.from = hw_axis_first(axis)};

    for (; hw_occupancy_row(needs, axis, &row); row.from = row.to + 1) {
        struct json_object *json = hw_json_object(list, NULL);
        hw_json_number(json, "from", row.from);
        hw_json_number(json, "to", row.to);
        fill_answer(json, &row.result);
    }
}

static void fill_kernel(struct json_object *json, const struct hw_occupancy_report *report)
{
    char *text = NULL;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);

    hw_json_text(json, "kernel", report->kernel->name);
    hw_json_demangled(json, report->kernel->name);
    if (!out)
        return;
    hw_print_ptxas(report->file, report->kernel, out);
    if (fclose(out) == 0) {
        struct json_object *lines = hw_json_list(json, "ptxas");
        for (char *rest = NULL, *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
            hw_json_text(lines, NULL, line);
    }
    free(text);
}

void hw_print_occupancy_json(const struct hw_occupancy_report *report, bool tables)
{
    const struct hw_block_needs *needs = &report->needs;
    const struct hw_occupancy *occupancy = &report->result;
    const struct hw_chip_info *chip = needs->chip;
    struct json_object *json = hw_json_object(NULL, NULL);

    hw_json_text(json, "chip", chip->name);
    hw_json_number(json, "capability", chip->capability);
    if (report->kernel)
        fill_kernel(json, report);
    fill_needs(json, needs);
    struct json_object *rules = hw_json_list(json, "rules");
    for (unsigned i = 0; hw_occupancy_rule_at(i); i++)
        if (needs->rules & hw_occupancy_rules_of(chip) & hw_occupancy_rule_at(i)->rule)
            hw_json_text(rules, NULL, hw_occupancy_rule_at(i)->name);
    fill_answer(json, occupancy);
    if (occupancy->fit[HW_LIMIT_BLOCKS])
        fill_all_limits(json, report);
    fill_advice(json, report);
    struct json_object *room = hw_json_object(json, "room");
    hw_json_number(room, "registers", report->room_registers);
    hw_json_number(room, "shared_bytes", (int64_t)report->room_shared);
    hw_json_number(room, "threads", report->most_threads);
    if (tables) {
        struct json_object *all = hw_json_object(json, "tables");
        fill_table(all, "threads", needs, HW_OVER_THREADS);
        fill_table(all, "registers", needs, HW_OVER_REGISTERS);
        fill_table(all, "shared_bytes", needs, HW_OVER_SHARED);
    }
    hw_json_print(json, stdout);
}
