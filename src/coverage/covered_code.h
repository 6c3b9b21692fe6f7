/* SPDX-License-Identifier: MIT */
/* Code that is covered: what is kept of modules, and the counts of their instructions. */
#ifndef HW_COVERAGE_COVERED_CODE_H
#define HW_COVERAGE_COVERED_CODE_H

#include "coverage/coverage.h"
#include "coverage/covered_flow.h"
#include "machine/thread_stripe.h"

#include <stdatomic.h>

/* Of an instruction: threads that executed it, threads that came there and did not (its guard), and warps in
 * which there were both. */
struct hw_covered_count {
    _Atomic uint64_t executed, skipped, divergent;
};

/* Code from `address` on is of that line. */
struct hw_covered_row {
    uint64_t address;
    uint32_t file, line;
    uint64_t copy; /* which of inlined code: a hash of the lines that it was called from; 0: it is none */
};

/* A kernel or function. */
struct hw_covered_function {
    char *name;
    uint8_t *code;
    size_t bytes;
    size_t end;    /* of what can be executed: padding follows */
    unsigned unit; /* bytes of the shortest instruction: one count each */
    struct hw_covered_row *row;
    size_t row_count;
    struct hw_covered_flow flow;
    struct hw_covered_count *stripe[HW_THREAD_STRIPES]; /* NULL: it was not watched yet */
};

/* How many counts a stripe has. */
static inline size_t hw_covered_counts(const struct hw_covered_function *function)
{
    return function->bytes / function->unit + 1;
}

struct hw_covered_module {
    struct hw_covered_module *next;
    struct hw_target target;
    struct hw_covered_function *function; /* in the order of the module's kernels */
    size_t function_count;
    char **file;
    size_t file_count;
};

struct hw_covered_piece {
    uint32_t address, bytes;
    struct hw_covered_function *function;
};

struct hw_covered_image {
    struct hw_covered_image *next;
    uint32_t piece_count;
    struct hw_covered_piece piece[]; /* by address */
};

struct hw_coverage {
    struct hw_covered_module *modules;
    struct hw_covered_image *images;
};

/* What has been counted at an offset of the code. */
struct hw_covered_sum {
    uint64_t executed, skipped, divergent;
};
struct hw_covered_sum hw_covered_sum(const struct hw_covered_function *function, size_t offset);

/* The source line of an offset; NULL: it is not known. */
const struct hw_covered_row *hw_covered_row(const struct hw_covered_function *function, size_t offset);

#endif
