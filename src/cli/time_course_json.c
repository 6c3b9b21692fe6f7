/* SPDX-License-Identifier: MIT */
/* This writer prints a run of the course's model as JSON: its figures, its machine, and each dispatch. */
#include "cli/time_course_json.h"
#include "cli/json.h"

#include <json-c/json.h>

static void add_real(struct json_object *in, const char *key, double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.6g", value);
    json_object_object_add(in, key, json_object_new_double_s(value, text));
}

static void add_machine(const struct hw_course_run *run, struct json_object *whole)
{
    static const char *const keys[HW_COURSE_UNITS] = {"core", "special", "double", "memory"};
    struct json_object *machine = hw_json_object(whole, "machine");
    hw_json_number(machine, "schedulers", run->machine->schedulers);
    hw_json_number(machine, "dispatch_units", run->machine->dispatch_units);
    hw_json_number(machine, "issue", run->machine->issue);
    hw_json_number(machine, "warps", run->machine->contexts);
    struct json_object *units = hw_json_object(machine, "units_per_scheduler");
    for (unsigned unit = 0; unit < HW_COURSE_UNITS; unit++)
        hw_json_number(units, keys[unit], run->machine->units[unit].each);
    hw_json_text(machine, "source", run->machine->source);
}

static void add_events(const struct hw_course_run *run, struct json_object *whole)
{
    struct json_object *list = hw_json_list(whole, "events");
    for (unsigned i = 0; i < run->event_count; i++) {
        const struct hw_course_event *event = &run->events[i];
        struct json_object *one = hw_json_object(list, NULL);
        hw_json_number(one, "warp", event->warp);
        hw_json_text(one, "label", hw_course_insn_label(run->fragment, event->insn));
        hw_json_text(one, "instruction", hw_course_insn_text(run->fragment, event->insn));
        hw_json_text(one, "unit", hw_course_unit_name((enum hw_course_unit)event->unit));
        hw_json_number(one, "scheduler", event->scheduler);
        hw_json_number(one, "start", event->start);
        hw_json_number(one, "last", event->start + event->cycles - 1);
        hw_json_number(one, "lanes", event->lanes);
    }
}

void hw_time_course_json(const struct hw_course_run *run, const char *chip, unsigned needed, FILE *out)
{
    struct json_object *whole = hw_json_object(NULL, NULL);
    hw_json_text(whole, "model", "course");
    hw_json_text(whole, "chip", chip);
    hw_json_number(whole, "warps", run->warps);
    hw_json_number(whole, "latency", run->latency);
    hw_json_number(whole, "cycles", run->cycles);
    hw_json_number(whole, "warp_instructions", run->event_count);
    hw_json_number(whole, "thread_instructions", (int64_t)run->threads);
    add_real(whole, "ipc", run->cycles ? (double)run->event_count / run->cycles : 0);
    add_real(whole, "throughput", hw_course_throughput(run));
    add_real(whole, "utilization", hw_course_utilization(run));
    if (needed)
        hw_json_number(whole, "warps_for_full_utilization", needed);
    else
        hw_json_null(whole, "warps_for_full_utilization");
    struct json_object *stalls = hw_json_object(whole, "stalls");
    hw_json_number(stalls, "idle", (int64_t)((uint64_t)run->cycles * run->machine->schedulers - run->busy));
    add_real(whole, "occupancy", (double)run->warps / run->machine->contexts);
    add_machine(run, whole);
    add_events(run, whole);
    hw_json_print(whole, out);
}
