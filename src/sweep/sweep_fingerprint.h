/* SPDX-License-Identifier: MIT */
/* The fingerprint of a sweep identifies what its results belong to, as numbers: the points, the files that
 * they read, the tool. */
#ifndef HW_SWEEP_SWEEP_FINGERPRINT_H
#define HW_SWEEP_SWEEP_FINGERPRINT_H

#include "sweep/sweep_store.h"

/* Make all points of a plan once, which checks them, and read their files, whose names are relative to
 * `folder`. */
hw_status hw_sweep_compute_fingerprint(const struct hw_plan *plan, const char *folder, const char *tool,
                                       struct hw_sweep_fingerprint *identity, struct hw_error *error);

#endif
