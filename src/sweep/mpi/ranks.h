/* SPDX-License-Identifier: MIT */
/* The protocol of MPI's ranks: rank 0 has the plan and the database.
 *
 * It sends tasks; the others run them, a process each, and send the results.  Every rank sends a heartbeat
 * now and then; a rank that is silent for too long is lost.  That finds lost ranks under every MPI that lets
 * the others live, with no extension for it. */
#ifndef HW_SWEEP_MPI_RANKS_H
#define HW_SWEEP_MPI_RANKS_H

#include "sweep/sweep_executor.h"
#include "sweep/sweep_message.h"

#include <mpi.h>

enum rank_tag { RANK_TASK = 1, RANK_RESULT, RANK_HEARTBEAT, RANK_STOP };

#define BEAT_SECONDS 1.0
#define LOST_SECONDS 60.0 /* HALFWARP_SWEEP_LOST has others, two beats at least (environment.h) */

/* --- rank_timeout.c --- */

/* Seconds of silence after which a rank is lost, rank 0, too. */
double hw_ranks_timeout(void);

/* --- in flight (deliveries.c) --- */

/* A message between two ranks that is in flight.  Nothing here waits for the other rank, which may be lost in
 * the middle of it; MPI's own calls would wait forever.  All zeros is none. */
struct hw_delivery {
    struct hw_message message;
    MPI_Request request;
    int rank, tag;
    bool busy;
};

/* Begin to send what the message holds, which is the delivery's then.  False: it cannot be sent. */
bool hw_delivery_send(struct hw_delivery *delivery, struct hw_message *message, int rank, int tag);
/* Begin to receive the next message of a rank, or of MPI_ANY_SOURCE; false: there is none. */
bool hw_delivery_receive(struct hw_delivery *delivery, int rank);
/* Whether it is through, or was none.  What has come is in `message` until the delivery is freed. */
bool hw_delivery_is_done(struct hw_delivery *delivery);
void hw_delivery_free(struct hw_delivery *delivery);

/* --- the ranks that run points (rank_worker.c) --- */

/* How a rank ends: with all the others, without some, or because rank 0 is lost. */
enum rank_end { RANK_END_COMPLETE, RANK_END_SOME_LOST, RANK_END_ORPHAN };

/* Run tasks until rank 0 says that it is enough, or is lost. */
enum rank_end hw_rank_work(const char *tool, int number);

/* --- rank 0 (executor_ranks.c) --- */

struct hw_ranks;

struct hw_ranks *hw_ranks_make(int count);
/* The executor of all ranks, for hw_sweep_command; `context` is the struct hw_ranks. */
hw_status hw_ranks_executor(void *context, unsigned jobs, const struct hw_subprocess_options *where,
                            struct hw_sweep_executor *executor, struct hw_error *error);
/* Send all remaining ranks the last message, which says whether all ranks are alive.  False: a rank was
 * lost. */
bool hw_ranks_stop(struct hw_ranks *ranks);

#endif
