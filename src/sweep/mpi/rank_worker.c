/* SPDX-License-Identifier: MIT */
/* A rank that runs points: see ranks.h. */
#include "sweep/mpi/ranks.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define IDLE_NS       2000000L /* between two looks for a task */
#define BUSY_MS       20       /* between two looks at a running one */
#define PATIENCE      10       /* rank 0 may have to wait for a disk, and without it nothing goes on */
#define ARGUMENTS_MAX 100000u

struct rank_worker {
    const char *tool;
    struct hw_child child;
    double sent, heard;  /* beats */
    bool stopped, whole; /* rank 0 has said that it is enough, and that all ranks are there */
};

/* A message to rank 0; an error is one of rank 0. */
static bool say(int tag, const struct hw_message *message)
{
    return MPI_Send(message->data, (int)message->size, MPI_BYTE, 0, tag, MPI_COMM_WORLD) == MPI_SUCCESS;
}

static bool send_result(const struct hw_point_result *result)
{
    struct hw_message message = {.data = NULL};

    hw_message_add(&message, &result->state, sizeof result->state);
    hw_message_add(&message, &result->seconds, sizeof result->seconds);
    hw_message_add_text(&message, result->report);
    hw_message_add_text(&message, result->error);
    const bool ok = !message.bad && say(RANK_RESULT, &message);
    hw_message_free(&message);
    return ok;
}

/* A task that cannot begin is a failure of that point. */
static bool refuse(const char *why)
{
    const struct hw_point_result result = {.state = HW_POINT_FAILED, .error = (char *)why};

    return send_result(&result);
}

static bool begin(struct rank_worker *worker, struct hw_message *message)
{
    struct hw_child_place where = {.tool = worker->tool};
    struct hw_task task = {.argument = NULL};
    struct hw_error error = {.text = ""};
    unsigned count = 0;

    hw_message_take(message, &where.timeout, sizeof where.timeout);
    hw_message_take(message, &task.is_program, sizeof task.is_program);
    hw_message_take(message, &count, sizeof count);
    where.folder = hw_message_take_text(message);
    if (message->bad || !where.folder || count > ARGUMENTS_MAX)
        return refuse("the task came with errors");
    const char **argument = calloc(count + 1, sizeof *argument);
    for (unsigned i = 0; argument && i < count; i++)
        argument[i] = hw_message_take_text(message);
    task.argument = argument;
    bool ok = true;
    if (!argument || message->bad)
        ok = refuse("the task came with errors");
    else if (hw_child_start(&worker->child, &where, &task, &error) != HW_OK)
        ok = refuse(error.text);
    free(argument);
    return ok;
}

/* Messages of rank 0, as long as there are some. */
static bool listen(struct rank_worker *worker)
{
    MPI_Status status;
    int there = 0;

    while (MPI_Iprobe(0, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status) == MPI_SUCCESS && there) {
        struct hw_message message;
        if (!hw_message_receive(&message, 0, status.MPI_TAG))
            return false;
        worker->heard = hw_ranks_now();
        if (status.MPI_TAG == RANK_STOP) {
            worker->stopped = true;
            hw_message_take(&message, &worker->whole, sizeof worker->whole);
        }
        const bool ok = status.MPI_TAG != RANK_TASK || begin(worker, &message);
        hw_message_free(&message);
        if (!ok)
            return false;
    }
    return true;
}

/* A beat where it is time; false: rank 0 is lost. */
static bool beat(struct rank_worker *worker)
{
    const struct hw_message nothing = {.data = NULL};
    const double now = hw_ranks_now();

    if (now - worker->heard > PATIENCE * hw_ranks_patience())
        return false;
    if (now - worker->sent < BEAT_SECONDS)
        return true;
    worker->sent = now;
    return say(RANK_BEAT, &nothing);
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
    if (hw_child_poll(&worker->child, &result)) {
        ok = send_result(&result);
        hw_point_result_free(&result);
    } else
        hw_child_wait(&worker->child, 1, BUSY_MS);
    return ok;
}

bool hw_rank_work(const char *tool)
{
    struct rank_worker worker = {.tool = tool, .heard = hw_ranks_now()};

    while (!worker.stopped && listen(&worker) && beat(&worker) && look_at_child(&worker))
        ;
    hw_child_kill(&worker.child);
    return worker.whole;
}
