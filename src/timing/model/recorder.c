/* SPDX-License-Identifier: MIT */
/* See recorder.h. */
#include "timing/model/recorder.h"

#include "machine/launch_geometry.h"
#include "machine/thread_stripe.h"
#include "machine/warp.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* The block that a worker runs, so that most events need no lock. */
static _Thread_local struct {
    uint64_t serial, block;
    struct hw_block_trace *trace;
} running;

/* --- traces --- */

bool hw_recorder_begin(struct hw_recorder *recorder, const struct hw_launch *launch,
                       const struct hw_timed_code *code, uint32_t resident)
{
    static _Atomic uint64_t serials;

    recorder->serial = atomic_fetch_add(&serials, 1) + 1;
    recorder->code = code;
    recorder->launch = launch;
    recorder->warps = hw_launch_warps(launch);
    recorder->resident = resident ? resident : 1;
    recorder->first = 0;
    recorder->no_memory = false;
    recorder->window_max = 256;
    recorder->spare = NULL;
    recorder->window = calloc(recorder->window_max, sizeof *recorder->window);
    hw_ideal_passes(launch->code.chip, &recorder->ideal);
    recorder->counts = calloc(HW_THREAD_STRIPES * ((size_t)code->count + 1), sizeof *recorder->counts);
    return recorder->window && recorder->counts && pthread_mutex_init(&recorder->lock, NULL) == 0;
}

void hw_recorder_end(struct hw_recorder *recorder)
{
    for (uint64_t i = 0; i < recorder->window_max; i++)
        hw_block_trace_destroy(recorder->window[i]);
    for (struct hw_block_trace *trace = recorder->spare, *next; trace; trace = next) {
        next = trace->next;
        hw_block_trace_destroy(trace);
    }
    free(recorder->window);
    free(recorder->counts);
    pthread_mutex_destroy(&recorder->lock);
}

/* A free place for block `number` in the window; under the lock. */
static bool widen(struct hw_recorder *recorder, uint64_t number)
{
    while (recorder->window[number % recorder->window_max]) {
        const uint64_t wanted = recorder->window_max * 2;
        struct hw_block_trace **wider = calloc(wanted, sizeof *wider);
        if (!wider)
            return false;
        for (uint64_t i = 0; i < recorder->window_max; i++)
            if (recorder->window[i])
                wider[recorder->window[i]->number % wanted] = recorder->window[i];
        free(recorder->window);
        recorder->window = wider;
        recorder->window_max = wanted;
    }
    return true;
}

static void begin_trace(struct hw_recorder *recorder, uint64_t number)
{
    pthread_mutex_lock(&recorder->lock);
    struct hw_block_trace *trace = recorder->spare;
    if (trace)
        recorder->spare = trace->next;
    else
        trace = hw_block_trace_create(recorder->warps);
    if (!trace || !widen(recorder, number)) {
        hw_block_trace_destroy(trace);
        recorder->no_memory = true;
    } else {
        hw_block_trace_reset(trace, number);
        recorder->window[number % recorder->window_max] = trace;
    }
    pthread_mutex_unlock(&recorder->lock);
}

/* The trace of a block that is recorded; under the lock. */
static struct hw_block_trace *find(const struct hw_recorder *recorder, uint64_t number)
{
    struct hw_block_trace *trace = recorder->window[number % recorder->window_max];

    return trace && trace->number == number ? trace : NULL;
}

static void end_trace(struct hw_recorder *recorder, uint64_t number)
{
    pthread_mutex_lock(&recorder->lock);
    struct hw_block_trace *trace = find(recorder, number);
    if (trace) {
        hw_trace_end(trace);
        recorder->no_memory |= trace->no_memory;
        if (number < recorder->first)
            recorder->window[number % recorder->window_max] = NULL;
    }
    pthread_mutex_unlock(&recorder->lock);
}

struct hw_block_trace *hw_recorder_take(struct hw_recorder *recorder)
{
    pthread_mutex_lock(&recorder->lock);
    struct hw_block_trace *trace = find(recorder, recorder->first);
    if (trace && !trace->complete && !recorder->asked)
        trace = NULL;
    if (trace && trace->complete)
        recorder->window[trace->number % recorder->window_max] = NULL;
    recorder->first += trace != NULL;
    pthread_mutex_unlock(&recorder->lock);
    return trace;
}

void hw_recorder_return(struct hw_recorder *recorder, struct hw_block_trace *trace)
{
    pthread_mutex_lock(&recorder->lock);
    /* A block that asked for the clock and then faulted never ends: its trace is still in the window. */
    if (find(recorder, trace->number) == trace)
        recorder->window[trace->number % recorder->window_max] = NULL;
    trace->next = recorder->spare;
    recorder->spare = trace;
    pthread_mutex_unlock(&recorder->lock);
}

/* The trace of a running block. */
static struct hw_block_trace *trace_of(struct hw_recorder *recorder, const struct hw_event_source *at)
{
    if (running.serial == recorder->serial && running.block == at->block)
        return running.trace;
    pthread_mutex_lock(&recorder->lock);
    running.trace = find(recorder, at->block);
    pthread_mutex_unlock(&recorder->lock);
    running.serial = recorder->serial;
    running.block = at->block;
    return running.trace;
}

/* --- events --- */

static void on_block(void *context, const struct hw_event_source *at, enum hw_moment moment)
{
    struct hw_recorder *recorder = context;

    if (moment == HW_MOMENT_END) {
        end_trace(recorder, at->block);
        return;
    }
    if (recorder->begins)
        recorder->begins(recorder->context, at->block);
    begin_trace(recorder, at->block);
}

/* The model waits for no more of such a block, while others wait for the model. */
static void on_gone(void *context, const struct hw_event_source *at)
{
    end_trace(context, at->block);
}

static void on_issue(void *context, const struct hw_issue_event *event)
{
    struct hw_recorder *recorder = context;
    struct hw_block_trace *trace = trace_of(recorder, &event->at);
    const uint32_t place = event->pc / recorder->code->unit;

    if (!trace || place >= recorder->code->count)
        return;
    hw_trace_insn(trace, event->at.warp, place, recorder->code->insn[place].next,
                  hw_lane_count(event->executed));
    if (recorder->asked) /* the model may read the run before the next instruction is there */
        trace->warp[event->at.warp].expected = HW_NO_RUN;
}

static void on_access(void *context, const struct hw_access_event *event)
{
    struct hw_block_trace *trace = trace_of(context, &event->at);

    if (trace)
        hw_recorder_access(context, trace, event);
}

static void on_barrier(void *context, const struct hw_barrier_event *event)
{
    struct hw_block_trace *trace = trace_of(context, &event->at);

    if (!trace)
        return;
    if (event->released)
        hw_trace_release(trace, event->at.warp, event->barrier);
    else
        hw_trace_arrival(trace, event->at.warp, event->barrier, event->waits);
}

static void on_warp(void *context, const struct hw_event_source *at, enum hw_moment moment)
{
    struct hw_block_trace *trace = trace_of(context, at);

    if (trace && moment == HW_MOMENT_END)
        hw_trace_warp_end(trace, at->warp);
}

static bool on_clock(void *context, const struct hw_event_source *at, uint64_t *value)
{
    struct hw_recorder *recorder = context;
    struct hw_block_trace *trace = trace_of(recorder, at);
    struct hw_warp_trace *warp = trace ? &trace->warp[at->warp] : NULL;

    *value = 0;
    if (!warp)
        return true;
    if (warp->clock == HW_CLOCK_NOT_ASKED) { /* the others have their turn before time passes */
        hw_trace_act(trace, at->warp, &(struct hw_act){.kind = HW_ACT_CLOCK});
        warp->clock = HW_CLOCK_ASKED;
        return false;
    }
    if (warp->clock == HW_CLOCK_ASKED)
        recorder->asked(recorder->context);
    if (warp->clock == HW_CLOCK_ASKED)
        return false;
    warp->clock = HW_CLOCK_NOT_ASKED;
    *value = warp->clock_at / recorder->launch->code.chip->micro.issue_cycles; /* schedulers count it */
    return true;
}

static void on_sleep(void *context, const struct hw_event_source *at, uint32_t nanoseconds)
{
    const struct hw_recorder *recorder = context;
    struct hw_block_trace *trace = trace_of(context, at);
    const struct hw_act act = {.kind = HW_ACT_SLEEP,
                               .count = (uint32_t)((uint64_t)nanoseconds * recorder->khz / 1000000)};

    if (trace)
        hw_trace_act(trace, at->warp, &act);
}

struct hw_listener hw_recorder_listener(struct hw_recorder *recorder)
{
    struct hw_listener listener = {.context = recorder,
                                   .block = on_block,
                                   .warp = on_warp,
                                   .issue = on_issue,
                                   .access = on_access,
                                   .barrier = on_barrier,
                                   .sleep = on_sleep};

    if (recorder->asked) {
        listener.gone = on_gone;
        listener.clock = on_clock;
        listener.one_worker = true;
    }
    return listener;
}
