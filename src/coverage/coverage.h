/* SPDX-License-Identifier: MIT */
/* Coverage of device code: which instructions threads executed, and both outcomes of conditional branches,
 * counted by a listener, for modules that need not live until the results are written.
 *
 * Adding modules and watching kernels needs the caller's lock; launches count on any number of threads. */
#ifndef HW_COVERAGE_COVERAGE_H
#define HW_COVERAGE_COVERAGE_H

#include "coverage/tracefile.h"

#include <halfwarp/image.h>
#include <halfwarp/isa.h>
#include <halfwarp/listener.h>
#include <halfwarp/module.h>

struct hw_coverage;
struct hw_covered_module;
struct hw_covered_image;

/* Lines are those of the source where a module says them (-lineinfo), else instructions. */
enum hw_coverage_by { HW_COVERAGE_BY_LINE = 0, HW_COVERAGE_BY_INSTRUCTION };

hw_status hw_coverage_create(struct hw_coverage **coverage, struct hw_error *error);
void hw_coverage_destroy(struct hw_coverage *coverage);

/* Take down a module: its kernels have not been executed.  NULL: no memory. */
struct hw_covered_module *hw_coverage_add(struct hw_coverage *coverage, const struct hw_module *module,
                                          const struct hw_target *target);

/* What is counted in launches of an image of one of the module's kernels; it lives as long as the coverage.
 * NULL: no memory. */
struct hw_covered_image *hw_coverage_watch(struct hw_coverage *coverage, struct hw_covered_module *module,
                                           const struct hw_module *code, const struct hw_image *image);
struct hw_listener hw_coverage_listener(struct hw_covered_image *image);

/* All counts are 0 again, as in a child of fork. */
void hw_coverage_forget(struct hw_coverage *coverage);

/* What there is to tell of all launches. */
struct hw_coverage_summary {
    struct hw_tracefile_sums sums; /* of the file, with what it had before */
    uint64_t branches, divergent;  /* conditional branches that warps have executed here */
};

/* Add the counts to the tracefile at `path`, which is replaced at once, under a lock that other processes
 * heed.  Listings of instructions lie in a folder beside it: x.d for x.info. */
hw_status hw_coverage_write(const struct hw_coverage *coverage, const char *path, enum hw_coverage_by by,
                            struct hw_coverage_summary *summary, struct hw_error *error);

/* Whether hw_coverage_write can add to what is there now, if anything is. */
hw_status hw_coverage_check(const char *path, struct hw_error *error);

/* A sentence about the summary, which `bytes` hold (256 do). */
void hw_coverage_describe(const struct hw_coverage_summary *summary, const char *path, char *text,
                          size_t bytes);

#endif
