/* SPDX-License-Identifier: MIT */
/* Random questions about occupancy, and a digest of the answers.  tests/cli/test_occupancy asks the same
 * questions of rules that it has written down again, and must come to the same digest. */
#ifndef HW_TESTS_OCCUPANCY_RANDOM_H
#define HW_TESTS_OCCUPANCY_RANDOM_H

#include <halfwarp/occupancy.h>

#include "unit/ops/splitmix.h"

#define RULES            0x7fu
#define OCCUPANCY_SEED   13u
#define OCCUPANCY_CASES  100000u
#define OCCUPANCY_DIGEST 0x69462e72f06dd26cu
#define FNV_START        0xcbf29ce484222325u

static inline uint64_t fnv(uint64_t digest, uint32_t value)
{
    return (digest ^ value) * 0x100000001b3u;
}

static inline const struct hw_chip_info *chip_named(const char *name)
{
    const struct hw_chip_info *chip = NULL;

    return hw_occupancy_chip(name, &chip, NULL) == HW_OK ? chip : NULL;
}

/* A third of the blocks have full warps, half have no rules, no preference and no carve-out. */
static inline struct hw_block_needs random_needs(uint64_t *seed)
{
    static const char *const names[] = {"1.0", "1.1", "1.2", "1.3", "2.0", "2.1", "3.0", "3.2", "3.5", "3.7",
                                        "5.0", "5.2", "5.3", "6.0", "6.1", "6.2", "7.0", "7.5", "8.0", "8.6"};
    struct hw_block_needs needs = {.chip = chip_named(names[splitmix64(seed) % 20])};
    const uint64_t choice = splitmix64(seed);

    needs.threads =
        choice % 3 ? 1 + (uint32_t)(splitmix64(seed) % 1030) : 32 * (1 + (uint32_t)(splitmix64(seed) % 32));
    needs.registers = (uint32_t)(splitmix64(seed) % (choice % 5 ? 72 : 260));
    needs.shared_bytes = splitmix64(seed) % (choice % 7 ? 16400 : 110000);
    if (choice >> 40 & 1)
        return needs;
    needs.rules = (uint32_t)(splitmix64(seed) & RULES);
    needs.preference = (enum hw_cache_preference)(splitmix64(seed) % 4);
    needs.carveout = choice >> 41 & 1 ? (uint32_t)(splitmix64(seed) % 101) : 0;
    return needs;
}

#endif
