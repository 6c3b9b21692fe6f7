/* SPDX-License-Identifier: MIT */
/* Code comes in lines through two caches.
 *
 * A warp that enters a line waits until the line is there.  Lines behind it are fetched ahead, so code in a
 * row waits little; what costs is the first run of a kernel, a jump to code that nobody has run lately, and
 * loops that do not fit. */
#include "timing/model/multiprocessor.h"

/* When a line is there; it is asked for if nobody has. */
static uint64_t line_ready(struct hw_sm *sm, uint32_t line)
{
    const struct hw_microarchitecture *micro = &sm->chip->micro;
    struct hw_cached_line *entry = hw_sector_cache_find(&sm->code1, line), gone;

    if (entry)
        return entry->ready;
    uint64_t ready = sm->now + micro->latency_code2;
    if (!hw_sector_cache_find(&sm->code2, line)) {
        hw_sector_cache_make(&sm->code2, line, &gone);
        ready = sm->now + micro->latency_code;
    }
    entry = hw_sector_cache_make(&sm->code1, line, &gone);
    if (entry)
        entry->ready = ready;
    return ready;
}

void hw_sm_fetch(struct hw_sm *sm, struct hw_sm_warp *w)
{
    const uint32_t line = sm->code->insn[w->place].line;
    const uint64_t ready = line_ready(sm, line);

    for (uint32_t ahead = 1; ahead <= sm->chip->micro.code_ahead && line + ahead < sm->code->lines; ahead++)
        line_ready(sm, line + ahead);
    if (ready <= w->earliest)
        return;
    w->earliest = ready;
    w->why = HW_STALL_FETCH;
}
