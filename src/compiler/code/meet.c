/* SPDX-License-Identifier: MIT */
/* See meet.h.  Where all ways lead through are the dominators of the graph turned round. */
#include "compiler/code/meet.h"

struct backward {
    const struct hw_ir_flow *flow;
    const struct hw_codegen_round *round; /* NULL: all of the function */
    uint32_t *order, count;               /* places, each behind those that it leads to */
    uint32_t *number;                     /* by place: in `order`; HW_IR_NOWHERE: no way leads to an end */
    uint32_t *meet;                       /* by number */
};

#define ENDS (HW_IR_NOWHERE - 1) /* the end of everything, as a place */

/* Where a way leads; HW_IR_NOWHERE: there is none. */
static uint32_t way(const struct backward *b, uint32_t from, uint32_t which)
{
    const uint32_t to = b->flow->place[b->flow->order[from]->to[which]->number];

    if (!b->round)
        return to;
    if (to == b->round->loops->head[b->round->loop])
        return ENDS;
    if (hw_codegen_is_in_loop(b->round->loops, b->round->loop, to))
        return to;
    return b->flow->loop[to] == b->flow->loop[b->round->without] ? HW_IR_NOWHERE : ENDS;
}

static bool is_part(const struct backward *b, uint32_t place)
{
    return place != HW_IR_NOWHERE &&
           (!b->round || hw_codegen_is_in_loop(b->round->loops, b->round->loop, place));
}

static bool may_end(const struct backward *b, uint32_t place)
{
    const struct hw_ir_block *block = b->flow->order[place];

    for (uint32_t i = 0; i < block->to_count; i++)
        if (way(b, place, i) == ENDS)
            return true;
    return !block->to_count;
}

static bool leads_to(const struct backward *b, uint32_t from, uint32_t to)
{
    for (uint32_t i = 0; i < b->flow->order[from]->to_count; i++)
        if (way(b, from, i) == to)
            return true;
    return false;
}

/* The end of everything is number 0. */
static void put_in_order(struct backward *b, struct hw_arena *arena)
{
    const struct hw_ir_flow *flow = b->flow;
    uint32_t *stack = hw_arena_array(arena, flow->count + 1, sizeof *stack),
             *next = hw_arena_array(arena, flow->count + 1, sizeof *next), depth = 0,
             *post = hw_arena_array(arena, flow->count + 1, sizeof *post), posts = 0;
    bool *seen = hw_arena_array(arena, flow->count, sizeof *seen);

    for (uint32_t end = flow->count; end-- > 0;) {
        if (seen[end] || !is_part(b, end) || !may_end(b, end))
            continue;
        seen[end] = true;
        stack[depth] = end;
        next[depth++] = 0;
        while (depth) {
            const struct hw_ir_block *block = flow->order[stack[depth - 1]];
            if (next[depth - 1] == block->from_count) {
                post[posts++] = stack[--depth];
                continue;
            }
            const uint32_t from = flow->place[block->from[next[depth - 1]++]->number];
            if (!is_part(b, from) || seen[from] || !leads_to(b, from, stack[depth - 1]))
                continue;
            seen[from] = true;
            stack[depth] = from;
            next[depth++] = 0;
        }
    }
    for (uint32_t i = 0; i < flow->count; i++)
        b->number[i] = HW_IR_NOWHERE;
    for (uint32_t i = posts; i-- > 0;) {
        b->order[++b->count] = post[i];
        b->number[post[i]] = b->count;
    }
}

static uint32_t common(const uint32_t *meet, uint32_t a, uint32_t b)
{
    while (a != b)
        if (a > b)
            a = meet[a];
        else
            b = meet[b];
    return a;
}

static uint32_t meet_of(const struct backward *b, uint32_t number)
{
    const uint32_t place = b->order[number];
    const struct hw_ir_block *block = b->flow->order[place];
    uint32_t meet = HW_IR_NOWHERE;

    if (!block->to_count)
        return 0;
    for (uint32_t i = 0; i < block->to_count; i++) {
        const uint32_t next = way(b, place, i), to = next == HW_IR_NOWHERE ? HW_IR_NOWHERE
                                                     : next == ENDS        ? 0
                                                                           : b->number[next];
        if (to != HW_IR_NOWHERE && b->meet[to] != HW_IR_NOWHERE)
            meet = meet == HW_IR_NOWHERE ? to : common(b->meet, meet, to);
    }
    return meet;
}

/* How many ways go on. */
static unsigned count_ways(const struct backward *b, uint32_t place)
{
    unsigned ways = 0;

    for (uint32_t i = 0; i < b->flow->order[place]->to_count; i++) {
        const uint32_t next = way(b, place, i);
        ways += next == ENDS || (next != HW_IR_NOWHERE && b->number[next] != HW_IR_NOWHERE);
    }
    return ways;
}

uint32_t *hw_codegen_meets(const struct hw_ir_flow *flow, const struct hw_codegen_round *round,
                           struct hw_arena *arena)
{
    const uint32_t count = flow->count;
    uint32_t *meets = hw_arena_array(arena, count, sizeof *meets);
    struct backward b = {.flow = flow,
                         .round = round,
                         .order = hw_arena_array(arena, count + 1, sizeof(uint32_t)),
                         .number = hw_arena_array(arena, count, sizeof(uint32_t)),
                         .meet = hw_arena_array(arena, count + 1, sizeof(uint32_t))};
    bool changes = true;

    put_in_order(&b, arena);
    for (uint32_t i = 1; i <= b.count; i++)
        b.meet[i] = HW_IR_NOWHERE;
    while (changes) {
        changes = false;
        for (uint32_t i = 1; i <= b.count; i++) {
            const uint32_t meet = meet_of(&b, i);
            changes |= meet != b.meet[i];
            b.meet[i] = meet;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t meet = b.number[i] == HW_IR_NOWHERE ? 0 : b.meet[b.number[i]];
        const bool is_none = meet == 0 || meet == HW_IR_NOWHERE || (round && count_ways(&b, i) < 2);
        meets[i] = is_none ? HW_IR_NOWHERE : b.order[meet];
    }
    return meets;
}

/* --- loops --------------------------------------------------------------------------------------------- */

static bool enter(uint64_t *set, uint32_t place)
{
    const uint64_t bit = (uint64_t)1 << place % 64, old = set[place / 64];

    set[place / 64] = old | bit;
    return !(old & bit);
}

/* The blocks that lead back to a head without leaving what it dominates. */
static void find_members(const struct hw_ir_flow *flow, uint32_t head, uint64_t *set, uint32_t *stack)
{
    uint32_t depth = 0;

    enter(set, head);
    stack[depth++] = head;
    while (depth) {
        const struct hw_ir_block *block = flow->order[stack[--depth]];
        for (uint32_t i = 0; i < block->from_count; i++) {
            const uint32_t from = flow->place[block->from[i]->number];
            if (from != HW_IR_NOWHERE && hw_ir_dominates(flow, head, from) && enter(set, from))
                stack[depth++] = from;
        }
    }
}

struct hw_codegen_loops hw_codegen_loops(const struct hw_ir_flow *flow, struct hw_arena *arena)
{
    struct hw_codegen_loops loops = {.words = flow->count / 64 + 1};
    uint32_t *stack = hw_arena_array(arena, flow->count + 1, sizeof *stack);

    loops.head = hw_arena_array(arena, flow->count, sizeof *loops.head);
    for (uint32_t i = 0; i < flow->count; i++)
        if (flow->loop[i] == i)
            loops.head[loops.count++] = i;
    loops.member = hw_arena_array(arena, (size_t)loops.count * loops.words + 1, sizeof *loops.member);
    for (uint32_t i = 0; i < loops.count; i++)
        find_members(flow, loops.head[i], loops.member + (size_t)i * loops.words, stack);
    return loops;
}

bool hw_codegen_is_in_loop(const struct hw_codegen_loops *loops, uint32_t loop, uint32_t place)
{
    return loops->member[(size_t)loop * loops->words + place / 64] >> place % 64 & 1;
}

uint32_t hw_codegen_loop_without(const struct hw_codegen_loops *loops, uint32_t inside, uint32_t outside)
{
    for (uint32_t i = 0; i < loops->count; i++)
        if (hw_codegen_is_in_loop(loops, i, inside) &&
            (outside == HW_IR_NOWHERE || !hw_codegen_is_in_loop(loops, i, outside)))
            return i;
    return loops->count;
}
