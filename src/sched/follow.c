/* States along all paths through a function: each run's state at its beginning is the union of those at the
 * ends of the runs that lead to it.  Runs are gone through again until no state grows any more. */
#include "sched/sched_code.h"

#include <stdlib.h>

#define JOINS 40 /* how often a path may lead to a run, on average; compiled code needs ten */

struct follow {
    const struct hw_flow *flow;
    struct hw_pending *state;               /* at the beginning of each run */
    struct hw_pending pool[HW_TOKEN_COUNT]; /* of those who may go to any target of a kind */
    uint32_t *queue;                        /* a ring: each run is in it once at most */
    bool *waiting;                          /* in the queue */
    uint32_t head, length;
    uint64_t joins; /* how many there may still be */
};

static void enqueue(struct follow *f, uint32_t run)
{
    if (f->waiting[run])
        return;
    f->waiting[run] = true;
    f->queue[(f->head + f->length++) % f->flow->run_count] = run;
}

static void lead_to(struct follow *f, uint32_t run, const struct hw_pending *pending)
{
    if (run == HW_NOWHERE || !f->joins)
        return;
    f->joins--;
    if (hw_pending_join(&f->state[run], pending))
        enqueue(f, run);
}

static void lead_to_pool(struct follow *f, unsigned token, const struct hw_pending *pending)
{
    if (!hw_pending_join(&f->pool[token], pending))
        return;
    for (uint32_t i = 0; i < f->flow->run_count; i++)
        if (f->flow->run[i].target_of >> token & 1)
            lead_to(f, i, &f->pool[token]);
}

static void follow_run(struct follow *f, uint32_t number, hw_follow_run *run, void *context)
{
    const struct hw_run *r = &f->flow->run[number];
    struct hw_pending pending = f->state[number];
    run(context, number, &pending);
    lead_to(f, r->next, &pending);
    lead_to(f, r->jump, &pending);
    if (r->pool)
        lead_to_pool(f, r->pool, &pending);
}

static hw_status follow_all(struct follow *f, hw_follow_run *run, hw_follow_run *last, void *context)
{
    f->joins = 1000 + (uint64_t)JOINS * f->flow->run_count;
    for (uint32_t i = 0; i < f->flow->run_count; i++)
        enqueue(f, i);
    while (f->length) {
        if (!f->joins)
            return HW_ERR_LIMIT;
        uint32_t number = f->queue[f->head];
        f->head = (f->head + 1) % f->flow->run_count;
        f->length--;
        f->waiting[number] = false;
        follow_run(f, number, run, context);
    }
    for (uint32_t i = 0; last && i < f->flow->run_count; i++) {
        struct hw_pending pending = f->state[i];
        last(context, i, &pending);
    }
    return HW_OK;
}

hw_status hw_follow(const struct hw_flow *flow, hw_follow_run *run, hw_follow_run *last, void *context)
{
    struct follow f = {.flow = flow};
    if (!flow->run_count)
        return HW_OK;
    f.state = calloc(flow->run_count, sizeof(*f.state));
    f.queue = malloc(flow->run_count * sizeof(*f.queue));
    f.waiting = calloc(flow->run_count, sizeof(*f.waiting));
    hw_status status = f.state && f.queue && f.waiting ? HW_OK : HW_ERR_NO_MEMORY;
    if (status == HW_OK)
        status = follow_all(&f, run, last, context);
    free(f.waiting);
    free(f.queue);
    free(f.state);
    return status;
}
