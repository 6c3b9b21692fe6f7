/* SPDX-License-Identifier: MIT */
/* A rank worker is a rank that runs points: see ranks.h. */
#include "sweep/mpi/ranks.h"

#include "clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define IDLE_NS       2000000L /* between two looks for a task */
#define BUSY_MS       20       /* between two polls of a running one */
#define PATIENCE      10 /* times as long for the first word: rank 0 reads the plan and its files before */
#define ARGUMENTS_MAX 100000u

struct rank_worker {
    const char *tool;
    struct hw_subprocess child;
    struct hw_delivery result, beat, coming;
    double sent, heard;  /* beats */
    bool begun;          /* rank 0 has said something */
    bool stopped, whole; /* it has said that it is enough, and that all ranks are there */
};

/* The last result has gone before there is another: rank 0 sends a task when it has it. */
static bool send_result(struct rank_worker *worker, const struct hw_point_result *result)
{
    struct hw_message message = {.data = NULL};

    hw_delivery_free(&worker->result);
    hw_message_add(&message, &result->state, sizeof result->state);
    hw_message_add(&message, &result->seconds, sizeof result->seconds);
    hw_message_add_text(&message, result->report);
    hw_message_add_text(&message, result->error);
    if (!message.invalid)
        return hw_delivery_send(&worker->result, &message, 0, RANK_RESULT);
    hw_message_free(&message);
    return false;
}

/* A task that cannot begin is a failure of that point. */
static bool refuse(struct rank_worker *worker, const char *why)
{
    const struct hw_point_result result = {.state = HW_POINT_FAILED, .error = (char *)why};

    return send_result(worker, &result);
}

static bool start_task(struct rank_worker *worker, struct hw_message *message)
{
    struct hw_subprocess_options where = {.tool = worker->tool};
    struct hw_task task = {.argument = NULL};
    struct hw_error error = {.text = ""};
    unsigned count = 0;

    hw_message_read(message, &where.timeout, sizeof where.timeout);
    hw_message_read(message, &task.is_program, sizeof task.is_program);
    hw_message_read(message, &count, sizeof count);
    where.folder = hw_message_read_text(message);
    if (message->invalid || !where.folder || count > ARGUMENTS_MAX)
        return refuse(worker, "the task came with errors");
    const char **argument = calloc(count + 1, sizeof *argument);
    for (unsigned i = 0; argument && i < count; i++)
        argument[i] = hw_message_read_text(message);
    task.argument = argument;
    bool ok = true;
    if (!argument || message->invalid)
        ok = refuse(worker, "the task came with errors");
    else if (hw_subprocess_start(&worker->child, &where, &task, &error) != HW_OK)
        ok = refuse(worker, error.text);
    free(argument);
    return ok;
}

static bool obey(struct rank_worker *worker)
{
    struct hw_message *message = &worker->coming.message;

    if (worker->coming.tag == RANK_STOP) {
        worker->stopped = true;
        hw_message_read(message, &worker->whole, sizeof worker->whole);
    }
    return worker->coming.tag != RANK_TASK || start_task(worker, message);
}

/* Messages of rank 0, as long as there are some, and as the last result is gone. */
static bool listen(struct rank_worker *worker)
{
    bool ok = true;

    while (ok && hw_delivery_is_done(&worker->result)) {
        const bool begins = !worker->coming.busy;
        if (begins && !hw_delivery_receive(&worker->coming, 0))
            break;
        const bool done = hw_delivery_is_done(&worker->coming);
        if (begins || done)
            worker->heard = hw_seconds();
        if (!done)
            break;
        worker->begun = true;
        ok = obey(worker);
        hw_delivery_free(&worker->coming);
    }
    return ok;
}

static double patience(const struct rank_worker *worker)
{
    return hw_ranks_timeout() * (worker->begun ? 1 : PATIENCE);
}

/* A heartbeat where it is time; false: rank 0 is lost. */
static bool beat(struct rank_worker *worker)
{
    struct hw_message nothing = {.data = NULL};
    const double now = hw_seconds();

    if (now - worker->heard > patience(worker))
        return false;
    if (now - worker->sent < BEAT_SECONDS || !hw_delivery_is_done(&worker->beat))
        return true;
    worker->sent = now;
    return hw_delivery_send(&worker->beat, &nothing, 0, RANK_HEARTBEAT);
}

static bool look_at_child(struct rank_worker *worker)
{
    const struct timespec idle = {.tv_nsec = IDLE_NS};
    struct hw_point_result result;
    bool ok = true;

    if (!worker->child.pid) {
        nanosleep(&idle, NULL);
        return true;
    }
    if (hw_subprocess_poll(&worker->child, &result)) {
        ok = send_result(worker, &result);
        hw_point_result_free(&result);
    } else
        hw_subprocess_wait(&worker->child, 1, BUSY_MS);
    return ok;
}

enum rank_end hw_rank_work(const char *tool, int number)
{
    struct rank_worker worker = {.tool = tool, .heard = hw_seconds()};

    while (!worker.stopped && listen(&worker) && beat(&worker) && look_at_child(&worker))
        ;
    hw_subprocess_kill(&worker.child);
    if (worker.stopped)
        return worker.whole ? RANK_END_COMPLETE : RANK_END_SOME_LOST;
    if (number == 1) /* the others would say the same */
        fprintf(stderr,
                "halfwarp sweep: rank 0, which keeps the results, is lost: silent for %.0f s; "
                "the same command goes on with the points that have none\n",
                hw_seconds() - worker.heard);
    return RANK_END_ORPHAN;
}
