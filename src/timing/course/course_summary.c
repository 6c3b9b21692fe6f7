/* SPDX-License-Identifier: MIT */
/* This file prints the figures of a run in sentences, with the sums written out as the notes do. */
#include <halfwarp/course.h>

#include <inttypes.h>

#define SPANS 4

/* How long dispatching goes on without a pause, for one scheduler; the number of such spans, SPANS + 1 where
 * there are more. */
static unsigned busy_spans(const struct hw_course_run *run, unsigned scheduler, uint32_t length[SPANS])
{
    unsigned count = 0;
    uint32_t until = 0;
    for (unsigned i = 0; i < run->event_count; i++) {
        const struct hw_course_event *event = &run->events[i];
        uint32_t end = event->start + event->cycles;
        if (event->scheduler != scheduler)
            continue;
        if (!count || event->start > until) {
            if (count == SPANS)
                return SPANS + 1;
            length[count++] = event->cycles;
            until = end;
        } else if (end > until) {
            length[count - 1] += end - until;
            until = end;
        }
    }
    return count;
}

static void print_utilization(const struct hw_course_run *run, FILE *out)
{
    uint32_t first[SPANS], other[SPANS];
    unsigned count = busy_spans(run, 0, first);
    bool equal = count <= SPANS;
    for (unsigned scheduler = 1; equal && scheduler < run->machine->schedulers; scheduler++) {
        equal = busy_spans(run, scheduler, other) == count;
        for (unsigned i = 0; equal && i < count; i++)
            equal = first[i] == other[i];
    }
    fputs("Utilization: ", out);
    if (equal && count > 1) {
        for (unsigned i = 0; i < count; i++)
            fprintf(out, "%s%u", i ? " + " : "(", first[i]);
        fprintf(out, ") / %u", run->cycles);
    } else if (equal) {
        fprintf(out, "%u / %u", count ? first[0] : 0, run->cycles);
    } else if (run->machine->schedulers == 1) {
        fprintf(out, "%" PRIu64 " / %u", run->busy, run->cycles);
    } else {
        fprintf(out, "%" PRIu64 " / (%u x %u)", run->busy, run->machine->schedulers, run->cycles);
    }
    fprintf(out, " = %g\n", hw_course_utilization(run));
}

static void print_idle(const struct hw_course_run *run, FILE *out)
{
    uint32_t begin, end, from = 0;
    unsigned count = 0;
    for (; hw_course_idle(run, from, &begin, &end); from = end, count++) {
        if (count == SPANS) {
            fputs(", and more", out);
            break;
        }
        fputs(count ? ", " : "Idle: cycles ", out);
        if (end - begin == 1)
            fprintf(out, "%u", begin);
        else
            fprintf(out, "%u to %u", begin, end - 1);
    }
    if (count)
        fputc('\n', out);
}

hw_status hw_course_print_summary(const struct hw_course_run *run, FILE *out, struct hw_error *error)
{
    unsigned needed, schedulers = run->machine->schedulers;
    hw_status status = hw_course_warps_needed(run->machine, run->fragment, run->latency, &needed, error);
    if (status)
        return status;
    fprintf(out, "Cycles: %u, latency %u\n", run->cycles, run->latency);
    print_idle(run, out);
    print_utilization(run, out);
    uint64_t all = (uint64_t)hw_course_insn_count(run->fragment) * run->warps * 32;
    if (run->threads == all)
        fprintf(out, "Instruction throughput: %u x %u / %u", hw_course_insn_count(run->fragment),
                run->warps * 32, run->cycles);
    else
        fprintf(out, "Instruction throughput: %" PRIu64 " / %u", run->threads, run->cycles);
    fprintf(out, " = %g insn/cycle\n", hw_course_throughput(run));
    if (!needed)
        fprintf(out, "Warps for utilization 1.0: not reached, even with all %u\n", run->machine->contexts);
    else if (schedulers > 1 && needed % schedulers == 0)
        fprintf(out, "Warps for utilization 1.0: %u, %u for each of %u schedulers\n", needed,
                needed / schedulers, schedulers);
    else
        fprintf(out, "Warps for utilization 1.0: %u\n", needed);
    return HW_OK;
}
