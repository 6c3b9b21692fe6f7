/* SPDX-License-Identifier: MIT */
/* Items, and which of them come after which; see stream_queue.h. */
#include "cuda/core/streams/stream_queue.h"

#include "cuda/base/message.h"
#include "cuda/core/devices/context.h"
#include "cuda/core/ipc/ipc_event.h"
#include "cuda/core/executor/executor.h"
#include "cuda/core/executor/host_threads.h"
#include "cuda/core/graphs/device_graph.h"
#include "cuda/core/graphs/graph_environment.h"
#include "cuda/core/streams/host_callbacks.h"
#include "cuda/core/modules/kernel_image.h"
#include "cuda/core/settings.h"
#include "cuda/core/streams/copy_peers.h"
#include "cuda/core/streams/stream.h"
#include "cuda/core/streams/stream_event.h"

#include <stdlib.h>

#define SEARCH_MAX 64u /* items that hw_cuda_item_leads_to looks at */

size_t hw_cuda_queued;

static struct hw_cuda_pending *first, *last; /* all that are not done, in the order in which they came */
static uint64_t asked;                       /* number of the last one */
static struct hw_cuda_pending *first_ready, **end_ready = &first_ready; /* not looked at yet */
static unsigned sweeping; /* host threads that wait for more than one item */
static size_t functions;  /* of the program, among the items; */
static size_t waits;      /* and waits for values, which the program may write */

/* --- running --- */

/* A visit to work that may take long, with the context current. */
static enum hw_cuda_visit visit_long(struct hw_cuda_running *running)
{
    struct hw_cuda_context *context = hw_cuda.context;

    hw_cuda_executor_release();
    const enum hw_cuda_visit visit = hw_cuda_running_visit(running);
    hw_cuda_executor_retake();
    hw_cuda.context = context;
    return visit;
}

/* An error that only shows now is one of the device, as its programs see it. */
static void fail(struct hw_cuda_context *context, cudaError_t error)
{
    if (error == cudaSuccess)
        return;
    if (context->failed == cudaSuccess) {
        hw_cuda_message("work of a stream could not be done: error %d", (int)error);
        context->failed = cudaErrorLaunchFailure;
    }
}

/* The first visit begins the work; false: there is nothing to do. */
static bool begin_item(struct hw_cuda_pending *item)
{
    struct hw_cuda_context *context = item->context;

    item->begun = true;
    if (item->prepared != cudaSuccess) {
        fail(context, item->prepared);
        return false;
    }
    if (context->failed != cudaSuccess) {
        hw_cuda_running_drop(&item->running);
        return false;
    }
    const cudaError_t error = hw_cuda_running_begin(&item->running);
    fail(context, error);
    return error == cudaSuccess && !item->running.skipped;
}

/* Operations on memory are short, also where they may come late. */
static bool gives_up_lock(const struct hw_cuda_work *work)
{
    return hw_cuda_work_is_long(work) && work->kind != HW_CUDA_WORK_MEMORY_OPS;
}

enum hw_cuda_visit hw_cuda_item_visit(struct hw_cuda_pending *item)
{
    struct hw_cuda_context *caller = hw_cuda.context;
    const bool is_first = !item->begun;
    enum hw_cuda_visit visit = HW_CUDA_VISIT_OVER;

    hw_cuda.context = item->context;
    hw_cuda_executor_begin(is_first);
    if (is_first)
        item->runs = begin_item(item);
    if (item->runs)
        visit =
            gives_up_lock(item->work) ? visit_long(&item->running) : hw_cuda_running_visit(&item->running);
    hw_cuda_executor_end();
    hw_cuda.context = caller;
    return visit;
}

/* The last visit is over. */
static void finish_work(struct hw_cuda_pending *item)
{
    struct hw_cuda_context *context = item->context, *caller = hw_cuda.context;

    hw_cuda.context = context;
    if (item->runs)
        fail(context, hw_cuda_running_end(&item->running));
    hw_cuda.context = caller;
    if (context && context->failed != cudaSuccess)
        hw_cuda_executor_stop_context(context);
}

static void free_item(struct hw_cuda_pending *item)
{
    hw_cuda_work_drop(item->work);
    free(item->after);
    free(item);
}

static void becomes_ready(struct hw_cuda_pending *item)
{
    item->next_ready = NULL;
    *end_ready = item;
    end_ready = &item->next_ready;
}

static void end_item(struct hw_cuda_pending *item)
{
    item->done = true;
    *(item->before ? &item->before->next : &first) = item->next;
    *(item->next ? &item->next->before : &last) = item->before;
    hw_cuda_queued--;
    functions -= item->work->kind == HW_CUDA_WORK_HOST;
    waits -= hw_cuda_work_waits(item->work);
    if (item->ends_lane)
        hw_cuda_stream_order_ended(item->stream, item->context, item);
    if (item->work->kind == HW_CUDA_WORK_RECORD)
        hw_cuda_event_ended(item->work->event, item);
    hw_shared_event_record_ended(item);
    if (item->work->kind == HW_CUDA_WORK_ENVIRONMENT)
        hw_cuda_environment_ended(item->work->environment);
    if (item->work->kind == HW_CUDA_WORK_UPLOAD)
        hw_cuda_device_graph_is_uploaded(item->work->upload);
    for (size_t i = 0; i < item->count; i++)
        if (--item->after[i]->waits_for == 0 && item->after[i]->gone)
            becomes_ready(item->after[i]);
    if (item->seen_by)
        *item->seen_by = NULL;
    if (item->waiting || sweeping || item->work->kind == HW_CUDA_WORK_HOST)
        hw_cuda_executor_wake_helpers();
    if (item->waiting == 0)
        free_item(item);
}

/* Short work is done at once; false: it waits, so that the executor is to look again. */
static bool do_short(struct hw_cuda_pending *item)
{
    const bool is_over = hw_cuda_item_visit(item) == HW_CUDA_VISIT_OVER;

    if (hw_cuda_work_writes(item->work))
        hw_cuda_executor_note_move();
    if (!is_over)
        return false;
    finish_work(item);
    end_item(item);
    return true;
}

/* Hand over what is ready, or do it; and what becomes ready by that. */
static void see_to_ready(void)
{
    while (first_ready) {
        struct hw_cuda_pending *item = first_ready;
        first_ready = item->next_ready;
        if (!first_ready)
            end_ready = &first_ready;
        if (item->work->kind == HW_CUDA_WORK_HOST) {
            hw_cuda_host_call(item);
        } else if (hw_cuda_work_is_long(item->work) || !do_short(item)) {
            hw_cuda_executor_add(item);
        }
    }
}

void hw_cuda_item_end(struct hw_cuda_pending *item)
{
    end_item(item);
    see_to_ready();
}

void hw_cuda_item_finish(struct hw_cuda_pending *item)
{
    finish_work(item);
    hw_cuda_item_end(item);
}

/* --- making items --- */

struct hw_cuda_pending *hw_cuda_item_add(cudaStream_t stream, struct hw_cuda_work *work,
                                         const struct hw_cuda_running *prepared)
{
    struct hw_cuda_pending *item = work ? calloc(1, sizeof *item) : NULL;

    if (!item) {
        hw_cuda_work_drop(work);
        return NULL;
    }
    item->work = work;
    item->stream = stream;
    item->context = hw_cuda_stream_context(stream);
    if (prepared)
        item->running = *prepared;
    else
        item->prepared = hw_cuda_running_prepare(&item->running, stream, work);
    item->running.work = work;
    item->running.item = item;
    item->number = item->asked = ++asked;
    functions += work->kind == HW_CUDA_WORK_HOST;
    waits += hw_cuda_work_waits(work);
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

/* After what a context's legacy default stream waits for. */
static void after_default_stream(struct hw_cuda_pending *item, const struct hw_cuda_context *context)
{
    hw_cuda_item_after(item, context->ordering.tail);
    for (cudaStream_t other = context->streams; other; other = other->next)
        if (!other->ordering.alone)
            hw_cuda_item_after(item, other->ordering.tail);
}

void hw_cuda_item_after_lane(struct hw_cuda_pending *item)
{
    const struct hw_cuda_stream_order *own = hw_cuda_stream_order_of(item->stream, item->context);

    if (!item->stream) {
        after_default_stream(item, item->context);
        return;
    }
    hw_cuda_item_after(item, own->tail);
    if (!own->alone)
        hw_cuda_item_after(item, item->context->ordering.tail);
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
    becomes_ready(item);
    see_to_ready();
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

cudaError_t hw_cuda_queue_run_now(cudaStream_t stream, const struct hw_cuda_work *work)
{
    struct hw_cuda_context *context = hw_cuda_stream_context(stream), *caller = hw_cuda.context;
    struct hw_cuda_running running;
    cudaError_t error = hw_cuda_running_prepare(&running, stream, work);

    if (error != cudaSuccess)
        return error;
    hw_cuda.context = context;
    hw_cuda_executor_begin(true);
    error = hw_cuda_running_begin(&running);
    if (error == cudaSuccess) {
        (void)(gives_up_lock(work) ? visit_long(&running) : hw_cuda_running_visit(&running));
        error = hw_cuda_running_end(&running);
    }
    hw_cuda_executor_end();
    hw_cuda_executor_note_move();
    hw_cuda.context = caller;
    if (work->kind == HW_CUDA_WORK_KERNEL) {
        hw_cuda_output_flush();
        hw_cuda_fault_heard(context);
    }
    return error;
}

/* Memory of the host that is not page-locked is the program's own again when the call returns. */
static bool uses_pageable(const struct hw_cuda_work *work)
{
    return hw_cuda_work_reads_host(work) || hw_cuda_work_writes_host(work);
}

/* Whether the call does the work itself, since nothing is before it. */
static bool runs_now(const struct hw_cuda_work *work)
{
    if (work->kind == HW_CUDA_WORK_HOST || hw_cuda_work_waits(work))
        return false;
    if (work->kind == HW_CUDA_WORK_LIBRARY) /* its call says what came of it */
        return true;
    return hw_cuda_executor_is_off() || !hw_cuda_work_is_long(work) || uses_pageable(work);
}

/* Whether what a context's legacy default stream comes after is not done. */
static bool default_stream_holds(const struct hw_cuda_context *context)
{
    if (context->ordering.tail)
        return true;
    for (cudaStream_t other = context->streams; other; other = other->next)
        if (!other->ordering.alone && other->ordering.tail)
            return true;
    return false;
}

static bool waits_for_something(cudaStream_t stream, const struct hw_cuda_work *work)
{
    struct hw_cuda_context *peer[HW_CUDA_COPY_PEERS];
    const unsigned peers = hw_cuda_copy_peers(stream, work, peer);

    for (unsigned i = 0; i < peers; i++)
        if (default_stream_holds(peer[i]))
            return true;
    return hw_cuda_queue_holds(stream) ||
           (work->kind == HW_CUDA_WORK_WAIT && hw_cuda_event_item(work->event));
}

/* Whether what is not done may wait for the program itself, so that no call should wait that need not. */
static bool may_wait_for_program(void)
{
    return functions > 0 || waits > 0;
}

/* Libraries' work reads what its call points to, so the call rather waits for what is before it. */
static bool waits_in_call(const struct hw_cuda_work *work)
{
    return work->kind == HW_CUDA_WORK_LIBRARY && !work->library.is_short && !may_wait_for_program();
}

/* What comes later in a context comes after an item of another one: an item without work in its legacy
 * default stream sees to that.  False: no memory. */
static bool holds_up(struct hw_cuda_context *context, struct hw_cuda_pending *item)
{
    const struct hw_cuda_work nothing = {.kind = HW_CUDA_WORK_EMPTY};
    struct hw_cuda_context *caller = hw_cuda.context;

    hw_cuda.context = context;
    struct hw_cuda_pending *gate = hw_cuda_item_add(NULL, hw_cuda_work_keep(&nothing), NULL);
    hw_cuda.context = caller;
    if (!gate)
        return false;
    after_default_stream(gate, context);
    hw_cuda_item_after(gate, item);
    hw_cuda_item_ends_lane(gate);
    hw_cuda_item_go(gate);
    return true;
}

/* A copy between contexts is an item of the default streams of all of them (copy_peers.h). */
static bool order_with_peers(struct hw_cuda_pending *item)
{
    struct hw_cuda_context *peer[HW_CUDA_COPY_PEERS];
    const unsigned peers = hw_cuda_copy_peers(item->stream, item->work, peer);
    bool ordered = true;

    for (unsigned i = 0; i < peers; i++)
        after_default_stream(item, peer[i]);
    for (unsigned i = 0; i < peers; i++)
        ordered &= holds_up(peer[i], item);
    return ordered;
}

static cudaError_t add_work(cudaStream_t stream, const struct hw_cuda_work *work)
{
    struct hw_cuda_running prepared;
    cudaError_t error = hw_cuda_running_check(&prepared, stream, work);

    if (error == cudaSuccess && work->kind == HW_CUDA_WORK_HOST)
        error = hw_cuda_host_caller_start();
    if (error != cudaSuccess)
        return error;
    struct hw_cuda_pending *item = hw_cuda_item_add(stream, hw_cuda_work_keep_now(work), &prepared);
    if (!item) {
        hw_cuda_running_drop(&prepared);
        return cudaErrorMemoryAllocation;
    }
    hw_cuda_item_after_lane(item);
    if (work->kind == HW_CUDA_WORK_WAIT)
        hw_cuda_item_after(item, hw_cuda_event_item(work->event));
    if (work->kind == HW_CUDA_WORK_RECORD)
        hw_cuda_event_awaits(work->event, item);
    hw_cuda_item_ends_lane(item);
    const bool ordered = order_with_peers(item);
    if (!ordered || hw_cuda_work_writes_host(work) || (hw_cuda_launches_block() && !may_wait_for_program()))
        go_and_wait(item);
    else
        hw_cuda_item_go(item);
    return cudaSuccess;
}

/* Wait for all that work comes after which the stream is asked for now. */
static void wait_before(cudaStream_t stream)
{
    struct hw_cuda_context *context = hw_cuda_stream_context(stream);

    hw_cuda_queue_wait(stream);
    if (stream && !stream->ordering.alone && context->ordering.tail)
        hw_cuda_queue_wait_item(context->ordering.tail);
}

cudaError_t hw_cuda_queue_work(cudaStream_t stream, const struct hw_cuda_work *work)
{
    if (waits_in_call(work) && hw_cuda_queue_holds(stream)) {
        struct hw_cuda_context *context = hw_cuda_stream_context(stream);
        wait_before(stream);
        if (context->failed != cudaSuccess)
            return hw_cuda_fault_told(context);
    }
    if (runs_now(work) && !waits_for_something(stream, work))
        return hw_cuda_queue_run_now(stream, work);
    const cudaError_t error = add_work(stream, work);
    hw_cuda_executor_chance();
    return error;
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
    struct hw_cuda_pending *item = hw_cuda_item_add(NULL, hw_cuda_work_keep(&work), NULL);

    if (item)
        hw_cuda_item_go(item);
}

/* --- waiting --- */

bool hw_cuda_queue_holds(cudaStream_t stream)
{
    const struct hw_cuda_context *context = hw_cuda_stream_context(stream);

    if (!stream)
        return default_stream_holds(context);
    return stream->ordering.tail || (!stream->ordering.alone && context->ordering.tail);
}

static const struct hw_cuda_pending *first_of(const struct hw_cuda_context *context)
{
    const struct hw_cuda_pending *item = first;

    while (item && context && item->context != context)
        item = item->next;
    return item;
}

void hw_cuda_queue_wait_item(struct hw_cuda_pending *item)
{
    const struct hw_cuda_awaited awaited = {
        .context = item->context, .stream = item->stream, .until = item->number};

    item->waiting++;
    hw_cuda_host_thread_stops();
    while (!item->done)
        hw_cuda_executor_help(&awaited);
    hw_cuda_host_thread_goes_on();
    hw_cuda_item_release(item);
}

/* The last one of the stream's own; and of the legacy default stream also what other streams do, for which an
 * item without work waits. */
void hw_cuda_queue_wait(cudaStream_t stream)
{
    struct hw_cuda_context *context = hw_cuda_stream_context(stream);
    struct hw_cuda_pending *last_own = hw_cuda_stream_order_of(stream, context)->tail;

    if (!stream && hw_cuda_queue_holds(stream)) {
        last_own = hw_cuda_item_add(
            stream, hw_cuda_work_keep(&(struct hw_cuda_work){.kind = HW_CUDA_WORK_EMPTY}), NULL);
        if (!last_own) {
            hw_cuda_queue_wait_context(context);
            return;
        }
        hw_cuda_item_after_lane(last_own);
        hw_cuda_item_ends_lane(last_own);
        go_and_wait(last_own);
    } else if (last_own) {
        hw_cuda_queue_wait_item(last_own);
    }
}

bool hw_cuda_queue_is_done(cudaStream_t stream)
{
    return stream ? !stream->ordering.tail : !hw_cuda_queue_holds(stream);
}

/* Work that runs itself does not wait. */
static void wait_for_all(const struct hw_cuda_context *context)
{
    const struct hw_cuda_awaited awaited = {.context = context, .any_stream = true, .until = asked};

    if (hw_cuda_executor_inside())
        return;
    sweeping++;
    hw_cuda_host_thread_stops();
    for (const struct hw_cuda_pending *item; (item = first_of(context)) && item->number <= awaited.until;)
        hw_cuda_executor_help(&awaited);
    hw_cuda_host_thread_goes_on();
    sweeping--;
}

bool hw_cuda_queue_calls(void)
{
    return functions > 0;
}

void hw_cuda_queue_sweep(bool (*is_over)(void))
{
    const struct hw_cuda_awaited all = {.any_stream = true, .until = UINT64_MAX};

    sweeping++;
    while (!is_over())
        hw_cuda_executor_help(&all);
    sweeping--;
}

void hw_cuda_queue_wait_context(const struct hw_cuda_context *context)
{
    wait_for_all(context);
}

void hw_cuda_queue_wait_all(void)
{
    wait_for_all(NULL);
}

/* Those that come after an item, depth first: most streams have one before the other. */
static bool leads_to(const struct hw_cuda_pending *item, const struct hw_cuda_awaited *awaited,
                     unsigned *left)
{
    for (size_t i = 0; i < item->count; i++) {
        const struct hw_cuda_pending *after = item->after[i];
        if (*left == 0)
            return false;
        --*left;
        if (after->asked <= awaited->until &&
            (after->stream == awaited->stream || leads_to(after, awaited, left)))
            return true;
    }
    return false;
}

bool hw_cuda_item_leads_to(const struct hw_cuda_pending *item, const struct hw_cuda_awaited *awaited)
{
    unsigned left = SEARCH_MAX;

    return leads_to(item, awaited, &left);
}

/* --- what goes away --- */

void hw_cuda_queue_forget_event(cudaEvent_t event)
{
    for (struct hw_cuda_pending *item = first; item; item = item->next)
        if ((item->work->kind == HW_CUDA_WORK_RECORD || item->work->kind == HW_CUDA_WORK_WAIT) &&
            item->work->event == event)
            item->work->kind = HW_CUDA_WORK_EMPTY;
}

/* What is left then waits for a function of the program. */
void hw_cuda_queue_forget_module(const struct hw_cuda_module *module)
{
    hw_cuda_executor_finish(module);
    for (struct hw_cuda_pending *item = first; item; item = item->next)
        if (item->work->kind == HW_CUDA_WORK_KERNEL && item->work->kernel.kernel->module == module) {
            if (item->prepared == cudaSuccess)
                hw_cuda_running_drop(&item->running);
            item->prepared = cudaSuccess;
            item->work->kind = HW_CUDA_WORK_EMPTY;
        }
}

void hw_cuda_queue_forget(void)
{
    hw_cuda_running_forget();
    first = last = first_ready = NULL;
    end_ready = &first_ready;
    hw_cuda_queued = functions = waits = 0;
    sweeping = 0;
}
