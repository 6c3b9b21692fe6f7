/* SPDX-License-Identifier: MIT */
/* A running launch is an object that any thread may enter, work on and leave, at any time.
 *
 *     hw_running_launch_create    check, translate
 *     hw_running_launch_work      by any threads, several at once, again and again, until it is over
 *     hw_running_launch_finish    result, statistics
 *
 * Between two visits blocks may wait with nobody inside.  Several launches may run at the same time, in one
 * execution context and on one memory; then each has to say so (hw_launch_host.beside_others).  hw_launch_run
 * does all of this for one launch. */
#ifndef HW_ENGINE_LAUNCH_RUNNING_LAUNCH_H
#define HW_ENGINE_LAUNCH_RUNNING_LAUNCH_H

#include <halfwarp/machine.h>

struct hw_running_launch;

/* Check the launch, complete and translate it.  The launch itself is copied; what it points to stays valid
 * until it is finished. */
hw_status hw_running_launch_create(struct hw_execution_context *execution_context,
                                   const struct hw_launch *launch, struct hw_running_launch **running,
                                   struct hw_error *error);

enum hw_running_result {
    HW_RUNNING_OVER = 0, /* all blocks have ended: finish it */
    HW_RUNNING_WAITS,    /* all blocks on the chip have had a quantum in which they only waited */
    HW_RUNNING_BUSY,     /* other threads are inside; there is nothing to do for one more */
    HW_RUNNING_MORE      /* there is more to do, but the launch was asked to let its threads go */
};

/* The calling thread runs blocks as long as it finds any.  Only the last thread to leave hears that the
 * launch is over or waits, and so nobody is inside then; the others hear BUSY, and need not care any more.
 * (On a launch that is over, and not finished, it returns OVER again.) */
enum hw_running_result hw_running_launch_work(struct hw_running_launch *running);

/* How many more threads would find work in it now.  0 while it only waits: visit it again when something may
 * have changed, for it does not notice by itself what is done outside of it.  Takes no lock. */
uint32_t hw_running_launch_wants(struct hw_running_launch *running);

/* How often a block of it has begun, ended, or done something else than wait.  Takes no lock. */
uint64_t hw_running_launch_moves(const struct hw_running_launch *running);

/* Let a function be called when the launch wants more threads than before: it has proved to be worth them, or
 * its blocks go on after a wait.  A thread inside calls it, without any lock.  Before the first work. */
typedef void hw_running_launch_call(void *context, uint32_t count);
void hw_running_launch_set_call(struct hw_running_launch *running, hw_running_launch_call *call,
                                void *context);

/* Ask it to let its threads go, from any thread: each leaves when the quantum of its block is over.  The next
 * that enters takes that back. */
void hw_running_launch_ask_to_leave(struct hw_running_launch *running);

/* Stop it, from any thread: no block starts, and those that run end with their quanta, soon.  Threads inside
 * leave; if nobody is inside, some thread must work on it once more, until it is over.  Its fault is the
 * given one, unless a block has faulted before. */
void hw_running_launch_stop(struct hw_running_launch *running, const struct hw_fault *fault);

/* It is over, or nobody will work on it any more, and nobody is inside: as hw_launch_run ends.  Frees it. */
hw_status hw_running_launch_finish(struct hw_running_launch *running, struct hw_launch_result *result,
                                   struct hw_error *error);

#endif
