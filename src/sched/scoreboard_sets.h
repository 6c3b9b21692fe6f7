/* SPDX-License-Identifier: MIT */
/* An access in flight has a set of scoreboards each of which, once released, tells that it is done: its own,
 * and those of later instructions that finish behind it.  The empty set: no scoreboard tells.
 *
 * Accesses to one register, on one path or on several that have met, are a set of such sets.  Of six
 * scoreboards there are 64 sets, so one word holds it: bit m stands for the set whose bits m has.  Nothing is
 * lost where paths merge: who waits must have waited for one scoreboard of each set. */
#ifndef HW_SCHED_SCOREBOARD_SETS_H
#define HW_SCHED_SCOREBOARD_SETS_H

#include <halfwarp/sched.h>

#include <stdint.h>

_Static_assert(HW_SCOREBOARD_COUNT == 6, "one word has a bit for each set of scoreboards");

typedef uint64_t hw_scoreboard_sets;

#define HW_UNGUARDED_SET 1ull /* the empty set */

/* The sets that have this scoreboard. */
static inline hw_scoreboard_sets hw_sets_with(unsigned scoreboard)
{
    static const hw_scoreboard_sets with[HW_SCOREBOARD_COUNT] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc,
                                                                 0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00,
                                                                 0xffff0000ffff0000, 0xffffffff00000000};
    return with[scoreboard];
}

static inline hw_scoreboard_sets hw_set_of(unsigned mask)
{
    return 1ull << mask;
}

/* What is in flight still once the scoreboards of `mask` have been released. */
static inline hw_scoreboard_sets hw_sets_release(hw_scoreboard_sets sets, unsigned mask)
{
    for (unsigned b = 0; b < HW_SCOREBOARD_COUNT; b++)
        if (mask >> b & 1)
            sets &= ~hw_sets_with(b);
    return sets;
}

/* The same accesses, which the scoreboards of `mask` tell of, too. */
static inline hw_scoreboard_sets hw_sets_extend(hw_scoreboard_sets sets, unsigned mask)
{
    for (unsigned b = 0; b < HW_SCOREBOARD_COUNT; b++)
        if (mask >> b & 1)
            sets = (sets & hw_sets_with(b)) | (sets & ~hw_sets_with(b)) << (1u << b);
    return sets;
}

/* Scoreboards that are enough to wait for: of each set one, the lowest unless another is waited for. */
static inline unsigned hw_sets_cover(hw_scoreboard_sets sets)
{
    unsigned chosen = 0;
    for (int size = 1; size <= HW_SCOREBOARD_COUNT; size++)
        for (hw_scoreboard_sets left = sets & ~HW_UNGUARDED_SET; left; left &= left - 1) {
            const unsigned set = (unsigned)__builtin_ctzll(left);
            if (__builtin_popcount(set) == size && !(set & chosen))
                chosen |= set & (0u - set);
        }
    return chosen;
}

#endif
