/* SPDX-License-Identifier: MIT */
/* This file chooses the pictures of a sweep: what is on the x axis, what becomes a series, what a picture of
 * its own. */
#ifndef HW_SWEEP_SWEEP_PICTURES_H
#define HW_SWEEP_SWEEP_PICTURES_H

#include "sweep/sweep_results.h"

/* The pictures as sections of a page; none where nothing is varied. */
hw_status hw_sweep_pictures(const struct hw_sweep_results *results, FILE *out, struct hw_error *error);

#endif
