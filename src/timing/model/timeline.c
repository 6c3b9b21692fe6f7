/* SPDX-License-Identifier: MIT */
/* See timeline.h. */
#include "timing/model/timeline.h"

#include "timing/model/multiprocessor.h"

#include <stdlib.h>
#include <string.h>

#define ISSUES_USUAL (1u << 19) /* of all multiprocessors together, unless the window says */

bool hw_sm_timelines_begin(const struct hw_time_window *window, struct hw_sm *sm, uint32_t sms)
{
    const uint32_t last = window->last_sm < sms ? window->last_sm : sms - 1;

    for (uint32_t i = window->first_sm; i <= last; i++) {
        sm[i].timeline = calloc(1, sizeof *sm[i].timeline);
        if (!sm[i].timeline)
            return false;
        sm[i].timeline->window = *window;
        sm[i].timeline->most = (window->most ? window->most : ISSUES_USUAL) / (last - window->first_sm + 1);
    }
    return true;
}

bool hw_sm_timelines_end(struct hw_sm *sm, uint32_t sms, struct hw_time_issue **issues, uint32_t *count,
                         bool *left_out)
{
    uint32_t total = 0;
    bool ok = true;

    for (uint32_t i = 0; i < sms; i++) {
        total += sm[i].timeline ? sm[i].timeline->count : 0;
        ok = ok && !(sm[i].timeline && sm[i].timeline->no_memory);
    }
    *count = 0;
    *left_out = false;
    *issues = malloc((total + 1) * sizeof **issues);
    for (uint32_t i = 0; i < sms; i++) {
        struct hw_sm_timeline *timeline = sm[i].timeline;
        if (!timeline)
            continue;
        if (*issues && timeline->count)
            memcpy(*issues + *count, timeline->issue, timeline->count * sizeof **issues);
        *count += *issues ? timeline->count : 0;
        *left_out |= timeline->full;
        free(timeline->issue);
        free(timeline);
        sm[i].timeline = NULL;
    }
    return ok && *issues;
}

static bool grow(struct hw_sm_timeline *timeline)
{
    const uint32_t wanted = timeline->max ? timeline->max * 2 : 256;
    struct hw_time_issue *grown = realloc(timeline->issue, wanted * sizeof *grown);

    if (!grown)
        return false;
    timeline->issue = grown;
    timeline->max = wanted;
    return true;
}

void hw_sm_timeline_note(struct hw_sm *sm, uint32_t warp, uint64_t ready)
{
    struct hw_sm_timeline *timeline = sm->timeline;
    const struct hw_sm_warp *w = &sm->warp[warp];
    const struct hw_timed_insn *insn = &sm->code->insn[w->place];

    if (sm->now < timeline->window.from || w->issued_at >= timeline->window.to || timeline->full)
        return;
    if (timeline->count == timeline->most) {
        timeline->full = true;
        return;
    }
    if (timeline->count == timeline->max && !grow(timeline)) {
        timeline->full = timeline->no_memory = true;
        return;
    }
    timeline->issue[timeline->count++] =
        (struct hw_time_issue){.before = w->issued_at,
                               .ready = ready,
                               .clock = sm->now,
                               .block = sm->block[w->block].trace->number,
                               .pc = insn->pc,
                               .sm = (uint16_t)sm->number,
                               .warp = (uint8_t)warp,
                               .warp_of_block = (uint8_t)(warp - w->block * sm->warps_per_block),
                               .unit = insn->pipe,
                               .cause = w->why,
                               .late = w->pipe_busy ? HW_STALL_PIPE : HW_STALL_NOT_SELECTED};
}
