/* SPDX-License-Identifier: MIT */
/* Loads that wait for lines, and the order in which a texture unit answers. */
#include "timing/model/multiprocessor.h"

#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

/* More room in a list, in cache lines of its own; false: no memory. */
bool hw_sm_grow(void **list, uint32_t *max, size_t size)
{
    const uint32_t wanted = *max ? *max * 2 : 256;
    void *grown = aligned_alloc(64, (wanted * size + 63) / 64 * 64);

    if (!grown)
        return false;
    if (*list)
        memcpy(grown, *list, *max * size);
    free(*list);
    *list = grown;
    *max = wanted;
    return true;
}

uint32_t hw_sm_add_pending(struct hw_sm *sm, uint32_t warp, const struct hw_timed_insn *insn, uint8_t source)
{
    uint32_t token = sm->pending_free;

    if (token != NONE) {
        sm->pending_free = sm->pending[token].next;
    } else {
        if (sm->pending_count == sm->pending_max &&
            !hw_sm_grow((void **)&sm->pending, &sm->pending_max, sizeof *sm->pending)) {
            sm->no_memory = true;
            return NONE;
        }
        token = sm->pending_count++;
    }
    sm->pending[token] =
        (struct hw_pending_load){.warp = warp, .insn = insn, .next = NONE, .source = source, .live = true};
    return token;
}

void hw_sm_add_waiter(struct hw_sm *sm, struct hw_cached_line *entry, uint32_t token)
{
    uint32_t place = sm->waiter_free;

    if (token == NONE) /* there was no memory for it */
        return;
    if (place != NONE) {
        sm->waiter_free = sm->waiter[place].next;
    } else {
        if (sm->waiter_count == sm->waiter_max &&
            !hw_sm_grow((void **)&sm->waiter, &sm->waiter_max, sizeof *sm->waiter)) {
            sm->no_memory = true;
            return;
        }
        place = sm->waiter_count++;
    }
    sm->waiter[place] = (struct hw_waiter){.token = token, .next = entry->waiters};
    entry->waiters = place + 1;
    sm->pending[token].waiting++;
}

/* All that a load waits for is known: its warp learns when its result is there. */
static void finish(struct hw_sm *sm, uint32_t token)
{
    struct hw_pending_load *load = &sm->pending[token];
    struct hw_sm_warp *w = &sm->warp[load->warp];
    const struct hw_timed_insn *insn = load->insn;

    if (load->live) {
        if (sm->code->kind == HW_SCHED_SCOREBOARDS && insn->sched.write < HW_SCOREBOARD_COUNT)
            w->board[insn->sched.write].waiting--;
        hw_sm_result(sm, load->warp, insn, load->time, load->source);
        if (w->trace)
            hw_sm_find_ready(sm, load->warp);
    }
    load->next = sm->pending_free;
    sm->pending_free = token;
}

/* What is known early waits for those before it. */
uint64_t hw_sm_next_return(struct hw_sm *sm, uint64_t time)
{
    sm->last_return = hw_later(sm->last_return, time);
    return sm->last_return;
}

void hw_sm_join_order(struct hw_sm *sm, uint32_t token)
{
    sm->pending[token].in_order = true;
    sm->pending[token].next = NONE;
    if (sm->order_first == NONE)
        sm->order_first = token;
    else
        sm->pending[sm->order_last].next = token;
    sm->order_last = token;
}

static void finish_in_order(struct hw_sm *sm)
{
    while (sm->order_first != NONE && sm->pending[sm->order_first].waiting == 0) {
        const uint32_t token = sm->order_first;
        sm->order_first = sm->pending[token].next;
        sm->pending[token].time = hw_sm_next_return(sm, sm->pending[token].time);
        finish(sm, token);
    }
}

/* One of the lines that a load waits for is there at `time`. */
void hw_sm_arrive(struct hw_sm *sm, uint32_t token, uint64_t time)
{
    struct hw_pending_load *load = &sm->pending[token];

    load->time = hw_later(load->time, time);
    if (--load->waiting)
        return;
    if (load->in_order)
        finish_in_order(sm);
    else
        finish(sm, token);
}
