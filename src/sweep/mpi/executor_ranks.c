/* SPDX-License-Identifier: MIT */
/* The MPI executor is rank 0's side: a slot for each rank, its own among them.  See ranks.h.
 *
 * Nothing here waits for another rank: what a lost one would never take is sent without waiting, and dropped
 * with it. */
#include "sweep/mpi/ranks.h"

#include "clock.h"

#include <stdlib.h>
#include <string.h>

#define LOOK_MS 2

struct rank {
    bool lost, failing; /* failing: nothing can be sent to it */
    double heard;
    struct hw_delivery task, beat; /* the last message replaces a task */
};

struct hw_ranks {
    unsigned count;
    struct hw_subprocess own;
    const struct hw_subprocess_options *where;
    double sent; /* the last beats */
    bool any_lost;
    struct hw_delivery *coming; /* what ranks send, as long as it is in flight */
    size_t coming_count, coming_room;
    struct rank rank[];
};

struct hw_ranks *hw_ranks_make(int count)
{
    struct hw_ranks *ranks = calloc(1, sizeof *ranks + (size_t)count * sizeof ranks->rank[0]);

    if (!ranks)
        return NULL;
    ranks->count = (unsigned)count;
    for (int i = 0; i < count; i++)
        ranks->rank[i].heard = hw_seconds();
    return ranks;
}

/* --- tasks --- */

static hw_status start_task(void *context, unsigned slot, const struct hw_task *task, struct hw_error *error)
{
    struct hw_ranks *ranks = context;
    struct rank *rank = &ranks->rank[slot];
    struct hw_message message = {.data = NULL};
    unsigned count = 0;

    if (slot == 0)
        return hw_subprocess_start(&ranks->own, ranks->where, task, error);
    if (!hw_delivery_is_done(&rank->task)) {
        rank->failing = true; /* it answered what it has not taken */
        return HW_OK;
    }
    hw_delivery_free(&rank->task);
    while (task->argument[count])
        count++;
    hw_message_add(&message, &ranks->where->timeout, sizeof ranks->where->timeout);
    hw_message_add(&message, &task->is_program, sizeof task->is_program);
    hw_message_add(&message, &count, sizeof count);
    hw_message_add_text(&message, ranks->where->folder);
    for (unsigned i = 0; i < count; i++)
        hw_message_add_text(&message, task->argument[i]);
    if (message.invalid) {
        hw_message_free(&message);
        return hw_fail(error, HW_ERR_NO_MEMORY, "sweep", "no memory for a task");
    }
    rank->failing = !hw_delivery_send(&rank->task, &message, (int)slot, RANK_TASK);
    return HW_OK;
}

/* --- what ranks say --- */

static void read_result(struct hw_message *message, struct hw_point_result *result)
{
    memset(result, 0, sizeof *result);
    hw_message_read(message, &result->state, sizeof result->state);
    hw_message_read(message, &result->seconds, sizeof result->seconds);
    const char *report = hw_message_read_text(message), *error = hw_message_read_text(message);
    result->report = report ? strdup(report) : NULL;
    result->error = error ? strdup(error) : NULL;
    if (message->invalid || result->state == HW_POINT_NONE || result->state >= HW_POINT_STATES)
        result->state = HW_POINT_FAILED;
}

/* One more that begins to come; false: there is none, or no room for it. */
static bool begin_to_listen(struct hw_ranks *ranks)
{
    if (ranks->coming_count == ranks->coming_room) {
        const size_t room = 2 * ranks->coming_room + 16;
        struct hw_delivery *grown = realloc(ranks->coming, room * sizeof *grown);
        if (!grown)
            return false;
        ranks->coming = grown;
        ranks->coming_room = room;
    }
    struct hw_delivery *delivery = &ranks->coming[ranks->coming_count];
    if (!hw_delivery_receive(delivery, MPI_ANY_SOURCE))
        return false;
    ranks->rank[delivery->rank].heard = hw_seconds();
    ranks->coming_count++;
    return true;
}

/* A message that is there; true: it is a result that counts, for a lost rank's point runs again. */
static bool accept_delivery(struct hw_ranks *ranks, struct hw_delivery *delivery, unsigned *slot,
                            struct hw_point_result *result)
{
    struct rank *rank = &ranks->rank[delivery->rank];
    const bool counts = delivery->tag == RANK_RESULT && !rank->lost;

    rank->heard = hw_seconds();
    if (counts) {
        *slot = (unsigned)delivery->rank;
        read_result(&delivery->message, result);
    }
    hw_delivery_free(delivery);
    return counts;
}

/* Messages that have come; true: a result is among them. */
static bool listen(struct hw_ranks *ranks, unsigned *slot, struct hw_point_result *result)
{
    bool found = false;

    while (begin_to_listen(ranks))
        ;
    for (size_t i = 0; !found && i < ranks->coming_count;) {
        if (!hw_delivery_is_done(&ranks->coming[i])) {
            i++;
            continue;
        }
        found = accept_delivery(ranks, &ranks->coming[i], slot, result);
        ranks->coming[i] = ranks->coming[--ranks->coming_count];
    }
    return found;
}

/* --- lost ranks --- */

static void beat(struct hw_ranks *ranks)
{
    const double now = hw_seconds();

    if (now - ranks->sent < BEAT_SECONDS)
        return;
    ranks->sent = now;
    for (unsigned i = 1; i < ranks->count; i++) {
        struct rank *rank = &ranks->rank[i];
        struct hw_message nothing = {.data = NULL};
        if (!rank->lost && hw_delivery_is_done(&rank->beat) &&
            !hw_delivery_send(&rank->beat, &nothing, (int)i, RANK_HEARTBEAT))
            rank->failing = true;
    }
}

/* The next rank that has been silent for too long. */
static bool find_lost(struct hw_ranks *ranks, unsigned *slot, struct hw_point_result *result)
{
    const double now = hw_seconds(), patience = hw_ranks_timeout();

    for (unsigned i = 1; i < ranks->count; i++) {
        const struct rank *rank = &ranks->rank[i];
        if (rank->lost || (!rank->failing && now - rank->heard < patience))
            continue;
        ranks->rank[i].lost = ranks->any_lost = true;
        *slot = i;
        *result =
            (struct hw_point_result){.state = HW_POINT_LOST, .error = strdup("whoever ran it was lost")};
        return true;
    }
    return false;
}

/* --- the executor --- */

static bool find_finished(struct hw_ranks *ranks, unsigned *slot, struct hw_point_result *result)
{
    *slot = 0;
    beat(ranks);
    return hw_subprocess_poll(&ranks->own, result) || listen(ranks, slot, result) ||
           find_lost(ranks, slot, result);
}

static bool wait_for_one(void *context, int milliseconds, unsigned *slot, struct hw_point_result *result)
{
    struct hw_ranks *ranks = context;
    const double end = hw_seconds() + milliseconds * 1e-3;

    do {
        if (find_finished(ranks, slot, result))
            return true;
        hw_subprocess_wait(&ranks->own, 1, LOOK_MS);
    } while (hw_seconds() < end);
    return false;
}

static void end_all(void *context)
{
    struct hw_ranks *ranks = context;

    hw_subprocess_kill(&ranks->own);
}

hw_status hw_ranks_executor(void *context, unsigned jobs, const struct hw_subprocess_options *where,
                            struct hw_sweep_executor *executor, struct hw_error *error)
{
    struct hw_ranks *ranks = context;

    (void)jobs; /* the launcher has said how many */
    (void)error;
    ranks->where = where;
    *executor = (struct hw_sweep_executor){
        .slots = ranks->count, .context = ranks, .start = start_task, .wait = wait_for_one, .end = end_all};
    return HW_OK;
}

/* Whether a rank has its last message; others' are taken meanwhile, so that their senders come to their end.
 */
static bool has_stopped(struct hw_ranks *ranks, unsigned number, double until)
{
    struct rank *rank = &ranks->rank[number];

    while (!hw_delivery_is_done(&rank->task)) {
        struct hw_point_result result = {.state = HW_POINT_NONE};
        unsigned slot;
        if (hw_seconds() > until)
            return false;
        if (listen(ranks, &slot, &result))
            hw_point_result_free(&result);
    }
    return true;
}

static void free_all(struct hw_ranks *ranks)
{
    for (unsigned i = 0; i < ranks->count; i++)
        hw_delivery_free(&ranks->rank[i].task);
    while (ranks->coming_count > 0)
        hw_delivery_free(&ranks->coming[--ranks->coming_count]);
    free(ranks->coming);
    free(ranks);
}

bool hw_ranks_stop(struct hw_ranks *ranks)
{
    const double until = hw_seconds() + BEAT_SECONDS;
    bool whole = !ranks->any_lost;
    const bool all_there = whole;

    for (unsigned i = 1; i < ranks->count; i++) {
        struct hw_message message = {.data = NULL};
        if (ranks->rank[i].lost || !has_stopped(ranks, i, until))
            continue;
        hw_delivery_free(&ranks->rank[i].task);
        hw_message_add(&message, &all_there, sizeof all_there);
        whole &= hw_delivery_send(&ranks->rank[i].task, &message, (int)i, RANK_STOP);
    }
    for (unsigned i = 1; i < ranks->count; i++)
        whole &= !ranks->rank[i].lost && has_stopped(ranks, i, until);
    if (whole) /* else MPI may still read what is in flight */
        free_all(ranks);
    return whole;
}
