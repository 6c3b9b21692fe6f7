/* SPDX-License-Identifier: MIT */
/* The scoreboard state at a point of the code is the set of results in flight there; a hazard is a result
 * that an instruction there must wait for.
 *
 * Results of fixed latency become ready after a number of cycles, which only stall counts cover.  Other
 * results, and sources that are read late, are tied to scoreboards: the state knows for each register which
 * ones. Instructions of one order finish one after the other, so the scoreboard of a later one covers the
 * earlier ones too.  Instructions under @P0 never wait for instructions under @!P0. */
#include "sched/sched_insn.h"

#include <string.h>

static bool is_uniform(unsigned resource)
{
    return resource >= HW_READY_UREG && resource < HW_READY_UPRED;
}

static bool is_register(unsigned resource)
{
    return resource < HW_READY_PRED || is_uniform(resource);
}

unsigned hw_timing_latency(const struct hw_timing *timing, unsigned resource, unsigned port)
{
    if (resource == HW_READY_COND)
        return timing->cond;
    if (is_register(resource))
        return timing->reg_to[port] ? timing->reg_to[port] : timing->reg;
    return timing->pred_to[port] ? timing->pred_to[port] : timing->pred;
}

/* How the instruction reads it. */
static unsigned port_of(const struct hw_sched_insn *step, unsigned resource)
{
    if (resource == hw_guard_resource(step->guard))
        return HW_PORT_GUARD;
    if (resource == step->high_read)
        return HW_PORT_HIGH;
    return resource == step->low_read ? (unsigned)HW_PORT_FMA : step->timing->port;
}

static const struct hw_timing *result_timing(const struct hw_sched_insn *step, unsigned resource)
{
    return resource == step->low_written ? step->low_timing : step->timing;
}

static unsigned scoreboard(unsigned number)
{
    return number < HW_SCOREBOARD_COUNT ? 1u << number : 0;
}

/* ---------------------------------------------------------------- needs */

static bool is_separate(const struct hw_accesses *accesses, unsigned resource,
                        const struct hw_sched_insn *step)
{
    return accesses->guard[resource] && step->guard == (accesses->guard[resource] ^ 1);
}

static void need_delay(struct hw_hazard_need *need, unsigned ready, unsigned covered, unsigned resource,
                       enum hw_hazard_kind kind)
{
    unsigned cycles = ready > covered ? ready - covered : 0;
    if (cycles <= need->delay)
        return;
    need->delay = (uint8_t)cycles;
    need->delay_resource = (uint16_t)resource;
    need->delay_kind = (uint8_t)kind;
}

static void need_wait(struct hw_hazard_need *need, const struct hw_accesses *accesses, unsigned waited,
                      unsigned resource, enum hw_hazard_kind kind)
{
    unsigned pending = accesses->pending[resource] & ~waited;
    if (!pending || (accesses->any[resource] & waited))
        return;
    if (!need->wait) {
        need->wait_resource = (uint16_t)resource;
        need->wait_kind = (uint8_t)kind;
    }
    if (accesses->any[resource]) /* one is enough */
        pending = accesses->any[resource] & (0u - accesses->any[resource]);
    need->wait |= (uint8_t)pending;
}

static void need_sources(const struct hw_in_flight *p, const struct hw_sched_insn *step, unsigned waited,
                         struct hw_hazard_need *need)
{
    const struct hw_resources *reads = &step->reads;
    const struct hw_accesses *writers = &p->access[HW_ONGOING_WRITES];
    HW_EACH_RESOURCE(r, reads) {
        if (is_separate(writers, r, step))
            continue;
        const unsigned lag = r < HW_READY_PRED ? step->timing->lag : 0;
        need_delay(need, p->ready[r][port_of(step, r)], lag, r, HW_HAZARD_READ);
        need_wait(need, writers, waited, r, HW_HAZARD_READ);
        if (p->timed[r] > lag)
            need_wait(need, &p->access[HW_ONGOING_TIMED], waited, r, HW_HAZARD_READ);
    }
}

/* Cycles until a result may be overwritten (write after write): the later one must arrive later, at whichever
 * port reads; one of varying latency does. */
static unsigned until_overwritten(const uint8_t *ready, const struct hw_sched_insn *step, unsigned resource)
{
    unsigned most = 0;
    if (step->late_rewrites && resource < HW_READY_UREG)
        return ready[step->timing->port];
    for (unsigned port = 0; port < HW_PORT_COUNT; port++) {
        const unsigned latency = hw_timing_latency(result_timing(step, resource), resource, port);
        const unsigned cycles = latency && latency < ready[port] ? ready[port] - latency : 0;
        most = most > cycles ? most : cycles;
    }
    return most;
}

/* A result may be overwritten if the later one arrives later (write after write); a source may if it is read
 * first (write after read). */
static void need_hazards(const struct hw_in_flight *p, const struct hw_sched_insn *step, unsigned waited,
                         struct hw_hazard_need *need)
{
    const struct hw_resources *writes = &step->writes;
    const struct hw_accesses *writers = &p->access[HW_ONGOING_WRITES];
    HW_EACH_RESOURCE(r, writes) {
        const unsigned order = step->timing->order;
        if (!is_separate(writers, r, step)) {
            need_delay(need, until_overwritten(p->ready[r], step, r), 0, r, HW_HAZARD_WRITE);
            if (!order || writers->order[r] != order)
                need_wait(need, writers, waited, r, HW_HAZARD_WRITE);
            if (p->timed[r])
                need_wait(need, &p->access[HW_ONGOING_TIMED], waited, r, HW_HAZARD_WRITE);
        }
        for (unsigned i = 0; i < HW_ORDER_COUNT; i++)
            if (!is_separate(&p->access[HW_ONGOING_READS + i], r, step) && (!order || i != order))
                need_wait(need, &p->access[HW_ONGOING_READS + i], waited, r, HW_HAZARD_SOURCE);
        if (r < HW_READY_PRED)
            need_delay(need, p->held[HW_HOLDER_MEMORY][r], 0, r, HW_HAZARD_SOURCE);
        if (r < HW_READY_PRED && order != HW_ORDER_TEXTURE)
            need_delay(need, p->held[HW_HOLDER_TEXTURE][r], 0, r, HW_HAZARD_SOURCE);
        const unsigned latency = hw_timing_latency(step->timing, r, HW_PORT_UNIFORM);
        if (is_uniform(r) && latency)
            need_delay(need, p->held_uniform[r - HW_READY_UREG], latency, r, HW_HAZARD_SOURCE);
    }
}

/* A scoreboard counts from the cycle after the one in which it is taken. */
static void need_scoreboards(const struct hw_in_flight *p, unsigned waited, struct hw_hazard_need *need)
{
    for (unsigned b = 0; b < HW_SCOREBOARD_COUNT; b++)
        if (waited >> b & 1)
            need_delay(need, p->taken[b], 0, HW_READY_BARRIER + b, HW_HAZARD_BARRIER);
}

void hw_in_flight_need(const struct hw_in_flight *pending, const struct hw_sched_insn *step, unsigned wait,
                       struct hw_hazard_need *need)
{
    *need = (struct hw_hazard_need){.delay = 0};
    need_sources(pending, step, wait, need);
    need_hazards(pending, step, wait, need);
    hw_warpgroup_need(pending, step, need);
    need_scoreboards(pending, wait | need->wait, need);
}

/* ---------------------------------------------------------------- changes */

static void release(struct hw_accesses *accesses, const struct hw_resources *used, unsigned mask)
{
    HW_EACH_RESOURCE(r, used) {
        uint8_t rest = accesses->any[r] & mask ? 0 : (uint8_t)(accesses->pending[r] & ~mask);
        accesses->pending[r] = rest;
        accesses->any[r] = rest ? accesses->any[r] : 0;
    }
}

void hw_in_flight_release(struct hw_in_flight *pending, unsigned mask)
{
    if (!mask)
        return;
    for (unsigned i = 0; i < HW_ONGOING_COUNT; i++)
        release(&pending->access[i], &pending->used, mask);
}

static void advance(uint8_t *left, unsigned cycles)
{
    *left = *left > cycles ? (uint8_t)(*left - cycles) : 0;
}

void hw_in_flight_advance(struct hw_in_flight *pending, unsigned cycles)
{
    for (unsigned b = 0; b < HW_SCOREBOARD_COUNT; b++)
        advance(&pending->taken[b], cycles);
    HW_EACH_RESOURCE(r, &pending->used) {
        for (unsigned port = 0; port < HW_PORT_COUNT; port++)
            advance(&pending->ready[r][port], cycles);
        advance(&pending->timed[r], cycles);
        if (!pending->timed[r])
            pending->access[HW_ONGOING_TIMED].pending[r] = 0;
        for (unsigned i = 0; i < HW_HOLDER_COUNT && r < HW_READY_PRED; i++)
            advance(&pending->held[i][r], cycles);
        if (is_uniform(r))
            advance(&pending->held_uniform[r - HW_READY_UREG], cycles);
    }
}

static unsigned longer(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

unsigned hw_in_flight_longest(const struct hw_in_flight *pending)
{
    unsigned most = 0;
    for (unsigned b = 0; b < HW_SCOREBOARD_COUNT; b++)
        most = longer(most, pending->taken[b]);
    HW_EACH_RESOURCE(r, &pending->used) {
        for (unsigned port = 0; port < HW_PORT_COUNT; port++)
            most = longer(most, pending->ready[r][port]);
        for (unsigned i = 0; i < HW_HOLDER_COUNT && r < HW_READY_PRED; i++)
            most = longer(most, pending->held[i][r]);
        if (is_uniform(r))
            most = longer(most, pending->held_uniform[r - HW_READY_UREG]);
    }
    return most;
}

/* `board` will be released after everything of this completion order that is in flight now. */
static void adopt(struct hw_accesses *accesses, const struct hw_resources *used, unsigned order,
                  unsigned board)
{
    if (!order || !board)
        return;
    HW_EACH_RESOURCE(r, used)
        if (accesses->pending[r] && accesses->order[r] == order)
            accesses->any[r] |= (uint8_t)board;
}

static void issue_sources(struct hw_accesses *reads, const struct hw_sched_insn *step)
{
    unsigned read = scoreboard(step->sched.read), write = scoreboard(step->sched.write);
    unsigned own = read ? read : write ? write : HW_PENDING_UNGUARDED;
    HW_EACH_RESOURCE(r, &step->late_reads) {
        if (r == HW_READY_VIEW && !read) /* compilers differ on whether MEMBAR needs one */
            continue;
        bool first = !reads->pending[r];
        reads->any[r] = (uint8_t)((first ? UINT8_MAX : reads->any[r]) & (read | write));
        reads->order[r] = first || reads->order[r] == step->timing->order ? step->timing->order : 0;
        reads->guard[r] = first || reads->guard[r] == step->guard ? step->guard : 0;
        reads->pending[r] |= (uint8_t)own;
    }
}

static void hold_sources(struct hw_in_flight *p, const struct hw_sched_insn *step)
{
    uint8_t *held = p->held[step->timing->order == HW_ORDER_TEXTURE ? HW_HOLDER_TEXTURE : HW_HOLDER_MEMORY];
    for (unsigned r = hw_resources_next(&step->reads, 0); r < HW_READY_PRED;
         r = hw_resources_next(&step->reads, r + 1))
        held[r] = held[r] > step->timing->held ? held[r] : step->timing->held;
    for (unsigned r = hw_resources_next(&step->reads, HW_READY_UREG); r < HW_READY_UPRED;
         r = hw_resources_next(&step->reads, r + 1)) {
        uint8_t *left = &p->held_uniform[r - HW_READY_UREG];
        *left = *left > step->timing->held_uniform ? *left : step->timing->held_uniform;
    }
}

/* A predicate changes: accesses guarded by its old value can no longer be distinguished. */
static void forget_guard(struct hw_accesses *accesses, const struct hw_resources *used, unsigned predicate)
{
    HW_EACH_RESOURCE(r, used)
        if (hw_guard_resource(accesses->guard[r]) == predicate)
            accesses->guard[r] = 0;
}

/* Records an access to a register: the scoreboards that announce its completion, if any. */
static void put_writer(struct hw_accesses *accesses, unsigned resource, const struct hw_sched_insn *step,
                       unsigned pending, unsigned any)
{
    accesses->pending[resource] = (uint8_t)pending;
    accesses->any[resource] = (uint8_t)any;
    accesses->order[resource] = step->timing->order;
    accesses->guard[resource] = step->guard;
}

static bool is_predicate(unsigned resource)
{
    return (resource >= HW_READY_PRED && resource < HW_READY_COND) ||
           (resource >= HW_READY_UPRED && resource < HW_READY_VIEW);
}

/* The scoreboard that is released when the result is there.  Whether an atomic instruction without another
 * result has succeeded is known when its sources have been read. */
static unsigned announces_result(const struct hw_sched_insn *step, unsigned resource)
{
    const unsigned write = scoreboard(step->sched.write);
    return write || !is_predicate(resource) ? write : scoreboard(step->sched.read);
}

static void issue_results(struct hw_in_flight *p, const struct hw_sched_insn *step)
{
    const struct hw_resources *set = &step->writes;
    HW_EACH_RESOURCE(r, set) {
        const unsigned board = announces_result(step, r);
        const bool varies = !hw_timing_latency(step->timing, r, HW_PORT_OTHER), timed = !varies && board;
        p->timed[r] = 0;
        for (unsigned port = 0; port < HW_PORT_COUNT; port++) {
            const unsigned latency = hw_timing_latency(result_timing(step, r), r, port);
            p->ready[r][port] = (uint8_t)(timed ? 0 : latency);
            p->timed[r] = (uint8_t)longer(p->timed[r], timed ? latency : 0);
        }
        put_writer(&p->access[HW_ONGOING_WRITES], r, step, varies ? board ? board : HW_PENDING_UNGUARDED : 0,
                   varies ? board : 0);
        put_writer(&p->access[HW_ONGOING_TIMED], r, step, timed ? board : 0, timed ? board : 0);
        for (unsigned i = 0; i < HW_ONGOING_COUNT && is_predicate(r); i++)
            forget_guard(&p->access[i], &p->used, r);
    }
}

static void take_scoreboard(struct hw_in_flight *p, unsigned number)
{
    if (number < HW_SCOREBOARD_COUNT)
        p->taken[number] = 2;
}

/* How long the warp waits behind an instruction.  Waits for textures have a scale of their own: compiled code
 * counts on 6 cycles of 0x92 and 11 of 0xa2, and the others (0xb2, 0xc2) are taken to go on in that step. */
unsigned hw_sched_insn_cycles(const struct hw_sched_insn *step)
{
    if (step->sched.other & HW_COUNT_TEXTURES)
        return 1 + 5 * (hw_sched_pack(HW_SCHED_COUNTS, &step->sched) >> 4 & 7);
    if (step->rests && !step->sched.stall)
        return HW_RESTING_STALL;
    return step->sched.unstated ? HW_UNSTATED_STALL : step->sched.stall;
}

void hw_in_flight_issue(struct hw_in_flight *pending, const struct hw_sched_insn *step)
{
    unsigned read = scoreboard(step->sched.read), write = scoreboard(step->sched.write),
             order = step->timing->order;
    hw_in_flight_release(pending, step->sched.wait | step->releases);
    struct hw_accesses *reads = &pending->access[HW_ONGOING_READS + order];
    adopt(&pending->access[HW_ONGOING_WRITES], &pending->used, order, write);
    adopt(reads, &pending->used, order, read | write);
    if (step->drains) /* it comes behind all accesses to memory before it: their sources have been read */
        memset(&pending->access[HW_ONGOING_READS + HW_ORDER_MEMORY], 0, sizeof(*reads));
    hw_resources_join(&pending->used, &step->reads);
    hw_resources_join(&pending->used, &step->writes);
    issue_sources(reads, step);
    hold_sources(pending, step);
    if (!(step->group & HW_GROUP_PRODUCT))
        issue_results(pending, step);
    hw_warpgroup_issue(pending, step);
    take_scoreboard(pending, step->sched.read);
    take_scoreboard(pending, step->sched.write);
    hw_in_flight_advance(pending, hw_sched_insn_cycles(step));
}

/* ---------------------------------------------------------------- merge at a join of paths */

/* The merge of two paths: what is in flight on either (union), and of what helps only what helps on both
 * (intersection).  `idle` and `comes_idle`: no result of fixed latency is in flight. */
static unsigned join(struct hw_accesses *into, const struct hw_accesses *from, unsigned r, bool idle,
                     bool comes_idle)
{
    uint8_t pending = into->pending[r] | from->pending[r], any = into->any[r] & from->any[r];
    uint8_t order = into->order[r] == from->order[r] ? into->order[r] : 0;
    uint8_t guard = into->guard[r] == from->guard[r] ? into->guard[r] : 0;
    if (!into->pending[r] || !from->pending[r]) {
        const struct hw_accesses *only = from->pending[r] ? from : into;
        any = only->any[r];
        order = only->order[r];
    }
    if (!from->pending[r] && comes_idle)
        guard = into->guard[r];
    else if (!into->pending[r] && idle)
        guard = from->guard[r];
    unsigned changed = (pending ^ into->pending[r]) | (any ^ into->any[r]) | (order ^ into->order[r]) |
                       (guard ^ into->guard[r]);
    into->pending[r] = pending;
    into->any[r] = any;
    into->order[r] = order;
    into->guard[r] = guard;
    return changed;
}

static unsigned merge_longer(uint8_t *into, uint8_t from)
{
    if (from <= *into)
        return 0;
    *into = from;
    return 1;
}

/* A result of fixed latency is in flight. */
static bool is_coming(const struct hw_in_flight *pending, unsigned resource)
{
    unsigned most = 0;
    for (unsigned port = 0; port < HW_PORT_COUNT; port++)
        most |= pending->ready[resource][port];
    return most != 0;
}

bool hw_in_flight_merge(struct hw_in_flight *into, const struct hw_in_flight *from)
{
    unsigned changed = 0;
    hw_resources_join(&into->used, &from->used);
    changed |= hw_warpgroup_merge(into, from);
    HW_EACH_RESOURCE(r, &into->used) {
        for (unsigned i = 0; i < HW_ONGOING_COUNT; i++)
            changed |= join(&into->access[i], &from->access[i], r, i || !is_coming(into, r),
                            i || !is_coming(from, r));
        for (unsigned port = 0; port < HW_PORT_COUNT; port++)
            changed |= merge_longer(&into->ready[r][port], from->ready[r][port]);
        changed |= merge_longer(&into->timed[r], from->timed[r]);
        for (unsigned i = 0; i < HW_HOLDER_COUNT && r < HW_READY_PRED; i++)
            changed |= merge_longer(&into->held[i][r], from->held[i][r]);
        if (is_uniform(r))
            changed |=
                merge_longer(&into->held_uniform[r - HW_READY_UREG], from->held_uniform[r - HW_READY_UREG]);
    }
    for (unsigned b = 0; b < HW_SCOREBOARD_COUNT; b++)
        changed |= merge_longer(&into->taken[b], from->taken[b]);
    return changed != 0;
}
