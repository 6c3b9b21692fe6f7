/* SPDX-License-Identifier: MIT */
/* See launch_doubts.h. */
#include "engine/launch/launch_doubts.h"

#include <stddef.h>
#include <stdio.h>

/* A sentence has the count, and may have that of all barriers behind it. */
static const struct {
    size_t count; /* the member of struct hw_stats */
    bool style;
    const char *sentence;
} doubts[HW_DOUBTS] = {
    [HW_DOUBT_MISALIGNED] = {offsetof(struct hw_stats, misaligned), false,
                             "%llu accesses of 8 or 16 bytes were aligned to a word only; what the hardware "
                             "does then is not known"},
    [HW_DOUBT_BEHIND_SHARED] = {offsetof(struct hw_stats, behind_shared), false,
                                "%llu accesses were behind the end of the block's shared memory, to what the "
                                "chip gives it beyond by its granule and for the system"},
    [HW_DOUBT_MASK] = {offsetof(struct hw_stats, lenient[HW_LENIENT_MASK]), false,
                       "lanes went on at a WARPSYNC (%llu times) without others of their mask that could not "
                       "come; PTX leaves open what happens then"},
    [HW_DOUBT_SELF] = {offsetof(struct hw_stats, lenient[HW_LENIENT_SELF]), false,
                       "lanes waited (%llu times) with a mask that has not the lane itself; PTX leaves open "
                       "what happens then"},
    [HW_DOUBT_LOCAL_ATOMICS] =
        {offsetof(struct hw_stats, local_atomics), true,
         "%llu atomics were at addresses of local memory; PTX leaves open what they do, "
         "and before Volta they are a fault"},
    [HW_DOUBT_BARRIERS] = {offsetof(struct hw_stats, partial_barriers), true,
                           "at %llu of %llu barriers a warp arrived with a part of its lanes; before Volta "
                           "that counts for all of them, from Volta on it does not"},
};

bool hw_doubt_of(enum hw_doubt doubt, const struct hw_stats *stats, char text[HW_DOUBT_BYTES])
{
    const uint64_t count = *(const uint64_t *)(const void *)((const char *)stats + doubts[doubt].count);

    if (count)
        snprintf(text, HW_DOUBT_BYTES, doubts[doubt].sentence, (unsigned long long)count,
                 (unsigned long long)stats->barriers);
    return count != 0;
}

bool hw_doubt_is_style(enum hw_doubt doubt)
{
    return doubts[doubt].style;
}
