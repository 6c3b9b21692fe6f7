/* SPDX-License-Identifier: MIT */
/* See multiprocessor.h: what a multiprocessor has, and how blocks begin and end on it. */
#include "timing/model/multiprocessor.h"

#include <stdlib.h>
#include <string.h>

/* As many lines as fit into `bytes`; a line of code has a size of its own. */
static bool create_code_cache(struct hw_sector_cache *cache, const struct hw_microarchitecture *micro,
                              uint32_t bytes)
{
    return hw_sector_cache_create(cache, bytes / micro->code_line * HW_LINE_BYTES, micro->code_ways);
}

bool hw_sm_create(struct hw_sm *sm, const struct hw_chip_info *chip, uint32_t number,
                  const struct hw_memory_system *memory)
{
    const struct hw_microarchitecture *micro = &chip->micro;

    memset(sm, 0, sizeof *sm);
    sm->chip = chip;
    sm->number = number;
    sm->memory = memory;
    sm->back_ticks = hw_sector_ticks(micro->mp_read_bytes);
    sm->warp = calloc(HW_WARPS_MAX, sizeof *sm->warp);
    for (uint32_t part = 0; part < micro->l1_parts; part++)
        if (!hw_sector_cache_create(&sm->l1[part], micro->l1_bytes / micro->l1_parts, micro->l1_ways))
            return false;
    return sm->warp && hw_sector_cache_create(&sm->texture, micro->texture_bytes, micro->texture_ways) &&
           hw_sector_cache_create(&sm->constant, micro->constant_bytes, micro->constant_ways) &&
           hw_sector_cache_create(&sm->constant2, micro->constant2_bytes, micro->constant2_ways) &&
           create_code_cache(&sm->code1, micro, micro->code_bytes) &&
           create_code_cache(&sm->code2, micro, micro->code2_bytes);
}

void hw_sm_destroy(struct hw_sm *sm)
{
    for (uint32_t part = 0; part < HW_L1_PARTS_MAX; part++)
        hw_sector_cache_destroy(&sm->l1[part]);
    hw_sector_cache_destroy(&sm->texture);
    hw_sector_cache_destroy(&sm->constant);
    hw_sector_cache_destroy(&sm->constant2);
    hw_sector_cache_destroy(&sm->code1);
    hw_sector_cache_destroy(&sm->code2);
    free(sm->warp);
    free(sm->pending);
    free(sm->waiter);
    free(sm->sent);
    free(sm->cost);
    memset(sm, 0, sizeof *sm);
}

bool hw_sm_begin(struct hw_sm *sm, const struct hw_timed_code *code, const struct hw_work_times *times,
                 uint32_t block_slots, uint32_t warps_per_block)
{
    sm->code = code;
    sm->times = times;
    sm->now = 0;
    sm->resident = sm->starved = sm->dealt_count = 0;
    sm->block_slots = block_slots < HW_BLOCKS_MAX ? block_slots : HW_BLOCKS_MAX;
    sm->warps_per_block = warps_per_block;
    for (uint32_t i = 0; i < HW_BLOCKS_MAX; i++)
        sm->block[i].free_at = 0;
    memset(sm->warp, 0, HW_WARPS_MAX * sizeof *sm->warp);
    memset(sm->scheduler, 0, sizeof sm->scheduler);
    for (uint32_t s = 0; s < HW_SCHEDULERS_MAX; s++) {
        sm->scheduler[s].next = HW_TIME_UNKNOWN;
        for (uint32_t i = 0; i < HW_WARPS_MAX; i++)
            sm->scheduler[s].ready_at[i] = HW_TIME_UNKNOWN;
        sm->scheduler[s].greedy = HW_WARPS_MAX;
        for (uint32_t i = 0; i < HW_COLLECTORS; i++)
            sm->scheduler[s].collector[i].warp = HW_WARPS_MAX;
        for (uint32_t i = 0; i < HW_WARPS_MAX; i++)
            sm->scheduler[s].order[i] = (uint8_t)i;
        sm->scheduler[s].count = (sm->block_slots * warps_per_block + sm->chip->micro.schedulers - 1 - s) /
                                 sm->chip->micro.schedulers;
    }
    memset(sm->pipe_free, 0, sizeof sm->pipe_free);
    memset(sm->work_free, 0, sizeof sm->work_free);
    sm->send_free = sm->back_free = 0;
    for (uint32_t part = 0; part < sm->chip->micro.l1_parts; part++)
        hw_sector_cache_clear(&sm->l1[part]);
    hw_sector_cache_clear(&sm->texture);
    hw_sector_cache_clear(&sm->constant);
    hw_sector_cache_clear(&sm->constant2);
    hw_sector_cache_clear(&sm->code1);
    hw_sector_cache_clear(&sm->code2);
    sm->pending_count = sm->waiter_count = sm->sent_count = sm->sent_now = sm->sent_served = 0;
    sm->pending_free = sm->waiter_free = sm->order_first = UINT32_MAX;
    sm->last_return = 0;
    memset(&sm->counts, 0, sizeof sm->counts);
    sm->counts.first_clock = HW_TIME_UNKNOWN;
    hw_series_begin(&sm->over_time.issues);
    hw_series_begin(&sm->over_time.lanes);
    hw_series_begin(&sm->over_time.warps);
    free(sm->cost);
    sm->cost = calloc(code->count + 1, sizeof *sm->cost);
    return sm->cost != NULL;
}

void hw_sm_put_last(struct hw_sm_scheduler *scheduler, uint32_t at)
{
    uint8_t *order = scheduler->order;
    uint32_t i = 0;

    while (order[i] != at)
        i++;
    for (; i + 1 < scheduler->count; i++)
        order[i] = order[i + 1];
    order[i] = (uint8_t)at;
}

uint32_t hw_sm_free_slot(const struct hw_sm *sm)
{
    uint32_t found = sm->block_slots;

    for (uint32_t i = 0; i < sm->block_slots; i++)
        if (!sm->block[i].trace &&
            (found == sm->block_slots || sm->block[i].free_at < sm->block[found].free_at))
            found = i;
    return found;
}

bool hw_sm_next_run(struct hw_sm_warp *w)
{
    const struct hw_words *runs = &w->trace->runs;

    if (w->run == runs->count)
        return false;
    const uint32_t word = runs->word[w->run];
    /* The last instruction of a warp that still runs may get acts yet, except when it has some. */
    if (w->run + 1 == runs->count && !(word >> 31) && !w->trace->ended)
        return false;
    w->lanes = w->run < w->trace->lanes.count ? w->trace->lanes.word[w->run] : 0;
    w->run++;
    w->place = word & ((1u << HW_RUN_PLACE_BITS) - 1);
    w->left = word >> HW_RUN_PLACE_BITS & HW_RUN_MOST;
    w->acts = word >> 31;
    return true;
}

static void start_warp(struct hw_sm *sm, uint32_t slot, uint32_t number, uint64_t time)
{
    const uint32_t warp = slot * sm->warps_per_block + number;
    struct hw_sm_warp *w = &sm->warp[warp];

    memset(w, 0, sizeof *w);
    w->trace = &sm->block[slot].trace->warp[number];
    w->block = (uint8_t)slot;
    w->earliest = time;
    w->issued_at = time;
    w->began = time + 1;
    hw_sm_put_last(&sm->scheduler[warp % sm->chip->micro.schedulers], warp / sm->chip->micro.schedulers);
    if (hw_sm_next_run(w)) {
        hw_sm_fetch(sm, w);
        hw_sm_find_ready(sm, warp);
    } else if (!w->trace->ended) {
        w->starved = true;
        sm->starved++;
    } else {
        w->trace = NULL;
        sm->block[slot].warps_left--;
    }
}

void hw_sm_deal(struct hw_sm *sm, uint32_t slot, struct hw_block_trace *trace, uint64_t time)
{
    sm->block[slot].trace = trace;
    sm->block[slot].starts = time;
    sm->dealt[sm->dealt_count++] = (uint8_t)slot;
    sm->resident++;
}

static void start_block(struct hw_sm *sm, uint32_t slot)
{
    struct hw_sm_block *block = &sm->block[slot];
    struct hw_block_trace *trace = block->trace;

    block->warps_left = trace->warp_count;
    if (block->starts < sm->counts.first_clock)
        sm->counts.first_clock = block->starts;
    for (uint32_t i = 0; i < trace->warp_count; i++)
        start_warp(sm, slot, i, block->starts);
}

void hw_sm_start_blocks(struct hw_sm *sm)
{
    for (uint32_t i = 0; i < sm->dealt_count; i++)
        start_block(sm, sm->dealt[i]);
    sm->dealt_count = 0;
}

uint64_t hw_sm_next(const struct hw_sm *sm)
{
    uint64_t next = HW_TIME_UNKNOWN;

    for (uint32_t s = 0; s < sm->chip->micro.schedulers; s++)
        if (sm->scheduler[s].next < next)
            next = sm->scheduler[s].next;
    for (uint32_t i = 0; i < sm->dealt_count; i++)
        if (sm->block[sm->dealt[i]].starts < next)
            next = sm->block[sm->dealt[i]].starts;
    return next;
}
