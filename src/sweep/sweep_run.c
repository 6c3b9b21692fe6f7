/* SPDX-License-Identifier: MIT */
/* See sweep_run.h. */
#include "sweep/sweep_run.h"

#include "clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LOST_MOST  3u /* times that a point may lose its slot */
#define WAIT_MS    100
#define SHOW_AFTER 0.2 /* seconds */

enum sweep_slot_state { SLOT_FREE, SLOT_TAKEN, SLOT_GONE };

struct sweep_slot {
    enum sweep_slot_state state;
    struct hw_point point;
};

struct running {
    const struct hw_plan *plan;
    struct hw_sweep_store *store;
    const struct hw_sweep_executor *executor;
    struct hw_sweep_totals *totals;
    const volatile sig_atomic_t *stop;
    enum hw_point_state *state; /* of each point; NONE: it is to run */
    bool *begun;
    uint8_t *lost; /* times */
    struct sweep_slot *slot;
    uint32_t next;         /* points before it have been visited */
    unsigned taken, gone;  /* places */
    unsigned waiting_back; /* points before `next` that are to run again */
    double begin, shown;
    bool terminal;
};

/* --- progress --- */

static void print_progress(struct running *running)
{
    const struct hw_sweep_totals *totals = running->totals;
    const double time = hw_seconds();
    uint32_t finished = totals->points - totals->of[HW_POINT_NONE];

    if (!running->terminal || time - running->shown < SHOW_AFTER)
        return;
    running->shown = time;
    fprintf(stderr, "\r%u of %u points", finished, totals->points);
    if (finished > totals->of[HW_POINT_DONE])
        fprintf(stderr, ", %u failed", finished - totals->of[HW_POINT_DONE]);
    if (totals->ran && totals->of[HW_POINT_NONE])
        fprintf(stderr, ", about %.0f s left",
                (time - running->begin) / totals->ran * totals->of[HW_POINT_NONE]);
    fputs("\033[K", stderr);
}

/* --- the queue --- */

/* The next point to run: those that lost their slot first; points: there is none. */
static uint32_t take_next(struct running *running)
{
    for (uint32_t i = 0; running->waiting_back && i < running->next; i++)
        if (running->state[i] == HW_POINT_NONE && !running->begun[i]) {
            running->waiting_back--;
            return i;
        }
    while (running->next < running->plan->points) {
        const uint32_t i = running->next++;
        if (running->state[i] == HW_POINT_NONE)
            return i;
    }
    return running->plan->points;
}

static hw_status begin_point(struct running *running, unsigned slot, uint32_t number, struct hw_error *error)
{
    struct sweep_slot *at = &running->slot[slot];
    hw_status status = hw_plan_point(running->plan, number, &at->point, error);

    if (status != HW_OK)
        return status;
    const struct hw_task task = {.argument = at->point.argument, .is_program = at->point.is_program};
    status = running->executor->start(running->executor->context, slot, &task, error);
    if (status != HW_OK) {
        hw_point_free(&at->point);
        return status;
    }
    at->state = SLOT_TAKEN;
    running->begun[number] = true;
    running->taken++;
    return HW_OK;
}

static hw_status fill_slots(struct running *running, struct hw_error *error)
{
    hw_status status = HW_OK;

    for (unsigned p = 0; status == HW_OK && p < running->executor->slots; p++) {
        if (running->slot[p].state != SLOT_FREE)
            continue;
        const uint32_t number = take_next(running);
        if (number == running->plan->points)
            break;
        status = begin_point(running, p, number, error);
    }
    return status;
}

/* --- results --- */

/* Reports that are none are failures. */
static void check_report(const struct hw_point *point, struct hw_point_result *result)
{
    struct hw_sweep_number number[HW_SWEEP_FIGURES];

    if (result->state != HW_POINT_DONE ||
        (result->report && hw_point_figures(result->report, point->kernel, number)))
        return;
    result->state = HW_POINT_FAILED;
    free(result->error);
    if (!point->kernel ||
        asprintf(&result->error, "the program launched no kernel %s, or several that this may be",
                 point->kernel) < 0)
        result->error = strdup("no kernel was timed");
}

static hw_status store_result(struct running *running, const struct hw_point *point,
                              struct hw_point_result *result, struct hw_error *error)
{
    check_report(point, result);
    running->totals->of[HW_POINT_NONE]--;
    running->totals->of[result->state]++;
    running->totals->ran++;
    running->state[point->number] = result->state;
    return hw_sweep_store_add(running->store, running->plan, point, result, error);
}

/* A slot that is no more: its point runs again, but not without end. */
static hw_status lose(struct running *running, struct sweep_slot *slot, struct hw_point_result *result,
                      struct hw_error *error)
{
    const uint32_t number = slot->point.number;

    running->gone++;
    slot->state = SLOT_GONE;
    if (++running->lost[number] >= LOST_MOST)
        return store_result(running, &slot->point, result, error);
    running->totals->again++;
    running->begun[number] = false;
    running->waiting_back++;
    return HW_OK;
}

static hw_status take_result(struct running *running, unsigned number, struct hw_point_result *result,
                             struct hw_error *error)
{
    struct sweep_slot *slot = &running->slot[number];
    hw_status status;

    if (slot->state == SLOT_FREE) { /* it was lost while it had nothing to do */
        slot->state = SLOT_GONE;
        running->gone++;
        return HW_OK;
    }
    running->taken--;
    slot->state = SLOT_FREE;
    if (result->state == HW_POINT_LOST)
        status = lose(running, slot, result, error);
    else
        status = store_result(running, &slot->point, result, error);
    hw_point_free(&slot->point);
    return status;
}

static hw_status run_all(struct running *running, struct hw_error *error)
{
    hw_status status = HW_OK;

    while (status == HW_OK) {
        struct hw_point_result result = {.state = HW_POINT_NONE};
        unsigned slot;
        running->totals->stopped = *running->stop != 0;
        if (running->totals->stopped)
            return HW_OK;
        status = fill_slots(running, error);
        if (status != HW_OK || !running->taken)
            break;
        if (running->executor->wait(running->executor->context, WAIT_MS, &slot, &result))
            status = take_result(running, slot, &result, error);
        hw_point_result_free(&result);
        print_progress(running);
    }
    if (status == HW_OK && running->totals->of[HW_POINT_NONE])
        status =
            hw_fail(error, HW_ERR_IO, "sweep", "all who ran points are lost; the sweep can be continued");
    return status;
}

/* --- the whole --- */

/* What earlier runs have left to do. */
static hw_status look_back(struct running *running, bool retry, struct hw_error *error)
{
    struct hw_sweep_totals *totals = running->totals;
    hw_status status = hw_sweep_store_states(running->store, running->state, running->plan->points, error);

    memset(totals, 0, sizeof *totals);
    totals->points = running->plan->points;
    for (uint32_t i = 0; status == HW_OK && i < totals->points; i++) {
        if (retry && running->state[i] != HW_POINT_DONE)
            running->state[i] = HW_POINT_NONE;
        totals->of[running->state[i]]++;
    }
    return status;
}

hw_status hw_sweep_run(const struct hw_plan *plan, struct hw_sweep_store *store,
                       const struct hw_sweep_executor *executor, const struct hw_sweep_options *options,
                       struct hw_sweep_totals *totals, struct hw_error *error)
{
    struct running running = {.plan = plan,
                              .store = store,
                              .executor = executor,
                              .totals = totals,
                              .stop = options->stop,
                              .begin = hw_seconds()};
    hw_status status;

    running.state = calloc(plan->points, sizeof *running.state);
    running.begun = calloc(plan->points, sizeof *running.begun);
    running.lost = calloc(plan->points, sizeof *running.lost);
    running.slot = calloc(executor->slots, sizeof *running.slot);
    running.terminal = isatty(STDERR_FILENO);
    if (running.state && running.begun && running.lost && running.slot)
        status = look_back(&running, options->retry, error);
    else
        status = hw_fail(error, HW_ERR_NO_MEMORY, "sweep", "no memory for %u points", plan->points);
    if (status == HW_OK)
        status = run_all(&running, error);
    executor->end(executor->context);
    if (running.shown > 0)
        fputs("\r\033[K", stderr);
    for (unsigned p = 0; running.slot && p < executor->slots; p++)
        if (running.slot[p].state == SLOT_TAKEN)
            hw_point_free(&running.slot[p].point);
    free(running.state);
    free(running.begun);
    free(running.lost);
    free(running.slot);
    return status;
}
