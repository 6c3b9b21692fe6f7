/* SPDX-License-Identifier: MIT */
/* Counts how the schedules of compiled Kepler code compare with the latencies of isa/timing, and what it and
 * a schedule of ours cost: the figures of docs/scheduling.md.
 *
 * usage: sched_habits CUBIN...  For each kind of instruction: how many of its results are read again in the
 * same basic block, and how many of the first readers come before, with and after our latency; how
 * many of the registers that it reads are overwritten, before, with and after the time for which we hold
 * them.  Then the instructions of all functions but the endless jump and NOPs: cycles stated (32 where
 * nothing is), pairs, cycles of reissues. */
#include "sched/sched_insn.h"

#include <halfwarp/module.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FAR 100 /* cycles: who reads a result later tells nothing */

struct kind {
    char name[48];
    unsigned long before, with, after;
};
static struct kind kinds[200];
static unsigned kind_count;

struct cost {
    unsigned long cycles, pairs, last_pairs, reissues;
};

static struct kind *find_kind(const char *unit, const char *what, unsigned cycles)
{
    char name[48];
    unsigned i = 0;
    snprintf(name, sizeof(name), "%-10s %-9s %2u", unit, what, cycles);
    while (i < kind_count && strcmp(kinds[i].name, name) != 0)
        i++;
    if (i == kind_count && kind_count < sizeof(kinds) / sizeof(kinds[0]))
        strcpy(kinds[kind_count++].name, name);
    return &kinds[i < kind_count ? i : kind_count - 1];
}

static void count(struct kind *kind, unsigned distance, unsigned cycles)
{
    *(distance < cycles ? &kind->before : distance == cycles ? &kind->with : &kind->after) += 1;
}

/* The first instruction of the block behind `at` that has the resource in one of its sets; 0: none soon. */
static unsigned distance_to(const struct hw_cfg *flow, uint32_t at, uint32_t end, unsigned resource,
                            bool reader, uint32_t *found)
{
    unsigned distance = 0;
    for (uint32_t i = at; i + 1 < end && distance < FAR; i++) {
        const struct hw_sched_insn *next = &flow->step[i + 1];
        distance += hw_sched_insn_cycles(&flow->step[i]);
        *found = i + 1;
        if (hw_resources_next(reader ? &next->reads : &next->writes, resource) == resource)
            return distance;
        if (reader && hw_resources_next(&next->writes, resource) == resource)
            return 0;
    }
    return 0;
}

static bool apart(const struct hw_sched_insn *a, const struct hw_sched_insn *b)
{
    return a->guard && b->guard == (a->guard ^ 1);
}

static void count_step(const struct hw_cfg *flow, uint32_t i, uint32_t end, const char *unit)
{
    static const char *const names[] = {"register", "predicate", "CC"};
    const struct hw_sched_insn *step = &flow->step[i];
    uint32_t other = 0;
    for (unsigned r = hw_resources_next(&step->writes, 0); r < HW_READY_VALUES;
         r = hw_resources_next(&step->writes, r + 1)) {
        unsigned latency = hw_timing_latency(step->timing, r, HW_PORT_OTHER),
                 distance = distance_to(flow, i, end, r, true, &other);
        if (distance && !apart(step, &flow->step[other]) && !flow->step[other].timing->lag)
            count(find_kind(unit,
                            names[r < HW_READY_PRED   ? 0
                                  : r < HW_READY_COND ? 1
                                                      : 2],
                            latency),
                  distance, latency);
    }
    for (unsigned r = hw_resources_next(&step->reads, 0); r < HW_READY_PRED && step->timing->held;
         r = hw_resources_next(&step->reads, r + 1)) {
        unsigned held = step->timing->held, distance = distance_to(flow, i, end, r, false, &other);
        if (distance && other != i && !apart(step, &flow->step[other]) &&
            hw_resources_next(&step->writes, r) != r &&
            (!step->timing->order || flow->step[other].timing->order != step->timing->order))
            count(find_kind(unit, "source", held), distance, held);
    }
}

static void add_reissues(void *sum, const struct hw_hazard *hazard)
{
    *(unsigned long *)sum += hazard->missing;
}

static void add_cost(const struct hw_target *target, const uint8_t *code, size_t length, struct cost *cost,
                     bool habits)
{
    struct hw_cfg flow;
    if (hw_cfg_decode(target, code, length, &flow) != HW_OK || hw_cfg_connect(&flow) != HW_OK ||
        hw_sched_check(target, code, length, add_reissues, &cost->reissues, NULL) != HW_OK)
        exit(1);
    for (uint32_t b = 0; b < flow.block_count; b++)
        for (uint32_t i = flow.block[b].first, end = i + flow.block[b].count; i < end; i++) {
            struct hw_insn insn;
            size_t at = flow.step[i].offset;
            if (flow.step[i].padding || hw_jumps_to_itself(&flow, i) ||
                hw_decode_code(target, code, length, &at, &insn) != HW_OK || !insn.form)
                continue;
            bool pair = !flow.step[i].sched.stall && !flow.step[i].sched.unstated;
            cost->cycles += hw_sched_insn_cycles(&flow.step[i]);
            cost->pairs += pair;
            cost->last_pairs += pair && at % 64 == 56;
            if (habits)
                count_step(&flow, i, end, hw_timing_class_name(hw_timing_class(&insn)));
        }
    hw_cfg_free(&flow);
}

static void show(const char *whose, const struct cost *cost)
{
    printf("%s: %lu cycles, %lu pairs (%lu in the last place of a group), %lu cycles of reissues\n", whose,
           cost->cycles, cost->pairs, cost->last_pairs, cost->reissues);
}

static void read_file(const char *path, struct cost *theirs, struct cost *ours)
{
    static uint8_t bytes[16 << 20];
    struct hw_module *module;
    struct hw_target target;
    struct hw_error error = {.text = "cannot be read"};
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(bytes, 1, sizeof(bytes), file) : 0;
    if (file)
        fclose(file);
    if (!size || hw_module_read(bytes, size, &module, &error) != HW_OK ||
        hw_target_find(module->target, &target, &error) != HW_OK ||
        hw_sched_kind(&target) != HW_SCHED_COUNTS) {
        fprintf(stderr, "%s: %s\n", path, error.text);
        exit(1);
    }
    for (size_t k = 0; k < module->kernel_count; k++) {
        struct hw_kernel *kernel = module->kernels[k];
        add_cost(&target, kernel->code, kernel->code_bytes, theirs, true);
        if (hw_schedule(&target, kernel->code, kernel->code_bytes, NULL) != HW_OK)
            exit(1);
        add_cost(&target, kernel->code, kernel->code_bytes, ours, false);
    }
    hw_module_free(module);
}

int main(int count, char **paths)
{
    struct cost theirs = {0}, ours = {0};
    for (int i = 1; i < count; i++)
        read_file(paths[i], &theirs, &ours);
    printf("kind, what, cycles: before, with, after\n");
    for (unsigned i = 0; i < kind_count; i++)
        printf("%s: %6lu %6lu %6lu\n", kinds[i].name, kinds[i].before, kinds[i].with, kinds[i].after);
    show("NVIDIA's", &theirs);
    show("ours", &ours);
    return 0;
}
