/* SPDX-License-Identifier: MIT */
/* The queue's memory, and the points at which a seed lets operations be done.  See async_queue.h. */
#include "machine/async/async_queue.h"

#include "machine/program.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_CAPACITY 64u
#define MOST_ENTRIES   8192u /* more than that are issued without a wait only by mistake: 17 MiB */
#define DRAWN_POWERS   8u    /* so many powers of two, from 1 on, are the longest times that are drawn */

struct hw_async_queue *hw_async_queue_create(void)
{
    return calloc(1, sizeof(struct hw_async_queue));
}

/* What a fault has left. */
static void forget(struct hw_async_queue *queue)
{
    for (uint32_t i = 0; i < queue->count; i++)
        free(queue->entry[i].bytes);
    queue->count = 0;
}

void hw_async_queue_destroy(struct hw_async_queue *queue)
{
    if (!queue)
        return;
    forget(queue);
    free(queue->context.reg);
    free(queue->groups);
    free(queue->entry);
    free(queue);
}

/* The queue's warp has no paths and no threads of its own: it executes what other warps have issued. */
bool hw_async_queue_prepare(struct hw_block *block)
{
    struct hw_async_queue *queue = block->async;

    if (block->warp_count > queue->groups_capacity) {
        free(queue->groups);
        queue->groups = calloc(block->warp_count, sizeof *queue->groups);
        queue->groups_capacity = queue->groups ? block->warp_count : 0;
    }
    if (!queue->entry) { /* so that there is always room for one */
        queue->entry = malloc(FIRST_CAPACITY * sizeof *queue->entry);
        queue->capacity = queue->entry ? FIRST_CAPACITY : 0;
    }
    memset(&queue->warp, 0, sizeof queue->warp);
    queue->warp.block = block;
    queue->warp.regs.reg = queue->context.reg;
    queue->warp.regs.pred[HW_PT] = ~0u;
    return queue->groups && queue->entry;
}

/* A state of the draws that is not 0 (SplitMix64). */
static uint64_t mix(uint64_t value)
{
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9;
    value = (value ^ value >> 27) * 0x94d049bb133111eb;
    value ^= value >> 31;
    return value ? value : 1;
}

void hw_async_queue_start(struct hw_block *block)
{
    struct hw_async_queue *queue = block->async;
    const uint64_t seed = block->launch->code.async;

    forget(queue);
    queue->polls = 0;
    queue->clock = 0;
    queue->draws = seed == 0 || seed == HW_ASYNC_LATE ? 0 : mix(mix(seed) + block->number);
    memset(queue->groups, 0, block->warp_count * sizeof *queue->groups);
}

struct hw_async_entry *hw_async_queue_add(struct hw_async_queue *queue)
{
    if (queue->count == queue->capacity) {
        const uint32_t wanted = 2 * queue->capacity;
        struct hw_async_entry *grown =
            wanted <= MOST_ENTRIES ? realloc(queue->entry, wanted * sizeof *grown) : NULL;
        if (!grown)
            return NULL;
        queue->entry = grown;
        queue->capacity = wanted;
    }
    return &queue->entry[queue->count++];
}

/* Of four that are drawn; the others are between. */
enum { AT_ISSUE = 0, WAITED_FOR };

static uint64_t draw(struct hw_async_queue *queue, uint32_t count)
{
    queue->draws = mix(queue->draws + 0x9e3779b97f4a7c15);
    return queue->draws % count;
}

/* Most are short, and some are long. */
static uint64_t draw_time(struct hw_async_queue *queue)
{
    return draw(queue, 1u << draw(queue, DRAWN_POWERS + 1));
}

void hw_async_draw(struct hw_async_queue *queue, struct hw_async_entry *entry)
{
    const unsigned moment = queue->draws ? (unsigned)draw(queue, 4) : WAITED_FOR;

    entry->read_at = entry->write_at = moment == AT_ISSUE ? queue->clock : UINT64_MAX;
    if (moment == AT_ISSUE || moment == WAITED_FOR)
        return;
    entry->read_at = queue->clock + 1 + draw_time(queue);
    entry->write_at = entry->read_at + draw_time(queue);
}
