/* SPDX-License-Identifier: MIT */
/* The queue is a list for each level of the tree, in the order of submission.  An item stays in its list
 * until it is complete, so an order is kept by looking for earlier items of the same stream. */
#include "machine/device_launch/child_queue.h"

#include "machine/device_launch/child_copy.h"
#include "machine/device_launch/device_handle.h"
#include "machine/memory/device_memory.h"
#include "machine/memory/parameter_pool.h"

#include <halfwarp/module.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct child_list {
    struct hw_child *first, *last;
};

struct hw_child_queue {
    struct hw_memory *memory;
    struct hw_child_host host;
    pthread_mutex_t lock; /* of the rest */
    struct hw_child root;
    struct child_list level[HW_CHILD_DEPTH + 1];
    struct child_list reserved; /* launches whose parameters are being written */
    uint64_t submitted;
    uint32_t pending; /* items that are reserved or submitted, and not taken */
    bool is_abandoned;
    struct hw_thread_errors errors;
    struct hw_device_handles handles;
};

/* --- lists --- */

static void append(struct child_list *list, struct hw_child *child)
{
    child->next = NULL;
    child->prev = list->last;
    if (list->last)
        list->last->next = child;
    else
        list->first = child;
    list->last = child;
}

static void unlink_child(struct child_list *list, struct hw_child *child)
{
    if (child->prev)
        child->prev->next = child->next;
    else
        list->first = child->next;
    if (child->next)
        child->next->prev = child->prev;
    else
        list->last = child->prev;
}

static void free_child(struct hw_child *child)
{
    free(child->params);
    free(child);
}

/* --- completion --- */

/* Remove an item that has ended and whose children are complete, and then its parents likewise. */
static void complete_ended(struct hw_child_queue *queue, struct hw_child *child)
{
    while (child != &queue->root && child->ended && child->open == 0) {
        struct hw_child *parent = child->parent;
        unlink_child(&queue->level[child->level], child);
        parent->open--;
        parent->tails -= child->stream.placed == HW_PLACED_AT_TAIL;
        free_child(child);
        child = parent;
    }
}

static void drop_waiting(struct hw_child_queue *queue)
{
    queue->is_abandoned = true;
    for (unsigned level = HW_CHILD_DEPTH; level > 0; level--)
        for (struct hw_child *child = queue->level[level].first, *next; child; child = next) {
            next = child->next;
            if (child->taken)
                continue;
            child->taken = child->ended = true;
            queue->pending--;
            complete_ended(queue, child);
        }
}

/* --- order --- */

static bool same_stream(const struct hw_child *item, const struct hw_child *grid,
                        const struct hw_child_stream *stream)
{
    return item->parent == grid && item->stream.placed == stream->placed &&
           item->stream.handle == stream->handle && item->stream.owner == stream->owner;
}

static bool is_in_list(const struct child_list *list, uint64_t number)
{
    const struct hw_child *item = list->first;

    while (item && item->number != number)
        item = item->next;
    return item;
}

static bool is_ready(const struct hw_child_queue *queue, const struct hw_child *child)
{
    const struct hw_child *parent = child->parent;

    if (child->stream.placed == HW_PLACED_AT_ONCE)
        return true;
    if (child->stream.placed == HW_PLACED_AT_TAIL && (!parent->ended || parent->open != parent->tails))
        return false;
    for (const struct hw_child *item = child->prev; item; item = item->prev)
        if (same_stream(item, parent, &child->stream))
            return false;
    return !child->awaited || !is_in_list(&queue->level[child->level], child->awaited);
}

/* --- creation --- */

struct hw_child_queue *hw_child_queue_create(struct hw_memory *memory, const struct hw_child_host *host)
{
    struct hw_child_queue *queue = calloc(1, sizeof *queue);

    if (!queue)
        return NULL;
    queue->memory = memory;
    queue->host = *host;
    queue->root.taken = true;
    pthread_mutex_init(&queue->lock, NULL);
    return queue;
}

static void free_list(struct hw_child_queue *queue, struct child_list *list)
{
    for (struct hw_child *child = list->first, *next; child; child = next) {
        next = child->next;
        if (child->buffer)
            hw_parameter_buffer_drop(queue->memory, child->buffer);
        free_child(child);
    }
}

void hw_child_queue_destroy(struct hw_child_queue *queue)
{
    if (!queue)
        return;
    for (unsigned level = 0; level <= HW_CHILD_DEPTH; level++)
        free_list(queue, &queue->level[level]);
    free_list(queue, &queue->reserved);
    hw_thread_errors_clear(&queue->errors, NULL);
    free(queue->handles.list);
    pthread_mutex_destroy(&queue->lock);
    free(queue);
}

const struct hw_child_host *hw_child_queue_host(const struct hw_child_queue *queue)
{
    return &queue->host;
}

struct hw_child *hw_child_queue_root(struct hw_child_queue *queue)
{
    return &queue->root;
}

/* --- those who run the launch --- */

static struct hw_child *find_ready(const struct hw_child_queue *queue, hw_child_may_run *may, void *context)
{
    for (unsigned level = HW_CHILD_DEPTH; level > 0; level--)
        for (struct hw_child *child = queue->level[level].first; child; child = child->next)
            if (!child->taken && is_ready(queue, child) && may(context, child->parent))
                return child;
    return NULL;
}

static bool always(void *nothing, const struct hw_child *grid)
{
    (void)nothing;
    (void)grid;
    return true;
}

struct hw_child *hw_child_queue_take(struct hw_child_queue *queue)
{
    return hw_child_queue_take_of(queue, always, NULL);
}

struct hw_child *hw_child_queue_take_of(struct hw_child_queue *queue, hw_child_may_run *may, void *context)
{
    struct hw_child *child;

    pthread_mutex_lock(&queue->lock);
    while ((child = find_ready(queue, may, context))) {
        child->taken = true;
        queue->pending--;
        if (child->kind != HW_CHILD_MARK)
            break;
        child->ended = true;
        complete_ended(queue, child);
    }
    pthread_mutex_unlock(&queue->lock);
    return child;
}

void hw_child_end(struct hw_child_queue *queue, struct hw_child *child, bool ok)
{
    pthread_mutex_lock(&queue->lock);
    if (!ok)
        drop_waiting(queue); /* its children, too, while it counts as running */
    child->ended = true;
    hw_thread_errors_clear(&queue->errors, child);
    hw_device_handles_drop(&queue->handles, child);
    complete_ended(queue, child);
    pthread_mutex_unlock(&queue->lock);
}

void hw_child_run(struct hw_child_queue *queue, struct hw_child *child)
{
    bool ok = true;

    if (child->kind == HW_CHILD_KERNEL)
        ok = queue->host.run(queue->host.context, queue, child);
    else
        hw_child_copy_run(queue->memory, &child->box);
    hw_child_end(queue, child, ok);
}

void hw_child_queue_end_root(struct hw_child_queue *queue)
{
    hw_child_end(queue, &queue->root, true);
}

void hw_child_queue_abandon(struct hw_child_queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    drop_waiting(queue);
    pthread_mutex_unlock(&queue->lock);
}

bool hw_child_queue_is_abandoned(struct hw_child_queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    const bool abandoned = queue->is_abandoned;
    pthread_mutex_unlock(&queue->lock);
    return abandoned;
}

bool hw_child_queue_is_complete(struct hw_child_queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    const bool complete = queue->root.ended && queue->root.open == 0;
    pthread_mutex_unlock(&queue->lock);
    return complete;
}

/* --- device code --- */

static int check_room(const struct hw_child_queue *queue, const struct hw_child *parent)
{
    const uint32_t most = queue->host.pending ? queue->host.pending : HW_CHILD_PENDING;

    if (parent->level == HW_CHILD_DEPTH)
        return HW_CDP_TOO_DEEP;
    return queue->pending >= most ? HW_CDP_OUT_OF_RESOURCES : HW_CDP_SUCCESS;
}

static int reserve(struct hw_child_queue *queue, const struct hw_child *shape, uint64_t *address)
{
    const int error = check_room(queue, shape->parent);

    if (error)
        return error;
    struct hw_child *child = malloc(sizeof *child);
    const uint64_t buffer = child ? hw_parameter_buffer_take(queue->memory, shape->param_bytes) : 0;
    if (!buffer) {
        free(child);
        return HW_CDP_OUT_OF_RESOURCES;
    }
    *child = *shape;
    child->buffer = *address = buffer;
    child->level = shape->parent->level + 1;
    append(&queue->reserved, child);
    queue->pending++;
    return HW_CDP_SUCCESS;
}

int hw_child_reserve(struct hw_child_queue *queue, const struct hw_child *shape, uint64_t *address)
{
    pthread_mutex_lock(&queue->lock);
    const int error = reserve(queue, shape, address);
    pthread_mutex_unlock(&queue->lock);
    return error;
}

struct hw_child *hw_child_reserved(struct hw_child_queue *queue, uint64_t address)
{
    pthread_mutex_lock(&queue->lock);
    struct hw_child *child = queue->reserved.last;
    while (child && child->buffer != address)
        child = child->prev;
    pthread_mutex_unlock(&queue->lock);
    return child;
}

/* Put an item at the end of its level; nothing runs any more after a fault. */
static void submit(struct hw_child_queue *queue, struct hw_child *child)
{
    child->number = ++queue->submitted;
    child->parent->open++;
    child->parent->tails += child->stream.placed == HW_PLACED_AT_TAIL;
    append(&queue->level[child->level], child);
    if (queue->is_abandoned)
        drop_waiting(queue);
}

static int take_parameters(struct hw_child_queue *queue, struct hw_child *child)
{
    const void *from =
        hw_memory_translate(queue->memory, child->buffer, child->param_bytes ? child->param_bytes : 1);

    child->params = malloc(child->param_bytes + 1u);
    if (!child->params || !from)
        return HW_CDP_OUT_OF_RESOURCES;
    memcpy(child->params, from, child->param_bytes);
    hw_parameter_buffer_drop(queue->memory, child->buffer);
    child->buffer = 0;
    return HW_CDP_SUCCESS;
}

int hw_child_launch(struct hw_child_queue *queue, struct hw_child *child,
                    const struct hw_child_stream *stream)
{
    pthread_mutex_lock(&queue->lock);
    const int error = take_parameters(queue, child);
    if (!error) {
        unlink_child(&queue->reserved, child);
        child->stream = *stream;
        submit(queue, child);
    }
    pthread_mutex_unlock(&queue->lock);
    return error;
}

void hw_child_release(struct hw_child_queue *queue, struct hw_child *child)
{
    pthread_mutex_lock(&queue->lock);
    unlink_child(&queue->reserved, child);
    queue->pending--;
    hw_parameter_buffer_drop(queue->memory, child->buffer);
    pthread_mutex_unlock(&queue->lock);
    free_child(child);
}

int hw_child_submit(struct hw_child_queue *queue, const struct hw_child *item)
{
    struct hw_child *child = malloc(sizeof *child);

    pthread_mutex_lock(&queue->lock);
    const int error = child ? check_room(queue, item->parent) : HW_CDP_OUT_OF_RESOURCES;
    if (!error) {
        *child = *item;
        child->level = item->parent->level + 1;
        queue->pending++;
        submit(queue, child);
    }
    pthread_mutex_unlock(&queue->lock);
    if (error)
        free(child);
    return error;
}

bool hw_child_queue_awaits(struct hw_child_queue *queue, const struct hw_child *grid, uint64_t block)
{
    const struct hw_child *item = NULL;

    pthread_mutex_lock(&queue->lock);
    if (grid->level < HW_CHILD_DEPTH)
        item = queue->level[grid->level + 1].first;
    while (item &&
           (item->parent != grid || item->submitter != block || item->stream.placed == HW_PLACED_AT_TAIL))
        item = item->next;
    pthread_mutex_unlock(&queue->lock);
    return item;
}

void hw_child_queue_set_error(struct hw_child_queue *queue, const struct hw_device_thread *thread, int error)
{
    pthread_mutex_lock(&queue->lock);
    hw_thread_error_set(&queue->errors, thread, error);
    pthread_mutex_unlock(&queue->lock);
}

int hw_child_queue_error(struct hw_child_queue *queue, const struct hw_device_thread *thread, bool forget)
{
    pthread_mutex_lock(&queue->lock);
    const int error = hw_thread_error_get(&queue->errors, thread, forget);
    pthread_mutex_unlock(&queue->lock);
    return error;
}

uint64_t hw_child_queue_create_handle(struct hw_child_queue *queue, const struct hw_device_handle *handle)
{
    pthread_mutex_lock(&queue->lock);
    const uint64_t made = hw_device_handle_add(&queue->handles, handle);
    pthread_mutex_unlock(&queue->lock);
    return made;
}

bool hw_child_queue_find_handle(struct hw_child_queue *queue, const struct hw_device_handle *handle,
                                uint64_t *recorded)
{
    pthread_mutex_lock(&queue->lock);
    const struct hw_device_handle *found = hw_device_handle_find(&queue->handles, handle);
    if (found && recorded)
        *recorded = found->recorded;
    pthread_mutex_unlock(&queue->lock);
    return found;
}

bool hw_child_queue_record(struct hw_child_queue *queue, const struct hw_device_handle *event,
                           uint64_t number)
{
    pthread_mutex_lock(&queue->lock);
    struct hw_device_handle *found = hw_device_handle_find(&queue->handles, event);
    if (found)
        found->recorded = number;
    pthread_mutex_unlock(&queue->lock);
    return found;
}

bool hw_child_queue_destroy_handle(struct hw_child_queue *queue, const struct hw_device_handle *handle)
{
    pthread_mutex_lock(&queue->lock);
    const bool found = hw_device_handle_remove(&queue->handles, handle);
    pthread_mutex_unlock(&queue->lock);
    return found;
}

uint64_t hw_child_last(struct hw_child_queue *queue, const struct hw_child *grid,
                       const struct hw_child_stream *stream)
{
    uint64_t number = 0;

    if (grid->level == HW_CHILD_DEPTH)
        return 0;
    pthread_mutex_lock(&queue->lock);
    for (const struct hw_child *item = queue->level[grid->level + 1].last; item && !number; item = item->prev)
        if (same_stream(item, grid, stream))
            number = item->number;
    pthread_mutex_unlock(&queue->lock);
    return number;
}
