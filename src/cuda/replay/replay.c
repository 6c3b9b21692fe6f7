/* SPDX-License-Identifier: MIT */
/* Memoisation of launches: the decisions when to look up a launch and when to record one, so that programs
 * which never do the same twice lose little.  Memory is compared only if a launch's key recurs, and recorded
 * only if a fingerprint of memory recurs, too (replay_policy.h); both only within a budget of time
 * (replay_budget.h).  The recorded memory has a bound. */
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
    bool is_recording;
    struct hw_replay_record record; /* that is being made */
    double begin;
} replay;

static enum replay_mode mode_wanted(void)
{
    static const enum replay_mode modes[] = {MODE_OFF, MODE_ON, MODE_CHECK, MODE_ALWAYS};

    return modes[hw_environment_word(HW_ENVIRONMENT_REPLAY, 1)];
}

static bool is_affordable(double seconds)
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

/* Whether the budget has these seconds; if not, the memo waits until it has. */
static bool charge_budget(struct hw_replay_memo *memo, double seconds)
{
    const bool ok = is_affordable(seconds);

    memo->price = ok ? 0 : seconds;
    return ok;
}

/* Whether comparing memory costs much less than the launch itself. */
static bool is_profitable(const struct hw_replay_memo *memo, uint64_t uncached)
{
    return replay.mode == MODE_ALWAYS || (double)uncached / HW_REPLAY_RATE_COMPARE <= memo->seconds / 2;
}

/* Snapshot all memory that the launch may read. */
static void begin_recording(const struct hw_launch *launch, uint64_t fingerprint)
{
    struct hw_replay_record *record = &replay.record;

    *record = (struct hw_replay_record){.fingerprint = fingerprint};
    replay.is_recording = hw_replay_parts_take(&record->parts, &replay.memos.store, launch) &&
                          hw_replay_take(&replay.state, &record->before);
    if (!replay.is_recording)
        hw_replay_record_clear(&replay.memos, record);
}

/* Whether a sampled fingerprint hit, although memory differs. */
static bool is_false_hit(const struct hw_replay_memo *memo, uint64_t fingerprint)
{
    const struct hw_replay_record *record = memo->records;

    while (record && record->fingerprint != fingerprint)
        record = record->next;
    return record && !memo->interest.whole;
}

/* No record fits: record what the launch will do, if it is likely to come again. */
static void consider_recording(struct hw_replay_memo *memo, const struct hw_launch *launch, uint64_t all,
                               uint64_t uncached)
{
    struct hw_replay_policy *interest = &memo->interest;
    double seconds =
        interest->whole ? (double)uncached / HW_REPLAY_RATE_HASH : (double)all / HW_REPLAY_RATE_SAMPLE;

    if (interest->fingerprints > 0)
        seconds += hw_replay_seconds_to_keep(all, uncached);
    if (all > STORE_BYTES / 2) {
        miss(memo);
        return;
    }
    if (!charge_budget(memo, seconds))
        return;
    const uint64_t fingerprint = hw_replay_fingerprint(&replay.state, interest->whole);
    if (is_false_hit(memo, fingerprint)) {
        hw_replay_distrust(interest);
    } else if (hw_replay_recurs(interest, fingerprint) || replay.mode == MODE_ALWAYS) {
        hw_replay_memo_shrink(&replay.memos, STORE_BYTES - all, memo);
        begin_recording(launch, fingerprint);
    } else {
        miss(memo);
    }
}

/* The record that fits; if there is none, a new one may begin. */
static struct hw_replay_record *look_up(struct hw_replay_memo *memo, const struct hw_launch *launch)
{
    uint64_t all, uncached;

    if (!hw_replay_is_due(&memo->interest) || !is_affordable(memo->price) ||
        !is_profitable(memo, hw_replay_expect_uncached(&replay.state, launch)) ||
        !hw_replay_look(&replay.state, launch))
        return NULL;
    hw_replay_sizes(&replay.state, &all, &uncached);
    if (!is_profitable(memo, uncached))
        return NULL;
    if (memo->records) {
        if (!charge_budget(memo, (double)uncached / HW_REPLAY_RATE_COMPARE))
            return NULL;
        struct hw_replay_record *record = find_record(memo, launch);
        if (record) {
            hw_replay_hit(&memo->interest);
            return record;
        }
    }
    consider_recording(memo, launch, all, uncached);
    return NULL;
}

static void apply(const struct hw_replay_record *record, struct hw_launch_result *result)
{
    hw_replay_apply(&replay.state, &record->before, &record->after);
    memset(result, 0, sizeof *result);
    result->stats = record->stats;
}

/* Apply the result of an equal launch; false: there is none. */
static bool apply_memoised(const struct hw_launch *launch, struct hw_launch_result *result,
                           struct hw_launch_time *time)
{
    replay.memo = hw_replay_memo_of(&replay.memos, launch);
    struct hw_replay_record *record = replay.memo ? look_up(replay.memo, launch) : NULL;
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
    if (!replay.counts || !is_affordable(0))
        return false;
    const bool done = apply_memoised(launch, result, time);
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

/* Record what the launch did, unless it accessed memory that no snapshot has, or read what changes between
 * launches. */
static void end_recording(const struct hw_launch *launch, const struct hw_launch_result *result,
                          hw_status status, const struct hw_launch_time *time, double seconds)
{
    struct hw_replay_record *record = &replay.record;

    replay.is_recording = false;
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
        if (replay.is_recording) {
            end_recording(launch, result, status, time, seconds);
            replay.budget.spent += hw_cuda_seconds() - now;
        }
    }
    replay.memo = NULL;
}

static void forget_launch(void)
{
    if (replay.is_recording)
        hw_replay_record_clear(&replay.memos, &replay.record);
    replay.is_recording = false;
    replay.memo = NULL;
    replay.expected = NULL;
}

void hw_cuda_replay_abandon(double now)
{
    if (replay.counts)
        replay.budget.ran += now - replay.begin;
    forget_launch();
}

void hw_cuda_replay_clear(void)
{
    forget_launch();
    replay.counts = false;
    replay.mode = MODE_UNKNOWN;
    replay.budget = (struct hw_replay_budget){.spent = 0};
    hw_replay_state_free(&replay.state);
    hw_replay_memos_clear(&replay.memos);
}
