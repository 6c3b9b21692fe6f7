/* SPDX-License-Identifier: MIT */
/* The budget of replay: a small share of the seconds for which launches ran, and half of the seconds saved.
 * So a program that gains nothing loses no more than the small share, and one that gains keeps half of its
 * gain. All work for launches is counted, whatever it leads to. */
#ifndef HW_CUDA_REPLAY_REPLAY_BUDGET_H
#define HW_CUDA_REPLAY_REPLAY_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

#define HW_REPLAY_SHARE_RAN   0.04 /* of 5 %: guesses may be too low, and caches are not counted */
#define HW_REPLAY_SHARE_SAVED 0.5

/* Bytes in a second, about: guesses before it is done. */
#define HW_REPLAY_RATE_SAMPLE  5e10 /* of memory of which a sample is hashed */
#define HW_REPLAY_RATE_COMPARE 8e9
#define HW_REPLAY_RATE_HASH    2.5e9
#define HW_REPLAY_RATE_KEEP    1.6e9 /* hash, get pages, copy */

struct hw_replay_budget {
    double spent, ran, saved; /* seconds */
};

static inline bool hw_replay_affordable(const struct hw_replay_budget *budget, double seconds)
{
    return budget->spent + seconds <=
           HW_REPLAY_SHARE_RAN * budget->ran + HW_REPLAY_SHARE_SAVED * budget->saved;
}

/* To keep a launch: its memory before, of which `uncached` bytes have to be read, what it has changed, which
 * is little where memory comes back to what it was, and the comparison when the key comes again, without
 * which it was for nothing. */
static inline double hw_replay_seconds_to_keep(uint64_t all, uint64_t uncached)
{
    return (double)uncached / HW_REPLAY_RATE_KEEP + 2 * (double)all / HW_REPLAY_RATE_COMPARE;
}

#endif
