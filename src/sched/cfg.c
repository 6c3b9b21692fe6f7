/* SPDX-License-Identifier: MIT */
/* CFG construction splits a function into basic blocks and finds the successors of each.
 *
 * The targets of SYNC, BRK, CONT and LONGJMP are named by earlier instructions (SSY, PBK, PCNT, PLONGJMP).
 * The stack of those targets is followed through the code once; compiled code is nested properly, so at each
 * instruction there is one stack.  Where two paths disagree, or a stack is empty, the instruction may go to
 * any target of its kind.
 *
 * From Volta on BSSY names the reconvergence point of a convergence barrier, and BSYNC waits for its threads.
 * In compiled code BSYNC stands right before that point, so the next instruction is its successor; elsewhere
 * it may go to any point that a BSSY names for its barrier. */
#include "sched/sched_insn.h"

#include <stdlib.h>
#include <string.h>

#define NO_STACK    UINT32_MAX /* not visited yet */
#define EMPTY_STACK 0

/* An entry of the target stack; entries are immutable, so paths share them. */
struct pushed_target {
    uint32_t below;  /* number of the entry */
    uint32_t target; /* number of the block */
    uint8_t token;
};

struct cfg_analysis {
    struct hw_cfg *flow;
    uint32_t *stack; /* of each block, at its entry */
    uint32_t *queue; /* worklist: blocks to be visited; each comes in once */
    uint32_t queued;
    struct pushed_target *entries;
    uint32_t entry_count;
    const uint32_t *block_of; /* instruction -> block, at block leaders */
    bool confused;            /* two predecessors have different stacks */
};

/* ---------------------------------------------------------------- blocks */

/* Mark the leaders, instructions at which blocks begin. */
static void mark_beginnings(const struct hw_cfg *flow, bool *begins)
{
    begins[0] = true;
    for (uint32_t i = 0; i < flow->count; i++) {
        begins[i] |= flow->step[i].leader;
        if (flow->step[i].target != HW_NOWHERE)
            begins[flow->step[i].target] = true;
        if (hw_sched_insn_ends_block(&flow->step[i]) && i + 1 < flow->count)
            begins[i + 1] = true;
    }
}

static hw_status cut_blocks(struct hw_cfg *flow, const bool *begins, uint32_t *block_of)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < flow->count; i++)
        count += begins[i];
    flow->block = calloc(count, sizeof(*flow->block));
    if (!flow->block)
        return HW_ERR_NO_MEMORY;
    for (uint32_t i = 0; i < flow->count; i++) {
        if (begins[i])
            flow->block[flow->block_count++] =
                (struct hw_basic_block){.first = i, .next = HW_NOWHERE, .jump = HW_NOWHERE};
        block_of[i] = flow->block_count - 1;
        flow->block[flow->block_count - 1].count++;
    }
    return HW_OK;
}

static unsigned unknown_targets(const struct hw_sched_insn *step)
{
    return HW_POOL_BARRIER + (unsigned)__builtin_ctz(step->barriers);
}

/* An instruction that pushes or calls a target decides the target's kind. */
static void mark_targets(struct hw_cfg *flow, const uint32_t *block_of)
{
    flow->block[0].entry = true;
    for (uint32_t i = 0; i < flow->count; i++) {
        const struct hw_sched_insn *step = &flow->step[i];
        if (step->target == HW_NOWHERE)
            continue;
        if (hw_sched_insn_pushes(step))
            flow->block[block_of[step->target]].target_of |= 1u << step->token;
        else if (step->flow == HW_FLOW_PUSH && step->barriers)
            flow->block[block_of[step->target]].target_of |= 1u << unknown_targets(step);
        else if (step->leaves_function)
            flow->block[block_of[step->target]].entry = true;
    }
}

/* ---------------------------------------------------------------- stacks */

static bool same_stack(const struct cfg_analysis *w, uint32_t a, uint32_t b)
{
    while (a != b) {
        const struct pushed_target *first = &w->entries[a], *second = &w->entries[b];
        if (a == EMPTY_STACK || b == EMPTY_STACK || first->target != second->target ||
            first->token != second->token)
            return false;
        a = first->below;
        b = second->below;
    }
    return true;
}

static void visit(struct cfg_analysis *w, uint32_t block, uint32_t stack)
{
    if (w->stack[block] == NO_STACK) {
        w->stack[block] = stack;
        w->queue[w->queued++] = block;
    } else if (!w->confused) {
        w->confused = !same_stack(w, w->stack[block], stack);
    }
}

/* The target stack at a block's exit; the targets that it will return to are visited. */
static uint32_t push_all(struct cfg_analysis *w, const struct hw_basic_block *block, uint32_t stack)
{
    for (uint32_t i = block->first; i < block->first + block->count; i++) {
        const struct hw_sched_insn *step = &w->flow->step[i];
        if (step->target == HW_NOWHERE)
            continue;
        if (step->flow == HW_FLOW_PUSH && !step->barriers &&
            !hw_sched_insn_pushes(step)) /* PRET: at the return target the stack is the present one */
            visit(w, w->block_of[step->target], stack);
        if (!hw_sched_insn_pushes(step))
            continue;
        w->entries[w->entry_count] = (struct pushed_target){stack, w->block_of[step->target], step->token};
        stack = w->entry_count++;
    }
    return stack;
}

/* SYNC pops the topmost entry, which must be SSY's; the others pop what lies above theirs, too. */
static void pop(struct cfg_analysis *w, struct hw_basic_block *block, uint32_t stack, unsigned token)
{
    while (token != HW_TOKEN_JOIN && stack != EMPTY_STACK && w->entries[stack].token != token)
        stack = w->entries[stack].below;
    if (stack == EMPTY_STACK || w->entries[stack].token != token) {
        block->pool = (uint8_t)token;
        return;
    }
    block->jump = w->entries[stack].target;
    visit(w, block->jump, w->entries[stack].below);
}

/* BSYNC: if its barrier's reconvergence point is not the next instruction, any of the barrier's points may
 * follow. */
static void leave_barrier(const struct cfg_analysis *w, uint32_t number, unsigned pool)
{
    const struct hw_cfg *flow = w->flow;
    if (number + 1 == flow->block_count || !(flow->block[number + 1].target_of >> pool & 1))
        flow->block[number].pool = (uint8_t)pool;
}

static void follow(struct cfg_analysis *w, uint32_t number)
{
    struct hw_basic_block *block = &w->flow->block[number];
    const struct hw_sched_insn *last = &w->flow->step[block->first + block->count - 1];
    uint32_t stack = push_all(w, block, w->stack[number]);
    bool goes_on = !hw_sched_insn_ends_block(last) || last->conditional;
    if (last->flow == HW_FLOW_JUMP && !last->leaves_function) {
        block->jump = w->block_of[last->target];
        visit(w, block->jump, stack);
    } else if (last->flow == HW_FLOW_LEAVE && last->barriers) {
        leave_barrier(w, number, unknown_targets(last));
    } else if (last->flow == HW_FLOW_LEAVE) {
        pop(w, block, stack, last->token);
    }
    if (goes_on && number + 1 < w->flow->block_count) {
        block->next = number + 1;
        visit(w, block->next, stack);
    }
}

/* If stacks disagree, only the kind of a target is certain. */
static void drop_target_stacks(struct hw_cfg *flow)
{
    for (uint32_t i = 0; i < flow->block_count; i++) {
        struct hw_basic_block *block = &flow->block[i];
        const struct hw_sched_insn *last = &flow->step[block->first + block->count - 1];
        if (last->flow == HW_FLOW_LEAVE && !last->barriers) {
            block->jump = HW_NOWHERE;
            block->pool = last->token;
        }
    }
}

static void connect_all(struct cfg_analysis *w)
{
    uint32_t done = 0;
    for (uint32_t i = 0; i < w->flow->block_count; i++)
        if (w->flow->block[i].entry)
            visit(w, i, EMPTY_STACK);
    for (uint32_t rest = 0; rest <= w->flow->block_count; rest++) {
        while (done < w->queued)
            follow(w, w->queue[done++]);
        if (rest < w->flow->block_count && w->stack[rest] == NO_STACK) {
            w->flow->block[rest].entry = true; /* unreachable, as far as the analysis sees */
            visit(w, rest, EMPTY_STACK);
        }
    }
    if (w->confused)
        drop_target_stacks(w->flow);
}

hw_status hw_cfg_connect(struct hw_cfg *flow)
{
    if (!flow->count)
        return HW_OK;
    bool *begins = calloc(flow->count, sizeof(*begins));
    uint32_t *block_of = malloc(flow->count * sizeof(*block_of));
    hw_status status = begins && block_of ? HW_OK : HW_ERR_NO_MEMORY;
    if (status == HW_OK) {
        mark_beginnings(flow, begins);
        status = cut_blocks(flow, begins, block_of);
    }
    struct cfg_analysis w = {.flow = flow, .block_of = block_of, .entry_count = 1};
    if (status == HW_OK) {
        w.stack = malloc(flow->block_count * sizeof(*w.stack));
        w.queue = malloc(flow->block_count * sizeof(*w.queue));
        w.entries = calloc(flow->count + 1, sizeof(*w.entries));
        status = w.stack && w.queue && w.entries ? HW_OK : HW_ERR_NO_MEMORY;
    }
    if (status == HW_OK) {
        memset(w.stack, 0xff, flow->block_count * sizeof(*w.stack));
        mark_targets(flow, block_of);
        connect_all(&w);
    }
    free(w.entries);
    free(w.queue);
    free(w.stack);
    free(block_of);
    free(begins);
    return status;
}
