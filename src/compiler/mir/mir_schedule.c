/* SPDX-License-Identifier: MIT */
/* A list scheduler orders each block: see mir_schedule.h.
 *
 * From the top of a block on: of the ready instructions, whose predecessors are scheduled, the one with the
 * shortest stall comes next, then the one with the longest path to the end of the block (critical
 * path).  Under register pressure one that increases it least comes next, or the first in source order, which
 * is known to need few registers.  If the schedule needs more registers than allowed, the block is scheduled
 * again with a smaller limit; if that does not help, it keeps its order. */
#include "compiler/mir/mir_schedule.h"

#include "compiler/mir/mir_sched_dag.h"
#include "compiler/mir/mir_pressure.h"

#define CHOICE         96u /* the window: ready instructions that are considered */
#define TRIES          4u
#define MAX_WORDS      80 /* where a block needs many anyway */
#define MAX_PREDICATES 6

struct schedule {
    struct hw_mir_function *function;
    struct hw_mir_dag dag;
    struct hw_mir_pressure pressure;
    struct hw_mir_liveness live;
    uint32_t *waits;    /* by step: how many must still come before it */
    uint32_t *earliest; /* by step: the clock in which it has what it needs */
    uint32_t *ready;    /* steps that may come next, in their old order */
    uint32_t *chosen;   /* steps in their new order */
    size_t capacity;
    uint32_t readies, clock;
};

/* --- the choice -------------------------------------------------------------------------------------- */

struct hw_mir_claim {
    uint32_t at; /* in `ready` */
    bool is_excess;
    uint32_t wait, height;
    int32_t words;
};

static bool is_better(const struct hw_mir_claim *a, const struct hw_mir_claim *b)
{
    if (a->is_excess || b->is_excess)
        return !a->is_excess;
    if (a->wait != b->wait)
        return a->wait < b->wait;
    if (a->height != b->height)
        return a->height > b->height;
    return a->words < b->words;
}

static struct hw_mir_claim rank_of(const struct schedule *s, uint32_t at, int32_t most)
{
    const uint32_t number = s->ready[at];
    const struct hw_mir_change change = hw_mir_pressure_change(&s->pressure, s->dag.node[number].insn);
    struct hw_mir_claim rank = {.at = at, .height = s->dag.node[number].height, .words = change.words};

    rank.is_excess = (change.words > 0 && s->pressure.words + change.words > most) ||
                     (change.predicates > 0 && s->pressure.predicates + change.predicates > MAX_PREDICATES);
    rank.wait = s->earliest[number] > s->clock ? s->earliest[number] - s->clock : 0;
    return rank;
}

static uint32_t choose_node(const struct schedule *s, int32_t most)
{
    struct hw_mir_claim best = rank_of(s, 0, most);

    for (uint32_t i = 1; i < s->readies && i < CHOICE; i++) {
        const struct hw_mir_claim rank = rank_of(s, i, most);
        if (is_better(&rank, &best))
            best = rank;
    }
    return best.at;
}

/* --- one order --------------------------------------------------------------------------------------- */

static void make_ready(struct schedule *s, uint32_t number)
{
    uint32_t at = s->readies++;

    for (; at > 0 && s->ready[at - 1] > number; at--)
        s->ready[at] = s->ready[at - 1];
    s->ready[at] = number;
}

static void schedule_node(struct schedule *s, uint32_t at)
{
    const uint32_t number = s->ready[at];
    const struct hw_mir_dag_node *node = &s->dag.node[number];

    s->readies--;
    for (; at < s->readies; at++)
        s->ready[at] = s->ready[at + 1];
    if (s->earliest[number] > s->clock)
        s->clock = s->earliest[number];
    for (uint32_t next = node->first; next; next = s->dag.edge[next - 1].next) {
        const struct hw_mir_dag_edge *edge = &s->dag.edge[next - 1];
        const uint32_t clock = s->clock + edge->clocks;
        if (s->earliest[edge->node] < clock)
            s->earliest[edge->node] = clock;
        if (--s->waits[edge->node] == 0)
            make_ready(s, edge->node);
    }
    s->clock += node->info.lines;
    hw_mir_pressure_advance(&s->pressure, node->insn);
}

static void find_schedule(struct schedule *s, const struct hw_mir_block *block, int32_t most)
{
    s->readies = s->clock = 0;
    hw_mir_pressure_begin(&s->pressure, &s->live, block);
    for (uint32_t i = 0; i < s->dag.nodes; i++) {
        s->waits[i] = s->dag.node[i].predecessors;
        s->earliest[i] = 0;
        if (!s->waits[i])
            s->ready[s->readies++] = i;
    }
    for (uint32_t i = 0; i < s->dag.nodes; i++) {
        const uint32_t at = choose_node(s, most);
        s->chosen[i] = s->ready[at];
        schedule_node(s, at);
    }
}

/* What the old order takes. */
static void keep_order(struct schedule *s, const struct hw_mir_block *block)
{
    hw_mir_pressure_begin(&s->pressure, &s->live, block);
    for (const struct hw_mir_insn *insn = block->first; insn; insn = insn->next)
        hw_mir_pressure_advance(&s->pressure, insn);
}

static int32_t max_of(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/* --- blocks ------------------------------------------------------------------------------------------ */

static bool names_reg(const struct hw_mir_insn *insn, uint32_t reg)
{
    for (unsigned i = 0; i < insn->operands; i++)
        if (hw_mir_is_reg(&insn->operand[i]) && insn->operand[i].reg == reg)
            return true;
    return hw_mir_is_reg(&insn->guard) && insn->guard.reg == reg;
}

/* An empty definition is sunk to just before the next instruction that names the register. */
static void sink_definitions(struct hw_mir_function *function, struct hw_mir_block *block)
{
    for (struct hw_mir_insn *insn = block->last, *before; insn; insn = before) {
        before = insn->prev;
        if (!insn->template || *insn->template)
            continue;
        struct hw_mir_insn *next = insn->next;
        while (next->next && !names_reg(next, insn->operand[0].reg))
            next = next->next;
        hw_mir_remove(block, insn);
        hw_mir_insn(function, block, next, insn);
    }
}

static void relink_block(struct schedule *s, struct hw_mir_block *block)
{
    struct hw_mir_insn *last = NULL;

    for (uint32_t i = 0; i < s->dag.nodes; i++) {
        struct hw_mir_insn *insn = s->dag.node[s->chosen[i]].insn;
        insn->prev = last;
        insn->next = NULL;
        *(last ? &last->next : &block->first) = insn;
        last = insn;
    }
    block->last = last;
    sink_definitions(s->function, block);
}

static void grow_capacity(struct schedule *s)
{
    if (s->dag.nodes <= s->capacity)
        return;
    s->capacity = 2 * (size_t)s->dag.nodes;
    s->waits = hw_arena_array(s->function->arena, s->capacity, sizeof *s->waits);
    s->earliest = hw_arena_array(s->function->arena, s->capacity, sizeof *s->earliest);
    s->ready = hw_arena_array(s->function->arena, s->capacity, sizeof *s->ready);
    s->chosen = hw_arena_array(s->function->arena, s->capacity, sizeof *s->chosen);
}

/* The limit of pressure for a block that had `words`: half as many more, up to a limit. */
static int32_t words_of(int32_t took, struct hw_mir_pressure_limit limit)
{
    const int32_t more = took + took / 2, few = (int32_t)limit.few, most = (int32_t)limit.most;
    const int32_t words = max_of(few, more < MAX_WORDS ? more : MAX_WORDS);

    return most && words > most ? most : max_of(words, took);
}

/* Schedules within so many words and predicates; false: no such schedule was found. */
static bool find_within(struct schedule *s, struct hw_mir_block *block, int32_t words, int32_t predicates)
{
    int32_t limit = words;

    for (unsigned i = 0; i < TRIES; i++) {
        find_schedule(s, block, limit);
        if (s->pressure.most <= words && s->pressure.most_predicates <= predicates)
            return true;
        limit -= max_of(s->pressure.most - words, 1);
    }
    return false;
}

static void schedule_block(struct schedule *s, struct hw_mir_block *block, struct hw_mir_pressure_limit limit)
{
    keep_order(s, block);
    const int32_t took = s->pressure.most, words = words_of(took, limit),
                  predicates = max_of(s->pressure.most_predicates, MAX_PREDICATES);
    hw_mir_dag_build(&s->dag, block);
    grow_capacity(s);
    if (find_within(s, block, words, predicates) || (took > words && find_within(s, block, took, predicates)))
        relink_block(s, block);
}

void hw_mir_schedule(struct hw_mir_function *function, const struct hw_mir_sched_model *model,
                     struct hw_mir_pressure_limit limit)
{
    struct schedule s = {.function = function,
                         .dag = hw_mir_dag(function, model),
                         .pressure = hw_mir_pressure(function),
                         .live = hw_mir_liveness(function)};

    for (uint32_t i = 0; i < function->block_count; i++)
        if (function->block[i]->first && function->block[i]->first->next)
            schedule_block(&s, function->block[i], limit);
}
