/* SPDX-License-Identifier: MIT */
/* Items, and which of them come after which; see stream_queue.h. */
#include "cuda/core/streams/stream_queue.h"

#include "cuda/base/message.h"
#include "cuda/core/call.h"
#include "cuda/core/devices/context.h"
#include "cuda/core/streams/host_callbacks.h"
#include "cuda/core/modules/kernel_image.h"
#include "cuda/core/streams/stream.h"
#include "cuda/core/streams/stream_event.h"

#include <stdlib.h>

size_t hw_cuda_queued;

static struct hw_cuda_pending *first, *last; /* all that are not done, in the order in which they came */
static uint64_t asked;                       /* number of the last one */
static struct hw_cuda_pending *first_free, **end_free = &first_free;
static bool running; /* an item, which waits for no other */
static pthread_cond_t one_done = PTHREAD_COND_INITIALIZER;

/* --- running --- */

/* An error that only shows now is one of the device, as its programs see it. */
static void run(struct hw_cuda_pending *item)
{
    struct hw_cuda_context *context = item->context, *caller = hw_cuda.context;

    if (context->fault != cudaSuccess)
        return;
    hw_cuda.context = context;
    running = true;
    const cudaError_t error = hw_cuda_work_run(item->stream, item->work);
    running = false;
    hw_cuda.context = caller;
    if (error == cudaSuccess || context->fault != cudaSuccess)
        return;
    hw_cuda_message("work of a stream that had to wait could not be done: error %d", (int)error);
    context->fault = cudaErrorLaunchFailure;
}

static void free_item(struct hw_cuda_pending *item)
{
    hw_cuda_work_drop(item->work);
    free(item->after);
    free(item);
}

static void becomes_free(struct hw_cuda_pending *item)
{
    item->next_free = NULL;
    *end_free = item;
    end_free = &item->next_free;
}

static void end_item(struct hw_cuda_pending *item)
{
    item->done = true;
    *(item->before ? &item->before->next : &first) = item->next;
    *(item->next ? &item->next->before : &last) = item->before;
    hw_cuda_queued--;
    if (item->ends_lane)
        hw_cuda_stream_order_ended(item->stream, item->context, item);
    if (item->work->kind == HW_CUDA_WORK_RECORD)
        hw_cuda_event_ended(item->work->event, item);
    for (size_t i = 0; i < item->count; i++)
        if (--item->after[i]->waits_for == 0 && item->after[i]->gone)
            becomes_free(item->after[i]);
    if (item->seen_by)
        *item->seen_by = NULL;
    if (item->waiting == 0)
        free_item(item);
    pthread_cond_broadcast(&one_done);
}

/* Run what is free, and what becomes free by that.  Functions of the program are left to their thread. */
static void run_free(void)
{
    while (first_free) {
        struct hw_cuda_pending *item = first_free;
        first_free = item->next_free;
        if (!first_free)
            end_free = &first_free;
        if (item->work->kind == HW_CUDA_WORK_HOST) {
            hw_cuda_host_call(item);
        } else {
            run(item);
            end_item(item);
        }
    }
}

void hw_cuda_item_end(struct hw_cuda_pending *item)
{
    end_item(item);
    run_free();
}

/* --- making items --- */

struct hw_cuda_pending *hw_cuda_item_add(cudaStream_t stream, struct hw_cuda_work *work)
{
    struct hw_cuda_pending *item = work ? calloc(1, sizeof *item) : NULL;

    if (!item) {
        hw_cuda_work_drop(work);
        return NULL;
    }
    item->work = work;
    item->stream = stream;
    item->context = hw_cuda_stream_context(stream);
    item->number = ++asked;
    item->before = last;
    *(last ? &last->next : &first) = item;
    last = item;
    hw_cuda_queued++;
    return item;
}

static bool has_room(struct hw_cuda_pending *item)
{
    if (item->count < item->room)
        return true;
    const size_t room = item->room ? item->room * 2 : 4;
    struct hw_cuda_pending **grown = realloc(item->after, room * sizeof *grown);
    if (!grown)
        return false;
    item->after = grown;
    item->room = room;
    return true;
}

/* Without memory for the order, it is kept by waiting. */
void hw_cuda_item_after(struct hw_cuda_pending *item, struct hw_cuda_pending *before)
{
    if (!before || before->done)
        return;
    if (!has_room(before)) {
        hw_cuda_queue_wait_item(before);
        return;
    }
    before->after[before->count++] = item;
    item->waits_for++;
}

void hw_cuda_item_after_lane(struct hw_cuda_pending *item)
{
    const struct hw_cuda_stream_order *own = hw_cuda_stream_order_of(item->stream, item->context);

    hw_cuda_item_after(item, own->tail);
    if (item->stream && !own->alone)
        hw_cuda_item_after(item, item->context->ordering.tail);
    if (!item->stream)
        for (cudaStream_t other = item->context->streams; other; other = other->next)
            if (!other->ordering.alone)
                hw_cuda_item_after(item, other->ordering.tail);
}

void hw_cuda_item_ends_lane(struct hw_cuda_pending *item)
{
    item->ends_lane = true;
    hw_cuda_stream_order_of(item->stream, item->context)->tail = item;
}

void hw_cuda_item_go(struct hw_cuda_pending *item)
{
    item->gone = true;
    if (item->waits_for > 0)
        return;
    becomes_free(item);
    run_free();
}

void hw_cuda_item_release(struct hw_cuda_pending *item)
{
    if (--item->waiting == 0 && item->done)
        free_item(item);
}

static void go_and_wait(struct hw_cuda_pending *item)
{
    item->waiting++;
    hw_cuda_item_go(item);
    hw_cuda_queue_wait_item(item);
    hw_cuda_item_release(item);
}

/* --- one piece of work --- */

static bool waits_at_once(cudaStream_t stream, const struct hw_cuda_work *work)
{
    return work->kind == HW_CUDA_WORK_HOST || hw_cuda_queue_holds(stream) ||
           (work->kind == HW_CUDA_WORK_WAIT && hw_cuda_event_item(work->event));
}

cudaError_t hw_cuda_queue_work(cudaStream_t stream, const struct hw_cuda_work *work)
{
    if (!waits_at_once(stream, work))
        return hw_cuda_work_run(stream, work);
    cudaError_t error = hw_cuda_work_check(work);
    if (error == cudaSuccess && work->kind == HW_CUDA_WORK_HOST)
        error = hw_cuda_host_caller_start();
    if (error != cudaSuccess)
        return error;
    struct hw_cuda_pending *item = hw_cuda_item_add(stream, hw_cuda_work_keep_now(work));
    if (!item)
        return cudaErrorMemoryAllocation;
    hw_cuda_item_after_lane(item);
    if (work->kind == HW_CUDA_WORK_WAIT)
        hw_cuda_item_after(item, hw_cuda_event_item(work->event));
    if (work->kind == HW_CUDA_WORK_RECORD)
        hw_cuda_event_awaits(work->event, item);
    hw_cuda_item_ends_lane(item);
    if (hw_cuda_work_writes_host(work))
        go_and_wait(item);
    else
        hw_cuda_item_go(item);
    return cudaSuccess;
}

/* Whatever errors there are. */
static void call_plainly(const struct hw_cuda_host_work *work, cudaError_t status)
{
    (void)status;
    work->function(work->data);
}

void hw_cuda_call_later(void (*function)(void *data), void *data)
{
    const struct hw_cuda_work work = {.kind = HW_CUDA_WORK_HOST,
                                      .host = {.function = function, .data = data, .call = call_plainly}};
    struct hw_cuda_pending *item = hw_cuda_item_add(NULL, hw_cuda_work_keep(&work));

    if (item)
        hw_cuda_item_go(item);
}

/* --- waiting --- */

bool hw_cuda_queue_holds(cudaStream_t stream)
{
    const struct hw_cuda_context *context = hw_cuda_stream_context(stream);
    const struct hw_cuda_stream_order *own = hw_cuda_stream_order_of(stream, hw_cuda_stream_context(stream));

    if (own->tail || (stream && !own->alone && context->ordering.tail))
        return true;
    for (cudaStream_t other = stream ? NULL : context->streams; other; other = other->next)
        if (!other->ordering.alone && other->ordering.tail)
            return true;
    return false;
}

static const struct hw_cuda_pending *first_of(const struct hw_cuda_context *context)
{
    const struct hw_cuda_pending *item = first;

    while (item && item->context != context)
        item = item->next;
    return item;
}

void hw_cuda_queue_wait_item(struct hw_cuda_pending *item)
{
    item->waiting++;
    while (!item->done)
        hw_cuda_lock_wait(&one_done);
    hw_cuda_item_release(item);
}

/* Those that come after the stream's, not only in its ordering, wait for an item without work. */
void hw_cuda_queue_wait(cudaStream_t stream)
{
    if (!hw_cuda_queue_holds(stream))
        return;
    struct hw_cuda_pending *item =
        hw_cuda_item_add(stream, hw_cuda_work_keep(&(struct hw_cuda_work){.kind = HW_CUDA_WORK_EMPTY}));
    if (!item) {
        hw_cuda_queue_wait_context(hw_cuda_stream_context(stream));
        return;
    }
    hw_cuda_item_after_lane(item);
    hw_cuda_item_ends_lane(item);
    go_and_wait(item);
}

void hw_cuda_queue_wait_context(const struct hw_cuda_context *context)
{
    const uint64_t until = asked;

    for (const struct hw_cuda_pending *item; !running && (item = first_of(context)) && item->number <= until;)
        hw_cuda_lock_wait(&one_done);
}

void hw_cuda_queue_wait_all(void)
{
    const uint64_t until = asked;

    while (!running && first && first->number <= until)
        hw_cuda_lock_wait(&one_done);
}

/* --- what goes away --- */

void hw_cuda_queue_forget_event(cudaEvent_t event)
{
    for (struct hw_cuda_pending *item = first; item; item = item->next)
        if ((item->work->kind == HW_CUDA_WORK_RECORD || item->work->kind == HW_CUDA_WORK_WAIT) &&
            item->work->event == event)
            item->work->kind = HW_CUDA_WORK_EMPTY;
}

void hw_cuda_queue_forget_module(const struct hw_cuda_module *module)
{
    for (struct hw_cuda_pending *item = first; item; item = item->next)
        if (item->work->kind == HW_CUDA_WORK_KERNEL && item->work->kernel.kernel->module == module)
            item->work->kind = HW_CUDA_WORK_EMPTY;
}
