/* SPDX-License-Identifier: MIT */
/* Rank 0's side: a place for each rank, its own among them.  See ranks.h.
 *
 * Nothing here waits for another rank: what a lost one would never take is sent without waiting, and dropped
 * with it. */
#include "sweep/mpi/ranks.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#define LOOK_MS 2

struct rank {
    bool lost, failing; /* failing: nothing can be sent to it */
    double heard;
    struct hw_message task; /* on its way */
    MPI_Request sending, beating;
};

struct hw_ranks {
    unsigned count;
    struct hw_child own;
    const struct hw_child_place *where;
    double sent; /* the last beats */
    bool any_lost;
    struct rank rank[];
};

struct hw_ranks *hw_ranks_make(int count)
{
    struct hw_ranks *ranks = calloc(1, sizeof *ranks + (size_t)count * sizeof ranks->rank[0]);

    if (!ranks)
        return NULL;
    ranks->count = (unsigned)count;
    for (int i = 0; i < count; i++) {
        ranks->rank[i].heard = hw_ranks_now();
        ranks->rank[i].sending = ranks->rank[i].beating = MPI_REQUEST_NULL;
    }
    return ranks;
}

/* Whether an earlier message is gone, so that its place is free. */
static bool is_sent(MPI_Request *request)
{
    int done = 1;

    return MPI_Test(request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && done;
}

/* --- tasks --- */

static hw_status start(void *context, unsigned place, const struct hw_task *task, struct hw_error *error)
{
    struct hw_ranks *ranks = context;
    struct rank *rank = &ranks->rank[place];
    unsigned count = 0;

    if (place == 0)
        return hw_child_start(&ranks->own, ranks->where, task, error);
    if (!is_sent(&rank->sending)) {
        rank->failing = true; /* it answered what it has not taken */
        return HW_OK;
    }
    hw_message_free(&rank->task);
    while (task->argument[count])
        count++;
    hw_message_add(&rank->task, &ranks->where->timeout, sizeof ranks->where->timeout);
    hw_message_add(&rank->task, &task->is_program, sizeof task->is_program);
    hw_message_add(&rank->task, &count, sizeof count);
    hw_message_add_text(&rank->task, ranks->where->folder);
    for (unsigned i = 0; i < count; i++)
        hw_message_add_text(&rank->task, task->argument[i]);
    if (rank->task.bad)
        return hw_fail(error, HW_ERR_NO_MEMORY, "sweep", "no memory for a task");
    if (MPI_Isend(rank->task.data, (int)rank->task.size, MPI_BYTE, (int)place, RANK_TASK, MPI_COMM_WORLD,
                  &rank->sending) != MPI_SUCCESS)
        rank->failing = true;
    return HW_OK;
}

/* --- what ranks say --- */

static void read_result(struct hw_message *message, struct hw_point_result *result)
{
    memset(result, 0, sizeof *result);
    hw_message_take(message, &result->state, sizeof result->state);
    hw_message_take(message, &result->seconds, sizeof result->seconds);
    const char *report = hw_message_take_text(message), *error = hw_message_take_text(message);
    result->report = report ? strdup(report) : NULL;
    result->error = error ? strdup(error) : NULL;
    if (message->bad || result->state == HW_POINT_NONE || result->state >= HW_POINT_STATES)
        result->state = HW_POINT_FAILED;
}

/* Messages that have come; true: a result is among them. */
static bool listen(struct hw_ranks *ranks, unsigned *place, struct hw_point_result *result)
{
    MPI_Status status;
    int there = 0;

    while (MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status) == MPI_SUCCESS && there) {
        struct hw_message message;
        if (!hw_message_receive(&message, status.MPI_SOURCE, status.MPI_TAG))
            return false;
        struct rank *rank = &ranks->rank[status.MPI_SOURCE];
        const bool counts = status.MPI_TAG == RANK_RESULT && !rank->lost; /* a lost rank's point runs again */
        rank->heard = hw_ranks_now();
        if (counts) {
            *place = (unsigned)status.MPI_SOURCE;
            read_result(&message, result);
        }
        hw_message_free(&message);
        if (counts)
            return true;
    }
    return false;
}

/* --- lost ranks --- */

static void beat(struct hw_ranks *ranks)
{
    const double now = hw_ranks_now();

    if (now - ranks->sent < BEAT_SECONDS)
        return;
    ranks->sent = now;
    for (unsigned i = 1; i < ranks->count; i++) {
        struct rank *rank = &ranks->rank[i];
        if (!rank->lost && is_sent(&rank->beating) &&
            MPI_Isend(NULL, 0, MPI_BYTE, (int)i, RANK_BEAT, MPI_COMM_WORLD, &rank->beating) != MPI_SUCCESS)
            rank->failing = true;
    }
}

/* The next rank that has been silent for too long. */
static bool find_lost(struct hw_ranks *ranks, unsigned *place, struct hw_point_result *result)
{
    const double now = hw_ranks_now(), patience = hw_ranks_patience();

    for (unsigned i = 1; i < ranks->count; i++) {
        const struct rank *rank = &ranks->rank[i];
        if (rank->lost || (!rank->failing && now - rank->heard < patience))
            continue;
        ranks->rank[i].lost = ranks->any_lost = true;
        *place = i;
        *result =
            (struct hw_point_result){.state = HW_POINT_LOST, .error = strdup("whoever ran it was lost")};
        return true;
    }
    return false;
}

/* --- the crew --- */

static bool look(struct hw_ranks *ranks, unsigned *place, struct hw_point_result *result)
{
    *place = 0;
    beat(ranks);
    return hw_child_poll(&ranks->own, result) || listen(ranks, place, result) ||
           find_lost(ranks, place, result);
}

static bool wait_for_one(void *context, int milliseconds, unsigned *place, struct hw_point_result *result)
{
    struct hw_ranks *ranks = context;
    const double end = hw_ranks_now() + milliseconds * 1e-3;

    do {
        if (look(ranks, place, result))
            return true;
        hw_child_wait(&ranks->own, 1, LOOK_MS);
    } while (hw_ranks_now() < end);
    return false;
}

static void end(void *context)
{
    struct hw_ranks *ranks = context;

    hw_child_kill(&ranks->own);
}

hw_status hw_ranks_crew(void *context, unsigned jobs, const struct hw_child_place *where,
                        struct hw_sweep_crew *crew, struct hw_error *error)
{
    struct hw_ranks *ranks = context;

    (void)jobs; /* the launcher has said how many */
    (void)error;
    ranks->where = where;
    *crew = (struct hw_sweep_crew){
        .places = ranks->count, .context = ranks, .start = start, .wait = wait_for_one, .end = end};
    return HW_OK;
}

/* Whether a rank has its last message; others' are taken meanwhile, so that their senders come to their end.
 */
static bool has_stopped(struct hw_ranks *ranks, unsigned number, double until)
{
    struct rank *rank = &ranks->rank[number];

    while (!is_sent(&rank->sending)) {
        struct hw_point_result result = {.state = HW_POINT_NONE};
        unsigned place;
        if (hw_ranks_now() > until)
            return false;
        if (listen(ranks, &place, &result))
            hw_point_result_free(&result);
    }
    return true;
}

bool hw_ranks_stop(struct hw_ranks *ranks)
{
    const double until = hw_ranks_now() + BEAT_SECONDS;
    bool whole = !ranks->any_lost;
    const bool sent_whole = whole; /* it must stay as it is until all have it */

    for (unsigned i = 1; i < ranks->count; i++)
        if (!ranks->rank[i].lost && has_stopped(ranks, i, until))
            MPI_Isend(&sent_whole, sizeof sent_whole, MPI_BYTE, (int)i, RANK_STOP, MPI_COMM_WORLD,
                      &ranks->rank[i].sending);
    for (unsigned i = 1; i < ranks->count; i++)
        whole &= !ranks->rank[i].lost && has_stopped(ranks, i, until);
    if (!whole)
        return false;
    for (unsigned i = 0; i < ranks->count; i++)
        hw_message_free(&ranks->rank[i].task);
    free(ranks);
    return true;
}
