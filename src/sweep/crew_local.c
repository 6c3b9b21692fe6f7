/* SPDX-License-Identifier: MIT */
/* The crew of this machine: a process for each point, as many at a time as there are places. */
#include "sweep/sweep_crew.h"

#include <stdlib.h>

struct local {
    const struct hw_child_place *where;
    unsigned places, next; /* next: whose turn it is to be looked at */
    struct hw_child child[];
};

static hw_status start(void *context, unsigned place, const struct hw_task *task, struct hw_error *error)
{
    struct local *local = context;

    return hw_child_start(&local->child[place], local->where, task, error);
}

static bool look(struct local *local, unsigned *place, struct hw_point_result *result)
{
    for (unsigned i = 0; i < local->places; i++) {
        *place = (local->next + i) % local->places;
        if (hw_child_poll(&local->child[*place], result)) {
            local->next = *place + 1;
            return true;
        }
    }
    return false;
}

static bool wait_for_one(void *context, int milliseconds, unsigned *place, struct hw_point_result *result)
{
    struct local *local = context;

    if (look(local, place, result))
        return true;
    hw_child_wait(local->child, local->places, milliseconds);
    return look(local, place, result);
}

static void end(void *context)
{
    struct local *local = context;

    for (unsigned i = 0; i < local->places; i++)
        hw_child_kill(&local->child[i]);
    free(local);
}

hw_status hw_crew_local(unsigned places, const struct hw_child_place *where, struct hw_sweep_crew *crew,
                        struct hw_error *error)
{
    struct local *local = calloc(1, sizeof *local + places * sizeof local->child[0]);

    if (!local)
        return hw_fail(error, HW_ERR_NO_MEMORY, "sweep", "no memory for %u places", places);
    local->where = where;
    local->places = places;
    *crew = (struct hw_sweep_crew){
        .places = places, .context = local, .start = start, .wait = wait_for_one, .end = end};
    return HW_OK;
}
