/* SPDX-License-Identifier: MIT */
/* Launches of graphs.
 *
 * A launch makes an item of each node (stream_queue.h), between one that all come after and one that comes
 * after all: the stream goes on behind the last one.  Where calls return when their work is done, it runs the
 * nodes one after the other, unless one of them is a function of the program or waits for a value. */
#include "cuda/core/graphs/graph_node.h"

#include "cuda/base/message.h"
#include "cuda/core/devices/context.h"
#include "cuda/core/executor/executor.h"
#include "cuda/core/streams/host_callbacks.h"
#include "cuda/core/streams/stream.h"
#include "cuda/core/streams/stream_capture.h"
#include "cuda/core/streams/stream_event.h"
#include "cuda/core/streams/stream_queue.h"

static bool has_array(const struct hw_cuda_end *end)
{
    return !end->array || hw_cuda_array_is_valid(end->array);
}

/* What nodes use may have gone since. */
static cudaError_t check_nodes(hw_graph graph)
{
    cudaError_t error = cudaSuccess;

    for (size_t i = 0; i < graph->count && error == cudaSuccess; i++) {
        const struct hw_cuda_work *work = graph->order[i]->work;
        if (work->kind == HW_CUDA_WORK_CHILD)
            error = check_nodes(work->child);
        else if (work->kind == HW_CUDA_WORK_KERNEL && !hw_cuda_kernel_is_valid(work->kernel.kernel))
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

static bool has_waits_for_others(hw_graph graph)
{
    struct hw_cuda_work work;
    bool found = false;

    for (size_t i = 0; i < graph->count && !found; i++) {
        const hw_node node = graph->order[i];
        found = node->work->kind == HW_CUDA_WORK_CHILD ? has_waits_for_others(node->work->child)
                                                       : waits_for_others(node, &work);
    }
    return found;
}

static void run_nodes(hw_graph graph, cudaStream_t stream, struct hw_cuda_context *context)
{
    for (size_t i = 0; i < graph->count && context->failed == cudaSuccess; i++) {
        const hw_node node = graph->order[i];
        cudaError_t error = cudaSuccess;
        if (node->work->kind == HW_CUDA_WORK_CHILD)
            run_nodes(node->work->child, stream, context);
        else
            error = run_node(node, stream);
        if (error == cudaSuccess || context->failed != cudaSuccess)
            continue;
        hw_cuda_message("a node of a graph could not be done: error %d", (int)error);
        context->failed = cudaErrorLaunchFailure;
    }
}

static struct hw_cuda_pending *add_order(cudaStream_t stream)
{
    struct hw_cuda_pending *item =
        hw_cuda_item_add(stream, hw_cuda_work_keep(&(struct hw_cuda_work){.kind = HW_CUDA_WORK_EMPTY}), NULL);

    if (item)
        item->waiting++; /* it stays while it is looked at */
    return item;
}

static cudaError_t queue_nodes(hw_graph graph, cudaStream_t stream, struct hw_cuda_pending *begin,
                               struct hw_cuda_pending *end);

/* The item of a node that is no child.  Whether memory is in use is known from the launches so far, whether
 * or not they are done: the next one asks for it (hw_cuda_memory_ready). */
static struct hw_cuda_pending *add_node(hw_node node, cudaStream_t stream)
{
    static const struct hw_cuda_work nothing = {.kind = HW_CUDA_WORK_EMPTY};
    const bool memory = node->work->kind == HW_CUDA_WORK_ALLOC || node->work->kind == HW_CUDA_WORK_FREE;
    const struct hw_cuda_work *work = node->disabled || memory ? &nothing : node->work;
    struct hw_cuda_work others;

    if (memory)
        hw_cuda_memory_run(node->work);
    if (waits_for_others(node, &others))
        work = &others;
    return hw_cuda_item_add(stream, hw_cuda_work_keep(work), NULL);
}

/* Items of a node, which others find as node->pending: that of a child is the one behind all of its own. */
static cudaError_t queue_node(hw_node node, cudaStream_t stream, struct hw_cuda_pending *begin)
{
    const bool child = node->work->kind == HW_CUDA_WORK_CHILD;
    struct hw_cuda_pending *first = child ? add_order(stream) : add_node(node, stream);

    if (!first)
        return cudaErrorMemoryAllocation;
    first->waiting += !child;
    node->pending = first;
    hw_cuda_item_after(first, begin);
    for (size_t i = 0; i < node->before.count; i++)
        hw_cuda_item_after(first, node->before.node[i]->pending);
    if (node->work->kind == HW_CUDA_WORK_WAIT)
        hw_cuda_item_after(first, hw_cuda_event_item(node->work->event));
    if (node->work->kind == HW_CUDA_WORK_RECORD)
        hw_cuda_event_awaits(node->work->event, first);
    hw_cuda_item_go(first);
    if (!child)
        return cudaSuccess;
    struct hw_cuda_pending *end = add_order(stream);
    if (!end)
        return cudaErrorMemoryAllocation;
    const cudaError_t error = queue_nodes(node->work->child, stream, first, end);
    node->pending = end;
    hw_cuda_item_go(end);
    hw_cuda_item_release(first);
    return error;
}

static cudaError_t queue_nodes(hw_graph graph, cudaStream_t stream, struct hw_cuda_pending *begin,
                               struct hw_cuda_pending *end)
{
    cudaError_t error = cudaSuccess;

    for (size_t i = 0; i < graph->count; i++)
        graph->order[i]->pending = NULL;
    for (size_t i = 0; i < graph->count && error == cudaSuccess; i++) {
        error = queue_node(graph->order[i], stream, begin);
        hw_cuda_item_after(end, graph->order[i]->pending);
    }
    hw_cuda_item_after(end, begin);
    for (size_t i = 0; i < graph->count; i++)
        if (graph->order[i]->pending)
            hw_cuda_item_release(graph->order[i]->pending);
    return error;
}

/* A launch comes after the one before it of the same, whatever its stream was. */
static cudaError_t queue_graph(hw_exec exec, cudaStream_t stream)
{
    cudaError_t error = exec->calls ? hw_cuda_host_caller_start() : cudaSuccess;

    if (error != cudaSuccess)
        return error;
    struct hw_cuda_pending *begin = add_order(stream), *end = add_order(stream);
    if (!begin || !end)
        return cudaErrorMemoryAllocation;
    hw_cuda_item_after_lane(begin);
    hw_cuda_item_after(begin, exec->last);
    hw_cuda_item_ends_lane(end);
    hw_cuda_item_go(begin);
    error = queue_nodes(exec->graph, stream, begin, end);
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

cudaError_t hw_cuda_exec_launch(hw_exec exec, cudaStream_t stream)
{
    if (hw_cuda_exec_check(exec) != cudaSuccess)
        return cudaErrorInvalidValue;
    if (hw_cuda_stream_check(stream) != cudaSuccess)
        return cudaErrorInvalidResourceHandle;
    stream = hw_cuda_stream_resolve(stream);
    struct hw_cuda_context *context = hw_cuda_stream_context(stream);
    cudaError_t error = hw_cuda_capturing() ? hw_cuda_capture_allows_launch(stream) : cudaSuccess;
    if (error == cudaSuccess)
        error = check_nodes(exec->graph);
    if (error == cudaSuccess)
        error = hw_cuda_memory_ready(exec->graph, exec->flags & HW_EXEC_FREES);
    if (error != cudaSuccess)
        return error;
    if (exec->calls || exec->waits || hw_cuda_queue_busy() || !hw_cuda_executor_is_off() ||
        has_waits_for_others(exec->graph))
        return queue_graph(exec, stream);
    run_nodes(exec->graph, stream, context);
    return cudaSuccess;
}
