/* SPDX-License-Identifier: MIT */
/* Computes immediate post-dominators: see postdominators.h.
 *
 * They are the immediate dominators of the reversed flow graph, with one exit node that all blocks without
 * successors lead to.  The algorithm is that of Cooper, Harvey and Kennedy: in reverse postorder of the
 * reversed graph, intersect the post-dominators of the successors until nothing changes.
 *
 * This does not use the solver of dataflow.h.  Its states would be sets of post-dominators, one for each
 * block: memory and time grow with the square of the blocks.  Here a state is one block, its parent in the
 * tree, and the merge of two follows parents, which are the states of other nodes; a merge function of the
 * solver sees two states only. */
#include "compiler/codegen/postdominators.h"

struct reversed_graph {
    const struct hw_ir_flow *flow;
    const struct hw_codegen_iteration *iteration; /* NULL: all of the function */
    uint32_t *order, count; /* rpo of the blocks, each after all its successors but those by back edges */
    uint32_t *number;       /* by rpo: the index in `order`; HW_IR_NOWHERE: no path leads to the exit */
    uint32_t *ipdom;        /* by number */
};

#define EXIT_NODE (HW_IR_NOWHERE - 1) /* returned like a successor's rpo */

/* Where an edge leads: rpo, EXIT_NODE, or HW_IR_NOWHERE if it is left out. */
static uint32_t successor(const struct reversed_graph *b, uint32_t from, uint32_t which)
{
    const uint32_t to = b->flow->rpo[b->flow->order[from]->to[which]->number];

    if (!b->iteration)
        return to;
    if (to == b->iteration->loops->head[b->iteration->loop])
        return EXIT_NODE;
    if (hw_codegen_is_in_loop(b->iteration->loops, b->iteration->loop, to))
        return to;
    return b->flow->loop[to] == b->flow->loop[b->iteration->without] ? HW_IR_NOWHERE : EXIT_NODE;
}

static bool is_in_part(const struct reversed_graph *b, uint32_t rpo)
{
    return rpo != HW_IR_NOWHERE &&
           (!b->iteration || hw_codegen_is_in_loop(b->iteration->loops, b->iteration->loop, rpo));
}

static bool may_exit(const struct reversed_graph *b, uint32_t rpo)
{
    const struct hw_ir_block *block = b->flow->order[rpo];

    for (uint32_t i = 0; i < block->to_count; i++)
        if (successor(b, rpo, i) == EXIT_NODE)
            return true;
    return !block->to_count;
}

static bool leads_to(const struct reversed_graph *b, uint32_t from, uint32_t to)
{
    for (uint32_t i = 0; i < b->flow->order[from]->to_count; i++)
        if (successor(b, from, i) == to)
            return true;
    return false;
}

/* The exit node has number 0. */
static void number_postorder(struct reversed_graph *b, struct hw_arena *arena)
{
    const struct hw_ir_flow *flow = b->flow;
    uint32_t *stack = hw_arena_array(arena, flow->count + 1, sizeof *stack),
             *next = hw_arena_array(arena, flow->count + 1, sizeof *next), depth = 0,
             *post = hw_arena_array(arena, flow->count + 1, sizeof *post), posts = 0;
    bool *seen = hw_arena_array(arena, flow->count, sizeof *seen);

    for (uint32_t end = flow->count; end-- > 0;) {
        if (seen[end] || !is_in_part(b, end) || !may_exit(b, end))
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
            const uint32_t from = flow->rpo[block->from[next[depth - 1]++]->number];
            if (!is_in_part(b, from) || seen[from] || !leads_to(b, from, stack[depth - 1]))
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

/* The nearest common ancestor in the post-dominator tree. */
static uint32_t intersect(const uint32_t *ipdom, uint32_t a, uint32_t b)
{
    while (a != b)
        if (a > b)
            a = ipdom[a];
        else
            b = ipdom[b];
    return a;
}

static uint32_t ipdom_of(const struct reversed_graph *b, uint32_t number)
{
    const uint32_t rpo = b->order[number];
    const struct hw_ir_block *block = b->flow->order[rpo];
    uint32_t ipdom = HW_IR_NOWHERE;

    if (!block->to_count)
        return 0;
    for (uint32_t i = 0; i < block->to_count; i++) {
        const uint32_t next = successor(b, rpo, i), to = next == HW_IR_NOWHERE ? HW_IR_NOWHERE
                                                         : next == EXIT_NODE   ? 0
                                                                               : b->number[next];
        if (to != HW_IR_NOWHERE && b->ipdom[to] != HW_IR_NOWHERE)
            ipdom = ipdom == HW_IR_NOWHERE ? to : intersect(b->ipdom, ipdom, to);
    }
    return ipdom;
}

/* Edges of the part of the graph. */
static unsigned count_successors(const struct reversed_graph *b, uint32_t rpo)
{
    unsigned successors = 0;

    for (uint32_t i = 0; i < b->flow->order[rpo]->to_count; i++) {
        const uint32_t next = successor(b, rpo, i);
        successors += next == EXIT_NODE || (next != HW_IR_NOWHERE && b->number[next] != HW_IR_NOWHERE);
    }
    return successors;
}

uint32_t *hw_codegen_ipdom(const struct hw_ir_flow *flow, const struct hw_codegen_iteration *iteration,
                           struct hw_arena *arena)
{
    const uint32_t count = flow->count;
    uint32_t *ipdoms = hw_arena_array(arena, count, sizeof *ipdoms);
    struct reversed_graph b = {.flow = flow,
                               .iteration = iteration,
                               .order = hw_arena_array(arena, count + 1, sizeof(uint32_t)),
                               .number = hw_arena_array(arena, count, sizeof(uint32_t)),
                               .ipdom = hw_arena_array(arena, count + 1, sizeof(uint32_t))};
    bool changes = true;

    number_postorder(&b, arena);
    for (uint32_t i = 1; i <= b.count; i++)
        b.ipdom[i] = HW_IR_NOWHERE;
    while (changes) {
        changes = false;
        for (uint32_t i = 1; i <= b.count; i++) {
            const uint32_t ipdom = ipdom_of(&b, i);
            changes |= ipdom != b.ipdom[i];
            b.ipdom[i] = ipdom;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t ipdom = b.number[i] == HW_IR_NOWHERE ? 0 : b.ipdom[b.number[i]];
        const bool is_none =
            ipdom == 0 || ipdom == HW_IR_NOWHERE || (iteration && count_successors(&b, i) < 2);
        ipdoms[i] = is_none ? HW_IR_NOWHERE : b.order[ipdom];
    }
    return ipdoms;
}

/* --- loops --------------------------------------------------------------------------------------------- */

static bool add_member(uint64_t *set, uint32_t rpo)
{
    const uint64_t bit = (uint64_t)1 << rpo % 64, old = set[rpo / 64];

    set[rpo / 64] = old | bit;
    return !(old & bit);
}

/* The natural loop of a header: the blocks that lead back to it without leaving what it dominates. */
static void find_members(const struct hw_ir_flow *flow, uint32_t head, uint64_t *set, uint32_t *stack)
{
    uint32_t depth = 0;

    add_member(set, head);
    stack[depth++] = head;
    while (depth) {
        const struct hw_ir_block *block = flow->order[stack[--depth]];
        for (uint32_t i = 0; i < block->from_count; i++) {
            const uint32_t from = flow->rpo[block->from[i]->number];
            if (from != HW_IR_NOWHERE && hw_ir_dominates(flow, head, from) && add_member(set, from))
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

bool hw_codegen_is_in_loop(const struct hw_codegen_loops *loops, uint32_t loop, uint32_t rpo)
{
    return loops->member[(size_t)loop * loops->words + rpo / 64] >> rpo % 64 & 1;
}

uint32_t hw_codegen_loop_without(const struct hw_codegen_loops *loops, uint32_t inside, uint32_t outside)
{
    for (uint32_t i = 0; i < loops->count; i++)
        if (hw_codegen_is_in_loop(loops, i, inside) &&
            (outside == HW_IR_NOWHERE || !hw_codegen_is_in_loop(loops, i, outside)))
            return i;
    return loops->count;
}
