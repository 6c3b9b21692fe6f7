/* SPDX-License-Identifier: MIT */
/* The load and store unit of a multiprocessor: what a memory instruction does, and its answers. */
#include "timing/access/coalesce_texels.h"
#include "timing/model/multiprocessor.h"

#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

/* --- requests --- */

static void send(struct hw_sm *sm, uint64_t time, const struct hw_line_request *line, unsigned kind,
                 uint32_t passes, uint32_t token, uint8_t block)
{
    if (sm->sent_count == sm->sent_max && !hw_sm_grow((void **)&sm->sent, &sm->sent_max, sizeof *sm->sent)) {
        sm->no_memory = true;
        return;
    }
    uint32_t place = sm->sent_count++;
    for (; place > 0 && sm->sent[place - 1].time > time; place--)
        sm->sent[place] = sm->sent[place - 1];
    const uint64_t number = line->line / HW_LINE_BYTES;
    sm->sent[place] = (struct hw_memory_request){.time = time,
                                                 .line = number,
                                                 .slice = hw_memory_slice(sm->memory, number),
                                                 .token = token,
                                                 .sectors = line->sectors,
                                                 .kind = (uint8_t)kind,
                                                 .passes = (uint8_t)passes,
                                                 .block = block};
    if (token != NONE)
        sm->pending[token].waiting++;
}

/* The part of L1 that a block uses: cachebench on a GTX 980 hits as long as the blocks of each half fit into
 * it, with three blocks on two halves, too. */
static struct hw_sector_cache *l1_of(struct hw_sm *sm, uint32_t block)
{
    return &sm->l1[block % sm->chip->micro.l1_parts];
}

static struct hw_sector_cache *texture_cache(struct hw_sm *sm, uint32_t block)
{
    return sm->chip->micro.l1_texture ? l1_of(sm, block) : &sm->texture;
}

static void answer(struct hw_sm *sm, struct hw_sector_cache *cache, const struct hw_memory_request *request)
{
    struct hw_cached_line *entry = hw_sector_cache_find(cache, request->line);

    if (entry && entry->pending & request->sectors) {
        entry->pending &= (uint8_t)~request->sectors;
        entry->valid |= request->sectors;
        entry->ready = request->time;
        while (entry->waiters && !entry->pending) {
            const uint32_t place = entry->waiters - 1;
            struct hw_waiter *waiter = &sm->waiter[place];
            entry->waiters = waiter->next;
            hw_sm_arrive(sm, waiter->token, request->time);
            waiter->next = sm->waiter_free;
            sm->waiter_free = place;
        }
    }
    if (request->token != NONE)
        hw_sm_arrive(sm, request->token, request->time);
}

/* How many requests leave before `until`. */
static uint32_t sent_before(const struct hw_sm *sm, uint64_t until)
{
    uint32_t low = 0, high = sm->sent_count;

    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (sm->sent[middle].time < until)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void hw_sm_hand_over(struct hw_sm *sm, uint64_t until, uint32_t parts)
{
    memset(sm->for_part, 0, parts * sizeof(struct hw_memory_request *));
    sm->sent_now = sent_before(sm, until);
    for (uint32_t i = 0; i < sm->sent_now; i++) {
        struct hw_memory_request *request = &sm->sent[i];
        struct hw_memory_request **list =
            &sm->for_part[hw_memory_channel(sm->memory, request->slice) % parts];
        request->next = *list;
        *list = request;
    }
}

/* The way back carries sectors one after another.  What is written comes back as nothing, but its sender
 * waits when a slice is far behind. */
static void bring_back(struct hw_sm *sm, struct hw_memory_request *request)
{
    const uint64_t served = request->served * HW_TICKS;

    if (request->kind == HW_ACCESS_STORE || request->kind == HW_ACCESS_UNLOCK ||
        request->kind == HW_ACCESS_REDUCTION) {
        const uint64_t queue = (uint64_t)sm->chip->micro.l2_queue * HW_TICKS;
        if (served > queue)
            sm->send_free = hw_later(sm->send_free, served - queue);
        return;
    }
    sm->back_free =
        hw_later(served, sm->back_free) + (uint64_t)__builtin_popcount(request->sectors) * sm->back_ticks;
    request->time += (sm->back_free - served - sm->back_ticks) / HW_TICKS;
}

void hw_sm_answer(struct hw_sm *sm)
{
    if (!sm->sent_served)
        return;
    for (uint32_t i = 0; i < sm->sent_served; i++) {
        struct hw_memory_request *request = &sm->sent[i];
        bring_back(sm, request);
        answer(sm,
               request->kind == HW_ACCESS_TEXTURE ? texture_cache(sm, request->block)
                                                  : l1_of(sm, request->block),
               request);
    }
    memmove(sm->sent, sm->sent + sm->sent_served, (sm->sent_count - sm->sent_served) * sizeof *sm->sent);
    sm->sent_count -= sm->sent_served;
    sm->sent_served = 0;
}

/* --- acts --- */

/* An instruction that is being executed. */
struct doing {
    struct hw_sm *sm;
    uint32_t warp;
    uint8_t block; /* its slot */
    const struct hw_timed_insn *insn;
    uint64_t begin; /* ticks: when the unit begins */
    uint64_t ticks; /* how long it is taken */
    uint64_t time;  /* when all results are there that are known */
    uint32_t token; /* of the lines that are asked for; NONE: none */
    uint8_t source;
};

static uint32_t token_of(struct doing *doing)
{
    if (doing->token == NONE)
        doing->token = hw_sm_add_pending(doing->sm, doing->warp, doing->insn, doing->source);
    return doing->token;
}

/* A line of a cached load: sectors that are there, that are on their way, and that have to be asked for. */
static void load_cached(struct doing *doing, struct hw_sector_cache *cache, struct hw_line_request line,
                        uint32_t sector_bytes, unsigned kind, uint64_t at, uint32_t latency, uint64_t *hits)
{
    struct hw_sm *sm = doing->sm;
    const uint64_t number = line.line / HW_LINE_BYTES;
    struct hw_cached_line *entry = hw_sector_cache_find(cache, number), gone;

    if (!entry)
        entry = hw_sector_cache_make(cache, number, &gone);
    if (!entry) {
        send(sm, at, &line, kind, 0, token_of(doing), doing->block);
        return;
    }
    const unsigned there = line.sectors & entry->valid, awaited = line.sectors & entry->pending;
    unsigned missing = line.sectors & ~(there | awaited);
    *hits += (uint32_t)__builtin_popcount(there);
    if (there)
        doing->time = hw_later(doing->time, hw_later(at + latency, entry->ready));
    if (awaited)
        hw_sm_add_waiter(sm, entry, token_of(doing));
    if (missing && sector_bytes >= HW_LINE_BYTES)
        missing = 15u & ~(entry->valid | entry->pending);
    if (missing) {
        entry->pending |= (uint8_t)missing;
        line.sectors = (uint8_t)missing;
        send(sm, at, &line, kind, 0, token_of(doing), doing->block);
    }
}

static void load_line(struct doing *doing, const struct hw_act *act, struct hw_line_request line, uint64_t at)
{
    struct hw_sm *sm = doing->sm;
    const struct hw_microarchitecture *micro = &sm->chip->micro;

    if (act->kind == HW_ACT_TEXTURE || doing->insn->first_cache == HW_CACHE_TEXTURE) {
        sm->counts.texture_reads += (uint32_t)__builtin_popcount(line.sectors);
        load_cached(doing, texture_cache(sm, doing->block), line, HW_SECTOR_BYTES, HW_ACCESS_TEXTURE, at,
                    micro->latency_texture, &sm->counts.texture_hits);
    } else if (micro->l1_bytes && (doing->insn->first_cache == HW_CACHE_L1 || act->local) &&
               act->access == HW_ACCESS_LOAD) {
        sm->counts.l1_reads += (uint32_t)__builtin_popcount(line.sectors);
        load_cached(doing, l1_of(sm, doing->block), line, micro->l1_sector, HW_ACCESS_LOAD, at,
                    micro->latency_l1, &sm->counts.l1_hits);
    } else {
        send(sm, at, &line, act->access, act->passes, token_of(doing), doing->block);
    }
}

/* A line that is written goes out of the first cache. */
static void store_line(struct doing *doing, const struct hw_act *act, struct hw_line_request line,
                       uint64_t at)
{
    struct hw_sm *sm = doing->sm;
    struct hw_cached_line *entry = hw_sector_cache_find(l1_of(sm, doing->block), line.line / HW_LINE_BYTES);
    const uint32_t bytes = (uint32_t)__builtin_popcount(line.sectors) * HW_SECTOR_BYTES;

    if (entry && !act->local)
        entry->valid &= (uint8_t)~line.sectors;
    sm->send_free =
        hw_later(sm->send_free, at * HW_TICKS) + (uint64_t)bytes * HW_TICKS / sm->chip->micro.mp_write_bytes;
    send(sm, at, &line, act->access, act->passes, act->access == HW_ACCESS_ATOMIC ? token_of(doing) : NONE,
         doing->block);
}

static void do_lines(struct doing *doing, const struct hw_act *act, const struct hw_words *acts,
                     uint32_t *place)
{
    const struct hw_microarchitecture *micro = &doing->sm->chip->micro;
    const bool loads =
        act->access == HW_ACCESS_LOAD || act->access == HW_ACCESS_TEXTURE || act->access == HW_ACCESS_LOCK;

    for (uint32_t i = 0; i < act->count; i++) {
        const struct hw_line_request line = hw_line_read(acts, place);
        const uint32_t bytes = (uint32_t)__builtin_popcount(line.sectors) * HW_SECTOR_BYTES;
        const uint64_t at = (doing->begin + doing->ticks) / HW_TICKS;
        doing->ticks +=
            loads ? hw_later(HW_TICKS, (uint64_t)bytes * HW_TICKS / micro->l1_clock_bytes) : HW_TICKS;
        if (loads)
            load_line(doing, act, line, at);
        else
            store_line(doing, act, line, at);
    }
}

/* The clocks until a line of constant memory is there.  Behind its two caches lies the second cache of the
 * chip, whose queues these few requests do not see. */
static uint32_t constant_latency(struct hw_sm *sm, uint64_t number)
{
    const struct hw_microarchitecture *micro = &sm->chip->micro;
    struct hw_cached_line gone;

    if (hw_sector_cache_find(&sm->constant, number))
        return micro->latency_constant;
    hw_sector_cache_make(&sm->constant, number, &gone);
    if (hw_sector_cache_find(&sm->constant2, number))
        return micro->latency_constant2;
    hw_sector_cache_make(&sm->constant2, number, &gone);
    return micro->latency_l2;
}

static void do_act(struct doing *doing, const struct hw_act *act, const struct hw_words *acts,
                   uint32_t *place)
{
    struct hw_sm *sm = doing->sm;
    const struct hw_microarchitecture *micro = &sm->chip->micro;
    const uint64_t begun = doing->ticks, at = (doing->begin + begun) / HW_TICKS;
    const uint64_t more = act->count ? act->count - 1 : 0;

    switch (act->kind) {
    case HW_ACT_SHARED:
        sm->counts.shared_passes += act->count;
        doing->ticks += (uint64_t)act->count * micro->shared_bank_cycles * HW_TICKS;
        doing->time = hw_later(doing->time, at + micro->latency_shared + more * micro->shared_bank_cycles);
        doing->source = HW_STALL_SHARED;
        break;
    case HW_ACT_CONSTANT:
        doing->ticks += (uint64_t)act->count * HW_TICKS;
        for (uint32_t i = 0; i < act->passes; i++)
            doing->time =
                hw_later(doing->time,
                         at + constant_latency(sm, hw_line_read(acts, place).line / HW_LINE_BYTES) + more);
        doing->source = HW_STALL_SHARED;
        break;
    case HW_ACT_LINES:
        doing->source = HW_STALL_MEMORY;
        do_lines(doing, act, acts, place);
        break;
    case HW_ACT_TEXTURE:
        doing->source = HW_STALL_TEXTURE;
        doing->time = hw_later(doing->time, at + micro->latency_texture);
        do_lines(doing, act, acts, place);
        doing->ticks =
            hw_later(doing->ticks, begun + (uint64_t)act->passes * HW_QUAD * HW_TICKS / micro->rate_texture);
        break;
    default: break;
    }
}

/* The sources have been read when the unit has taken the instruction. */
static void release_sources(struct hw_sm_warp *w, const struct hw_timed_insn *insn, uint64_t time)
{
    if (insn->sched.read >= HW_SCOREBOARD_COUNT)
        return;
    w->board[insn->sched.read].ready = hw_later(w->board[insn->sched.read].ready, time);
    w->board[insn->sched.read].source = HW_STALL_MEMORY;
}

/* Whether results come back in the order of the instructions: cachebench on a GTX 980 shows it, where a load
 * without lanes takes as long as those of other warps before it. */
static bool in_order(const struct hw_sm *sm, const struct hw_timed_insn *insn)
{
    return sm->chip->micro.l1_texture && insn->pipe == HW_PIPE_TEXTURE && insn->loads;
}

void hw_sm_access(struct hw_sm *sm, uint32_t warp, const struct hw_timed_insn *insn)
{
    const struct hw_microarchitecture *micro = &sm->chip->micro;
    const uint64_t queue = (uint64_t)micro->send_queue * HW_TICKS;
    struct hw_sm_warp *w = &sm->warp[warp];
    uint64_t *free_at = &sm->pipe_free[0][insn->pipe];
    struct doing doing = {.sm = sm,
                          .warp = warp,
                          .block = w->block,
                          .insn = insn,
                          .begin = hw_later(*free_at, sm->now * HW_TICKS),
                          .time = sm->now + sm->times[HW_WORK_INT].latency,
                          .token = NONE,
                          .source = HW_STALL_EXECUTION};
    struct hw_act act = {.more = w->left == 1 && w->acts};

    if (!insn->loads && !insn->write_count)
        doing.time = sm->now + 1;
    else if (!act.more) /* no lane has anything to do: it goes through the unit all the same */
        doing.time = doing.begin / HW_TICKS +
                     (insn->pipe == HW_PIPE_TEXTURE ? micro->latency_l1 : micro->latency_shared);
    while (act.more) {
        act = hw_act_read(&w->trace->acts, &w->act);
        if (act.kind == HW_ACT_BARRIER)
            continue;
        do_act(&doing, &act, &w->trace->acts, &w->act);
    }
    doing.ticks = hw_later(doing.ticks, sm->times[insn->work].ticks);
    *free_at = doing.begin + doing.ticks;
    sm->counts.pipe_ticks[insn->pipe] += doing.ticks;
    if (sm->send_free > *free_at + queue) /* what it has to send holds the unit up */
        *free_at = sm->send_free - queue;
    release_sources(w, insn, (doing.begin + doing.ticks) / HW_TICKS + micro->latency_operands);
    const bool ordered = in_order(sm, insn);
    if (ordered && sm->order_first != NONE)
        token_of(&doing);
    if (doing.token == NONE) {
        hw_sm_result(sm, warp, insn, ordered ? hw_sm_next_return(sm, doing.time) : doing.time, doing.source);
        return;
    }
    sm->pending[doing.token].time = doing.time;
    if (ordered)
        hw_sm_join_order(sm, doing.token);
    hw_sm_result_pending(sm, warp, insn, doing.source);
}
