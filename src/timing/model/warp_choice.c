/* SPDX-License-Identifier: MIT */
/* Which warp a scheduler issues.
 *
 * On Tesla, Fermi and Kepler warps take turns.  From Maxwell on a scheduler stays with its warp until that
 * yields or waits, and then takes the oldest of the few that it has active. */
#include "timing/model/multiprocessor.h"

/* Whether the warp can issue now; if not, *wake becomes no later than when it may. */
static bool can_issue(struct hw_sm *sm, uint32_t number, uint32_t at, uint64_t *wake)
{
    struct hw_sm_scheduler *scheduler = &sm->scheduler[number];
    struct hw_sm_warp *w = &sm->warp[at * sm->chip->micro.schedulers + number];
    uint64_t time = scheduler->ready_at[at];

    if (time <= sm->now) {
        time = hw_sm_units_free_for_pair(sm, number, &sm->code->insn[w->place]);
        if (time <= sm->now)
            return true;
        w->pipe_busy = true;
    }
    if (time < *wake)
        *wake = time;
    return false;
}

/* Whether a warp waits for something that takes its time: a scoreboard, a barrier, code. */
static bool is_away(const struct hw_sm *sm, uint32_t number, uint32_t at)
{
    const struct hw_sm_warp *w = &sm->warp[at * sm->chip->micro.schedulers + number];
    const uint64_t ready = sm->scheduler[number].ready_at[at];

    return !w->trace || ready == HW_TIME_UNKNOWN ||
           (ready > sm->now && (w->aside || w->why != HW_STALL_FIXED));
}

static bool is_active(const struct hw_sm_scheduler *scheduler, uint32_t at)
{
    for (uint32_t i = 0; i < scheduler->active_count; i++)
        if (scheduler->active[i] == at)
            return true;
    return false;
}

/* Warps that are away make room for others that are ready, the oldest first. */
static void choose_active(struct hw_sm *sm, uint32_t number, uint32_t most, uint64_t *wake)
{
    struct hw_sm_scheduler *scheduler = &sm->scheduler[number];
    uint32_t kept = 0;

    for (uint32_t i = 0; i < scheduler->active_count; i++)
        if (!is_away(sm, number, scheduler->active[i]))
            scheduler->active[kept++] = scheduler->active[i];
    scheduler->active_count = kept;
    for (uint32_t i = 0; i < scheduler->count && scheduler->active_count < most; i++) {
        const uint32_t at = scheduler->order[i];
        const uint64_t ready = scheduler->ready_at[at];
        if (ready <= sm->now && !is_active(scheduler, at))
            scheduler->active[scheduler->active_count++] = (uint8_t)at;
        else if (ready > sm->now && ready < *wake)
            *wake = ready;
    }
}

/* The warp to issue: an index in the scheduler's list, `count`: none can.  *wake: when one may. */
uint32_t hw_sm_choose(struct hw_sm *sm, uint32_t number, uint64_t *wake)
{
    struct hw_sm_scheduler *scheduler = &sm->scheduler[number];
    const uint32_t most = sm->chip->micro.active_warps;

    *wake = HW_TIME_UNKNOWN;
    if (scheduler->greedy < HW_WARPS_MAX && (!most || is_active(scheduler, scheduler->greedy)) &&
        can_issue(sm, number, scheduler->greedy, wake))
        return scheduler->greedy;
    if (!most) {
        for (uint32_t i = 0; i < scheduler->count; i++)
            if (can_issue(sm, number, scheduler->order[i], wake))
                return scheduler->order[i];
        return scheduler->count;
    }
    choose_active(sm, number, most, wake);
    for (uint32_t i = 0; i < scheduler->active_count; i++)
        if (can_issue(sm, number, scheduler->active[i], wake))
            return scheduler->active[i];
    return scheduler->count;
}

/* Where the code has scoreboards, the warp that has issued is looked at first again unless it yields, then
 * the others by age; elsewhere it goes behind all others. */
void hw_sm_reorder(const struct hw_sm *sm, struct hw_sm_scheduler *scheduler, uint32_t at, bool stays)
{
    if (sm->code->kind == HW_SCHED_SCOREBOARDS)
        scheduler->greedy = stays ? at : HW_WARPS_MAX;
    else
        hw_sm_put_last(scheduler, at);
}
