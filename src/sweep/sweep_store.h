/* SPDX-License-Identifier: MIT */
/* The sweep store keeps results in a folder as they come: points.db, an SQLite database.
 *
 * A point's row is there when it has run, complete.  The writer holds a lock on the folder; other processes
 * may read the database meanwhile.  docs/sweep.md has the tables. */
#ifndef HW_SWEEP_SWEEP_STORE_H
#define HW_SWEEP_SWEEP_STORE_H

#include "sweep/point_result.h"
#include "sweep/sweep_plan.h"

struct hw_sweep_store;

/* What results belong to: they are of use only to the same points of the same files under the same model. */
struct hw_sweep_fingerprint {
    uint64_t plan, files, tool;
};

/* Open the folder, or make it.  With `fresh` what is there is forgotten; otherwise it must be of the same
 * identity: HW_ERR_ARGUMENT says what differs. */
hw_status hw_sweep_store_open(const char *folder, const struct hw_sweep_fingerprint *identity, bool fresh,
                              struct hw_sweep_store **store, struct hw_error *error);
/* NULL is allowed. */
void hw_sweep_store_close(struct hw_sweep_store *store);

/* The states of all points so far: `count` of them. */
hw_status hw_sweep_store_states(struct hw_sweep_store *store, enum hw_point_state *state, uint32_t count,
                                struct hw_error *error);

/* Keep what came of a point; it is on disk afterwards. */
hw_status hw_sweep_store_add(struct hw_sweep_store *store, const struct hw_plan *plan,
                             const struct hw_point *point, const struct hw_point_result *result,
                             struct hw_error *error);

/* A point of the database. */
struct hw_sweep_row {
    uint32_t point; /* from 0 */
    enum hw_point_state state;
    double seconds;
    const char *error; /* "": none */
    struct hw_sweep_number number[HW_SWEEP_FIGURES];
};

/* All points that have run, in order; the row is the callback's until it returns. */
typedef void hw_sweep_row_fn(void *context, const struct hw_sweep_row *row);
hw_status hw_sweep_store_each(struct hw_sweep_store *store, hw_sweep_row_fn *take, void *context,
                              struct hw_error *error);

#endif
