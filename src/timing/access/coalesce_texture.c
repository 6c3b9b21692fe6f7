/* SPDX-License-Identifier: MIT */
/* See coalesce_texture.h. */
#include "timing/access/coalesce_texture.h"

#include "timing/access/coalesce.h"

#define HALF_WARP    16u
#define LOOKUP_WORDS 4u /* different addresses that a lookup can answer */
#define SECTORS_MOST \
    (2 * HW_TURN_LANES + 1) /* of a turn: a lane's bytes lie in two at most; one is the last turn's */

/* A sector of a turn; its last lookup, which may take more. */
struct wanted {
    uint64_t sector;
    uint32_t lanes, words;
    uint64_t word[LOOKUP_WORDS];
};

struct turn {
    uint32_t count, lookups; /* sectors; lookups of all turns */
    struct wanted wanted[SECTORS_MOST];
};

static bool has_word(const struct wanted *wanted, uint64_t address)
{
    for (uint32_t i = 0; i < wanted->words; i++)
        if (wanted->word[i] == address)
            return true;
    return false;
}

/* A lane wants something of a sector.  Where the lookup is full, or there is none, another one begins. */
static void want(struct turn *turn, uint64_t sector, uint64_t address)
{
    struct wanted *wanted = turn->wanted;

    while (wanted < turn->wanted + turn->count && wanted->sector != sector)
        wanted++;
    if (wanted == turn->wanted + turn->count) {
        turn->count++;
        *wanted = (struct wanted){.sector = sector, .lanes = HW_TURN_LANES};
    }
    const bool known = has_word(wanted, address);
    if (wanted->lanes == HW_TURN_LANES || (!known && wanted->words == LOOKUP_WORDS)) {
        turn->lookups++;
        wanted->lanes = wanted->words = 0;
    }
    wanted->lanes++;
    if (!known || wanted->words == 0)
        wanted->word[wanted->words++] = address;
}

/* Of the turn before only the last sector goes on, and only where this turn begins with it. */
static void begin_turn(struct turn *turn, uint64_t sector)
{
    if (turn->count == 0)
        return;
    turn->wanted[0] = turn->wanted[turn->count - 1];
    turn->count = turn->wanted[0].sector == sector;
}

static void take_turn(const struct hw_access_event *event, unsigned first, struct turn *turn)
{
    const uint32_t lanes = event->lanes >> first & ((1u << HW_TURN_LANES) - 1);

    if (!lanes)
        return;
    begin_turn(turn, event->address[first + (unsigned)__builtin_ctz(lanes)] / HW_SECTOR_BYTES);
    for (unsigned lane = first; lane < first + HW_TURN_LANES; lane++) {
        if (!(event->lanes >> lane & 1))
            continue;
        const uint64_t address = event->address[lane], end = address + event->bytes - 1;
        want(turn, address / HW_SECTOR_BYTES, address);
        if (end / HW_SECTOR_BYTES != address / HW_SECTOR_BYTES)
            want(turn, end / HW_SECTOR_BYTES, address);
    }
}

uint32_t hw_load_lookups(const struct hw_access_event *event)
{
    uint32_t lookups = 0;

    for (unsigned half = 0; half < 32; half += HALF_WARP) {
        struct turn turn = {.count = 0};
        for (unsigned first = half; first < half + HALF_WARP; first += HW_TURN_LANES)
            take_turn(event, first, &turn);
        lookups += turn.lookups;
    }
    return lookups;
}

uint32_t hw_load_turns(const struct hw_access_event *event)
{
    const uint32_t words = event->bytes < 4 ? 1 : event->bytes / 4;
    uint32_t turns = 0;

    for (unsigned first = 0; first < 32; first += HALF_WARP) {
        const uint32_t lanes = event->lanes >> first & 0xffff;
        if (lanes)
            turns += (31u - (uint32_t)__builtin_clz(lanes)) / HW_TURN_LANES + 1;
    }
    return turns * words;
}
