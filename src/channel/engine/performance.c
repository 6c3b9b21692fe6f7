/* SPDX-License-Identifier: MIT */
/* See performance.h.
 * @see Mesa, nv50_query_hw_sm.c, for the signals from G84 on; hakzsam/re-pcounter-tools, CUPTI's traces of a
 * G200, for the same and for requests; CUPTI User's Guide (2011), events of compute capability 1.x, for what
 * they count */
#include "channel/engine/performance.h"

#include "generated/method_numbers.h"
#include "timing/access/bank_conflicts.h"

#include <halfwarp/chip.h>
#include <halfwarp/isa.h>
#include <halfwarp/methods.h>
#include <halfwarp/operations.h>

#define G80           0x50
#define FIRST_TRIGGER 0x26

struct signal {
    uint8_t unit, number;
    uint32_t event;
};

static const struct signal signals[] = {
    {HW_COMPUTE_MP_PM_CONTROL_UNIT_UNK0, 0x0b, HW_PERFORMANCE_SERIALIZED},
    {HW_COMPUTE_MP_PM_CONTROL_UNIT_UNK1, 0x33, HW_PERFORMANCE_BLOCK},
    {HW_COMPUTE_MP_PM_CONTROL_UNIT_UNK1, 0x34, HW_PERFORMANCE_LOAD},
    {HW_COMPUTE_MP_PM_CONTROL_UNIT_UNK1, 0x35, HW_PERFORMANCE_STORE},
    {HW_COMPUTE_MP_PM_CONTROL_UNIT_UNK4, 0x02, HW_PERFORMANCE_BRANCH},
    {HW_COMPUTE_MP_PM_CONTROL_UNIT_UNK4, 0x04, HW_PERFORMANCE_INSTRUCTION},
    {HW_COMPUTE_MP_PM_CONTROL_UNIT_UNK4, 0x09, HW_PERFORMANCE_DIVERGENT_BRANCH},
};

static uint32_t event_of(uint32_t unit, uint32_t number)
{
    if (unit == HW_COMPUTE_MP_PM_CONTROL_UNIT_UNK1 && number - FIRST_TRIGGER < HW_PERFORMANCE_TRIGGERS)
        return HW_PERFORMANCE_TRIGGER << (number - FIRST_TRIGGER);
    for (unsigned i = 0; i < sizeof signals / sizeof signals[0]; i++)
        if (signals[i].unit == unit && signals[i].number == number)
            return signals[i].event;
    return 0;
}

void hw_performance_set(struct hw_performance *performance, unsigned counter, uint32_t value)
{
    for (unsigned sm = 0; sm < HW_MULTIPROCESSORS_MOST; sm++)
        performance->count[sm][counter] = value;
    performance->used |= value != 0;
}

void hw_performance_control(struct hw_performance *performance, unsigned counter, uint32_t control)
{
    const uint32_t event = event_of(hw_field(control, HW_COMPUTE_MP_PM_CONTROL_UNIT),
                                    hw_field(control, HW_COMPUTE_MP_PM_CONTROL_SIG));

    performance->event[counter] = performance->chip->id == G80 ? 0 : event;
    performance->counts[counter] = (uint16_t)hw_field(control, HW_COMPUTE_MP_PM_CONTROL_FUNC);
    performance->used |= performance->event[counter] != 0;
}

/* --- the listener --- */

/* A moment in which all of `events` happen. */
static void count(struct hw_performance *performance, const struct hw_event_source *at, uint32_t events)
{
    unsigned on = 0;

    for (unsigned i = 0; i < HW_PERFORMANCE_COUNTERS; i++)
        on |= (unsigned)((performance->event[i] & events) != 0) << i;
    if (on == 0)
        return;
    for (unsigned i = 0; i < HW_PERFORMANCE_COUNTERS; i++)
        if (performance->counts[i] >> on & 1 && ++performance->count[at->sm][i] == 0)
            performance->overflowed |= 1u << i;
}

static void on_block(void *context, const struct hw_event_source *at, enum hw_moment moment)
{
    if (moment == HW_MOMENT_BEGIN)
        count(context, at, HW_PERFORMANCE_BLOCK);
}

/* Jumps that a lane takes; and barriers, which CUPTI's guide says are counted as such. */
static bool is_branch(unsigned flow)
{
    switch (flow) {
    case HW_FLOW_JUMP:
    case HW_FLOW_INDIRECT:
    case HW_FLOW_CALL:
    case HW_FLOW_RETURN:
    case HW_FLOW_LEAVE:
    case HW_FLOW_BARRIER: return true;
    default: return false;
    }
}

static uint32_t trigger_of(const struct hw_insn *insn)
{
    struct hw_semantics view;

    hw_insn_semantics(insn, &view);
    return view.operand[0].offset < HW_PERFORMANCE_TRIGGERS ? HW_PERFORMANCE_TRIGGER << view.operand[0].offset
                                                            : 0;
}

static void on_issue(void *context, const struct hw_issue_event *event)
{
    const unsigned flow = hw_operation_info(event->op)->flow;
    uint32_t events = HW_PERFORMANCE_INSTRUCTION;

    if (event->executed && is_branch(flow))
        events |= HW_PERFORMANCE_BRANCH;
    if (event->executed && event->executed != event->active && flow == HW_FLOW_JUMP)
        events |= HW_PERFORMANCE_DIVERGENT_BRANCH;
    if (event->executed && event->op == HW_OP_PMEVENT)
        events |= trigger_of(event->insn);
    count(context, &event->at, events);
}

/* Whether lanes of an access to shared or constant memory wait for each other. */
static bool is_serialized(const struct hw_chip_info *chip, const struct hw_access_event *event)
{
    const uint32_t halves = (uint32_t)((event->lanes & 0xffff) != 0) + (event->lanes >> 16 != 0);

    switch (event->space) {
    case HW_OPERAND_SHARED: return hw_shared_passes(chip, event) > halves;
    case HW_OPERAND_CONST: return hw_constant_passes(event) > 1;
    default: return false;
    }
}

static void on_access(void *context, const struct hw_access_event *event)
{
    struct hw_performance *performance = context;

    if (event->space == HW_OPERAND_GLOBAL && event->kind == HW_ACCESS_LOAD)
        count(performance, &event->at, HW_PERFORMANCE_LOAD);
    else if (event->space == HW_OPERAND_GLOBAL && event->kind == HW_ACCESS_STORE)
        count(performance, &event->at, HW_PERFORMANCE_STORE);
    else if (is_serialized(performance->chip, event))
        count(performance, &event->at, HW_PERFORMANCE_SERIALIZED);
}

static uint64_t counter(void *context, const struct hw_event_source *at, unsigned number)
{
    const struct hw_performance *performance = context;

    return performance->count[at->sm][number];
}

struct hw_listener hw_performance_listener(struct hw_performance *performance)
{
    bool counts = false;

    for (unsigned i = 0; i < HW_PERFORMANCE_COUNTERS; i++)
        counts |= performance->event[i] != 0;
    if (!counts)
        return (struct hw_listener){.context = performance, .counter = counter};
    return (struct hw_listener){.context = performance,
                                .block = on_block,
                                .issue = on_issue,
                                .access = on_access,
                                .counter = counter,
                                .one_worker = true};
}
