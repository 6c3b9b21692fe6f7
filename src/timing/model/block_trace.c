/* SPDX-License-Identifier: MIT */
/* See block_trace.h. */
#include "timing/model/block_trace.h"

#include <stdlib.h>
#include <string.h>

bool hw_words_add(struct hw_words *words, uint32_t word)
{
    if (words->count == words->max) {
        const uint32_t wanted = words->max ? words->max * 2 : 32;
        uint32_t *grown = realloc(words->word, wanted * sizeof *grown);
        if (!grown)
            return false;
        words->word = grown;
        words->max = wanted;
    }
    words->word[words->count++] = word;
    return true;
}

/* kind 3 bits, access 3, local 1, more 1, passes 6, count 18; what a barrier or a sleep counts is a word of
 * its own. */
#define ACT_MORE   0x80u
#define COUNT_MOST ((1u << 18) - 1)

static bool has_long_count(const struct hw_act *act)
{
    return act->kind == HW_ACT_BARRIER || act->kind == HW_ACT_SLEEP;
}

static bool add_act(struct hw_words *words, const struct hw_act *act)
{
    const uint32_t passes = act->passes < 63 ? act->passes : 63;
    const uint32_t count = act->count < COUNT_MOST ? act->count : COUNT_MOST;

    return hw_words_add(words, act->kind | (uint32_t)act->access << 3 | (uint32_t)act->local << 6 |
                                   passes << 8 | count << 14) &&
           (!has_long_count(act) || hw_words_add(words, act->count));
}

struct hw_act hw_act_read(const struct hw_words *words, uint32_t *place)
{
    const uint32_t word = words->word[(*place)++];
    struct hw_act act = {.kind = word & 7,
                         .access = word >> 3 & 7,
                         .local = word >> 6 & 1,
                         .more = word >> 7 & 1,
                         .passes = word >> 8 & 63,
                         .count = word >> 14};

    if (has_long_count(&act))
        act.count = words->word[(*place)++];
    return act;
}

#define ARRIVAL_WORDS 2u
#define ARRIVAL_WAITS (1u << 3)

bool hw_act_still_waits(const struct hw_words *words, uint32_t place)
{
    return words->word[place - ARRIVAL_WORDS] & ARRIVAL_WAITS;
}

/* A line's number above its sectors. */
bool hw_line_add(struct hw_words *words, const struct hw_line_request *line)
{
    const uint64_t both = line->line / HW_LINE_BYTES << 4 | (line->sectors & 15u);

    return hw_words_add(words, (uint32_t)both) && hw_words_add(words, (uint32_t)(both >> 32));
}

struct hw_line_request hw_line_read(const struct hw_words *words, uint32_t *place)
{
    const uint64_t both = words->word[*place] | (uint64_t)words->word[*place + 1] << 32;

    *place += 2;
    return (struct hw_line_request){.line = (both >> 4) * HW_LINE_BYTES, .sectors = both & 15};
}

struct hw_block_trace *hw_block_trace_create(uint32_t warps)
{
    struct hw_block_trace *trace = calloc(1, sizeof *trace);

    if (trace)
        trace->warp = calloc(warps, sizeof *trace->warp);
    if (!trace || !trace->warp) {
        free(trace);
        return NULL;
    }
    trace->warp_count = warps;
    return trace;
}

void hw_block_trace_reset(struct hw_block_trace *trace, uint64_t number)
{
    trace->number = number;
    trace->complete = trace->no_memory = false;
    trace->use_count = trace->ended = 0;
    trace->end_last = false;
    memset(trace->open, 0, sizeof trace->open);
    for (uint32_t i = 0; i < trace->warp_count; i++)
        trace->warp[i] = (struct hw_warp_trace){
            .runs = {.word = trace->warp[i].runs.word, .max = trace->warp[i].runs.max},
            .acts = {.word = trace->warp[i].acts.word, .max = trace->warp[i].acts.max},
            .lanes = {.word = trace->warp[i].lanes.word, .max = trace->warp[i].lanes.max}};
}

void hw_block_trace_destroy(struct hw_block_trace *trace)
{
    if (!trace)
        return;
    for (uint32_t i = 0; i < trace->warp_count; i++) {
        free(trace->warp[i].runs.word);
        free(trace->warp[i].acts.word);
        free(trace->warp[i].lanes.word);
    }
    free(trace->warp);
    free(trace->use);
    free(trace);
}

size_t hw_block_trace_bytes(const struct hw_block_trace *trace)
{
    size_t words = 0;

    for (uint32_t i = 0; i < trace->warp_count; i++)
        words += (size_t)trace->warp[i].runs.max + trace->warp[i].acts.max + trace->warp[i].lanes.max;
    return words * sizeof(uint32_t) + trace->use_max * sizeof *trace->use + sizeof *trace +
           trace->warp_count * sizeof *trace->warp;
}

void hw_trace_insn(struct hw_block_trace *trace, uint32_t warp, uint32_t place, uint32_t next, uint32_t lanes)
{
    struct hw_warp_trace *w = &trace->warp[warp];
    const bool goes_on = w->runs.count && place == w->expected;

    w->expected = next;
    if (w->waits) {
        w->acts.word[w->last_act] &= ~ARRIVAL_WAITS;
        w->waits = 0;
    }
    if (goes_on) {
        uint32_t *last = &w->runs.word[w->runs.count - 1];
        if (!(*last >> 31) && (*last >> HW_RUN_PLACE_BITS & HW_RUN_MOST) < HW_RUN_MOST) {
            *last += 1u << HW_RUN_PLACE_BITS;
            if (w->lanes.count)
                w->lanes.word[w->lanes.count - 1] += lanes;
            return;
        }
    }
    trace->no_memory |=
        !hw_words_add(&w->runs, hw_run_word(place, 1, false)) || !hw_words_add(&w->lanes, lanes);
}

void hw_trace_act(struct hw_block_trace *trace, uint32_t warp, const struct hw_act *act)
{
    struct hw_warp_trace *w = &trace->warp[warp];

    if (!w->runs.count)
        return;
    uint32_t *run = &w->runs.word[w->runs.count - 1];
    if (*run >> 31)
        w->acts.word[w->last_act] |= ACT_MORE;
    *run |= 1u << 31;
    w->last_act = w->acts.count;
    w->waits = 0;
    trace->no_memory |= !add_act(&w->acts, act);
}

static uint32_t open_use(struct hw_block_trace *trace, unsigned barrier)
{
    if (trace->open[barrier])
        return trace->open[barrier] - 1;
    if (trace->use_count == trace->use_max) {
        const uint32_t wanted = trace->use_max ? trace->use_max * 2 : 16;
        struct hw_barrier_use *grown = realloc(trace->use, wanted * sizeof *grown);
        if (!grown) {
            trace->no_memory = true;
            return 0;
        }
        trace->use = grown;
        trace->use_max = wanted;
    }
    trace->use[trace->use_count] = (struct hw_barrier_use){.expected = 0};
    trace->open[barrier] = ++trace->use_count;
    return trace->use_count - 1;
}

void hw_trace_arrival(struct hw_block_trace *trace, uint32_t warp, unsigned barrier, bool waits)
{
    struct hw_warp_trace *w = &trace->warp[warp];
    const uint32_t use = open_use(trace, barrier % 16);

    trace->end_last = false;
    if (use < trace->use_count)
        trace->use[use].expected++;
    hw_trace_act(trace, warp,
                 &(struct hw_act){.kind = HW_ACT_BARRIER, .access = waits, .count = use, .passes = 1});
    if (waits && !trace->no_memory) {
        w->held |= (uint16_t)(1u << barrier % 16);
        w->waits = (uint8_t)(1 + barrier % 16);
    }
}

void hw_trace_release(struct hw_block_trace *trace, uint32_t warp, unsigned barrier)
{
    struct hw_warp_trace *w = &trace->warp[warp];

    w->held &= (uint16_t) ~(1u << barrier % 16);
    if (w->waits == 1 + barrier % 16)
        w->waits = 0;
    if (trace->open[barrier % 16]) {
        struct hw_barrier_use *use = &trace->use[trace->open[barrier % 16] - 1];
        use->released = true;
        use->ended = trace->end_last ? trace->ended : 0;
    }
    trace->open[barrier % 16] = 0;
}

void hw_trace_warp_end(struct hw_block_trace *trace, uint32_t warp)
{
    trace->warp[warp].ended = true;
    trace->ended++;
    trace->end_last = true;
}

void hw_trace_end(struct hw_block_trace *trace)
{
    trace->complete = true;
    for (uint32_t i = 0; i < trace->warp_count; i++)
        trace->warp[i].ended = true;
}
