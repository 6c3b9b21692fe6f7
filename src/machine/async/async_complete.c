/* SPDX-License-Identifier: MIT */
/* Asynchronous operations are done: the queue's warp executes their micro-operations with the registers that
 * were captured.  See async_queue.h. */
#include "machine/async/async_queue.h"

#include "machine/async/async_ops.h"
#include "machine/program.h"

#include <string.h>

static const struct hw_uop *uop_of(const struct hw_block *block, const struct hw_async_entry *entry)
{
    return block->program->uop + entry->uop;
}

static enum hw_async_kind kind_of(const struct hw_block *block, const struct hw_async_entry *entry)
{
    return uop_of(block, entry)->async.kind;
}

static bool is_block(const struct hw_uop *uop)
{
    return uop->async.kind == HW_ASYNC_TO_SHARED || uop->async.kind == HW_ASYNC_TO_GLOBAL;
}

bool hw_async_execute(struct hw_block *block, const struct hw_async_entry *entry, const struct hw_uop *from,
                      const struct hw_uop *end, uint32_t lanes)
{
    struct hw_warp *warp = &block->async->warp;
    const struct hw_program *program = block->program;

    warp->number = entry->warp; /* which a fault names */
    warp->active = warp->live = lanes;
    warp->event = HW_EVENT_NONE;
    warp->run_start = program->insn_of[entry->uop] + 1; /* the instruction was counted where it was issued */
    for (; from < end && warp->event == HW_EVENT_NONE; from++) {
        warp->regs.exec = lanes;
        from->fn(&warp->regs, from);
    }
    return warp->event == HW_EVENT_NONE;
}

static void restore_captures(struct hw_block *block, const struct hw_async_entry *entry)
{
    const struct hw_uop_async *async = &uop_of(block, entry)->async;

    for (unsigned i = 0; i < async->captures; i++)
        memcpy(block->async->warp.regs.reg[async->capture[i]], entry->reg[i], sizeof(hw_lanes));
}

/* The sums are in registers of the warp that issued it; one that has ended needs them no more. */
static bool do_product(struct hw_block *block, struct hw_async_entry *entry)
{
    const struct hw_uop *uop = uop_of(block, entry), *first = uop + HW_ASYNC_HEAD;
    struct hw_regs *own = &block->async->warp.regs;
    const struct hw_warp *issuer = &block->warp[entry->warp];
    const size_t bytes = uop->async.results * sizeof(hw_lanes);

    entry->has_read = entry->done = true;
    if (!issuer->warp_context)
        return true;
    restore_captures(block, entry);
    memcpy(own->reg[uop->async.result], issuer->regs.reg[uop->async.result], bytes);
    own->pred[HW_ASYNC_ADDS] = entry->reading;
    if (!hw_async_execute(block, entry, first, first + uop->async.uops, entry->lanes))
        return false;
    memcpy(issuer->regs.reg[uop->async.result], own->reg[uop->async.result], bytes);
    return true;
}

/* Lanes that do not read get zeros. */
static bool read_entry(struct hw_block *block, struct hw_async_entry *entry)
{
    const struct hw_uop *uop = uop_of(block, entry), *first = uop + HW_ASYNC_HEAD;
    hw_lanes *results = block->async->warp.regs.reg + uop->async.result;
    const size_t bytes = uop->async.results * sizeof(hw_lanes);

    entry->has_read = true;
    restore_captures(block, entry);
    if (is_block(uop))
        return hw_async_read_block(block, entry);
    memset(results, 0, bytes);
    if (entry->reading && !hw_async_execute(block, entry, first, first + uop->async.reads, entry->reading))
        return false;
    memcpy(entry->result, results, bytes);
    return true;
}

static bool write_entry(struct hw_block *block, struct hw_async_entry *entry)
{
    const struct hw_uop *uop = uop_of(block, entry), *first = uop + HW_ASYNC_HEAD;

    entry->done = true;
    restore_captures(block, entry);
    if (is_block(uop))
        return hw_async_write_block(block, entry);
    memcpy(block->async->warp.regs.reg + uop->async.result, entry->result,
           uop->async.results * sizeof(hw_lanes));
    return hw_async_execute(block, entry, first + uop->async.reads, first + uop->async.uops, entry->lanes);
}

static bool do_entry(struct hw_block *block, struct hw_async_entry *entry)
{
    if (entry->done)
        return true;
    if (kind_of(block, entry) == HW_ASYNC_PRODUCT)
        return do_product(block, entry);
    return (entry->has_read || read_entry(block, entry)) && write_entry(block, entry);
}

/* An arrival comes behind all copies that its lanes have issued before it, a product behind the products. */
static bool do_with_earlier(struct hw_block *block, uint32_t number)
{
    struct hw_async_entry *entry = block->async->entry;
    const enum hw_async_kind kind = kind_of(block, &entry[number]),
                             before = kind == HW_ASYNC_ARRIVAL ? HW_ASYNC_COPY : kind;
    const bool is_behind = kind == HW_ASYNC_ARRIVAL || kind == HW_ASYNC_PRODUCT;

    for (uint32_t i = 0; i < number && is_behind; i++)
        if (entry[i].warp == entry[number].warp && entry[i].lanes & entry[number].lanes &&
            kind_of(block, &entry[i]) == before && !do_entry(block, &entry[i]))
            return false;
    return do_entry(block, &entry[number]);
}

/* Take out what is done. */
static void remove_done(struct hw_async_queue *queue)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < queue->count; i++) {
        if (queue->entry[i].done)
            continue;
        if (kept != i)
            queue->entry[kept] = queue->entry[i];
        kept++;
    }
    queue->count = kept;
}

bool hw_async_complete_all(struct hw_block *block, bool *any)
{
    struct hw_async_queue *queue = block->async;

    *any = queue->count > 0;
    for (uint32_t i = 0; i < queue->count; i++)
        if (!do_entry(block, &queue->entry[i]))
            return false;
    queue->count = 0;
    return true;
}

bool hw_async_complete_last(struct hw_block *block)
{
    const bool is_done = do_with_earlier(block, block->async->count - 1);

    remove_done(block->async);
    return is_done;
}

bool hw_async_make_room(struct hw_block *block)
{
    struct hw_async_queue *queue = block->async;
    bool is_done = true;

    for (uint32_t i = 0; i < (queue->count + 1) / 2 && is_done; i++)
        is_done = do_entry(block, &queue->entry[i]);
    remove_done(queue);
    return is_done;
}

bool hw_async_complete_groups(struct hw_block *block, uint32_t warp, unsigned scoreboard, uint32_t left)
{
    struct hw_async_queue *queue = block->async;
    const uint32_t closed = queue->groups[warp][scoreboard];
    bool is_done = true, any = false;

    for (uint32_t i = 0; i < queue->count && is_done; i++) {
        struct hw_async_entry *entry = &queue->entry[i];
        if (entry->warp != warp || !entry->group || entry->scoreboard != scoreboard ||
            closed - entry->group < left)
            continue;
        is_done = do_entry(block, entry);
        any = true;
    }
    if (any)
        remove_done(queue);
    return is_done;
}

/* Whether the operation arrives at the barrier. */
static bool is_arrival_at(const struct hw_block *block, const struct hw_async_entry *entry, uint32_t address)
{
    const enum hw_async_kind kind = kind_of(block, entry);
    bool arrives = false;

    for (uint32_t left = kind == HW_ASYNC_ARRIVAL || kind == HW_ASYNC_TO_SHARED ? entry->lanes : 0; left;
         left &= left - 1)
        arrives |= entry->barrier[hw_lowest_lane(left)] == address;
    return arrives;
}

/* Whether the phase was found incomplete before, by whichever warp; it is noted. */
static bool has_polled(struct hw_async_queue *queue, uint32_t address, uint32_t parity)
{
    const uint32_t known = queue->polls < HW_ASYNC_POLLS ? queue->polls : HW_ASYNC_POLLS;
    struct hw_async_poll *poll = queue->poll;

    for (uint32_t i = 0; i < known; i++)
        if (poll[i].address == address) {
            const bool same = poll[i].parity == parity;
            poll[i].parity = parity;
            return same;
        }
    poll[queue->polls++ % HW_ASYNC_POLLS] = (struct hw_async_poll){address, parity};
    return false;
}

bool hw_async_phase_incomplete(struct hw_block *block, uint32_t address, uint32_t parity)
{
    struct hw_async_queue *queue = block->async;
    bool is_done = true;

    if (!queue->count || !has_polled(queue, address, parity))
        return true;
    for (uint32_t i = 0; i < queue->count && is_done; i++)
        if (is_arrival_at(block, &queue->entry[i], address))
            is_done = do_with_earlier(block, i);
    remove_done(queue);
    return is_done;
}

/* Before Hopper the phase is bit 31 of a barrier's upper word (ops/scalar/mbarrier.h). */
bool hw_async_looked_at(struct hw_block *block, uint32_t address)
{
    const struct hw_async_queue *queue = block->async;
    uint32_t upper;

    for (uint32_t i = 0; i < queue->count; i++)
        if (is_arrival_at(block, &queue->entry[i], address)) {
            memcpy(&upper, block->shared + address + 4, sizeof upper);
            return hw_async_phase_incomplete(block, address, upper >> 31);
        }
    return true;
}

bool hw_async_tick(struct hw_block *block)
{
    struct hw_async_queue *queue = block->async;
    const uint64_t now = ++queue->clock;
    bool is_done = true, any = false;

    for (uint32_t i = 0; i < queue->count && is_done && queue->draws; i++) {
        struct hw_async_entry *entry = &queue->entry[i];
        if (!entry->has_read && entry->read_at <= now && kind_of(block, entry) != HW_ASYNC_PRODUCT)
            is_done = read_entry(block, entry);
        if (is_done && entry->write_at <= now) {
            is_done = do_with_earlier(block, i);
            any = true;
        }
    }
    if (any)
        remove_done(queue);
    return is_done;
}

/* Lanes that do not close the group stay in an entry of their own. */
void hw_async_close_group(struct hw_block *block, uint32_t warp, uint32_t lanes, enum hw_async_kind kind,
                          unsigned scoreboard)
{
    struct hw_async_queue *queue = block->async;
    const uint32_t group = ++queue->groups[warp][scoreboard], count = queue->count;

    for (uint32_t i = 0; i < count; i++) {
        if (queue->entry[i].warp != warp || queue->entry[i].group ||
            kind_of(block, &queue->entry[i]) != kind || !(queue->entry[i].lanes & lanes))
            continue;
        struct hw_async_entry *others = queue->entry[i].lanes & ~lanes ? hw_async_queue_add(queue) : NULL;
        struct hw_async_entry *entry = &queue->entry[i];
        if (others) {
            *others = *entry;
            others->lanes &= ~lanes;
            others->reading &= ~lanes;
            entry->lanes &= lanes;
            entry->reading &= lanes;
        }
        entry->group = group;
        entry->scoreboard = (uint8_t)scoreboard;
    }
}
