/* SPDX-License-Identifier: MIT */
/* The livelock check stops all workers but one when blocks only spin, and lets that one prove that nothing
 * will change.  All of it runs under the scheduler's lock.
 *
 *              so many idle quanta: the worker that
 *              counted the last one is the checker
 *        OFF --------------------------------------> PAUSING    the checker waits until every other
 *         ^                                             |       worker has paused
 *         |  a quantum made progress, or a new          |
 *         |  block can start, or something outside      |  all have paused: watch the blocks,
 *         |  may end the spinning, or there were        |  take the fingerprint
 *         |  MAX_PASSES, or the livelock is reported    v
 *         +---------------------------------------- CHECKING    the checker runs each waiting block
 *                                                     |  ^      for a quantum: a pass
 *                                                     +--+
 *                                      the fingerprint has changed: next pass
 *
 * The check ends in OFF from both other states, since progress ends it at any time.  If a pass ends with the
 * fingerprint with which it is compared, the machine, being deterministic, will repeat that pass: a livelock.
 */
#include "engine/scheduler/livelock.h"

#define MAX_THRESHOLD 65536u
#define MAX_PASSES    16u

static bool is_checker(const struct hw_resident_scheduler *scheduler)
{
    return scheduler->livelock_check.phase != HW_LIVELOCK_OFF &&
           pthread_equal(scheduler->livelock_check.checker, pthread_self());
}

void hw_livelock_stop_check(struct hw_resident_scheduler *scheduler)
{
    scheduler->livelock_check.idle_quanta = 0;
    scheduler->livelock_check.phase = HW_LIVELOCK_OFF;
    pthread_cond_broadcast(&scheduler->changed);
}

/* The other workers have paused: record the state of all blocks and of memory. */
static void begin_check(struct hw_resident_scheduler *scheduler)
{
    struct hw_livelock_check *check = &scheduler->livelock_check;

    check->phase = HW_LIVELOCK_CHECKING;
    check->passes = 0;
    check->remaining = atomic_load(&scheduler->waiting);
    hw_livelock_watch(scheduler->first);
    check->fingerprint = hw_livelock_fingerprint(scheduler->first);
}

/* Whether a new block can start, which could change something. */
static bool can_start_block(const struct hw_resident_scheduler *scheduler)
{
    return (scheduler->paused_with_block > 0 || scheduler->livelock_check.has_new_block) &&
           atomic_load(&scheduler->waiting) < scheduler->max_resident;
}

static bool is_power_of_two(uint32_t value)
{
    return (value & (value - 1)) == 0;
}

/* Every waiting block has run for a quantum.  Whether nothing can ever change. */
static bool end_pass(struct hw_resident_scheduler *scheduler)
{
    struct hw_livelock_check *check = &scheduler->livelock_check;

    if (can_start_block(scheduler)) {
        hw_livelock_stop_check(scheduler);
        return false;
    }
    const uint64_t fingerprint = hw_livelock_fingerprint(scheduler->first);
    const bool excluded = hw_livelock_excluded(scheduler->first);
    if (fingerprint == check->fingerprint && !excluded)
        return true;
    if (excluded || ++check->passes == MAX_PASSES) {
        check->threshold = check->threshold < MAX_THRESHOLD ? check->threshold * 2 : check->threshold;
        hw_livelock_stop_check(scheduler);
        return false;
    }
    /* The first passes may lead into the cycle of states, and a cycle may take several passes: Brent's cycle
     * detection compares with the state after the last power of two. */
    if (is_power_of_two(check->passes))
        check->fingerprint = fingerprint;
    check->remaining = atomic_load(&scheduler->waiting);
    return false;
}

bool hw_livelock_end_quantum(struct hw_resident_scheduler *scheduler, bool idle)
{
    struct hw_livelock_check *check = &scheduler->livelock_check;
    const uint64_t blocks = atomic_load(&scheduler->waiting) + scheduler->present;

    if (!idle) {
        hw_livelock_stop_check(scheduler);
        return false;
    }
    check->idle_quanta++;
    if (check->phase == HW_LIVELOCK_CHECKING)
        return --check->remaining == 0 && end_pass(scheduler);
    if (check->phase == HW_LIVELOCK_OFF && check->idle_quanta >= check->threshold * blocks) {
        check->phase = HW_LIVELOCK_PAUSING;
        check->checker = pthread_self();
    }
    return false;
}

/* A worker that is not the checker stops until the check is over. */
static void pause_for_check(struct hw_resident_scheduler *scheduler, bool has_new_block)
{
    scheduler->paused++;
    scheduler->paused_with_block += has_new_block;
    pthread_cond_broadcast(&scheduler->changed);
    while (scheduler->livelock_check.phase != HW_LIVELOCK_OFF)
        pthread_cond_wait(&scheduler->changed, &scheduler->lock);
    scheduler->paused--;
    scheduler->paused_with_block -= has_new_block;
}

/* While the checker waits for the others its check may be stopped, and another worker's check begin. */
void hw_livelock_wait_for_check(struct hw_resident_scheduler *scheduler, bool has_new_block)
{
    struct hw_livelock_check *check = &scheduler->livelock_check;

    while (is_checker(scheduler) && check->phase == HW_LIVELOCK_PAUSING &&
           scheduler->paused + 1 < scheduler->present)
        pthread_cond_wait(&scheduler->changed, &scheduler->lock);
    if (check->phase == HW_LIVELOCK_OFF)
        return;
    if (!is_checker(scheduler)) {
        pause_for_check(scheduler, has_new_block);
        return;
    }
    check->has_new_block = has_new_block;
    if (check->phase == HW_LIVELOCK_PAUSING)
        begin_check(scheduler);
}
