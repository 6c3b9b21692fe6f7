/* SPDX-License-Identifier: MIT */
/* The local executor is a worker pool on this machine: a process for each point, as many at a time as there
 * are slots. */
#include "sweep/sweep_executor.h"

#include <stdlib.h>

struct local {
    const struct hw_subprocess_options *where;
    unsigned slots, next; /* next: the slot that is polled next (round robin) */
    struct hw_subprocess child[];
};

static hw_status start_task(void *context, unsigned slot, const struct hw_task *task, struct hw_error *error)
{
    struct local *local = context;

    return hw_subprocess_start(&local->child[slot], local->where, task, error);
}

static bool find_finished(struct local *local, unsigned *slot, struct hw_point_result *result)
{
    for (unsigned i = 0; i < local->slots; i++) {
        *slot = (local->next + i) % local->slots;
        if (hw_subprocess_poll(&local->child[*slot], result)) {
            local->next = *slot + 1;
            return true;
        }
    }
    return false;
}

static bool wait_for_one(void *context, int milliseconds, unsigned *slot, struct hw_point_result *result)
{
    struct local *local = context;

    if (find_finished(local, slot, result))
        return true;
    hw_subprocess_wait(local->child, local->slots, milliseconds);
    return find_finished(local, slot, result);
}

static void end_all(void *context)
{
    struct local *local = context;

    for (unsigned i = 0; i < local->slots; i++)
        hw_subprocess_kill(&local->child[i]);
    free(local);
}

hw_status hw_executor_local(unsigned slots, const struct hw_subprocess_options *where,
                            struct hw_sweep_executor *executor, struct hw_error *error)
{
    struct local *local = calloc(1, sizeof *local + slots * sizeof local->child[0]);

    if (!local)
        return hw_fail(error, HW_ERR_NO_MEMORY, "sweep", "no memory for %u places", slots);
    local->where = where;
    local->slots = slots;
    *executor = (struct hw_sweep_executor){
        .slots = slots, .context = local, .start = start_task, .wait = wait_for_one, .end = end_all};
    return HW_OK;
}
