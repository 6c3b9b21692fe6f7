/* SPDX-License-Identifier: MIT */
/* A record of a tracefile. */
#ifndef HW_COVERAGE_TRACE_RECORD_H
#define HW_COVERAGE_TRACE_RECORD_H

#include <stdbool.h>
#include <stdint.h>

/* In the order in which a file's records are written. */
enum hw_trace_kind { HW_TRACE_FUNCTION, HW_TRACE_BRANCH, HW_TRACE_LINE };

struct hw_trace_record {
    enum hw_trace_kind kind;
    uint32_t file; /* in the order of adding */
    const char *path;
    uint32_t line, block, branch;
    bool reached;
    uint64_t count;
    char *name; /* of a function; else NULL */
};

#endif
