/* SPDX-License-Identifier: MIT */
/* The course's model simulates a textbook pipeline cycle by cycle: schedulers choose ready warps in turn and
 * issue their next instructions.
 *
 * A scheduler with a free dispatch unit takes the next warp, counted from the one it took last, whose next
 * instruction has its operands and finds its functional units free.  The dispatch unit and the functional
 * units are held until the last thread is dispatched.  A second instruction of the warp is issued with it
 * (dual issue) if the machine issues two and it could have been issued alone in this cycle.
 *
 * Readiness is a matter of threads: each is dispatched `latency` cycles or more behind the dispatch of the
 * thread that makes its operand.  Where both instructions use units of one kind, that is `latency` cycles
 * from start to start.  Of two results in one register the later one comes later: each thread is dispatched
 * behind the dispatch of the thread that makes the earlier one.  The instruction behind a branch waits
 * likewise for the branch, and the first one behind a path for the path's last. */
#include "timing/course/fragment.h"

#include <stdlib.h>
#include <string.h>

#define SCHEDULERS     4
#define DISPATCH_UNITS 2
#define LATENCY_MAX    1000

/* An instruction whose result, or end, others wait for. */
struct producer {
    bool is_there;
    uint8_t each; /* threads it dispatches in a cycle, */
    uint32_t start;
};

struct path {
    uint32_t outer, other; /* lanes that came to the `if`; of these, the lanes for `else` */
};

struct warp {
    unsigned step, depth;
    bool done, path_ran; /* path_ran: an instruction ran since the last turn of the paths */
    uint32_t active, ready;
    struct path path[HW_COURSE_DEPTH];
    struct producer last, turn; /* the last instruction; what the flow of control waits for */
    struct producer reg[256], pred[8], cond[8], addr[8];
};

struct simulation {
    struct hw_course_run *run;
    struct warp *warps;
    uint32_t dispatch_free[SCHEDULERS][DISPATCH_UNITS];
    uint32_t unit_free[HW_COURSE_UNITS][SCHEDULERS];
    unsigned next_warp[SCHEDULERS];
    unsigned running;
};

static enum hw_course_unit unit_on(const struct hw_course_machine *machine, enum hw_course_unit unit)
{
    return machine->units[unit].each ? unit : HW_COURSE_CORE;
}

/* --- when a warp is ready --- */

/* Each thread comes so many cycles behind that of the producer. */
static void wait_for(const struct producer *producer, uint32_t cycles, unsigned each, uint32_t *ready)
{
    if (!producer->is_there)
        return;
    for (unsigned lane = 0; lane < 32; lane++) {
        uint32_t there = producer->start + lane / producer->each + cycles;
        if (there > *ready + lane / each)
            *ready = there - lane / each;
    }
}

static void wait_for_bits(const struct producer *producers, uint8_t bits, uint32_t cycles, unsigned each,
                          uint32_t *ready)
{
    for (unsigned i = 0; i < 8; i++)
        if (bits >> i & 1)
            wait_for(&producers[i], cycles, each, ready);
}

static void wait_for_registers(const struct warp *warp, const struct hw_register_range *range, unsigned count,
                               uint32_t cycles, unsigned each, uint32_t *ready)
{
    for (unsigned i = 0; i < count; i++)
        for (unsigned r = 0; r < range[i].count; r++)
            wait_for(&warp->reg[(range[i].first + r) & 255], cycles, each, ready);
}

static void set_ready(const struct simulation *simulation, struct warp *warp,
                      const struct hw_course_insn *insn)
{
    const struct hw_course_machine *machine = simulation->run->machine;
    const struct hw_effects *effects = &insn->effects;
    unsigned each = machine->units[unit_on(machine, insn->unit)].each;
    const uint32_t latency = simulation->run->latency;
    wait_for(&warp->turn, latency, each, &warp->ready);
    wait_for_registers(warp, effects->read, effects->read_count, latency, each, &warp->ready);
    wait_for_bits(warp->pred, effects->pred_read, latency, each, &warp->ready);
    wait_for_bits(warp->cond, effects->cond_read, latency, each, &warp->ready);
    wait_for_bits(warp->addr, effects->addr_read, latency, each, &warp->ready);
    wait_for_registers(warp, effects->write, effects->write_count, 1, each, &warp->ready);
    wait_for_bits(warp->pred, effects->pred_written, 1, each, &warp->ready);
    wait_for_bits(warp->cond, effects->cond_written, 1, each, &warp->ready);
    wait_for_bits(warp->addr, effects->addr_written, 1, each, &warp->ready);
}

static void leave_path(struct warp *warp)
{
    if (warp->path_ran)
        warp->turn = warp->last;
    warp->path_ran = false;
}

/* Go to the next instruction that any lane executes. */
static void find_next(struct simulation *simulation, struct warp *warp, unsigned number)
{
    const struct hw_course_fragment *fragment = simulation->run->fragment;
    for (; warp->step < fragment->step_count; warp->step++) {
        const struct hw_course_step *step = &fragment->step[warp->step];
        struct path *path;
        switch (step->kind) {
        case HW_STEP_INSN:
            if (warp->active) {
                set_ready(simulation, warp, &fragment->insn[step->index]);
                return;
            }
            break;
        case HW_STEP_IF:
            path = &warp->path[warp->depth++];
            path->outer = warp->active;
            path->other = warp->active & ~fragment->lanes[step->index][number];
            warp->active &= fragment->lanes[step->index][number];
            warp->path_ran = false;
            break;
        case HW_STEP_ELSE:
            leave_path(warp);
            warp->active = warp->path[warp->depth - 1].other;
            break;
        case HW_STEP_ENDIF:
            leave_path(warp);
            warp->active = warp->path[--warp->depth].outer;
            break;
        }
    }
    warp->done = true;
    simulation->running--;
}

/* --- issue --- */

static uint32_t *unit_of_scheduler(struct simulation *simulation, enum hw_course_unit unit,
                                   unsigned scheduler)
{
    const struct hw_course_machine *machine = simulation->run->machine;
    unsigned groups = machine->units[unit].all / machine->units[unit].each;
    return &simulation->unit_free[unit][scheduler % groups];
}

static uint32_t *free_dispatch_unit(struct simulation *simulation, unsigned scheduler, uint32_t now)
{
    for (unsigned i = 0; i < simulation->run->machine->dispatch_units; i++)
        if (simulation->dispatch_free[scheduler][i] <= now)
            return &simulation->dispatch_free[scheduler][i];
    return NULL;
}

static const struct hw_course_insn *next_insn(const struct simulation *simulation, const struct warp *warp)
{
    const struct hw_course_fragment *fragment = simulation->run->fragment;
    return &fragment->insn[fragment->step[warp->step].index];
}

static void record_writes(struct warp *warp, const struct hw_effects *effects, struct producer producer)
{
    for (unsigned i = 0; i < effects->write_count; i++)
        for (unsigned r = 0; r < effects->write[i].count; r++)
            warp->reg[(effects->write[i].first + r) & 255] = producer;
    for (unsigned i = 0; i < 8; i++) {
        if (effects->pred_written >> i & 1)
            warp->pred[i] = producer;
        if (effects->cond_written >> i & 1)
            warp->cond[i] = producer;
        if (effects->addr_written >> i & 1)
            warp->addr[i] = producer;
    }
}

/* Issue the warp's next instruction in this cycle, if it is ready and its units are free. */
static bool issue(struct simulation *simulation, unsigned scheduler, unsigned number, uint32_t now)
{
    struct hw_course_run *run = simulation->run;
    struct warp *warp = &simulation->warps[number];
    if (warp->done || warp->ready > now)
        return false;
    const struct hw_course_insn *insn = next_insn(simulation, warp);
    enum hw_course_unit unit = unit_on(run->machine, insn->unit);
    uint32_t *dispatch = free_dispatch_unit(simulation, scheduler, now);
    uint32_t *units = unit_of_scheduler(simulation, unit, scheduler);
    uint32_t *cores = units;
    if (unit == HW_COURSE_DOUBLE && !run->machine->double_distinct)
        cores = unit_of_scheduler(simulation, HW_COURSE_CORE, scheduler);
    if (!dispatch || *units > now || *cores > now)
        return false;

    unsigned cycles = hw_course_cycles(run->machine, unit), index = (unsigned)(insn - run->fragment->insn);
    *dispatch = *units = *cores = now + cycles;
    run->event_at[number * run->fragment->insn_count + index] = (int32_t)run->event_count;
    run->events[run->event_count++] = (struct hw_course_event){
        .warp = (uint16_t)number,
        .insn = (uint16_t)index,
        .scheduler = (uint16_t)scheduler,
        .unit = (uint8_t)unit,
        .cycles = (uint8_t)cycles,
        .start = now,
        .lanes = warp->active,
    };
    warp->last = (struct producer){true, run->machine->units[unit].each, now};
    warp->path_ran = true;
    record_writes(warp, &insn->effects, warp->last);
    if (insn->branch)
        warp->turn = warp->last;
    warp->step++;
    find_next(simulation, warp, number);
    return true;
}

/* Let one scheduler choose a warp; it issues as much of it as it can. */
static bool choose(struct simulation *simulation, unsigned scheduler, uint32_t now)
{
    const struct hw_course_machine *machine = simulation->run->machine;
    unsigned warps = simulation->run->warps, stride = machine->odd_even ? machine->schedulers : 1;
    unsigned first = machine->odd_even ? scheduler : 0, *next = &simulation->next_warp[first];
    unsigned count = warps > first ? (warps - first + stride - 1) / stride : 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned index = (*next + i) % count, number = first + index * stride, issued = 0;
        while (issued < machine->issue && issue(simulation, scheduler, number, now))
            issued++;
        if (!issued)
            continue;
        *next = (index + 1) % count;
        struct warp *warp = &simulation->warps[number];
        if (warp->ready <= now)
            warp->ready = now + 1;
        return true;
    }
    return false;
}

static void at_least(uint32_t time, uint32_t now, uint32_t *next)
{
    if (time > now && time < *next)
        *next = time;
}

/* The next cycle in which anything changes. */
static uint32_t next_change(const struct simulation *simulation, uint32_t now)
{
    uint32_t next = UINT32_MAX;
    for (unsigned i = 0; i < simulation->run->warps; i++)
        if (!simulation->warps[i].done)
            at_least(simulation->warps[i].ready, now, &next);
    for (unsigned s = 0; s < SCHEDULERS; s++) {
        for (unsigned i = 0; i < DISPATCH_UNITS; i++)
            at_least(simulation->dispatch_free[s][i], now, &next);
        for (unsigned unit = 0; unit < HW_COURSE_UNITS; unit++)
            at_least(simulation->unit_free[unit][s], now, &next);
    }
    return next;
}

static void simulate(struct simulation *simulation)
{
    const struct hw_course_run *run = simulation->run;
    simulation->running = run->warps;
    for (unsigned i = 0; i < run->warps; i++) {
        simulation->warps[i].active = UINT32_MAX;
        find_next(simulation, &simulation->warps[i], i);
    }
    for (uint32_t now = 0; simulation->running;) {
        bool issued = false;
        for (unsigned scheduler = 0; scheduler < run->machine->schedulers; scheduler++)
            issued |= choose(simulation, scheduler, now);
        now = issued ? now + 1 : next_change(simulation, now);
    }
}

static void count(struct hw_course_run *run)
{
    uint32_t busy_until[SCHEDULERS] = {0};
    for (unsigned i = 0; i < run->event_count; i++) {
        const struct hw_course_event *event = &run->events[i];
        uint32_t end = event->start + event->cycles, *until = &busy_until[event->scheduler];
        uint32_t from = event->start > *until ? event->start : *until;
        if (end > from)
            run->busy += end - from;
        if (end > *until)
            *until = end;
        if (end > run->cycles)
            run->cycles = end;
        run->threads += (unsigned)__builtin_popcount(event->lanes);
    }
}

hw_status hw_course_run(const struct hw_course_machine *machine, const struct hw_course_fragment *fragment,
                        unsigned warps, unsigned latency, struct hw_course_run *run, struct hw_error *error)
{
    *run = (struct hw_course_run){.machine = machine,
                                  .fragment = fragment,
                                  .warps = warps,
                                  .latency = latency ? latency : machine->latency};
    if (!warps || warps > machine->contexts)
        return hw_fail(error, HW_ERR_RANGE, "course", "%u warps; a multiprocessor holds 1 to %u", warps,
                       machine->contexts);
    if (latency > LATENCY_MAX)
        return hw_fail(error, HW_ERR_RANGE, "course", "a latency of %u cycles; expected 1 to %u", latency,
                       LATENCY_MAX);
    size_t most = (size_t)warps * fragment->insn_count;
    struct simulation simulation = {.run = run};
    simulation.warps = calloc(warps, sizeof *simulation.warps);
    run->events = calloc(most, sizeof *run->events);
    run->event_at = malloc(most * sizeof *run->event_at);
    if (!simulation.warps || !run->events || !run->event_at) {
        free(simulation.warps);
        hw_course_run_end(run);
        return hw_fail(error, HW_ERR_NO_MEMORY, "course", "out of memory");
    }
    memset(run->event_at, 0xff, most * sizeof *run->event_at);
    simulate(&simulation);
    count(run);
    free(simulation.warps);
    return HW_OK;
}

void hw_course_run_end(struct hw_course_run *run)
{
    free(run->events);
    free(run->event_at);
    run->events = NULL;
    run->event_at = NULL;
    run->event_count = 0;
}
