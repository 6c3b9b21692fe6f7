/* SPDX-License-Identifier: MIT */
/* See replay.h.  This file decides when to look and when to keep, so that programs which never do the same
 * twice lose little: memory is only looked at when a key recurs, and only kept when a fingerprint of it does
 * (replay_policy.h), and both only when there is budget for it (replay_budget.h).  The kept
 * memory has a bound. */
#include "cuda/replay/replay.h"

#include "cuda/replay/replay_budget.h"
#include "cuda/replay/replay_memo.h"
#include "cuda/base/message.h"
#include "environment.h"
#include "machine/memory/device_memory.h"

#include <stdlib.h>
#include <string.h>

#define STORE_BYTES ((uint64_t)1 << 30) /* of contents, at most */

enum replay_mode { MODE_UNKNOWN, MODE_OFF, MODE_ON, MODE_ALWAYS, MODE_CHECK };

static struct {
    struct hw_replay_memos memos;
    struct hw_replay_state state;
    struct hw_replay_budget budget;
    enum replay_mode mode; /* from the first launch on, until the device's memory goes */
    /* The launch that runs now. */
    bool counts;                       /* its seconds do */
    struct hw_replay_memo *memo;       /* NULL: of no interest */
    struct hw_replay_record *expected; /* when checking */
    bool keeping;
    struct hw_replay_record record; /* that is being made */
    double begin;
} replay;

static enum replay_mode mode_wanted(void)
{
    static const enum replay_mode modes[] = {MODE_OFF, MODE_ON, MODE_CHECK, MODE_ALWAYS};

    return modes[hw_environment_word(HW_ENVIRONMENT_REPLAY, 1)];
}

static bool affordable(double seconds)
{
    return replay.mode == MODE_ALWAYS || hw_replay_affordable(&replay.budget, seconds);
}

static bool same_ranges(const struct hw_replay_record *record)
{
    const struct hw_replay_state *state = &replay.state;

    return record->ranges == state->ranges &&
           (state->ranges == 0 ||
            memcmp(record->range, state->range, state->ranges * sizeof *state->range) == 0);
}

/* The record that fits memory as it is, which becomes the memo's first; NULL: none. */
static struct hw_replay_record *find_record(struct hw_replay_memo *memo, const struct hw_launch *launch)
{
    for (struct hw_replay_record **link = &memo->records; *link; link = &(*link)->next) {
        struct hw_replay_record *record = *link;
        if (!same_ranges(record) || !hw_replay_same(&replay.state, &record->before, &record->first) ||
            !hw_replay_parts_same(&record->parts, launch))
            continue;
        *link = record->next;
        record->next = memo->records;
        memo->records = record;
        return record;
    }
    return NULL;
}

static void miss(struct hw_replay_memo *memo)
{
    if (replay.mode != MODE_ALWAYS)
        hw_replay_missed(&memo->interest);
}

/* Whether a step of that price is to be taken now; if not, the memo waits until there is budget for it. */
static bool pay(struct hw_replay_memo *memo, double seconds)
{
    const bool ok = affordable(seconds);

    memo->price = ok ? 0 : seconds;
    return ok;
}

/* Whether comparing memory costs much less than the launch itself. */
static bool worth(const struct hw_replay_memo *memo, uint64_t unknown)
{
    return replay.mode == MODE_ALWAYS || (double)unknown / HW_REPLAY_RATE_COMPARE <= memo->seconds / 2;
}

/* Take the picture of all that the launch finds. */
static void begin_keeping(const struct hw_launch *launch, uint64_t fingerprint)
{
    struct hw_replay_record *record = &replay.record;

    *record = (struct hw_replay_record){.fingerprint = fingerprint};
    replay.keeping = hw_replay_parts_take(&record->parts, &replay.memos.store, launch) &&
                     hw_replay_take(&replay.state, &record->before);
    if (!replay.keeping)
        hw_replay_record_clear(&replay.memos, record);
}

/* Whether a sample of memory is as it was before a launch that does not fit. */
static bool has_lied(const struct hw_replay_memo *memo, uint64_t fingerprint)
{
    const struct hw_replay_record *record = memo->records;

    while (record && record->fingerprint != fingerprint)
        record = record->next;
    return record && !memo->interest.whole;
}

/* No record fits: keep what the launch will do, if there is reason to hope that it comes again. */
static void consider(struct hw_replay_memo *memo, const struct hw_launch *launch, uint64_t all,
                     uint64_t unknown)
{
    struct hw_replay_policy *interest = &memo->interest;
    double seconds =
        interest->whole ? (double)unknown / HW_REPLAY_RATE_HASH : (double)all / HW_REPLAY_RATE_SAMPLE;

    if (interest->fingerprints > 0)
        seconds += hw_replay_seconds_to_keep(all, unknown);
    if (all > STORE_BYTES / 2) {
        miss(memo);
        return;
    }
    if (!pay(memo, seconds))
        return;
    const uint64_t fingerprint = hw_replay_fingerprint(&replay.state, interest->whole);
    if (has_lied(memo, fingerprint)) {
        hw_replay_distrust(interest);
    } else if (hw_replay_recurs(interest, fingerprint) || replay.mode == MODE_ALWAYS) {
        hw_replay_memo_shrink(&replay.memos, STORE_BYTES - all, memo);
        begin_keeping(launch, fingerprint);
    } else {
        miss(memo);
    }
}

/* Look for a record that fits; where there is none, consider making one. */
static struct hw_replay_record *look(struct hw_replay_memo *memo, const struct hw_launch *launch)
{
    uint64_t all, unknown;

    if (!hw_replay_is_due(&memo->interest) || !affordable(memo->price) ||
        !worth(memo, hw_replay_expect_unknown(&replay.state, launch)) ||
        !hw_replay_look(&replay.state, launch))
        return NULL;
    hw_replay_sizes(&replay.state, &all, &unknown);
    if (!worth(memo, unknown))
        return NULL;
    if (memo->records) {
        if (!pay(memo, (double)unknown / HW_REPLAY_RATE_COMPARE))
            return NULL;
        struct hw_replay_record *record = find_record(memo, launch);
        if (record) {
            hw_replay_hit(&memo->interest);
            return record;
        }
    }
    consider(memo, launch, all, unknown);
    return NULL;
}

static void apply(const struct hw_replay_record *record, struct hw_launch_result *result)
{
    hw_replay_apply(&replay.state, &record->before, &record->after);
    memset(result, 0, sizeof *result);
    result->stats = record->stats;
}

/* Look for a launch like this one, and put in place what it came to; false: there is none. */
static bool repeat(const struct hw_launch *launch, struct hw_launch_result *result,
                   struct hw_launch_time *time)
{
    replay.memo = hw_replay_memo_of(&replay.memos, launch);
    struct hw_replay_record *record = replay.memo ? look(replay.memo, launch) : NULL;
    if (!record)
        return false;
    replay.budget.saved += record->seconds;
    *time = record->time;
    if (replay.mode == MODE_CHECK)
        replay.expected = record;
    else
        apply(record, result);
    return !replay.expected;
}

bool hw_cuda_replay(const struct hw_launch *launch, struct hw_launch_result *result,
                    struct hw_launch_time *time, double now)
{
    if (replay.mode == MODE_UNKNOWN)
        replay.mode = mode_wanted();
    replay.state.store = &replay.memos.store;
    replay.memo = NULL;
    replay.expected = NULL;
    replay.begin = now;
    replay.counts = replay.mode != MODE_OFF && !hw_launch_is_watched(launch);
    if (!replay.counts || !affordable(0))
        return false;
    const bool done = repeat(launch, result, time);
    replay.begin = hw_cuda_seconds();
    replay.budget.spent += replay.begin - now;
    return done;
}

static bool copy_ranges(struct hw_replay_record *record)
{
    const struct hw_replay_state *state = &replay.state;

    record->ranges = state->ranges;
    record->range = malloc((state->ranges + 1) * sizeof *record->range);
    if (record->range && state->ranges)
        memcpy(record->range, state->range, state->ranges * sizeof *record->range);
    return record->range != NULL;
}

/* Keep what the launch did, unless it touched memory that no picture has, or read what it does not find
 * again. */
static void end_keeping(const struct hw_launch *launch, const struct hw_launch_result *result,
                        hw_status status, const struct hw_launch_time *time, double seconds)
{
    struct hw_replay_record *record = &replay.record;

    replay.keeping = false;
    record->stats = result->stats;
    record->seconds = seconds;
    record->time = *time;
    if (status != HW_OK || result->once || hw_dirty_map_strayed(hw_memory_dirty_map(launch->memory)) ||
        !hw_replay_take_after(&replay.state, &record->before, &record->after) || !copy_ranges(record) ||
        !hw_replay_memo_add(&replay.memos, replay.memo, record)) {
        hw_replay_record_clear(&replay.memos, record);
        miss(replay.memo);
    }
    hw_replay_memo_shrink(&replay.memos, STORE_BYTES, replay.memo);
}

static void check(const struct hw_launch *launch, const struct hw_launch_result *result, hw_status status)
{
    const struct hw_replay_record *expected = replay.expected;
    size_t first = 0;

    hw_replay_forget(&replay.state);
    const bool same = status == HW_OK && hw_replay_same(&replay.state, &expected->after, &first) &&
                      memcmp(&expected->stats, &result->stats, sizeof expected->stats) == 0;
    hw_replay_forget(&replay.state);
    if (!same)
        hw_cuda_message(
            "replay of a launch of grid (%u,%u,%u) block (%u,%u,%u) would have given another result",
            launch->grid[0], launch->grid[1], launch->grid[2], launch->block[0], launch->block[1],
            launch->block[2]);
}

void hw_cuda_replay_keep(const struct hw_launch *launch, const struct hw_launch_result *result,
                         hw_status status, const struct hw_launch_time *time, double now)
{
    const double seconds = now - replay.begin;

    if (!replay.counts)
        return;
    if (replay.memo)
        replay.memo->seconds = seconds;
    if (replay.expected) {
        check(launch, result, status);
    } else {
        replay.budget.ran += seconds;
        if (replay.keeping) {
            end_keeping(launch, result, status, time, seconds);
            replay.budget.spent += hw_cuda_seconds() - now;
        }
    }
    replay.memo = NULL;
}

void hw_cuda_replay_clear(void)
{
    if (replay.keeping)
        hw_replay_record_clear(&replay.memos, &replay.record);
    replay.keeping = false;
    replay.memo = NULL;
    replay.counts = false;
    replay.mode = MODE_UNKNOWN;
    replay.budget = (struct hw_replay_budget){.spent = 0};
    hw_replay_state_free(&replay.state);
    hw_replay_memos_clear(&replay.memos);
}
