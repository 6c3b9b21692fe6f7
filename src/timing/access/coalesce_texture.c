/* SPDX-License-Identifier: MIT */
/* See coalesce_texture.h. */
#include "timing/access/coalesce_texture.h"

#include "timing/access/coalesce.h"

#define HALF_WARP    16u
#define LOOKUP_WORDS 4u /* different addresses that a lookup can answer */
#define SECTORS_MOST \
    (2 * HW_TURN_LANES + 1) /* of a group: a lane's bytes lie in two at most; one is the last group's */

/* A sector of a group; its last lookup, which may serve more lanes. */
struct wanted {
    uint64_t sector;
    uint32_t lanes, words;
    uint64_t word[LOOKUP_WORDS];
};

struct lane_group {
    uint32_t count, lookups; /* sectors; lookups of all groups */
    struct wanted wanted[SECTORS_MOST];
};

static bool has_word(const struct wanted *wanted, uint64_t address)
{
    for (uint32_t i = 0; i < wanted->words; i++)
        if (wanted->word[i] == address)
            return true;
    return false;
}

/* A lane wants something of a sector.  If the lookup is full, or there is none, another one begins. */
static void want(struct lane_group *group, uint64_t sector, uint64_t address)
{
    struct wanted *wanted = group->wanted;

    while (wanted < group->wanted + group->count && wanted->sector != sector)
        wanted++;
    if (wanted == group->wanted + group->count) {
        group->count++;
        *wanted = (struct wanted){.sector = sector, .lanes = HW_TURN_LANES};
    }
    const bool known = has_word(wanted, address);
    if (wanted->lanes == HW_TURN_LANES || (!known && wanted->words == LOOKUP_WORDS)) {
        group->lookups++;
        wanted->lanes = wanted->words = 0;
    }
    wanted->lanes++;
    if (!known || wanted->words == 0)
        wanted->word[wanted->words++] = address;
}

/* Of the group before only the last sector continues, and only if this group begins with it. */
static void begin_group(struct lane_group *group, uint64_t sector)
{
    if (group->count == 0)
        return;
    group->wanted[0] = group->wanted[group->count - 1];
    group->count = group->wanted[0].sector == sector;
}

static void look_up_group(const struct hw_access_event *event, unsigned first, struct lane_group *group)
{
    const uint32_t lanes = event->lanes >> first & ((1u << HW_TURN_LANES) - 1);

    if (!lanes)
        return;
    begin_group(group, event->address[first + (unsigned)__builtin_ctz(lanes)] / HW_SECTOR_BYTES);
    for (unsigned lane = first; lane < first + HW_TURN_LANES; lane++) {
        if (!(event->lanes >> lane & 1))
            continue;
        const uint64_t address = event->address[lane], end = address + event->bytes - 1;
        want(group, address / HW_SECTOR_BYTES, address);
        if (end / HW_SECTOR_BYTES != address / HW_SECTOR_BYTES)
            want(group, end / HW_SECTOR_BYTES, address);
    }
}

uint32_t hw_load_lookups(const struct hw_access_event *event)
{
    uint32_t lookups = 0;

    for (unsigned half = 0; half < 32; half += HALF_WARP) {
        struct lane_group group = {.count = 0};
        for (unsigned first = half; first < half + HALF_WARP; first += HW_TURN_LANES)
            look_up_group(event, first, &group);
        lookups += group.lookups;
    }
    return lookups;
}

uint32_t hw_load_turns(const struct hw_access_event *event)
{
    const uint32_t words = event->bytes < 4 ? 1 : event->bytes / 4;
    uint32_t groups = 0;

    for (unsigned first = 0; first < 32; first += HALF_WARP) {
        const uint32_t lanes = event->lanes >> first & 0xffff;
        if (lanes)
            groups += (31u - (uint32_t)__builtin_clz(lanes)) / HW_TURN_LANES + 1;
    }
    return groups * words;
}
