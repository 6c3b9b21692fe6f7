/* SPDX-License-Identifier: MIT */
/* The launch warnings are a table of statistics and sentences. */
#include "engine/launch/launch_warnings.h"

#include <stddef.h>
#include <stdio.h>

/* A sentence prints the count, and may print that of all barriers after it. */
static const struct {
    size_t count; /* the member of struct hw_stats */
    bool style;
    const char *sentence;
} warnings[HW_LAUNCH_WARNING_COUNT] = {
    [HW_LAUNCH_WARNING_MISALIGNED] =
        {offsetof(struct hw_stats, misaligned), false,
         "%llu accesses of 8 or 16 bytes were aligned to a word only; what the hardware "
         "does then is not known"},
    [HW_LAUNCH_WARNING_BEHIND_SHARED] =
        {offsetof(struct hw_stats, behind_shared), false,
         "%llu accesses were behind the end of the block's shared memory, to what the "
         "chip gives it beyond by its granule and for the system"},
    [HW_LAUNCH_WARNING_MASK] =
        {offsetof(struct hw_stats, lenient[HW_LENIENT_MASK]), false,
         "lanes went on at a WARPSYNC (%llu times) without others of their mask that could not "
         "come; PTX leaves open what happens then"},
    [HW_LAUNCH_WARNING_SELF] =
        {offsetof(struct hw_stats, lenient[HW_LENIENT_SELF]), false,
         "lanes waited (%llu times) with a mask that has not the lane itself; PTX leaves open "
         "what happens then"},
    [HW_LAUNCH_WARNING_LOCAL_ATOMICS] =
        {offsetof(struct hw_stats, local_atomics), true,
         "%llu atomics were at addresses of local memory; PTX leaves open what they do, "
         "and before Volta they are a fault"},
    [HW_LAUNCH_WARNING_BARRIERS] =
        {offsetof(struct hw_stats, partial_barriers), true,
         "at %llu of %llu barriers a warp arrived with a part of its lanes; before Volta "
         "that counts for all of them, from Volta on it does not"},
};

bool hw_launch_warning_text(enum hw_launch_warning warning, const struct hw_stats *stats,
                            char text[HW_LAUNCH_WARNING_BYTES])
{
    const uint64_t count = *(const uint64_t *)(const void *)((const char *)stats + warnings[warning].count);

    if (count)
        snprintf(text, HW_LAUNCH_WARNING_BYTES, warnings[warning].sentence, (unsigned long long)count,
                 (unsigned long long)stats->barriers);
    return count != 0;
}

bool hw_launch_warning_is_style(enum hw_launch_warning warning)
{
    return warnings[warning].style;
}
