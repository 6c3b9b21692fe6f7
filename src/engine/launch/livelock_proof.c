/* SPDX-License-Identifier: MIT */
/* A livelock proof runs every waiting block of all launches for a quantum, a pass, again and again.
 *
 * If a pass ends with the fingerprint of an earlier one, registers, shared, local and device memory are as
 * they were.  The machine, being deterministic, will then repeat what it did since: nothing can change.
 * Nothing is concluded if a block read the clock, or touched memory that the host may write to meanwhile or
 * that is outside all allocations. */
#include "engine/launch/livelock_proof.h"

#include "engine/launch/running_launch_state.h"
#include "engine/scheduler/hash.h"
#include "engine/scheduler/livelock.h"

#define MAX_PASSES 16u

/* The launches of a proof. */
struct proof {
    struct hw_running_launch *const *launch;
    size_t count;
};

static bool is_power_of_two(uint32_t value)
{
    return (value & (value - 1)) == 0;
}

static const struct hw_memory *memory_of(const struct hw_running_launch *running)
{
    return running->launch.memory;
}

/* Whether an earlier launch has the memory, too. */
static bool is_known(const struct proof *proof, size_t number)
{
    for (size_t i = 0; i < number; i++)
        if (memory_of(proof->launch[i]) == memory_of(proof->launch[number]))
            return true;
    return false;
}

/* The fingerprint of all state that decides what blocks do next, device memory included. */
static uint64_t fingerprint(const struct proof *proof)
{
    uint64_t hash = 0;

    for (size_t i = 0; i < proof->count; i++) {
        if (!is_known(proof, i))
            hash = hw_hash_word(hash, hw_livelock_fingerprint_memory(memory_of(proof->launch[i])));
        hash = hw_hash_word(hash, hw_livelock_fingerprint(&proof->launch[i]->scheduler));
    }
    return hash;
}

/* Run all blocks; false: they do not only spin. */
static bool run_pass(const struct proof *proof)
{
    for (size_t i = 0; i < proof->count; i++)
        if (!hw_running_launch_run_waiting(proof->launch[i]))
            return false;
    return true;
}

static bool is_excluded(const struct proof *proof)
{
    for (size_t i = 0; i < proof->count; i++)
        if (hw_livelock_excluded(&proof->launch[i]->scheduler))
            return true;
    return false;
}

/* A block that can start may change something. */
static bool can_start(const struct proof *proof)
{
    for (size_t i = 0; i < proof->count; i++)
        if (hw_running_launch_wants(proof->launch[i]) > 0)
            return true;
    return false;
}

/* The first pass shows cheaply what excludes a proof.  The next ones may lead into the cycle of states, and a
 * cycle may take several passes: Brent's cycle detection compares with the state after the last power of
 * two. */
static enum hw_livelock prove(const struct proof *proof)
{
    uint64_t before = 0;

    for (uint32_t passes = 0; passes <= MAX_PASSES; passes++) {
        if (!run_pass(proof))
            return HW_LIVELOCK_CHANGED;
        if (is_excluded(proof))
            return HW_LIVELOCK_HOST;
        const uint64_t now = fingerprint(proof);
        if (passes > 0 && now == before)
            return HW_LIVELOCK_PROVEN;
        if (is_power_of_two(passes))
            before = now;
    }
    return HW_LIVELOCK_OPEN;
}

static void report(const struct proof *proof)
{
    struct hw_livelock_others all = {.launches = 0};
    struct hw_fault fault;

    for (size_t i = 0; i < proof->count; i++) {
        const uint32_t waiting = atomic_load(&proof->launch[i]->scheduler.waiting);
        all.blocks += waiting;
        all.launches += waiting > 0;
    }
    for (size_t i = 0; i < proof->count; i++) {
        const uint32_t waiting = atomic_load(&proof->launch[i]->scheduler.waiting);
        if (!waiting)
            continue;
        const struct hw_livelock_others others = {.blocks = all.blocks - waiting,
                                                  .launches = all.launches - 1};
        hw_livelock_report(&proof->launch[i]->scheduler, others, &fault);
        hw_running_launch_stop(proof->launch[i], &fault);
    }
}

enum hw_livelock hw_livelock_prove(struct hw_running_launch *const *launch, size_t count)
{
    const struct proof proof = {launch, count};
    enum hw_livelock result = HW_LIVELOCK_CHANGED;

    if (!can_start(&proof)) {
        for (size_t i = 0; i < count; i++)
            hw_livelock_watch(&launch[i]->scheduler, true);
        result = prove(&proof);
        for (size_t i = 0; i < count; i++)
            hw_livelock_watch(&launch[i]->scheduler, false);
    }
    if (result == HW_LIVELOCK_PROVEN)
        report(&proof);
    return result;
}

bool hw_livelock_locate(struct hw_running_launch *running, struct hw_fault *fault)
{
    if (atomic_load(&running->scheduler.waiting) == 0)
        return false;
    hw_livelock_report(&running->scheduler, (struct hw_livelock_others){.launches = 0}, fault);
    return true;
}
