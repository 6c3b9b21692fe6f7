/* SPDX-License-Identifier: MIT */
/* The physid register, and how blocks are dealt out to the multiprocessors. */
#include "machine/chip/place.h"

uint32_t hw_physid(struct hw_place place)
{
    return (place.lane & 0x1f) | (place.warp & 0x1f) << 8 | (place.mp & 3) << 16 | (place.tp & 0xf) << 20;
}

struct hw_place hw_physid_place(uint32_t physid)
{
    return (struct hw_place){
        .lane = physid & 0x1f, .warp = physid >> 8 & 0x1f, .mp = physid >> 16 & 3, .tp = physid >> 20 & 0xf};
}

struct hw_place hw_place_of_block(const struct hw_chip_info *chip, uint64_t block)
{
    return (struct hw_place){.tp = (uint32_t)(block % chip->tps),
                             .mp = (uint32_t)(block / chip->tps % chip->mps_per_tp)};
}
