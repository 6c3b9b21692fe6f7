/* SPDX-License-Identifier: MIT */
/* Scoreboard allocation gives one of the six scoreboards to each instruction of varying latency that needs
 * one, for its result, its sources or both.
 *
 * An instruction of varying latency takes one for its result.  One that reads its sources late takes one for
 * them too where something may overwrite them before its result has been waited for.  To choose, the code
 * behind it is searched for the first instruction that will wait.  Two results that are waited for at the
 * same instruction share a scoreboard at no cost.  Otherwise a free one is taken, or else the one whose wait
 * is nearest to that instruction, which costs least.  Every choice is safe: the waits are computed
 * afterwards, from the choice. */
#include "sched/sched_insn.h"

#include <stdlib.h>

#define SEARCH_STEPS 400 /* a result that is not waited for within so many instructions is far away */
#define SEARCH_PATHS 64

struct search {
    const struct hw_cfg *flow;
    const struct hw_sched_insn *step;
    uint32_t *seen; /* of each block: 1 + number of the search that has visited it */
    uint32_t number;
    uint32_t path[SEARCH_PATHS]; /* worklist: blocks to be searched */
    unsigned paths, left;
    uint32_t result, source; /* steps until the result is touched, and until a source is overwritten */
};

/* The result that holds a scoreboard at present. */
struct scoreboards {
    unsigned named;                      /* those that DEPBAR names are for LDGDEPBAR alone */
    uint64_t until[HW_SCOREBOARD_COUNT]; /* index of the instruction that waits; the scoreboard is free
                                             behind it */
};

/* ---------------------------------------------------------------- search */

static void add_path(struct search *s, uint32_t block)
{
    if (block == HW_NOWHERE || s->seen[block] == s->number)
        return;
    if (s->paths == SEARCH_PATHS) { /* what lies there is unknown */
        s->source = s->source < SEARCH_STEPS ? s->source : SEARCH_STEPS;
        return;
    }
    s->seen[block] = s->number;
    s->path[s->paths++] = block;
}

/* Search from instruction `first` of a block; `distance` steps lie between. */
static void search_block(struct search *s, const struct hw_basic_block *block, uint32_t first,
                         uint32_t distance)
{
    for (uint32_t i = first; i < block->first + block->count; i++, distance++) {
        const struct hw_sched_insn *step = &s->flow->step[i];
        bool leaves_function = step->leaves_function; /* everything is waited for there */
        bool touches = hw_resources_overlap(&step->reads, &s->step->writes) ||
                       hw_resources_overlap(&step->writes, &s->step->writes) ||
                       (leaves_function && !hw_resources_empty(&s->step->writes));
        if (touches && distance < s->result)
            s->result = distance;
        if (!touches && (leaves_function || hw_resources_overlap(&step->writes, &s->step->late_reads)) &&
            distance < s->source)
            s->source = distance;
        if (touches || leaves_function)
            return;
        if (!s->left--) {
            s->left = 0;
            s->source = s->source < distance ? s->source : distance;
            return;
        }
    }
    if (block->pool && distance < s->source)
        s->source = distance;
    add_path(s, block->next);
    add_path(s, block->jump);
}

/* A distance is that along the first path that reaches the instruction, which suffices for a heuristic. */
static void search(struct search *s, uint32_t block, uint32_t number)
{
    uint32_t distance = 0;
    s->step = &s->flow->step[number];
    s->number++;
    s->paths = 0;
    s->left = SEARCH_STEPS;
    s->result = s->source = HW_NOWHERE;
    search_block(s, &s->flow->block[block], number + 1, 1);
    distance = s->flow->block[block].first + s->flow->block[block].count - number;
    while (s->paths) {
        uint32_t next = s->path[--s->paths];
        search_block(s, &s->flow->block[next], s->flow->block[next].first, distance);
        distance += s->flow->block[next].count;
    }
}

/* ---------------------------------------------------------------- choice */

static uint64_t gap(uint64_t a, uint64_t b)
{
    return a > b ? a - b : b - a;
}

/* The scoreboard for a result that is waited for at `until`; `not` is allocated to the instruction
 * already. */
static uint8_t choose(struct scoreboards *boards, uint64_t now, uint64_t until, unsigned not )
{
    unsigned best = HW_SCHED_NO_BARRIER, free = HW_SCHED_NO_BARRIER;
    for (unsigned b = 0; b < HW_SCOREBOARD_COUNT; b++) {
        if (b == not || boards->named >> b & 1)
            continue;
        if (boards->until[b] <= now) {
            if (free == HW_SCHED_NO_BARRIER)
                free = b;
        } else if (best == HW_SCHED_NO_BARRIER ||
                   gap(boards->until[b], until) < gap(boards->until[best], until)) {
            best = b;
        }
    }
    bool shares = best != HW_SCHED_NO_BARRIER && boards->until[best] == until;
    if (!shares && free != HW_SCHED_NO_BARRIER)
        best = free;
    if (boards->until[best] <= now || until < boards->until[best])
        boards->until[best] = until;
    return (uint8_t)best;
}

/* Whether a scoreboard must announce a result: it varies, or takes longer than one stall count lasts. */
static bool is_announced(const struct hw_cfg *flow, const struct hw_sched_insn *step)
{
    HW_EACH_RESOURCE(r, &step->writes) {
        const unsigned latency = hw_timing_latency(step->timing, r, HW_PORT_OTHER);
        if (!latency || latency > HW_STALL_MAX(flow->kind))
            return true;
    }
    return false;
}

static void assign(struct search *s, struct scoreboards *boards, uint32_t block, uint32_t number)
{
    struct hw_sched_insn *step = &s->flow->step[number];
    bool result = !(step->group & HW_GROUP_PRODUCT) && is_announced(s->flow, step),
         late = !hw_resources_empty(&step->late_reads);
    if (step->fixed)
        return;
    step->sched.write = step->sched.read = HW_SCHED_NO_BARRIER;
    if (step->commits && boards->named) /* UTMACMDFLUSH tells that sources have been read */
        *(step->timing->late_uniform ? &step->sched.read : &step->sched.write) =
            (uint8_t)__builtin_ctz(boards->named);
    if (!result && !late)
        return;
    search(s, block, number);
    if (result)
        step->sched.write = choose(boards, number, (uint64_t)number + s->result, HW_SCHED_NO_BARRIER);
    if (late && s->source != HW_NOWHERE)
        step->sched.read = choose(boards, number, (uint64_t)number + s->source, step->sched.write);
}

/* DEPBAR waits until only so many of the copies that LDGDEPBAR has announced remain: another instruction with
 * its scoreboard would be counted, too.  Compiled code names one (SB0) there. */
static unsigned scoreboards_of_copies(const struct hw_cfg *flow)
{
    bool commits = false;
    unsigned named = 0;
    for (uint32_t i = 0; i < flow->count; i++) {
        commits |= flow->step[i].commits;
        named |= flow->step[i].names;
    }
    return commits && named ? named & (0u - named) : 0;
}

hw_status hw_scoreboards_assign(struct hw_cfg *flow)
{
    struct scoreboards boards = {0};
    struct search s = {.flow = flow, .seen = calloc(flow->block_count + 1, sizeof(*s.seen))};
    if (!s.seen)
        return HW_ERR_NO_MEMORY;
    boards.named = scoreboards_of_copies(flow);
    for (uint32_t block = 0; block < flow->block_count; block++)
        for (uint32_t i = flow->block[block].first; i < flow->block[block].first + flow->block[block].count;
             i++)
            assign(&s, &boards, block, i);
    free(s.seen);
    return HW_OK;
}
