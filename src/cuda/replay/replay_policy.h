/* SPDX-License-Identifier: MIT */
/* The choice of the launches of a key that replay looks at.
 *
 * A look at memory takes a fingerprint of it, which costs next to nothing; only where a fingerprint
 * recurs is it worth the price to keep memory's contents.  Two launches in a row are looked at; where that
 * was in vain, two more after 0, 1, 3, 7, ... launches.  So a key whose inputs always differ is looked at a
 * few times in thousands, and one that begins to repeat itself late is found soon. */
#ifndef HW_CUDA_REPLAY_REPLAY_POLICY_H
#define HW_CUDA_REPLAY_REPLAY_POLICY_H

#include <stdbool.h>
#include <stdint.h>

#define HW_REPLAY_FINGERPRINTS 8     /* the last ones of a key: some programs go round in circles */
#define HW_REPLAY_WAIT_MAX     1023u /* launches that are not looked at in a row, at most */

struct hw_replay_policy {
    uint64_t fingerprint[HW_REPLAY_FINGERPRINTS];
    uint32_t fingerprints; /* that were taken; the last ones are there */
    uint32_t wait;         /* launches that are not looked at */
    uint32_t next_wait;    /* after two looks for nothing; it grows */
    bool second;           /* the next look is the second of two */
    bool launched;         /* before */
    bool whole;            /* fingerprints are of all bytes: samples have lied */
};

/* Whether this launch is looked at; the first is not. */
bool hw_replay_is_due(struct hw_replay_policy *interest);

/* Whether a fingerprint is among the last ones; if not, it becomes one of them. */
bool hw_replay_recurs(struct hw_replay_policy *interest, uint64_t fingerprint);

/* A look was for nothing; it was not. */
void hw_replay_missed(struct hw_replay_policy *interest);
void hw_replay_hit(struct hw_replay_policy *interest);

/* A sample of memory was the same where memory was not: from now on all of it counts. */
void hw_replay_distrust(struct hw_replay_policy *interest);

#endif
