/* SPDX-License-Identifier: MIT */
/* Listings of instructions, which stand for the source of a kernel in a tracefile. */
#ifndef HW_COVERAGE_COVERAGE_LISTING_H
#define HW_COVERAGE_COVERAGE_LISTING_H

#include "coverage/covered_code.h"

#include <limits.h>

#define HW_COVERAGE_PATH (2 * PATH_MAX)

/* The folder of listings that belongs to a tracefile. */
void hw_coverage_folder(const char *tracefile, char folder[HW_COVERAGE_PATH]);

/* Write the listing of a function there, unless it is there: NAME-HASH.sass, a line an instruction.  The hash
 * is that of its code, so that runs of the same code share it. */
hw_status hw_coverage_list(const struct hw_covered_module *module, const struct hw_covered_function *function,
                           const char *folder, char path[HW_COVERAGE_PATH], struct hw_error *error);

#endif
