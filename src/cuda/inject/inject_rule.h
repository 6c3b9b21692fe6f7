/* SPDX-License-Identifier: MIT */
/* The rules of HALFWARP_FAIL: which calls and launches are to fail, and how.
 *
 * RULE[,RULE...], of which each is FUNCTION:COUNT[:ERROR] or kernel:NAME:COUNT[:ERROR].  COUNT is N, of the
 * N-th call alone, N+ of it and all later ones, or *. */
#ifndef HW_CUDA_INJECT_INJECT_RULE_H
#define HW_CUDA_INJECT_INJECT_RULE_H

#include <halfwarp/status.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HW_INJECT_RULES 64

struct hw_inject_rule {
    const char *text; /* all of it, in the environment's value */
    size_t text_length;
    const char *name; /* of the function or kernel */
    size_t name_length;
    bool kernel;
    uint64_t first, last; /* which calls fail, from 1 on */
    int status;
    bool own;               /* as of struct hw_injected */
    _Atomic uint64_t calls; /* that there have been */
};

struct hw_inject_rules {
    struct hw_inject_rule rule[HW_INJECT_RULES];
    size_t count;
};

/* Read rules, which point into `text`. */
hw_status hw_inject_read(const char *text, struct hw_inject_rules *rules, struct hw_error *error);
/* Read those of HALFWARP_FAIL; without it there are none. */
hw_status hw_inject_read_environment(struct hw_inject_rules *rules, struct hw_error *error);

#endif
