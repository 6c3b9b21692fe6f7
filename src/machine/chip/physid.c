/* SPDX-License-Identifier: MIT */
/* The physid register, and how blocks are distributed over the multiprocessors. */
#include "machine/chip/sm_location.h"

uint32_t hw_physid(struct hw_sm_location location)
{
    return (location.lane & 0x1f) | (location.warp & 0x1f) << 8 | (location.mp & 3) << 16 |
           (location.tp & 0xf) << 20;
}

struct hw_sm_location hw_physid_location(uint32_t physid)
{
    return (struct hw_sm_location){
        .lane = physid & 0x1f, .warp = physid >> 8 & 0x1f, .mp = physid >> 16 & 3, .tp = physid >> 20 & 0xf};
}

struct hw_sm_location hw_sm_location_of_block(const struct hw_chip_info *chip, uint64_t block)
{
    return (struct hw_sm_location){.tp = (uint32_t)(block % chip->tps),
                                   .mp = (uint32_t)(block / chip->tps % chip->mps_per_tp)};
}
