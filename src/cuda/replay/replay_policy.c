/* SPDX-License-Identifier: MIT */
/* See replay_policy.h. */
#include "cuda/replay/replay_policy.h"

bool hw_replay_is_due(struct hw_replay_policy *interest)
{
    const bool due = interest->launched && interest->wait == 0;

    interest->launched = true;
    if (interest->wait > 0)
        interest->wait--;
    return due;
}

bool hw_replay_recurs(struct hw_replay_policy *interest, uint64_t fingerprint)
{
    for (uint32_t i = 0; i < interest->fingerprints && i < HW_REPLAY_FINGERPRINTS; i++)
        if (interest->fingerprint[i] == fingerprint)
            return true;
    interest->fingerprint[interest->fingerprints++ % HW_REPLAY_FINGERPRINTS] = fingerprint;
    return false;
}

void hw_replay_missed(struct hw_replay_policy *interest)
{
    interest->second = !interest->second;
    if (interest->second) {
        interest->wait = 0;
        return;
    }
    interest->wait = interest->next_wait;
    if (interest->next_wait < HW_REPLAY_WAIT_MAX)
        interest->next_wait = 2 * interest->next_wait + 1;
}

void hw_replay_hit(struct hw_replay_policy *interest)
{
    interest->wait = 0;
    interest->next_wait = 0;
    interest->second = false;
}

void hw_replay_distrust(struct hw_replay_policy *interest)
{
    interest->whole = true;
    interest->fingerprints = 0;
}
