/* SPDX-License-Identifier: MIT */
/* See time_report.h: this file writes the JSON. */
#include "cli/json.h"
#include "cli/time_report.h"

#include "machine/chip/chip_accuracy.h"

#include <string.h>

static void add_parts(struct json_object *in, const char *key, const struct hw_time_part *parts,
                      unsigned count)
{
    struct json_object *list = hw_json_object(in, key);

    for (unsigned i = 0; i < count; i++)
        hw_json_number(list, parts[i].name, (int64_t)parts[i].value);
}

static void add_shares(struct json_object *in, const char *key, const struct hw_time_part *parts,
                       unsigned count)
{
    struct json_object *list = hw_json_object(in, key);

    for (unsigned i = 0; i < count; i++)
        hw_json_real(list, parts[i].name, hw_share(parts[i].value, parts[i].whole));
}

static void add_dimensions(struct json_object *in, const char *key, const uint32_t size[3])
{
    struct json_object *list = hw_json_list(in, key);

    for (unsigned i = 0; i < 3; i++)
        hw_json_number(list, NULL, size[i]);
}

static void add_level(struct json_object *in, const struct hw_memory_level *level)
{
    struct json_object *object = hw_json_object(in, level->name);

    hw_json_number(object, "reads", (int64_t)level->reads);
    hw_json_number(object, "writes", (int64_t)level->writes);
    hw_json_number(object, "bytes", (int64_t)level->bytes);
    if (level->hit_rate >= 0)
        hw_json_real(object, "hit_rate", level->hit_rate);
    hw_json_real(object, "bytes_per_second", level->rate);
    if (level->peak > 0)
        hw_json_real(object, "peak_bytes_per_second", level->peak);
}

static void add_roof(struct json_object *in, const char *key, const struct hw_roofline *roof)
{
    struct json_object *object = hw_json_object(in, key);

    hw_json_number(object, "operations", (int64_t)roof->work);
    hw_json_real(object, "per_second", roof->rate);
    hw_json_real(object, "peak_per_second", roof->peak);
    if (roof->intensity >= 0)
        hw_json_real(object, "per_byte", roof->intensity);
    hw_json_real(object, "ridge_per_byte", roof->ridge);
    hw_json_real(object, "attainable_per_second", roof->attainable);
}

static void add_insn(struct json_object *list, const struct hw_timed_run *run,
                     const struct hw_report_line *line)
{
    const struct hw_launch_time *time = &run->time;
    struct json_object *insn = hw_json_object(list, NULL);

    hw_json_number(insn, "address", line->pc);
    hw_json_text(insn, "text", line->text);
    hw_json_number(insn, "issues", (int64_t)line->cost.issues);
    hw_json_number(insn, "stalled", (int64_t)line->cost.stalled);
    hw_json_number(insn, "lanes", (int64_t)line->lanes);
    hw_json_text(insn, "unit", time->pipe[line->cost.unit].name);
    hw_json_text(insn, "kind", time->work[line->cost.work].name);
    hw_time_json_accesses(insn, hw_access_sums_of(&line->cost));
    if (line->line) {
        hw_json_text(insn, "file", run->file[line->file]);
        hw_json_number(insn, "line", line->line);
    }
    struct json_object *stalls = hw_json_object(insn, "stalls");
    for (unsigned s = 0; s < time->stall_count; s++)
        if (line->cost.stall[s])
            hw_json_number(stalls, time->stall[s].name, (int64_t)line->cost.stall[s]);
}

static void add_hottest(struct json_object *in, const struct hw_timed_run *run)
{
    struct json_object *list = hw_json_list(in, "hottest");
    const struct hw_report_line *line[HW_HOTTEST];
    const unsigned count = hw_hottest(run, line);

    for (unsigned i = 0; i < count; i++)
        add_insn(list, run, line[i]);
}

static void add_costs(struct json_object *in, const struct hw_timed_run *run)
{
    struct json_object *list = hw_json_list(in, "instructions");

    for (uint32_t i = 0; i < run->code_count; i++)
        if (run->code[i].cost.issues)
            add_insn(list, run, &run->code[i]);
}

/* All figures by group and name: what a later run is compared with. */
static void add_figures(struct json_object *in, const struct hw_timed_run *run)
{
    struct hw_run_metrics_column column;
    struct json_object *all = hw_json_object(in, "figures"), *group = NULL;

    hw_run_metrics_column_make(run, &column);
    for (unsigned i = 0; i < column.count; i++) {
        const struct hw_run_metric *figure = &column.item[i];
        if (!i || strcmp(figure->group, figure[-1].group) != 0)
            group = hw_json_object(all, figure->group);
        if (figure->value >= 0 && figure->kind == HW_RUN_METRIC_COUNT)
            hw_json_number(group, figure->name, (int64_t)figure->value);
        else if (figure->value >= 0)
            hw_json_real(group, figure->name, figure->value);
    }
}

/* How far off the clocks may be: errors as shares of what was measured. */
static void add_accuracy(struct json_object *in, const struct hw_chip_info *chip)
{
    struct json_object *accuracy = hw_json_object(in, "accuracy");
    char text[HW_ACCURACY_MAX];

    hw_accuracy_text(chip, text, sizeof text);
    hw_json_text(accuracy, "text", text);
    hw_json_text(accuracy, "compared_with", chip->compared.what);
    if (chip->compared.what) {
        hw_json_real(accuracy, "mean_error", chip->compared.mean / 1000.0);
        hw_json_real(accuracy, "worst_error", chip->compared.worst / 1000.0);
    }
    hw_json_number(accuracy, "numbers", chip->number_count);
    hw_json_number(accuracy, "guesses", hw_guess_count(chip));
}

struct json_object *hw_time_json(const struct hw_timed_run *run, struct json_object *against, bool costs)
{
    struct json_object *whole = hw_json_object(NULL, NULL);
    const struct hw_launch_time *time = &run->time;
    struct hw_run_metrics figures;

    hw_run_metrics_compute(run, &figures);
    hw_json_text(whole, "kernel", run->kernel);
    hw_json_demangled(whole, run->kernel);
    hw_json_text(whole, "chip", time->chip->name);
    hw_json_text(whole, "card", time->card ? time->card->name : NULL);
    add_dimensions(whole, "grid", run->grid);
    add_dimensions(whole, "block", run->block);
    hw_json_number(whole, "multiprocessors", time->sms);
    hw_json_number(whole, "clock_khz", time->clock_khz);
    hw_json_number(whole, "memory_clock_khz", time->memory_clock_khz);
    add_accuracy(whole, time->chip);
    hw_json_number(whole, "cycles", (int64_t)time->cycles);
    hw_json_number(whole, "picoseconds", (int64_t)time->picoseconds);
    hw_json_number(whole, "warp_instructions", (int64_t)time->warp_instructions);
    hw_json_number(whole, "pairs", (int64_t)time->pairs);
    hw_json_number(whole, "reissues", (int64_t)time->reissues);
    hw_json_real(whole, "ipc", figures.ipc);
    hw_json_real(whole, "utilization", figures.utilization);
    hw_json_number(whole, "active_clocks", (int64_t)time->active_clocks);
    hw_json_number(whole, "warp_clocks", (int64_t)time->warp_clocks);
    hw_json_number(whole, "blocks_per_sm", time->blocks_per_sm);
    hw_json_real(whole, "occupancy", figures.occupancy);
    hw_json_real(whole, "achieved_occupancy", figures.achieved_occupancy);
    hw_json_real(whole, "lanes_executed", figures.lane_share);
    add_parts(whole, "stalls", time->stall, time->stall_count);
    add_parts(whole, "units", time->pipe, time->pipe_count);
    add_shares(whole, "unit_utilization", time->pipe, time->pipe_count);
    add_parts(whole, "work", time->work, time->work_count);
    add_parts(whole, "traffic", time->traffic, time->traffic_count);
    struct json_object *memory = hw_json_object(whole, "memory");
    for (unsigned i = 0; i < HW_MEMORY_LEVELS; i++)
        if (figures.level[i].present)
            add_level(memory, &figures.level[i]);
    struct json_object *roofs = hw_json_object(whole, "roofline");
    add_roof(roofs, "single", &figures.single);
    add_roof(roofs, "double", &figures.twice);
    add_roof(roofs, "instructions", &figures.instructions);
    hw_time_json_breakdown(whole, run);
    add_figures(whole, run);
    add_hottest(whole, run);
    if (costs)
        add_costs(whole, run);
    if (against)
        json_object_object_add(whole, "against", json_object_get(against));
    return whole;
}
