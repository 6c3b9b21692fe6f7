/* SPDX-License-Identifier: MIT */
/* A hazard is a result in flight, or a source that has not been read yet, that an instruction must wait for:
 * by cycles where its time is fixed, else for a scoreboard.  Instructions under @P0 never wait for
 * instructions under @!P0. */
#include "sched/sched_insn.h"

/* How the instruction reads it. */
static unsigned port_of(const struct hw_sched_insn *step, unsigned resource)
{
    if (resource == hw_guard_resource(step->guard))
        return HW_PORT_GUARD;
    if (resource == step->high_read)
        return HW_PORT_HIGH;
    return resource == step->low_read ? (unsigned)HW_PORT_FMA : step->timing->port;
}

/* The result of fixed latency is that of an instruction under the opposite guard. */
static bool is_separate(const struct hw_in_flight *p, unsigned resource, const struct hw_sched_insn *step)
{
    return p->ready_guard[resource] && step->guard == (p->ready_guard[resource] ^ 1);
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

static void need_wait(struct hw_hazard_need *need, hw_scoreboard_sets pending, unsigned waited,
                      unsigned resource, enum hw_hazard_kind kind)
{
    const hw_scoreboard_sets left = hw_sets_release(pending, waited);
    if (!left)
        return;
    if (!need->wait) {
        need->wait_resource = (uint16_t)resource;
        need->wait_kind = (uint8_t)kind;
    }
    need->wait |= (uint8_t)(hw_sets_cover(left) | (left & HW_UNGUARDED_SET ? HW_PENDING_UNGUARDED : 0));
}

static hw_scoreboard_sets pending_of(const struct hw_in_flight *p, unsigned kind, unsigned resource,
                                     const struct hw_sched_insn *step)
{
    return hw_accesses_pending(&p->access[kind], resource, step->guard);
}

static void need_sources(const struct hw_in_flight *p, const struct hw_sched_insn *step, unsigned waited,
                         struct hw_hazard_need *need)
{
    const struct hw_resources *reads = &step->reads;
    HW_EACH_RESOURCE(r, reads) {
        const unsigned lag = r < HW_READY_PRED ? step->timing->lag : 0;
        if (!is_separate(p, r, step))
            need_delay(need, p->ready[r][port_of(step, r)], lag, r, HW_HAZARD_READ);
        need_wait(need, pending_of(p, HW_ONGOING_WRITES, r, step), waited, r, HW_HAZARD_READ);
        if (p->timed[r] > lag)
            need_wait(need, pending_of(p, HW_ONGOING_TIMED, r, step), waited, r, HW_HAZARD_READ);
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
        if (resource == step->low_written && (port == HW_PORT_FMA || port == HW_PORT_HIGH))
            continue; /* products forward it before it is written */
        const unsigned latency = hw_result_latency(step, resource, port);
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
    HW_EACH_RESOURCE(r, writes) {
        const unsigned order = step->timing->order, finish = step->timing->finish;
        if (hw_resource_is_view(r))
            continue;
        if (!is_separate(p, r, step))
            need_delay(need, until_overwritten(p->ready[r], step, r), 0, r, HW_HAZARD_WRITE);
        if (!finish || p->write_order[r] != finish)
            need_wait(need, pending_of(p, HW_ONGOING_WRITES, r, step), waited, r, HW_HAZARD_WRITE);
        if (p->timed[r])
            need_wait(need, pending_of(p, HW_ONGOING_TIMED, r, step), waited, r, HW_HAZARD_WRITE);
        for (unsigned i = 0; i < HW_ORDER_COUNT; i++)
            if (!order || i != order)
                need_wait(need, pending_of(p, HW_ONGOING_READS + i, r, step), waited, r, HW_HAZARD_SOURCE);
        if (r < HW_READY_PRED)
            need_delay(need, p->held[HW_HOLDER_MEMORY][r], 0, r, HW_HAZARD_SOURCE);
        if (r < HW_READY_PRED && order != HW_ORDER_TEXTURE)
            need_delay(need, p->held[HW_HOLDER_TEXTURE][r], 0, r, HW_HAZARD_SOURCE);
        const unsigned latency = hw_timing_latency(step->timing, r, HW_PORT_UNIFORM);
        if (hw_resource_is_uniform(r) && latency)
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
