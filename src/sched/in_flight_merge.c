/* SPDX-License-Identifier: MIT */
/* Where paths merge, what is in flight on either is in flight. */
#include "sched/sched_insn.h"

/* The guard of results of fixed latency on both paths: 0 where they differ. */
static unsigned merge_guard(uint8_t *into, uint8_t from, bool comes, bool has)
{
    const uint8_t guard = !comes || *into == from ? *into : has ? 0 : from;
    const bool changed = guard != *into;
    *into = guard;
    return changed;
}

/* Accesses under different predicates can no longer be distinguished. */
static unsigned merge_accesses(struct hw_accesses *into, const struct hw_accesses *from, unsigned r)
{
    const hw_scoreboard_sets all = hw_accesses_pending(into, r, 0), more = hw_accesses_pending(from, r, 0);
    hw_scoreboard_sets sides[2] = {into->pending[0][r] | from->pending[0][r],
                                   into->pending[1][r] | from->pending[1][r]};
    unsigned predicate = into->predicate[r];
    if (!all) {
        predicate = from->predicate[r];
    } else if (predicate != from->predicate[r] && from->predicate[r]) {
        predicate = 0;
        sides[0] = sides[1] = all | more;
    }
    const bool changed =
        sides[0] != into->pending[0][r] || sides[1] != into->pending[1][r] || predicate != into->predicate[r];
    hw_accesses_set(into, r, sides[0], sides[1]);
    into->predicate[r] = (uint8_t)predicate;
    return changed;
}

/* Of results that finish in different orders none is known.  `pending`: there are such results, as there are
 * on the path that comes. */
static unsigned merge_order(uint8_t *into, uint8_t from, bool pending)
{
    const uint8_t order = *into == from ? *into : pending ? 0 : from;
    const bool changed = order != *into;
    *into = order;
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

/* Results and sources of fixed time. */
static unsigned merge_counting(struct hw_in_flight *into, const struct hw_in_flight *from)
{
    unsigned changed = 0;
    hw_resources_join(&into->counting, &from->counting);
    HW_EACH_RESOURCE(r, &from->counting) {
        changed |=
            merge_guard(&into->ready_guard[r], from->ready_guard[r], is_coming(from, r), is_coming(into, r));
        for (unsigned port = 0; port < HW_PORT_COUNT; port++)
            changed |= merge_longer(&into->ready[r][port], from->ready[r][port]);
        changed |= merge_longer(&into->timed[r], from->timed[r]);
        for (unsigned i = 0; i < HW_HOLDER_COUNT && r < HW_READY_PRED; i++)
            changed |= merge_longer(&into->held[i][r], from->held[i][r]);
        if (hw_resource_is_uniform(r))
            changed |=
                merge_longer(&into->held_uniform[r - HW_READY_UREG], from->held_uniform[r - HW_READY_UREG]);
    }
    return changed;
}

bool hw_in_flight_merge(struct hw_in_flight *into, const struct hw_in_flight *from)
{
    unsigned changed = merge_counting(into, from) | hw_warpgroup_merge(into, from);
    HW_EACH_RESOURCE(r, &from->access[HW_ONGOING_WRITES].busy)
        changed |= merge_order(&into->write_order[r], from->write_order[r],
                               hw_accesses_pending(&into->access[HW_ONGOING_WRITES], r, 0) != 0);
    for (unsigned i = 0; i < HW_ONGOING_COUNT; i++)
        HW_EACH_RESOURCE(r, &from->access[i].busy)
            changed |= merge_accesses(&into->access[i], &from->access[i], r);
    for (unsigned b = 0; b < HW_SCOREBOARD_COUNT; b++)
        changed |= merge_longer(&into->taken[b], from->taken[b]);
    return changed != 0;
}
