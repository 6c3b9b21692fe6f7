/* See replay.h.  This file decides when to look and when to keep, so that programs which never do the same
 * twice lose little: replay may spend a quarter of the seconds for which launches ran, and of those that it
 * saved; a key that misses is looked at again after 1, 3, 7, ... launches; and what is kept has a bound. */
#include "cuda/replay.h"

#include "cuda/replay_memo.h"
#include "cuda/state.h"
#include "machine/memory.h"

#include <stdlib.h>
#include <string.h>

#define STORE_BYTES ((uint64_t)1 << 30) /* of contents, at most */
#define SHARE 0.25                      /* of the seconds that were run or saved */
#define COMPARE_RATE 4e9                /* bytes in a second, about: a guess before it is done */
#define KEEP_RATE 2e9
#define MISSES_MAX 16 /* that make the wait longer */

enum mode { MODE_OFF, MODE_ON, MODE_ALWAYS, MODE_CHECK };

static struct {
    struct hw_replay_memos memos;
    struct hw_replay_state state;
    enum mode mode;           /* of this launch */
    double spent, ran, saved; /* seconds */
    /* The launch that runs now. */
    struct hw_replay_memo *memo;       /* NULL: of no interest */
    struct hw_replay_record *expected; /* when checking */
    bool keeping;
    struct hw_replay_picture before;
    double begin;
} replay;

static enum mode mode_wanted(void)
{
    const char *value = getenv("HALFWARP_REPLAY");

    if (!value || !*value)
        return MODE_ON;
    return strcmp(value, "0") == 0        ? MODE_OFF
           : strcmp(value, "check") == 0  ? MODE_CHECK
           : strcmp(value, "always") == 0 ? MODE_ALWAYS
                                          : MODE_ON;
}

/* Whether a launch does nothing but what memory and statistics show. */
static bool possible(const struct hw_launch *launch)
{
    return !launch->calls_out && !launch->trace && !launch->block_end && !launch->sample;
}

static bool affordable(double seconds)
{
    return replay.mode == MODE_ALWAYS || replay.spent + seconds <= SHARE * (replay.ran + replay.saved);
}

static uint64_t unknown_bytes(void)
{
    uint64_t all, unknown;

    hw_replay_sizes(&replay.state, &all, &unknown);
    return unknown;
}

static bool same_ranges(const struct hw_replay_record *record)
{
    const struct hw_replay_state *state = &replay.state;

    return record->ranges == state->ranges &&
           (state->ranges == 0 ||
            memcmp(record->range, state->range, state->ranges * sizeof *state->range) == 0);
}

/* The record that fits memory as it is, which becomes the memo's first; NULL: none. */
static struct hw_replay_record *find_record(struct hw_replay_memo *memo)
{
    for (struct hw_replay_record **link = &memo->records; *link; link = &(*link)->next) {
        struct hw_replay_record *record = *link;
        if (!same_ranges(record) || !hw_replay_same(&replay.state, &record->before, &record->first))
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
    if (replay.mode == MODE_ALWAYS)
        return;
    if (memo->misses < MISSES_MAX)
        memo->misses++;
    memo->wait = (1u << memo->misses) - 1;
}

/* Take the picture of memory before a launch, where it is worth it and there is room. */
static void begin_keeping(struct hw_replay_memo *memo)
{
    uint64_t all, unknown;

    hw_replay_sizes(&replay.state, &all, &unknown);
    if (all > STORE_BYTES / 2 || !affordable((double)unknown / KEEP_RATE + (double)all / COMPARE_RATE))
        return;
    hw_replay_memo_shrink(&replay.memos, STORE_BYTES - all, memo);
    replay.keeping = hw_replay_take(&replay.state, &replay.before);
}

/* Look for a record that fits; where there is none, keep what the launch will do. */
static struct hw_replay_record *look(struct hw_replay_memo *memo, const struct hw_launch *launch)
{
    if (memo->launches++ == 0)
        return NULL;
    if (memo->wait > 0) {
        memo->wait--;
        return NULL;
    }
    if (!affordable(0) || !hw_replay_look(&replay.state, launch))
        return NULL;
    if (memo->records) {
        if (!affordable((double)unknown_bytes() / COMPARE_RATE))
            return NULL;
        struct hw_replay_record *record = find_record(memo);
        if (record) {
            memo->misses = 0;
            return record;
        }
        miss(memo);
    }
    begin_keeping(memo);
    return NULL;
}

static void apply(const struct hw_replay_record *record, struct hw_launch_result *result)
{
    hw_replay_apply(&replay.state, &record->before, &record->after);
    memset(result, 0, sizeof *result);
    result->stats = record->stats;
    replay.saved += record->seconds;
}

bool hw_cuda_replay(const struct hw_launch *launch, struct hw_launch_result *result)
{
    const double begin = hw_cuda_seconds();

    replay.mode = mode_wanted();
    replay.state.store = &replay.memos.store;
    replay.memo = NULL;
    replay.expected = NULL;
    if (replay.mode == MODE_OFF || !possible(launch))
        return false;
    replay.memo = hw_replay_memo_of(&replay.memos, launch);
    struct hw_replay_record *record = replay.memo ? look(replay.memo, launch) : NULL;
    if (replay.mode == MODE_CHECK)
        replay.expected = record;
    else if (record)
        apply(record, result);
    replay.begin = hw_cuda_seconds();
    replay.spent += replay.begin - begin;
    return record && !replay.expected;
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

/* Keep what the launch did, unless it touched memory that no picture has. */
static void end_keeping(const struct hw_launch *launch, const struct hw_launch_result *result,
                        hw_status status, double seconds)
{
    struct hw_replay_record record = {.before = replay.before, .stats = result->stats, .seconds = seconds};

    replay.keeping = false;
    replay.before = (struct hw_replay_picture){NULL, 0};
    if (status != HW_OK || hw_watch_strayed(hw_memory_watch(launch->memory)) ||
        !hw_replay_take_after(&replay.state, &record.before, &record.after) || !copy_ranges(&record) ||
        !hw_replay_memo_add(&replay.memos, replay.memo, &record)) {
        hw_replay_record_clear(&replay.memos, &record);
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
        hw_cuda_say("replay of a launch of grid (%u,%u,%u) block (%u,%u,%u) would have given another result",
                    launch->grid[0], launch->grid[1], launch->grid[2], launch->block[0], launch->block[1],
                    launch->block[2]);
}

void hw_cuda_replay_keep(const struct hw_launch *launch, const struct hw_launch_result *result,
                         hw_status status)
{
    const double begin = hw_cuda_seconds();

    if (!replay.memo)
        return;
    replay.ran += begin - replay.begin;
    if (replay.expected)
        check(launch, result, status);
    else if (replay.keeping)
        end_keeping(launch, result, status, begin - replay.begin);
    replay.spent += hw_cuda_seconds() - begin;
    replay.memo = NULL;
}

void hw_cuda_replay_clear(void)
{
    hw_replay_picture_free(&replay.memos.store, &replay.before);
    replay.keeping = false;
    replay.memo = NULL;
    hw_replay_state_free(&replay.state);
    hw_replay_memos_clear(&replay.memos);
}
