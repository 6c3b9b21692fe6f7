/* SPDX-License-Identifier: MIT */
/* The rules of occupancy that a caller may choose, and names: of limits, of chips. */
#include "machine/chip/chips.h"

#include <halfwarp/occupancy.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct hw_occupancy_rule rules[] = {
    {HW_RULE_SINGLE_WARPS,
     "single-warps",
     {20, 21},
     "registers are given out by the warp (calculator of CUDA 3.0)",
     "by two warps, one for each scheduler (calculator 11.1)"},
    {HW_RULE_PAIRED_WARPS,
     "paired-warps",
     {10, 11, 12, 13},
     "an odd warp takes the slots of two (cuda_occupancy.h of CUDA 7.0)",
     "a warp takes one slot (calculator 11.1)"},
    {HW_RULE_PARTITIONED,
     "partitioned",
     {52, 53, 61, 62},
     "global loads are cached: a block has one half of the multiprocessor (cuda_occupancy.h)",
     "global loads are not cached in L1, which is how these chips are set up"},
    {HW_RULE_STRICT,
     "strict",
     {52, 53, 61, 62},
     "with `partitioned`: also where no block fits into a half (cuda_occupancy.h)",
     "a block that no half holds turns the caching off"},
    {HW_RULE_CALCULATOR_BLOCK,
     "calculator-block",
     {32, 52, 62},
     "registers of a block: 65536 (3.2, 6.2) and 32768 (5.2) (calculator 11.1)",
     "32768 (3.2, 6.2) and 65536 (5.2) (CUDA C Programming Guide; Wikipedia)"},
    {HW_RULE_ENCODED,
     "encoded-registers",
     {10, 11, 12, 13},
     "128 registers a thread, as code can name (CUDA C Programming Guide 4.2)",
     "124, as CUDA's compiler uses (calculator)"},
    {HW_RULE_FOUR_WARPS,
     "four-warps",
     {60},
     "registers of a block are counted for a multiple of four warps (cuda_occupancy.h)",
     "of two, one for each scheduler (calculator 11.1)"},
};

#define RULE_COUNT (sizeof rules / sizeof rules[0])

const struct hw_occupancy_rule *hw_occupancy_rule_at(unsigned index)
{
    return index < RULE_COUNT ? &rules[index] : NULL;
}

unsigned hw_occupancy_rules_of(const struct hw_chip_info *chip)
{
    unsigned found = 0;

    for (unsigned i = 0; i < RULE_COUNT; i++)
        for (unsigned c = 0; c < sizeof rules[i].capabilities / sizeof rules[i].capabilities[0]; c++)
            found |= rules[i].capabilities[c] == chip->capability ? rules[i].rule : 0;
    return found;
}

const char *hw_limit_name(enum hw_occupancy_limit limit)
{
    static const char *const names[HW_LIMITS] = {
        [HW_LIMIT_WARPS] = "warps",
        [HW_LIMIT_BLOCKS] = "blocks",
        [HW_LIMIT_REGISTERS] = "registers",
        [HW_LIMIT_SHARED] = "shared memory",
        [HW_LIMIT_BARRIERS] = "barriers",
        [HW_LIMIT_BLOCK_THREADS] = "threads per block",
        [HW_LIMIT_THREAD_REGISTERS] = "registers per thread",
        [HW_LIMIT_BLOCK_REGISTERS] = "registers per block",
        [HW_LIMIT_BLOCK_SHARED] = "shared memory per block",
    };
    return (unsigned)limit < HW_LIMITS ? names[limit] : NULL;
}

/* --- chips --- */

/* "2.0" and "12.0" as "sm_20" and "sm_120"; other names stay. */
static void canonical(const char *name, char text[16])
{
    unsigned major, minor;
    char end;

    if (sscanf(name, "%2u.%1u%c", &major, &minor, &end) == 2)
        snprintf(text, 16, "sm_%u%u", major, minor);
    else
        snprintf(text, 16, "%.15s", name);
}

hw_status hw_occupancy_chip(const char *name, const struct hw_chip_info **chip, struct hw_error *error)
{
    char text[16];

    canonical(name, text);
    return hw_chip_find(strncmp(text, "sm_", 3) == 0 ? text : name, chip, error);
}
