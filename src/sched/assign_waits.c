/* SPDX-License-Identifier: MIT */
/* Schedule computation inserts waits and stall counts so that code is safe on all paths; it does not reorder
 * instructions.  Scoreboards are allocated first.  Where there are only counts, instructions that may issue
 * together begin with none.
 *
 * Waits and stall counts start at each instruction's least possible value and only grow, each time by what
 * the instruction lacks.  So the result is safe, and no instruction waits for a result that is not pending on
 * some path. */
#include "sched/sched_insn.h"

#include <string.h>

#define ROUNDS      10 /* compiled code needs two or three */
#define STALL_YIELD 12 /* such counts need the yield hint (maxas); without it they last otherwise */

struct scheduler {
    struct hw_cfg flow;
    bool changed, separate; /* separate: blocks were scheduled so */
};

/* ---------------------------------------------------------------- needs */

/* A word that is no valid instruction keeps its own scheduling, where that lies in the word. */
static bool is_settled(const struct scheduler *s, const struct hw_sched_insn *step)
{
    return step->fixed && s->flow.kind == HW_SCHED_SCOREBOARDS;
}

static void add_stall(struct scheduler *s, struct hw_sched_insn *step, unsigned cycles)
{
    unsigned stall = step->sched.stall + cycles, most = HW_STALL_MAX(s->flow.kind);
    if (is_settled(s, step))
        return;
    s->changed |= cycles > 0;
    step->sched.stall = (uint8_t)(stall > most ? most : stall);
}

static void add_wait(struct scheduler *s, struct hw_sched_insn *step, unsigned mask)
{
    mask &= (1u << HW_SCOREBOARD_COUNT) - 1;
    if (is_settled(s, step))
        return;
    s->changed |= (mask & ~(unsigned)step->sched.wait) != 0;
    step->sched.wait |= (uint8_t)mask;
}

/* All scoreboards with something in flight. */
static void need_everything(const struct hw_in_flight *pending, struct hw_hazard_need *need)
{
    *need = (struct hw_hazard_need){.delay = (uint8_t)hw_in_flight_longest(pending)};
    for (unsigned i = 0; i < HW_ONGOING_COUNT; i++)
        HW_EACH_RESOURCE(r, &pending->access[i].busy)
            need->wait |= (uint8_t)hw_sets_cover(hw_accesses_pending(&pending->access[i], r, 0));
}

static void need_of(const struct hw_in_flight *pending, const struct hw_sched_insn *step,
                    struct hw_hazard_need *need)
{
    if (step->settles)
        need_everything(pending, need);
    else
        hw_in_flight_need(pending, step, step->sched.wait, need);
}

/* ---------------------------------------------------------------- paths */

/* What a block needs at its beginning is the stall of the last instruction before it. */
static void delay_for(struct scheduler *s, struct hw_sched_insn *last, struct hw_in_flight *pending,
                      uint32_t next)
{
    struct hw_hazard_need need;
    if (next == HW_NOWHERE)
        return;
    need_of(pending, &s->flow.step[s->flow.block[next].first], &need);
    if (!need.delay)
        return;
    add_stall(s, last, need.delay);
    hw_in_flight_advance(pending, need.delay);
}

/* At a merge point less is certain than on each path.  What an instruction there needs beyond that, the
 * predecessors must provide at their exits. */
static void delay_before(struct scheduler *s, uint32_t number, unsigned cycles)
{
    for (uint32_t i = 0; cycles && i < s->flow.block_count; i++) {
        const struct hw_basic_block *block = &s->flow.block[i];
        if (block->next == number || block->jump == number)
            add_stall(s, &s->flow.step[block->first + block->count - 1], cycles);
    }
}

static void schedule_block(void *context, uint32_t number, struct hw_in_flight *pending)
{
    struct scheduler *s = context;
    const struct hw_basic_block *block = &s->flow.block[number];
    struct hw_sched_insn *step = &s->flow.step[block->first], *last = step + block->count - 1;
    for (uint32_t i = 0; i < block->count; i++, step++) {
        struct hw_hazard_need need;
        need_of(pending, step, &need);
        if (i)
            add_stall(s, step - 1, need.delay);
        else
            delay_before(s, number, need.delay);
        hw_in_flight_advance(pending, need.delay);
        add_wait(s, step, need.wait);
        if (s->flow.kind == HW_SCHED_COUNTS && i && !step->sched.stall && !step[-1].sched.stall)
            add_stall(s, step, 1); /* three cannot issue together */
        hw_in_flight_issue(pending, step);
    }
    if (last->leaves_function) {
        memset(pending, 0, sizeof(*pending));
    } else if (block->pool) {
        unsigned most = hw_in_flight_longest(pending);
        add_stall(s, last, most);
        hw_in_flight_advance(pending, most);
    } else {
        delay_for(s, last, pending, block->next);
        delay_for(s, last, pending, block->jump);
    }
}

/* ---------------------------------------------------------------- the whole */

/* What compilers give to a wait for textures, and how long it lasts at least (hw_in_flight_issue). */
#define TEXTURE_BARRIER        0xc2
#define TEXTURE_BARRIER_CYCLES 21

static void begin_insn(struct hw_sched_insn *step)
{
    step->sched.stall = step->unstated ? HW_UNSTATED_STALL : step->least;
    if (step->waits_textures)
        step->sched.stall = TEXTURE_BARRIER_CYCLES;
    else if (step->pairs)
        step->sched.stall = 0;
    step->sched.unstated = false;
    step->sched.other = 0;
    step->sched.wait = 0;
    step->releases = 0;
}

/* What compilers leave unstated: the endless jump at the end of code, the NOPs that fill the group behind it,
 * and on GK104 joins.  Waits for textures have bits of their own; one that must last longer has a count as
 * any other. */
static void finish_counts(struct hw_cfg *flow)
{
    bool over = false;
    for (uint32_t i = 0; i < flow->count; i++) {
        struct hw_sched_insn *step = &flow->step[i];
        over = hw_jumps_to_itself(flow, i) || (over && step->padding);
        if (over || step->unstated)
            step->sched = (struct hw_sched){.unstated = true};
        else if (step->waits_textures && step->sched.stall == TEXTURE_BARRIER_CYCLES)
            step->sched = hw_sched_unpack(flow->kind, TEXTURE_BARRIER);
    }
}

/* Yield hints (`strict`: counts from 12 on have them always, and reuse bits are something else beside them);
 * and what NVIDIA's compilers write at the end of code: an endless jump, and NOPs that fill the group and are
 * never reached. */
static void finish_scoreboards(struct hw_cfg *flow, bool strict)
{
    bool over = false;
    for (uint32_t i = 0; i < flow->count; i++) {
        struct hw_sched *sched = &flow->step[i].sched;
        sched->yield =
            sched->stall >= STALL_YIELD &&
            (strict || (!hw_sched_insn_ends_block(&flow->step[i]) && !hw_sched_insn_pushes(&flow->step[i])));
        if (over && flow->step[i].padding) {
            sched->stall = 0;
            sched->yield = 1;
            continue;
        }
        over = hw_jumps_to_itself(flow, i);
        if (over)
            sched->stall = (uint8_t)HW_STALL_MAX(flow->kind);
        if (over && strict)
            sched->yield = 1;
        if (strict && sched->yield)
            sched->reuse = 0;
    }
}

static void store(const struct hw_cfg *flow, const struct hw_target *target, uint8_t *code)
{
    for (uint32_t i = 0; i < flow->count; i++)
        if (!flow->step[i].fixed)
            hw_code_set_control(target, code, flow->step[i].offset,
                                hw_sched_pack(flow->kind, &flow->step[i].sched));
}

/* The fallback if the dataflow analysis does not converge (it does for all compilers' code): each block
 * begins with nothing in flight. */
static void schedule_blocks_separately(struct scheduler *s)
{
    for (uint32_t i = 0; i < s->flow.block_count; i++) {
        const struct hw_basic_block *block = &s->flow.block[i];
        struct hw_in_flight pending;
        memset(&pending, 0, sizeof(pending));
        add_wait(s, &s->flow.step[block->first], (1u << HW_SCOREBOARD_COUNT) - 1);
        schedule_block(s, i, &pending);
        add_stall(s, &s->flow.step[block->first + block->count - 1], HW_STALL_MAX(s->flow.kind));
    }
}

/* The fixed point: waits and stall counts grow until no path needs more. */
static hw_status schedule_all(struct scheduler *s)
{
    hw_status status = HW_OK;
    for (unsigned round = 0; status == HW_OK && s->changed; round++) {
        s->changed = false;
        status = round < ROUNDS ? hw_in_flight_solve(&s->flow, schedule_block, NULL, s) : HW_ERR_LIMIT;
    }
    if (status != HW_ERR_LIMIT)
        return status;
    s->separate = true;
    schedule_blocks_separately(s);
    return HW_OK;
}

/* --- what no waits mend --- */

static bool is_beyond_waits(const struct hw_sched_insn *step)
{
    return step->fixed || step->group & HW_GROUP_PRODUCT;
}

/* The analysis takes about as long as the scheduling, so only code that can have such hazards is checked. */
static hw_status report_rest(const struct scheduler *s, hw_hazard_fn *report, void *context)
{
    hw_status status = HW_OK;
    uint32_t i = 0;

    if (s->flow.kind != HW_SCHED_SCOREBOARDS)
        return HW_OK;
    hw_kept_registers_check(&s->flow, report, context);
    while (i < s->flow.count && !is_beyond_waits(&s->flow.step[i]))
        i++;
    if (i < s->flow.count && !s->separate)
        status = hw_hazards_report(&s->flow, report, context);
    return status == HW_ERR_LIMIT ? HW_OK : status;
}

hw_status hw_schedule(const struct hw_target *target, void *code, size_t length, struct hw_error *error)
{
    return hw_schedule_and_report(target, code, length, NULL, NULL, error);
}

hw_status hw_schedule_and_report(const struct hw_target *target, void *code, size_t length,
                                 hw_hazard_fn *report, void *context, struct hw_error *error)
{
    struct scheduler s = {.changed = true};
    if (hw_sched_kind(target) == HW_SCHED_NONE)
        return HW_OK;
    hw_status status = hw_cfg_decode(target, code, length, &s.flow);
    if (status == HW_OK)
        status = hw_cfg_connect(&s.flow);
    if (status == HW_OK && s.flow.kind == HW_SCHED_COUNTS)
        hw_pairs_mark(target, code, length, &s.flow);
    const bool strict = !hw_target_group(target);
    for (uint32_t i = 0; i < s.flow.count; i++) {
        if (strict && s.flow.step[i].sched.yield)
            s.flow.step[i].sched.reuse = 0;
        if (!is_settled(&s, &s.flow.step[i]))
            begin_insn(&s.flow.step[i]);
    }
    if (status == HW_OK)
        status = hw_scoreboards_assign(&s.flow);
    if (status == HW_OK)
        status = schedule_all(&s);
    if (status == HW_OK) {
        if (s.flow.kind == HW_SCHED_COUNTS)
            finish_counts(&s.flow);
        else
            finish_scoreboards(&s.flow, strict);
        store(&s.flow, target, code);
    }
    if (status == HW_OK && report)
        status = report_rest(&s, report, context);
    hw_cfg_free(&s.flow);
    return status == HW_OK ? HW_OK : hw_fail(error, status, "sched", "out of memory");
}
