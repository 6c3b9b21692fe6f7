/* SPDX-License-Identifier: MIT */
/* A tracefile of lcov (geninfo(1), "FILES"): which lines, branches and functions of which source files were
 * executed, and how often.  Records may be added in any order; those of the same line, branch or function are
 * summed. */
#ifndef HW_COVERAGE_TRACEFILE_H
#define HW_COVERAGE_TRACEFILE_H

#include <halfwarp/status.h>

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct hw_tracefile;

hw_status hw_tracefile_create(struct hw_tracefile **tracefile, struct hw_error *error);
void hw_tracefile_destroy(struct hw_tracefile *tracefile);

/* Name the source file of the records that follow. */
void hw_tracefile_begin(struct hw_tracefile *tracefile, const char *path);
void hw_tracefile_function(struct hw_tracefile *tracefile, uint32_t line, const char *name, uint64_t count);
void hw_tracefile_line(struct hw_tracefile *tracefile, uint32_t line, uint64_t count);
/* `block` tells the branches of a line apart, `branch` the outcomes of one; a branch that was not reached has
 * no count. */
void hw_tracefile_branch(struct hw_tracefile *tracefile, uint32_t line, uint32_t block, uint32_t branch,
                         bool reached, uint64_t count);

/* Add the records of a tracefile's text.  HW_ERR_FORMAT, with error->line: it is none. */
hw_status hw_tracefile_read(struct hw_tracefile *tracefile, const char *text, struct hw_error *error);

/* How much there is, and was executed. */
struct hw_tracefile_sums {
    uint64_t lines, lines_hit, branches, branches_hit, functions, functions_hit;
};

/* Write all records, in the order of their files and lines.  HW_ERR_NO_MEMORY: some could not be added. */
hw_status hw_tracefile_write(struct hw_tracefile *tracefile, FILE *out, struct hw_tracefile_sums *sums,
                             struct hw_error *error);

#endif
