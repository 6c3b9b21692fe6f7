/* SPDX-License-Identifier: MIT */
/* Coalescing in the texture unit goes through a load by groups of 8 lanes; the last lookup of a group is kept
 * for the next. */
#include "timing/access/coalesce_texture.h"

#include "timing/access/coalesce.h"
#include "timing/access/sequential.h"

#define HALF_WARP    16u
#define LOOKUP_WORDS 4u /* different addresses that a lookup can answer */
#define SECTORS_MOST              \
    (2 * HW_TEXTURE_GROUP_LANES + \
     1) /* of a group: a lane's bytes lie in two at most; one is the last group's */

/* A sector of a group; its last lookup, which may serve more lanes. */
struct lookup {
    uint64_t sector;
    uint32_t lanes, words;
    uint64_t word[LOOKUP_WORDS];
};

struct lane_group {
    uint32_t count, lookups; /* sectors; lookups of all groups */
    struct lookup lookup[SECTORS_MOST];
};

static bool has_word(const struct lookup *lookup, uint64_t address)
{
    for (uint32_t i = 0; i < lookup->words; i++)
        if (lookup->word[i] == address)
            return true;
    return false;
}

/* A lane accesses a word of a sector.  If the sector's lookup is full, or there is none, another one begins.
 */
static void add_request(struct lane_group *group, uint64_t sector, uint64_t address)
{
    struct lookup *lookup = group->lookup;

    while (lookup < group->lookup + group->count && lookup->sector != sector)
        lookup++;
    if (lookup == group->lookup + group->count) {
        group->count++;
        *lookup = (struct lookup){.sector = sector, .lanes = HW_TEXTURE_GROUP_LANES};
    }
    const bool known = has_word(lookup, address);
    if (lookup->lanes == HW_TEXTURE_GROUP_LANES || (!known && lookup->words == LOOKUP_WORDS)) {
        group->lookups++;
        lookup->lanes = lookup->words = 0;
    }
    lookup->lanes++;
    if (!known || lookup->words == 0)
        lookup->word[lookup->words++] = address;
}

/* Of the group before only the last sector continues, and only if this group begins with it. */
static void begin_group(struct lane_group *group, uint64_t sector)
{
    if (group->count == 0)
        return;
    group->lookup[0] = group->lookup[group->count - 1];
    group->count = group->lookup[0].sector == sector;
}

static void look_up_group(const struct hw_access_event *event, unsigned first, struct lane_group *group)
{
    const uint32_t lanes = event->lanes >> first & ((1u << HW_TEXTURE_GROUP_LANES) - 1);

    if (!lanes)
        return;
    begin_group(group, event->address[first + (unsigned)__builtin_ctz(lanes)] / HW_SECTOR_BYTES);
    for (unsigned lane = first; lane < first + HW_TEXTURE_GROUP_LANES; lane++) {
        if (!(event->lanes >> lane & 1))
            continue;
        const uint64_t address = event->address[lane], end = address + event->bytes - 1;
        add_request(group, address / HW_SECTOR_BYTES, address);
        if (end / HW_SECTOR_BYTES != address / HW_SECTOR_BYTES)
            add_request(group, end / HW_SECTOR_BYTES, address);
    }
}

uint32_t hw_load_lookups(const struct hw_access_event *event)
{
    uint32_t lookups = 0;

    if (hw_is_sequential(event) && event->address[0] % HW_SECTOR_BYTES == 0)
        return HW_SEQUENTIAL_BYTES / 4 / LOOKUP_WORDS; /* each group of lanes reads one sector */
    for (unsigned half = 0; half < 32; half += HALF_WARP) {
        struct lane_group group = {.count = 0};
        for (unsigned first = half; first < half + HALF_WARP; first += HW_TEXTURE_GROUP_LANES)
            look_up_group(event, first, &group);
        lookups += group.lookups;
    }
    return lookups;
}

uint32_t hw_load_groups(const struct hw_access_event *event)
{
    const uint32_t words = event->bytes < 4 ? 1 : event->bytes / 4;
    uint32_t groups = 0;

    for (unsigned first = 0; first < 32; first += HALF_WARP) {
        const uint32_t lanes = event->lanes >> first & 0xffff;
        if (lanes)
            groups += (31u - (uint32_t)__builtin_clz(lanes)) / HW_TEXTURE_GROUP_LANES + 1;
    }
    return groups * words;
}
