/* SPDX-License-Identifier: MIT */
/* Launches of graphs.
 *
 * A launch makes an item of each node (stream_queue.h), between one that all come after and one that comes
 * after all: the stream goes on behind the last one.  Where calls return when their work is done, it runs the
 * nodes one after the other, unless one of them is a function of the program or waits for a value. */
#include "cuda/core/graphs/conditional.h"

#include "cuda/base/message.h"
#include "cuda/core/devices/context.h"
#include "cuda/core/executor/executor.h"
#include "cuda/core/graphs/graph_environment.h"
#include "cuda/core/graphs/updatable_node.h"
#include "cuda/core/launches/launch_output.h"
#include "cuda/core/streams/host_callbacks.h"
#include "cuda/core/streams/stream.h"
#include "cuda/core/streams/stream_capture.h"
#include "cuda/core/streams/stream_event.h"
#include "cuda/core/streams/stream_queue.h"

#include <stdlib.h>

static bool has_array(const struct hw_cuda_end *end)
{
    return !end->array || hw_cuda_array_is_valid(end->array);
}

cudaError_t hw_cuda_graph_check_nodes(hw_graph graph)
{
    cudaError_t error = cudaSuccess;
    hw_graph inner;

    for (size_t i = 0; i < graph->count && error == cudaSuccess; i++) {
        const struct hw_cuda_work *work = graph->order[i]->work;
        for (size_t k = 0; error == cudaSuccess && (inner = hw_cuda_inner_graph(work, k)); k++)
            error = hw_cuda_graph_check_nodes(inner);
        if (work->kind == HW_CUDA_WORK_KERNEL && !hw_cuda_kernel_is_valid(work->kernel.kernel))
            error = cudaErrorInvalidResourceHandle;
        else if (work->kind == HW_CUDA_WORK_COPY &&
                 (!has_array(&work->copy.to) || !has_array(&work->copy.from)))
            error = cudaErrorInvalidResourceHandle;
        else if (work->kind == HW_CUDA_WORK_RECORD || work->kind == HW_CUDA_WORK_WAIT)
            error = hw_cuda_event_check(work->event);
    }
    return error;
}

/* A library's work may write into what it is given. */
static cudaError_t run_node(hw_node node, cudaStream_t stream)
{
    if (node->disabled)
        return cudaSuccess;
    if (node->work->kind != HW_CUDA_WORK_LIBRARY)
        return hw_cuda_queue_run_now(stream, node->work);
    struct hw_cuda_work *work = hw_cuda_work_keep(node->work);
    const cudaError_t error = work ? hw_cuda_queue_run_now(stream, work) : cudaErrorMemoryAllocation;
    hw_cuda_work_drop(work);
    return error;
}

/* Whether it waits for another process's record: the work of that. */
static bool waits_for_others(hw_node node, struct hw_cuda_work *work)
{
    return node->work->kind == HW_CUDA_WORK_WAIT && !node->disabled &&
           hw_cuda_event_other_wait(node->work->event, work);
}

static bool is_wait_for_others(hw_node node)
{
    struct hw_cuda_work work;

    return waits_for_others(node, &work);
}

void hw_cuda_graph_run(hw_graph graph, cudaStream_t stream, struct hw_cuda_context *context)
{
    for (size_t i = 0; i < graph->count && context->failed == cudaSuccess; i++) {
        const hw_node node = graph->order[i];
        cudaError_t error = cudaSuccess;
        if (node->work->kind == HW_CUDA_WORK_CHILD)
            hw_cuda_graph_run(node->work->child, stream, context);
        else if (node->work->kind == HW_CUDA_WORK_CONDITIONAL)
            hw_cuda_conditional_run(&node->work->conditional, stream, context);
        else
            error = run_node(node, stream);
        if (error == cudaSuccess || context->failed != cudaSuccess)
            continue;
        hw_cuda_message("a node of a graph could not be done: error %d", (int)error);
        context->failed = cudaErrorLaunchFailure;
    }
}

static struct hw_cuda_pending *add_work(const struct hw_cuda_graph_launch *launch,
                                        const struct hw_cuda_work *work, struct hw_cuda_updatable *updatable)
{
    struct hw_cuda_work *kept = hw_cuda_work_keep(work);
    if (kept && kept->kind == HW_CUDA_WORK_KERNEL) {
        kept->kernel.printed = launch->printed;
        kept->kernel.environment = launch->environment;
        kept->kernel.updatable = hw_cuda_updatable_retain(updatable);
    }
    struct hw_cuda_pending *item = hw_cuda_item_add(launch->stream, kept, NULL);

    if (!item)
        return NULL;
    item->environment = launch->environment;
    if (launch->asked)
        item->asked = launch->asked;
    return item;
}

struct hw_cuda_pending *hw_cuda_graph_add_work(const struct hw_cuda_graph_launch *launch,
                                               const struct hw_cuda_work *work)
{
    return add_work(launch, work, NULL);
}

struct hw_cuda_pending *hw_cuda_graph_add_order(const struct hw_cuda_graph_launch *launch)
{
    struct hw_cuda_pending *item =
        hw_cuda_graph_add_work(launch, &(struct hw_cuda_work){.kind = HW_CUDA_WORK_EMPTY});

    if (item)
        item->waiting++; /* it stays while it is looked at */
    return item;
}

/* The item of a node without graphs in it.  Whether memory is in use is known from the launches so far,
 * whether or not they are done: the next one asks for it (hw_cuda_memory_ready). */
static struct hw_cuda_pending *add_node(hw_node node, const struct hw_cuda_graph_launch *launch)
{
    static const struct hw_cuda_work nothing = {.kind = HW_CUDA_WORK_EMPTY};
    const bool memory = node->work->kind == HW_CUDA_WORK_ALLOC || node->work->kind == HW_CUDA_WORK_FREE;
    const bool disabled = node->disabled && !node->updatable; /* a kernel may enable it until it begins */
    const struct hw_cuda_work *work = disabled || memory ? &nothing : node->work;
    struct hw_cuda_work others;

    if (memory)
        hw_cuda_memory_run(node->work);
    if (waits_for_others(node, &others))
        work = &others;
    struct hw_cuda_pending *item = add_work(launch, work, node->updatable);
    if (item)
        item->waiting++;
    return item;
}

/* A node's first item comes after those of the nodes before it. */
static void order_first(hw_node node, struct hw_cuda_pending *first, struct hw_cuda_pending *begin)
{
    hw_cuda_item_after(first, begin);
    for (size_t i = 0; i < node->before.count; i++)
        hw_cuda_item_after(first, node->before.node[i]->pending);
}

/* Items of a node, which others find as node->pending: with graphs in it, that is the one behind all of
 * theirs. */
static cudaError_t queue_with_inner(hw_node node, const struct hw_cuda_graph_launch *launch,
                                    struct hw_cuda_pending *begin)
{
    struct hw_cuda_pending *end = hw_cuda_graph_add_order(launch);
    struct hw_cuda_work work = *node->work;
    cudaError_t error = cudaSuccess;

    node->pending = end;
    if (!end)
        return cudaErrorMemoryAllocation;
    if (work.kind == HW_CUDA_WORK_CONDITIONAL) {
        work.conditional.end = end;
        work.conditional.printed = launch->printed;
    } else {
        work = (struct hw_cuda_work){.kind = HW_CUDA_WORK_EMPTY};
    }
    struct hw_cuda_pending *first = hw_cuda_graph_add_work(launch, &work);
    if (first) {
        order_first(node, first, begin);
        hw_cuda_item_after(end, first);
        if (node->work->kind == HW_CUDA_WORK_CHILD)
            error = hw_cuda_graph_queue(node->work->child, launch, first, end);
        hw_cuda_item_go(first);
    }
    hw_cuda_item_go(end);
    return first ? error : cudaErrorMemoryAllocation;
}

static cudaError_t queue_node(hw_node node, const struct hw_cuda_graph_launch *launch,
                              struct hw_cuda_pending *begin)
{
    if (hw_cuda_inner_graph(node->work, 0))
        return queue_with_inner(node, launch, begin);
    struct hw_cuda_pending *item = add_node(node, launch);
    node->pending = item;
    if (!item)
        return cudaErrorMemoryAllocation;
    order_first(node, item, begin);
    if (node->work->kind == HW_CUDA_WORK_WAIT)
        hw_cuda_item_after(item, hw_cuda_event_item(node->work->event));
    if (node->work->kind == HW_CUDA_WORK_RECORD)
        hw_cuda_event_awaits(node->work->event, item);
    hw_cuda_item_go(item);
    return cudaSuccess;
}

cudaError_t hw_cuda_graph_queue(hw_graph graph, const struct hw_cuda_graph_launch *launch,
                                struct hw_cuda_pending *begin, struct hw_cuda_pending *end)
{
    cudaError_t error = cudaSuccess;

    for (size_t i = 0; i < graph->count; i++)
        graph->order[i]->pending = NULL;
    for (size_t i = 0; i < graph->count && error == cudaSuccess; i++) {
        error = queue_node(graph->order[i], launch, begin);
        hw_cuda_item_after(end, graph->order[i]->pending);
    }
    hw_cuda_item_after(end, begin);
    for (size_t i = 0; i < graph->count; i++)
        if (graph->order[i]->pending)
            hw_cuda_item_release(graph->order[i]->pending);
    return error;
}

struct hw_cuda_pending *hw_cuda_graph_add_begin(const struct hw_cuda_graph_launch *launch,
                                                const struct hw_cuda_conditions_work *conditions)
{
    if (conditions->count == 0)
        return hw_cuda_graph_add_order(launch);
    struct hw_cuda_pending *item = hw_cuda_graph_add_work(
        launch, &(struct hw_cuda_work){.kind = HW_CUDA_WORK_CONDITIONS, .conditions = *conditions});
    if (item)
        item->waiting++;
    return item;
}

/* A launch comes after the one before it of the same, whatever its stream was. */
static cudaError_t queue_graph(hw_exec exec, cudaStream_t stream,
                               const struct hw_cuda_conditions_work *conditions)
{
    const struct hw_cuda_graph_launch launch = {.stream = stream,
                                                .printed = exec->decides ? hw_cuda_output_number() : 0};
    cudaError_t error = exec->calls ? hw_cuda_host_caller_start() : cudaSuccess;

    if (error != cudaSuccess)
        return error;
    struct hw_cuda_pending *begin = hw_cuda_graph_add_begin(&launch, conditions),
                           *end = hw_cuda_graph_add_order(&launch);
    if (!begin || !end)
        return cudaErrorMemoryAllocation;
    hw_cuda_item_after_lane(begin);
    hw_cuda_item_after(begin, exec->last);
    hw_cuda_item_ends_lane(end);
    hw_cuda_item_go(begin);
    error = hw_cuda_graph_queue(exec->graph, &launch, begin, end);
    if (exec->last)
        exec->last->seen_by = NULL;
    exec->last = end;
    end->seen_by = &exec->last;
    hw_cuda_item_go(end);
    hw_cuda_item_release(begin);
    hw_cuda_item_release(end);
    hw_cuda_executor_chance();
    return error;
}

static cudaError_t launch_in(hw_exec exec, cudaStream_t stream,
                             const struct hw_cuda_conditions_work *conditions)
{
    if (exec->launches || exec->updatable || exec->flags & HW_EXEC_DEVICE)
        return hw_cuda_environment_launch(exec, stream, conditions);
    if (exec->calls || exec->waits || hw_cuda_queue_busy() || !hw_cuda_executor_is_off() ||
        hw_cuda_graph_has(exec->graph, is_wait_for_others))
        return queue_graph(exec, stream, conditions);
    hw_cuda_conditions_assign(conditions->list, conditions->count);
    hw_cuda_graph_run(exec->graph, stream, hw_cuda_stream_context(stream));
    return cudaSuccess;
}

cudaError_t hw_cuda_exec_launch(hw_exec exec, cudaStream_t stream)
{
    struct hw_cuda_condition_value *list = NULL;
    size_t count = 0;

    if (hw_cuda_exec_check(exec) != cudaSuccess)
        return cudaErrorInvalidValue;
    if (hw_cuda_stream_check(stream) != cudaSuccess)
        return cudaErrorInvalidResourceHandle;
    stream = hw_cuda_stream_resolve(stream);
    cudaError_t error = hw_cuda_capturing() ? hw_cuda_capture_allows_launch(stream) : cudaSuccess;
    if (error == cudaSuccess)
        error = hw_cuda_graph_check_nodes(exec->graph);
    if (error == cudaSuccess)
        error = hw_cuda_memory_ready(exec->graph, exec->flags & HW_EXEC_FREES);
    if (error == cudaSuccess && exec->decides)
        error = hw_cuda_conditions_at_launch(exec->graph, &list, &count);
    if (error == cudaSuccess)
        error = launch_in(exec, stream, &(struct hw_cuda_conditions_work){list, count});
    free(list);
    return error;
}
