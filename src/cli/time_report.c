/* SPDX-License-Identifier: MIT */
/* See time_report.h. */
#include "cli/time_report.h"

#include "cli/json.h"

#include <inttypes.h>
#include <stdio.h>

static double ratio(uint64_t part, uint64_t whole)
{
    return whole ? (double)part / (double)whole : 0.0;
}

static double ipc(const struct hw_launch_time *time)
{
    return ratio(time->warp_instructions, time->active_clocks);
}

static double utilization(const struct hw_launch_time *time)
{
    return ratio(time->issue_clocks, time->active_clocks * time->schedulers);
}

/* --- text --- */

static void print_parts(const char *title, const struct hw_time_part *parts, unsigned count, uint64_t whole)
{
    printf("\n%s\n", title);
    for (unsigned i = 0; i < count; i++) {
        if (!parts[i].value)
            continue;
        printf("  %-14s %14" PRIu64, parts[i].name, parts[i].value);
        if (whole)
            printf("  %5.1f %%", 100 * ratio(parts[i].value, whole));
        printf("  %s\n", parts[i].summary);
    }
}

static void print_costs(const struct hw_launch *launch, const struct hw_launch_time *time)
{
    printf("\n%10s %12s  %-13s  instruction\n", "issues", "stalled", "most for");
    for (uint32_t i = 0; i < time->insn_count; i++) {
        const struct hw_time_insn *cost = &time->insn[i];
        char text[HW_TEXT_MAX] = "?";
        struct hw_insn insn;
        size_t offset = cost->pc;
        unsigned most = 0;
        for (unsigned s = 1; s < time->stall_count; s++)
            if (cost->stall[s] > cost->stall[most])
                most = s;
        if (hw_decode_code(&launch->code.target, launch->code.data, launch->code.bytes, &offset, &insn) ==
            HW_OK)
            hw_print(&insn, hw_target_syntax(&launch->code.target), cost->pc, text, sizeof text);
        printf("%10" PRIu64 " %12" PRIu64 "  %-13s  /*%04x*/ %s\n", cost->issues, cost->stalled,
               cost->stalled ? time->stall[most].name : "", cost->pc, text);
    }
}

static void print_text(const struct hw_time_view *view, const struct hw_launch *launch,
                       const struct hw_launch_time *time)
{
    uint64_t stalled = 0;

    for (unsigned i = 0; i < time->stall_count; i++)
        stalled += time->stall[i].value;
    printf("chip               %s, %u multiprocessors, %u MHz, memory %u MHz\n", launch->code.chip->name,
           time->sms, time->clock_khz / 1000, time->memory_clock_khz / 1000);
    printf("cycles             %" PRIu64 "\n", time->cycles);
    printf("time               %.3f us\n", (double)time->picoseconds / 1e6);
    printf("warp instructions  %" PRIu64 "\n", time->warp_instructions);
    printf("IPC                %.3f of a multiprocessor that has blocks\n", ipc(time));
    printf("utilization        %.3f of its schedulers\n", utilization(time));
    printf("blocks             %u on a multiprocessor, %u warps each\n", time->blocks_per_sm,
           time->warps_per_block);
    print_parts("stalls, clocks of warps", time->stall, time->stall_count, stalled);
    print_parts("units, clocks that they are taken", time->pipe, time->pipe_count, time->active_clocks);
    print_parts("instructions", time->work, time->work_count, time->warp_instructions);
    print_parts("memory", time->traffic, time->traffic_count, 0);
    if (view->costs)
        print_costs(launch, time);
}

/* --- JSON --- */

static void add_parts(struct json_object *in, const char *key, const struct hw_time_part *parts,
                      unsigned count)
{
    struct json_object *list = hw_json_object(in, key);

    for (unsigned i = 0; i < count; i++)
        hw_json_number(list, parts[i].name, (int64_t)parts[i].value);
}

static void add_costs(struct json_object *in, const struct hw_launch_time *time)
{
    struct json_object *list = hw_json_list(in, "instructions");

    for (uint32_t i = 0; i < time->insn_count; i++) {
        struct json_object *insn = hw_json_object(list, NULL);
        hw_json_number(insn, "address", time->insn[i].pc);
        hw_json_number(insn, "issues", (int64_t)time->insn[i].issues);
        hw_json_number(insn, "stalled", (int64_t)time->insn[i].stalled);
    }
}

static void print_json(const struct hw_time_view *view, const struct hw_launch *launch,
                       const struct hw_launch_time *time)
{
    struct json_object *whole = hw_json_object(NULL, NULL);

    hw_json_text(whole, "chip", launch->code.chip->name);
    hw_json_number(whole, "multiprocessors", time->sms);
    hw_json_number(whole, "clock_khz", time->clock_khz);
    hw_json_number(whole, "memory_clock_khz", time->memory_clock_khz);
    hw_json_number(whole, "cycles", (int64_t)time->cycles);
    hw_json_number(whole, "picoseconds", (int64_t)time->picoseconds);
    hw_json_number(whole, "warp_instructions", (int64_t)time->warp_instructions);
    hw_json_number(whole, "pairs", (int64_t)time->pairs);
    hw_json_real(whole, "ipc", ipc(time));
    hw_json_real(whole, "utilization", utilization(time));
    hw_json_number(whole, "active_clocks", (int64_t)time->active_clocks);
    hw_json_number(whole, "blocks_per_sm", time->blocks_per_sm);
    hw_json_real(whole, "occupancy",
                 ratio((uint64_t)time->blocks_per_sm * time->warps_per_block, time->warps_per_sm));
    add_parts(whole, "stalls", time->stall, time->stall_count);
    add_parts(whole, "units", time->pipe, time->pipe_count);
    add_parts(whole, "work", time->work, time->work_count);
    add_parts(whole, "traffic", time->traffic, time->traffic_count);
    if (view->costs)
        add_costs(whole, time);
    hw_json_print(whole, stdout);
}

void hw_time_report(const struct hw_time_view *view, const struct hw_launch *launch,
                    const struct hw_launch_time *time)
{
    if (view->json)
        print_json(view, launch, time);
    else
        print_text(view, launch, time);
}
