/* SPDX-License-Identifier: MIT */
/* An instruction that issues changes the scoreboard state: its results and the sources that it reads late are
 * in flight from then on, and what it waits for is not.
 *
 * Where results come in the order of issue (hw_timing.finish), the scoreboard of a later instruction tells of
 * the earlier results, too; where sources are read in that order (hw_timing.order), of the earlier reads. */
#include "sched/sched_insn.h"

#include <string.h>

static unsigned scoreboard(unsigned number)
{
    return number < HW_SCOREBOARD_COUNT ? 1u << number : 0;
}

/* These sets concern instructions under any guard. */
static void set_pending(struct hw_accesses *accesses, unsigned resource, hw_scoreboard_sets sets)
{
    hw_accesses_set(accesses, resource, sets, sets);
    accesses->predicate[resource] = 0;
}

/* Distinguish accesses to the resource by the predicate of this guard, if there is one, from now on. */
static void split_by(struct hw_accesses *accesses, unsigned resource, unsigned guard)
{
    if (!guard || accesses->predicate[resource] == guard / 2)
        return;
    set_pending(accesses, resource, hw_accesses_pending(accesses, resource, 0));
    accesses->predicate[resource] = (uint8_t)(guard / 2);
}

/* Scoreboards have come to zero.  What waits under a guard waits for instructions under the same one only,
 * and for nothing that another predicate distinguishes.  `mask`: scoreboards, or WHATEVER. */
#define WHATEVER 0x100u

static void release_accesses(struct hw_accesses *accesses, unsigned guard, unsigned mask)
{
    HW_EACH_RESOURCE(r, &accesses->busy) {
        hw_scoreboard_sets left[2];
        if (guard && accesses->predicate[r] && accesses->predicate[r] != guard / 2)
            continue;
        split_by(accesses, r, guard);
        for (unsigned side = 0; side < 2; side++) {
            left[side] = accesses->pending[side][r];
            if (!guard || side == (guard & 1))
                left[side] = mask & WHATEVER ? 0 : hw_sets_release(left[side], mask);
        }
        hw_accesses_set(accesses, r, left[0], left[1]);
    }
}

static void release(struct hw_in_flight *pending, unsigned guard, unsigned mask)
{
    for (unsigned i = 0; mask && i < HW_ONGOING_COUNT; i++)
        release_accesses(&pending->access[i], guard, mask);
}

/* What is left then. */
static uint8_t advance(uint8_t *left, unsigned cycles)
{
    *left = *left > cycles ? (uint8_t)(*left - cycles) : 0;
    return *left;
}

void hw_in_flight_advance(struct hw_in_flight *pending, unsigned cycles)
{
    for (unsigned b = 0; b < HW_SCOREBOARD_COUNT; b++)
        advance(&pending->taken[b], cycles);
    HW_EACH_RESOURCE(r, &pending->counting) {
        unsigned left = 0;
        for (unsigned port = 0; port < HW_PORT_COUNT; port++)
            left |= advance(&pending->ready[r][port], cycles);
        left |= advance(&pending->timed[r], cycles);
        if (!pending->timed[r])
            set_pending(&pending->access[HW_ONGOING_TIMED], r, 0);
        for (unsigned i = 0; i < HW_HOLDER_COUNT && r < HW_READY_PRED; i++)
            left |= advance(&pending->held[i][r], cycles);
        if (hw_resource_is_uniform(r))
            left |= advance(&pending->held_uniform[r - HW_READY_UREG], cycles);
        if (!left)
            hw_resources_remove(&pending->counting, r);
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
    HW_EACH_RESOURCE(r, &pending->counting) {
        for (unsigned port = 0; port < HW_PORT_COUNT; port++)
            most = longer(most, pending->ready[r][port]);
        for (unsigned i = 0; i < HW_HOLDER_COUNT && r < HW_READY_PRED; i++)
            most = longer(most, pending->held[i][r]);
        if (hw_resource_is_uniform(r))
            most = longer(most, pending->held_uniform[r - HW_READY_UREG]);
    }
    return most;
}

/* The scoreboards of an instruction will be released after the results and reads of its orders that are in
 * flight now. */
static void extend_earlier(struct hw_in_flight *p, const struct hw_sched_insn *step)
{
    const unsigned order = step->timing->order, finish = step->timing->finish,
                   write = scoreboard(step->sched.write), both = write | scoreboard(step->sched.read);
    struct hw_accesses *writes = &p->access[HW_ONGOING_WRITES], *reads = &p->access[HW_ONGOING_READS + order];

    if (finish && write)
        HW_EACH_RESOURCE(r, &writes->busy)
            for (unsigned side = 0; side < 2 && p->write_order[r] == finish; side++)
                writes->pending[side][r] = hw_sets_extend(writes->pending[side][r], write);
    if (order && both)
        HW_EACH_RESOURCE(r, &reads->busy)
            for (unsigned side = 0; side < 2; side++)
                reads->pending[side][r] = hw_sets_extend(reads->pending[side][r], both);
}

static void issue_sources(struct hw_accesses *reads, const struct hw_sched_insn *step)
{
    const unsigned read = scoreboard(step->sched.read), write = scoreboard(step->sched.write);
    HW_EACH_RESOURCE(r, &step->late_reads) {
        if (r == HW_READY_VIEW && !read) /* compilers differ on whether MEMBAR needs one */
            continue;
        split_by(reads, r, step->guard);
        const hw_scoreboard_sets more = hw_set_of(read | write);
        hw_accesses_set(reads, r, reads->pending[0][r] | (step->guard & 1 ? 0 : more),
                        reads->pending[1][r] | (step->guard && !(step->guard & 1) ? 0 : more));
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
static void forget_guard(struct hw_in_flight *p, unsigned predicate)
{
    HW_EACH_RESOURCE(r, &p->counting)
        if (hw_guard_resource(p->ready_guard[r]) == predicate)
            p->ready_guard[r] = 0;
    for (unsigned i = 0; i < HW_ONGOING_COUNT; i++)
        HW_EACH_RESOURCE(r, &p->access[i].busy)
            if (hw_guard_resource(2 * p->access[i].predicate[r]) == predicate)
                set_pending(&p->access[i], r, hw_accesses_pending(&p->access[i], r, 0));
}

/* A result overwrites what was there, but for threads in which the guard does not hold. */
static void issue_write(struct hw_accesses *writes, unsigned resource, unsigned guard,
                        hw_scoreboard_sets pending)
{
    split_by(writes, resource, guard);
    if (hw_resource_is_view(resource))
        hw_accesses_set(writes, resource, writes->pending[0][resource] | pending,
                        writes->pending[1][resource] | pending);
    else if (!guard)
        set_pending(writes, resource, pending);
    else if (guard & 1)
        hw_accesses_set(writes, resource, writes->pending[0][resource], pending);
    else
        hw_accesses_set(writes, resource, pending, writes->pending[1][resource]);
}

/* The scoreboards of which each is released when the result is there.  Whether an atomic instruction has
 * succeeded, or one at a generic address was done, is known when its sources have been read. */
static unsigned announces_result(const struct hw_sched_insn *step, unsigned resource)
{
    const unsigned write = scoreboard(step->sched.write);
    return !hw_resource_is_predicate(resource) ? write
           : write && !step->early_predicate   ? write
                                               : write | scoreboard(step->sched.read);
}

static void issue_results(struct hw_in_flight *p, const struct hw_sched_insn *step)
{
    struct hw_accesses *writes = &p->access[HW_ONGOING_WRITES], *timed_writes = &p->access[HW_ONGOING_TIMED];
    const struct hw_resources *set = &step->writes;
    HW_EACH_RESOURCE(r, set) {
        const hw_scoreboard_sets announced = hw_set_of(announces_result(step, r));
        const bool varies = !hw_timing_latency(step->timing, r, HW_PORT_OTHER),
                   timed = !varies && announced != HW_UNGUARDED_SET;
        p->timed[r] = 0;
        for (unsigned port = 0; port < HW_PORT_COUNT; port++) {
            const unsigned latency = hw_result_latency(step, r, port);
            p->ready[r][port] = (uint8_t)(timed ? 0 : latency);
            p->timed[r] = (uint8_t)longer(p->timed[r], timed ? latency : 0);
        }
        issue_write(writes, r, step->guard, varies ? announced : 0);
        issue_write(timed_writes, r, step->guard, timed ? announced : 0);
        const bool other_remains = step->guard && writes->pending[~step->guard & 1][r];
        if (!other_remains || p->write_order[r] != step->timing->finish)
            p->write_order[r] = other_remains ? 0 : step->timing->finish;
        p->ready_guard[r] = step->guard;
        if (hw_resource_is_predicate(r))
            forget_guard(p, r);
    }
}

static void take_scoreboard(struct hw_in_flight *p, unsigned number)
{
    if (number < HW_SCOREBOARD_COUNT)
        p->taken[number] = 2;
}

void hw_in_flight_issue(struct hw_in_flight *pending, const struct hw_sched_insn *step)
{
    release(pending, 0, step->sched.wait); /* under any guard */
    release(pending, step->guard, step->releases);
    extend_earlier(pending, step);
    if (step->drains) /* it comes behind all accesses to memory before it: their sources have been read */
        release_accesses(&pending->access[HW_ONGOING_READS + HW_ORDER_MEMORY], step->guard, WHATEVER);
    hw_resources_join(&pending->counting, &step->reads);
    hw_resources_join(&pending->counting, &step->writes);
    issue_sources(&pending->access[HW_ONGOING_READS + step->timing->order], step);
    hold_sources(pending, step);
    if (!(step->group & HW_GROUP_PRODUCT))
        issue_results(pending, step);
    hw_warpgroup_issue(pending, step);
    take_scoreboard(pending, step->sched.read);
    take_scoreboard(pending, step->sched.write);
    hw_in_flight_advance(pending, hw_sched_insn_cycles(step));
}
