/* SPDX-License-Identifier: MIT */
/* Fault injection: calls and launches that HALFWARP_FAIL makes fail (docs/faults.md), counted in a process.
 *
 * The entry of each function of our libraries that returns a status asks (api_body.h), and each launch does.
 * Without HALFWARP_FAIL that costs a test of one variable. */
#ifndef HW_CUDA_INJECT_INJECT_H
#define HW_CUDA_INJECT_INJECT_H

#include <halfwarp/status.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(default)

/* Whether there are rules. */
extern bool hw_inject_on;

/* A call or launch that is to fail. */
struct hw_injected {
    const char *function; /* NULL: a launch */
    uint64_t number;      /* which one, from 1 on */
    int status;
    bool own; /* a default or a name: a number of our own (runtime_error_rows.h, cudnn.h of before 9), which
                 the program's toolkit may have another for */
};

/* What an entry knows of its function. */
struct hw_inject_site {
    const char *function;
    atomic_uchar state; /* enum in inject.c */
};

/* Count a call; how it is to fail, as the thread's next call may overwrite; NULL: it is not. */
const struct hw_injected *hw_inject_call(struct hw_inject_site *site);

#pragma GCC visibility pop

/* Count a launch of a kernel, which rules name by its symbol or by its name in the source. */
bool hw_inject_launch(const char *symbol, struct hw_injected *injected);

/* Whether HALFWARP_FAIL has rules that are allowed. */
hw_status hw_inject_check(struct hw_error *error);

/* A rule that no call has come for. */
struct hw_inject_unused {
    const char *rule;
    size_t length;
    uint64_t calls; /* that were counted */
    char near[200]; /* "a or b": kernels that came, where none did for the rule; empty: none is near */
};

/* The next of them from rule *at on.  False: none. */
bool hw_inject_unused(size_t *at, struct hw_inject_unused *unused);

#endif
