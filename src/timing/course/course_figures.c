/* SPDX-License-Identifier: MIT */
/* This file computes the figures of a run: which thread when, idle cycles, utilization, throughput, how many
 * warps would do. */
#include <halfwarp/course.h>

const struct hw_course_event *hw_course_event(const struct hw_course_run *run, unsigned warp, unsigned insn)
{
    unsigned insns = hw_course_insn_count(run->fragment);
    if (warp >= run->warps || insn >= insns || run->event_at[warp * insns + insn] < 0)
        return NULL;
    return &run->events[run->event_at[warp * insns + insn]];
}

uint32_t hw_course_lane_cycle(const struct hw_course_run *run, const struct hw_course_event *event,
                              unsigned lane)
{
    return event->start + lane / run->machine->units[event->unit].each;
}

bool hw_course_idle(const struct hw_course_run *run, uint32_t from, uint32_t *begin, uint32_t *end)
{
    uint32_t until = from;
    for (unsigned i = 0; i < run->event_count; i++) {
        const struct hw_course_event *event = &run->events[i];
        if (event->start > until) {
            *begin = until;
            *end = event->start;
            return true;
        }
        if (event->start + event->cycles > until)
            until = event->start + event->cycles;
    }
    return false;
}

double hw_course_utilization(const struct hw_course_run *run)
{
    return run->cycles ? (double)run->busy / ((double)run->cycles * run->machine->schedulers) : 0;
}

double hw_course_throughput(const struct hw_course_run *run)
{
    return run->cycles ? (double)run->threads / run->cycles : 0;
}

hw_status hw_course_warps_needed(const struct hw_course_machine *machine,
                                 const struct hw_course_fragment *fragment, unsigned latency, unsigned *warps,
                                 struct hw_error *error)
{
    for (*warps = machine->schedulers; *warps <= machine->contexts; ++*warps) {
        struct hw_course_run run;
        hw_status status = hw_course_run(machine, fragment, *warps, latency, &run, error);
        if (status)
            return status;
        bool full = run.busy == (uint64_t)run.cycles * machine->schedulers;
        hw_course_run_end(&run);
        if (full)
            return HW_OK;
    }
    *warps = 0;
    return HW_OK;
}
