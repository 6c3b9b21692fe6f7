/* SPDX-License-Identifier: MIT */
/* States along all paths through a function: each block's state at its beginning is the union of those at the
 * ends of the blocks that lead to it.  Blocks are gone through again until no state grows any more. */
#include "sched/sched_code.h"

#include <stdlib.h>

#define JOINS 40 /* how often a path may lead to a block, on average; compiled code needs ten */

struct follow {
    const struct hw_flow *flow;
    struct hw_sched_state *state; /* at the beginning of each block */
    struct hw_sched_state *pool;  /* of those who may go to any target of a kind */
    uint32_t *queue;              /* a ring: each block is in it once at most */
    bool *waiting;                /* in the queue */
    uint32_t head, length;
    uint64_t joins; /* how many there may still be */
};

static void enqueue(struct follow *f, uint32_t block)
{
    if (f->waiting[block])
        return;
    f->waiting[block] = true;
    f->queue[(f->head + f->length++) % f->flow->block_count] = block;
}

static void lead_to(struct follow *f, uint32_t block, const struct hw_sched_state *pending)
{
    if (block == HW_NOWHERE || !f->joins)
        return;
    f->joins--;
    if (hw_sched_state_join(&f->state[block], pending))
        enqueue(f, block);
}

static void lead_to_pool(struct follow *f, unsigned token, const struct hw_sched_state *pending)
{
    if (!hw_sched_state_join(&f->pool[token], pending))
        return;
    for (uint32_t i = 0; i < f->flow->block_count; i++)
        if (f->flow->block[i].target_of >> token & 1)
            lead_to(f, i, &f->pool[token]);
}

static void follow_block(struct follow *f, uint32_t number, hw_follow_block *visit, void *context)
{
    const struct hw_basic_block *block = &f->flow->block[number];
    struct hw_sched_state pending = f->state[number];
    visit(context, number, &pending);
    lead_to(f, block->next, &pending);
    lead_to(f, block->jump, &pending);
    if (block->pool)
        lead_to_pool(f, block->pool, &pending);
}

static hw_status follow_all(struct follow *f, hw_follow_block *visit, hw_follow_block *last, void *context)
{
    f->joins = 1000 + (uint64_t)JOINS * f->flow->block_count;
    for (uint32_t i = 0; i < f->flow->block_count; i++)
        enqueue(f, i);
    while (f->length) {
        if (!f->joins)
            return HW_ERR_LIMIT;
        uint32_t number = f->queue[f->head];
        f->head = (f->head + 1) % f->flow->block_count;
        f->length--;
        f->waiting[number] = false;
        follow_block(f, number, visit, context);
    }
    for (uint32_t i = 0; last && i < f->flow->block_count; i++) {
        struct hw_sched_state pending = f->state[i];
        last(context, i, &pending);
    }
    return HW_OK;
}

hw_status hw_follow(const struct hw_flow *flow, hw_follow_block *visit, hw_follow_block *last, void *context)
{
    struct follow f = {.flow = flow};
    if (!flow->block_count)
        return HW_OK;
    f.state = calloc(flow->block_count, sizeof(*f.state));
    f.pool = calloc(HW_POOL_COUNT, sizeof(*f.pool));
    f.queue = malloc(flow->block_count * sizeof(*f.queue));
    f.waiting = calloc(flow->block_count, sizeof(*f.waiting));
    hw_status status = f.state && f.pool && f.queue && f.waiting ? HW_OK : HW_ERR_NO_MEMORY;
    if (status == HW_OK)
        status = follow_all(&f, visit, last, context);
    free(f.waiting);
    free(f.queue);
    free(f.pool);
    free(f.state);
    return status;
}
