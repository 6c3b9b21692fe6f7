/* SPDX-License-Identifier: MIT */
/* Issue: schedulers choose warps, and a warp's instruction begins.
 *
 * A warp issues when its scheduler chooses it (warp_choice.c), its next instruction has all that it needs
 * (results.c) and units can take it (units.c).  Then it is known when the one behind may issue, except
 * for results from memory and for barriers: those who bring them about find out (results.c). */
#include "timing/model/multiprocessor.h"

/* What a warp waits behind an instruction whose scheduling bits are all 0 (envytools, Fermi CUDA ISA).  With
 * other bits than the known ones it does not: set C's SGEMM has 0x90 at each seventh instruction. */
#define UNSTATED_CLOCKS 32u

/* Time stands still until more of a warp is recorded. */
static void starve(struct hw_sm *sm, struct hw_sm_warp *w)
{
    w->starved = true;
    sm->starved++;
}

/* --- barriers --- */

/* Whether all have arrived; where a barrier counts those that run, the others have ended. */
static bool is_complete(const struct hw_sm_block *block, uint32_t number)
{
    const struct hw_block_trace *trace = block->trace;
    const struct hw_barrier_use *use = &trace->use[number];

    return use->arrived == use->expected && (use->released || trace->complete) &&
           use->ended <= trace->warp_count - block->warps_left;
}

/* Those that wait go on. */
static void release(struct hw_sm *sm, uint32_t slot, uint32_t use)
{
    const uint32_t first = slot * sm->warps_per_block;

    for (uint32_t i = first; i < first + sm->warps_per_block; i++) {
        struct hw_sm_warp *w = &sm->warp[i];
        if (!w->trace || !w->at_barrier || w->use != use)
            continue;
        w->at_barrier = false;
        w->earliest = sm->now + sm->chip->micro.latency_barrier;
        w->why = HW_STALL_BARRIER;
        if (w->left)
            hw_sm_find_ready(sm, i);
        else
            starve(sm, w);
    }
}

static void arrive(struct hw_sm *sm, struct hw_sm_warp *w, const struct hw_act *act)
{
    struct hw_sm_block *block = &sm->block[w->block];

    if (act->count >= block->trace->use_count) /* there was no memory for it */
        return;
    w->at_barrier = act->access;
    w->use = act->count;
    block->trace->use[act->count].arrived++;
    if (is_complete(block, act->count))
        release(sm, w->block, act->count);
}

/* Something else than an arrival may have completed a barrier of the block. */
static void look_at_barriers(struct hw_sm *sm, uint32_t slot)
{
    const uint32_t first = slot * sm->warps_per_block;

    for (uint32_t i = first; i < first + sm->warps_per_block; i++) {
        const struct hw_sm_warp *w = &sm->warp[i];
        if (w->trace && w->at_barrier && is_complete(&sm->block[slot], w->use))
            release(sm, slot, w->use);
    }
}

/* The acts of an instruction that is none of the memory unit's: barriers, and operands in shared memory.
 * Returns the clocks that its result comes later; *operand: how long shared memory takes its unit. */
static uint64_t other_acts(struct hw_sm *sm, struct hw_sm_warp *w, const struct hw_timed_insn *insn,
                           uint64_t *operand)
{
    struct hw_act act = {.more = w->left == 1 && w->acts};
    uint64_t more = 0;

    while (act.more) {
        act = hw_act_read(&w->trace->acts, &w->act);
        if (act.kind == HW_ACT_BARRIER)
            arrive(sm, w, &act);
        if (act.kind == HW_ACT_CLOCK) {
            w->trace->clock_at = sm->now;
            w->trace->clock = HW_CLOCK_ANSWERED;
        }
        if (act.kind == HW_ACT_SLEEP && sm->now + act.count > w->earliest) {
            w->earliest = sm->now + act.count;
            w->why = HW_STALL_SLEEPING;
        }
        if (act.kind == HW_ACT_SHARED) {
            more += (uint64_t)(act.count ? act.count - 1 : 0) * sm->chip->micro.shared_bank_cycles;
            *operand = (uint64_t)act.count * sm->chip->micro.shared_bank_cycles +
                       (insn->three_sources ? sm->chip->micro.shared_operand_cycles : 0);
            sm->counts.shared_passes += act.count;
        }
        if (act.kind == HW_ACT_CONSTANT)
            for (uint32_t i = 0; i < act.passes; i++)
                hw_line_read(&w->trace->acts, &w->act);
        if (act.kind == HW_ACT_LINES || act.kind == HW_ACT_TEXTURE)
            for (uint32_t i = 0; i < act.count; i++)
                hw_line_read(&w->trace->acts, &w->act);
    }
    return more;
}

/* --- a warp's instruction --- */

/* What a warp has waited for since its last instruction. */
static void note_wait(struct hw_sm *sm, struct hw_sm_warp *w, struct hw_insn_costs *cost, uint64_t ready)
{
    const uint64_t from = w->issued_at + 1;

    if (sm->timeline)
        hw_sm_timeline_note(sm, (uint32_t)(w - sm->warp), ready);
    cost->issues++;
    w->began = sm->now < w->began ? sm->now : w->began;
    if (ready > from)
        cost->stall[w->why] += ready - from;
    if (sm->now > hw_later(ready, from))
        cost->stall[w->pipe_busy ? HW_STALL_PIPE : HW_STALL_NOT_SELECTED] += sm->now - hw_later(ready, from);
    w->pipe_busy = false;
}

/* The lanes of a run are known together: each of its instructions gets an equal part of them. */
static void note_lanes(struct hw_sm *sm, struct hw_sm_warp *w)
{
    const uint32_t lanes = w->lanes == 32 * w->left ? 32 : w->lanes / w->left; /* mostly all of them */

    w->lanes -= lanes;
    hw_series_add(&sm->over_time.issues, sm->now, 1);
    hw_series_add(&sm->over_time.lanes, sm->now, lanes);
}

static void end_warp(struct hw_sm *sm, uint32_t warp, struct hw_block_trace **ended)
{
    struct hw_sm_warp *w = &sm->warp[warp];
    struct hw_sm_block *block = &sm->block[w->block];
    const uint32_t schedulers = sm->chip->micro.schedulers;

    hw_series_add_span(&sm->over_time.warps, w->began, w->issued_at + 1);
    sm->scheduler[warp % schedulers].ready_at[warp / schedulers] = HW_TIME_UNKNOWN;
    hw_sm_leave_collectors(&sm->scheduler[warp % schedulers], warp);
    for (uint32_t i = 0; i < sm->pending_count; i++)
        if (sm->pending[i].warp == warp)
            sm->pending[i].live = false;
    w->trace = NULL;
    if (--block->warps_left) {
        look_at_barriers(sm, w->block);
        return;
    }
    block->trace->next = *ended;
    *ended = block->trace;
    block->trace = NULL;
    block->free_at = sm->now + 1;
    sm->resident--;
}

/* Stall counts from 12 on mean what they say only where the warp yields.  Elsewhere the scheduler turns away
 * from the warp: that takes it so many tenths of a clock, and the warp waits so long; except for 12 what
 * operands hold up comes on top (CuAssembler's microbenchmarks of sm_50, RegBank, ReuseStall, with 16 and
 * with 2 warps). */
#define TURNING_STALL 12u
static const struct {
    uint8_t tenths, warp;
} turning[] = {{58, 16}, {23, 6}, {24, 8}, {25, 12}};

static bool turns_away(const struct hw_sm *sm, const struct hw_timed_insn *insn)
{
    return sm->chip->micro.active_warps && insn->sched.stall >= TURNING_STALL && !insn->sched.yield;
}

static uint32_t turn_away(struct hw_sm_scheduler *scheduler, const struct hw_timed_insn *insn, uint32_t held)
{
    const uint32_t tenths = scheduler->turn_rest + turning[insn->sched.stall - TURNING_STALL].tenths;

    scheduler->turn_rest = tenths % 10;
    return tenths / 10 + (insn->sched.stall > TURNING_STALL ? held : 0);
}

/* When the instruction behind this one may issue, whatever it needs. */
static void set_earliest(const struct hw_sm *sm, struct hw_sm_warp *w, const struct hw_timed_insn *insn,
                         bool jumped)
{
    const struct hw_microarchitecture *micro = &sm->chip->micro;
    uint64_t distance = sm->code->kind == HW_SCHED_NONE ? micro->issue_cycles : insn->sched.stall;

    w->why = HW_STALL_FIXED;
    w->aside = turns_away(sm, insn);
    if (w->aside)
        distance = turning[insn->sched.stall - TURNING_STALL].warp;
    if (insn->sched.unstated && insn->sched.other == 0)
        distance = UNSTATED_CLOCKS;
    if (!insn->pairs && distance == 0)
        distance = micro->issue_cycles;
    if (jumped && distance < micro->branch_cycles) {
        distance = micro->branch_cycles;
        w->why = HW_STALL_BRANCH;
    }
    w->earliest = sm->now + distance;
}

/* Bring a warp to its next run, behind `insn`; false: it has ended, or is starved. */
static bool go_on(struct hw_sm *sm, uint32_t warp, const struct hw_timed_insn *insn,
                  struct hw_block_trace **ended)
{
    struct hw_sm_warp *w = &sm->warp[warp];
    const uint32_t schedulers = sm->chip->micro.schedulers;

    if (hw_sm_next_run(w)) {
        if (w->place != insn->next && insn->jumps && !w->at_barrier)
            set_earliest(sm, w, insn, true);
        if (sm->code->insn[w->place].line != insn->line)
            hw_sm_fetch(sm, w);
        hw_sm_find_ready(sm, warp);
        return true;
    }
    if (w->trace->ended) {
        end_warp(sm, warp, ended);
        return false;
    }
    w->place = (uint32_t)(insn - sm->code->insn);
    sm->scheduler[warp % schedulers].ready_at[warp / schedulers] = HW_TIME_UNKNOWN;
    if (!w->at_barrier && !w->trace->held) /* there it has nothing to do, and others may wait for the clock */
        starve(sm, w);
    return false;
}

/* Let starved warps go on as far as more is recorded of them. */
static void feed(struct hw_sm *sm, struct hw_block_trace **ended)
{
    for (uint32_t i = 0; i < HW_WARPS_MAX && sm->starved; i++) {
        struct hw_sm_warp *w = &sm->warp[i];
        if (!w->trace || !w->starved)
            continue;
        w->starved = false;
        sm->starved--;
        go_on(sm, i, &sm->code->insn[w->place], ended);
    }
}

/* Lanes of a warp that wait at a barrier have nothing to do until it lets them go, or others of the warp go
 * on. */
static void look_at_block(struct hw_sm *sm, uint32_t slot)
{
    const uint32_t first = slot * sm->warps_per_block;

    look_at_barriers(sm, slot);
    for (uint32_t i = first; i < first + sm->warps_per_block; i++) {
        struct hw_sm_warp *w = &sm->warp[i];
        if (!w->trace || w->starved || w->left)
            continue;
        w->at_barrier = w->at_barrier && hw_act_still_waits(&w->trace->acts, w->act);
        if (!w->at_barrier)
            starve(sm, w);
    }
}

void hw_sm_look_again(struct hw_sm *sm, uint64_t now)
{
    if (!sm->resident)
        return;
    sm->now = hw_later(sm->now, now);
    for (uint32_t slot = 0; slot < sm->block_slots; slot++)
        if (sm->block[slot].trace)
            look_at_block(sm, slot);
}

/* Issue the next instruction of a warp; false: it was its last. */
static bool issue(struct hw_sm *sm, uint32_t number, uint32_t warp, uint64_t ready,
                  struct hw_block_trace **ended)
{
    struct hw_sm_warp *w = &sm->warp[warp];
    const struct hw_timed_insn *insn = &sm->code->insn[w->place];
    const bool queued = hw_timed_has_queue(insn);

    note_wait(sm, w, &sm->cost[w->place], ready);
    sm->counts.issued++;
    sm->counts.work[insn->work]++;
    note_lanes(sm, w);
    w->issued_at = sm->now;
    set_earliest(sm, w, insn, false);
    if (queued) {
        hw_sm_access(sm, warp, insn);
    } else {
        uint64_t operand = 0;
        const uint64_t more = other_acts(sm, w, insn, &operand);
        hw_sm_use_units(sm, number, insn, operand);
        hw_sm_result(sm, warp, insn, sm->now + insn->latency + more, HW_STALL_EXECUTION);
    }
    if (--w->left != 0) {
        w->place = insn->next;
        if (sm->code->insn[w->place].line != insn->line)
            hw_sm_fetch(sm, w);
        hw_sm_find_ready(sm, warp);
        return true;
    }
    return go_on(sm, warp, insn, ended);
}

/* --- schedulers --- */

/* The warp's instruction came too early; it will be tried again. */
static void issue_in_vain(struct hw_sm *sm, struct hw_sm_scheduler *scheduler, uint32_t at)
{
    const uint32_t again = sm->chip->micro.replay_cycles;

    sm->counts.reissued++;
    scheduler->issues++;
    scheduler->ready_at[at] = sm->now + again;
    hw_sm_put_last(scheduler, at);
    scheduler->next = sm->now + sm->chip->micro.issue_cycles;
}

static void schedule(struct hw_sm *sm, uint32_t number, struct hw_block_trace **ended)
{
    struct hw_sm_scheduler *scheduler = &sm->scheduler[number];
    const uint32_t schedulers = sm->chip->micro.schedulers;
    uint64_t wake;
    const uint32_t at = hw_sm_choose(sm, number, &wake);

    if (at == scheduler->count) {
        scheduler->next = wake;
        return;
    }
    const uint32_t warp = at * schedulers + number;
    if (sm->warp[warp].met > sm->now) {
        issue_in_vain(sm, scheduler, at);
        return;
    }
    const struct hw_timed_insn *insn = &sm->code->insn[sm->warp[warp].place];
    uint32_t held = hw_sm_use_banks(sm, scheduler, warp);
    bool goes_on = issue(sm, number, warp, scheduler->ready_at[at], ended);
    if (goes_on && insn->pairs && scheduler->ready_at[at] <= sm->now && sm->warp[warp].met <= sm->now) {
        const struct hw_timed_insn *second = &sm->code->insn[sm->warp[warp].place];
        if (!second->alone &&
            (!sm->chip->micro.own_units || hw_sm_units_free(sm, number, second) <= sm->now)) {
            sm->counts.pairs++;
            held = (uint32_t)hw_later(held, hw_sm_use_banks(sm, scheduler, warp));
            issue(sm, number, warp, sm->now, ended);
        }
    }
    scheduler->issues++;
    hw_sm_reorder(sm, scheduler, at, !insn->sched.yield);
    if (held)
        hw_sm_hold(sm, number, held);
    scheduler->next = sm->now + held + sm->chip->micro.issue_cycles;
    if (turns_away(sm, insn)) {
        scheduler->next = hw_later(scheduler->next, sm->now + turn_away(scheduler, insn, held));
        hw_sm_leave_collectors(scheduler, warp);
    }
}

/* Schedulers that share units take turns at being the first, else the last one's warps fall behind. */
static void issue_all(struct hw_sm *sm, struct hw_block_trace **ended)
{
    const uint32_t schedulers = sm->chip->micro.schedulers;
    const uint32_t first = sm->chip->micro.own_units ? 0 : (uint32_t)(sm->now % schedulers);

    for (uint32_t i = 0; i < schedulers; i++) {
        const uint32_t s = (first + i) % schedulers;
        if (sm->scheduler[s].next <= sm->now)
            schedule(sm, s, ended);
    }
}

void hw_sm_advance(struct hw_sm *sm, uint64_t until, struct hw_block_trace **ended)
{
    uint64_t next;

    if (sm->starved)
        feed(sm, ended);
    while (!sm->starved && (next = hw_sm_next(sm)) < until) {
        sm->now = hw_later(next, sm->now);
        issue_all(sm, ended);
        sm->counts.last_clock = sm->now;
        if (sm->starved) /* of those that a barrier has let go more may be recorded */
            feed(sm, ended);
    }
}
