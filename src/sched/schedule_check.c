/* SPDX-License-Identifier: MIT */
/* The schedule checker finds hazards in scheduled code: it follows the code along every path, and compares
 * the results in flight that each instruction uses with the waits that it has. */
#include "sched/sched_insn.h"

#include <stdio.h>
#include <string.h>

struct checker {
    const struct hw_cfg *flow;
    hw_hazard_fn *report;
    void *context;
};

/* ---------------------------------------------------------------- reports */

void hw_resource_name(unsigned resource, char name[8])
{
    if (resource < HW_READY_PRED)
        snprintf(name, 8, "R%u", resource);
    else if (resource < HW_READY_COND)
        snprintf(name, 8, "P%u", resource - HW_READY_PRED);
    else if (resource < HW_READY_UREG)
        snprintf(name, 8, "CC");
    else if (resource < HW_READY_UPRED)
        snprintf(name, 8, "UR%u", resource - HW_READY_UREG);
    else if (resource < HW_READY_VIEW)
        snprintf(name, 8, "UP%u", resource - HW_READY_UPRED);
    else if (resource < HW_READY_VALUES)
        snprintf(name, 8, "view");
    else
        snprintf(name, 8, "SB%u", (resource - HW_READY_BARRIER) % HW_SCOREBOARD_COUNT);
}

static bool touches(const struct hw_sched_insn *step, unsigned resource, enum hw_hazard_kind kind,
                    bool of_warpgroup)
{
    if (of_warpgroup) /* which has no other late reads */
        return step->group & HW_GROUP_PRODUCT &&
               hw_resources_next(kind == HW_HAZARD_SOURCE ? &step->reads : &step->writes, resource) ==
                   resource;
    if (kind == HW_HAZARD_BARRIER)
        return resource == (unsigned)HW_READY_BARRIER + step->sched.read ||
               resource == (unsigned)HW_READY_BARRIER + step->sched.write;
    if (kind == HW_HAZARD_SOURCE && !step->timing->held && !step->timing->held_uniform)
        return hw_resources_next(&step->late_reads, resource) == resource;
    const struct hw_resources *set = kind == HW_HAZARD_SOURCE ? &step->reads : &step->writes;
    return hw_resources_next(set, resource) == resource;
}

/* The nearest instruction before this one that uses the resource; in a loop it may stand behind. */
static uint32_t find_producer(const struct hw_cfg *flow, uint32_t number, unsigned resource,
                              enum hw_hazard_kind kind, bool of_warpgroup)
{
    for (uint32_t i = number; i-- > 0;)
        if (touches(&flow->step[i], resource, kind, of_warpgroup))
            return flow->step[i].offset;
    for (uint32_t i = flow->count; i-- > number;)
        if (touches(&flow->step[i], resource, kind, of_warpgroup))
            return flow->step[i].offset;
    return flow->step[number].offset;
}

static void report_hazard(const struct checker *checker, uint32_t number, unsigned resource, unsigned kind,
                          unsigned missing, bool of_warpgroup)
{
    struct hw_hazard hazard = {.kind = (uint8_t)kind,
                               .missing = (uint8_t)missing,
                               .of_warpgroup = of_warpgroup,
                               .offset = checker->flow->step[number].offset,
                               .producer =
                                   find_producer(checker->flow, number, resource, kind, of_warpgroup)};
    hw_resource_name(resource, hazard.name);
    checker->report(checker->context, &hazard);
}

/* ---------------------------------------------------------------- paths */

static void check_block(struct checker *checker, uint32_t number, struct hw_in_flight *pending, bool speak)
{
    const struct hw_basic_block *block = &checker->flow->block[number];
    for (uint32_t i = block->first; i < block->first + block->count; i++) {
        const struct hw_sched_insn *step = &checker->flow->step[i];
        struct hw_hazard_need need;
        hw_in_flight_need(pending, step, step->sched.wait, &need);
        if (speak && need.delay)
            report_hazard(checker, i, need.delay_resource, need.delay_kind, need.delay, false);
        if (speak && need.wait)
            report_hazard(checker, i, need.wait_resource, need.wait_kind, 0, need.wait_of_warpgroup);
        hw_in_flight_issue(pending, step);
        if (step->leaves_function)
            memset(pending, 0, sizeof(*pending));
    }
}

static bool is_paired(const struct hw_sched_insn *step)
{
    return !step->sched.stall && !step->sched.unstated;
}

/* Three instructions cannot issue together. */
static void check_pairs(const struct checker *checker)
{
    const struct hw_sched_insn *step = checker->flow->step;
    for (uint32_t i = 2; i < checker->flow->count; i++) {
        struct hw_hazard hazard = {
            .kind = HW_HAZARD_PAIR, .offset = step[i].offset, .producer = step[i - 1].offset};
        if (is_paired(&step[i - 2]) && is_paired(&step[i - 1]))
            checker->report(checker->context, &hazard);
    }
}

static void pass(void *context, uint32_t number, struct hw_in_flight *pending)
{
    check_block(context, number, pending, false);
}

static void last_pass(void *context, uint32_t number, struct hw_in_flight *pending)
{
    check_block(context, number, pending, true);
}

hw_status hw_hazards_report(const struct hw_cfg *flow, hw_hazard_fn *report, void *context)
{
    struct checker checker = {flow, report, context};

    return hw_in_flight_solve(flow, pass, last_pass, &checker);
}

hw_status hw_sched_check(const struct hw_target *target, const void *code, size_t length,
                         hw_hazard_fn *report, void *context, struct hw_error *error)
{
    struct hw_cfg flow;
    struct checker checker = {&flow, report, context};
    if (hw_sched_kind(target) == HW_SCHED_NONE)
        return HW_OK;
    hw_status status = hw_cfg_decode(target, code, length, &flow);
    if (status == HW_OK)
        status = hw_cfg_connect(&flow);
    if (status == HW_OK)
        status = hw_hazards_report(&flow, report, context);
    if (status == HW_OK && flow.kind == HW_SCHED_COUNTS)
        check_pairs(&checker);
    if (status == HW_OK && flow.kind == HW_SCHED_SCOREBOARDS)
        hw_kept_registers_check(&flow, report, context);
    hw_cfg_free(&flow);
    if (status == HW_ERR_LIMIT)
        return hw_fail(error, status, "sched",
                       "the paths through this code are too tangled to be followed to the end");
    return status == HW_OK ? HW_OK : hw_fail(error, status, "sched", "out of memory");
}
