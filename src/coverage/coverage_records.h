/* SPDX-License-Identifier: MIT */
/* Counts of instructions become records of a tracefile. */
#ifndef HW_COVERAGE_COVERAGE_RECORDS_H
#define HW_COVERAGE_COVERAGE_RECORDS_H

#include "coverage/covered_code.h"

/* An instruction of a function, without the padding, with its number from 0 on. */
typedef bool hw_covered_fn(void *context, size_t number, size_t offset, const struct hw_insn *insn);
/* Call `take` for each until it returns false; false: it has. */
bool hw_covered_each(const struct hw_target *target, const struct hw_covered_function *function,
                     hw_covered_fn *take, void *context);

/* Whether it goes elsewhere, or ends, for those threads alone for which its guard holds. */
bool hw_covered_is_branch(const struct hw_insn *insn);

/* Add the records of a function by the lines of its source (false: no memory), or as a listing (`path`) of
 * its instructions. */
bool hw_covered_add_lines(struct hw_tracefile *tracefile, const struct hw_covered_module *module,
                          const struct hw_covered_function *function);
void hw_covered_add_instructions(struct hw_tracefile *tracefile, const struct hw_covered_module *module,
                                 const struct hw_covered_function *function, const char *path);

/* Add the conditional branches of a function that warps have executed, and how many of them diverged. */
void hw_covered_add_branches(struct hw_coverage_summary *summary, const struct hw_covered_module *module,
                             const struct hw_covered_function *function);

#endif
