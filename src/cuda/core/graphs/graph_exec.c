/* SPDX-License-Identifier: MIT */
/* What is launched of graphs.
 *
 * A launch makes an item of each node (stream_queue.h), between one that all come after and one that comes
 * after all: the stream goes on behind the last one.  Where calls return when their work is done, it runs the
 * nodes one after the other, unless one of them is a function of the program or waits for a value. */
#include "cuda/core/graphs/cuda_graph.h"

#include "cuda/base/message.h"
#include "cuda/core/devices/context.h"
#include "cuda/core/executor/executor.h"
#include "cuda/core/graphs/graph_node.h"
#include "cuda/core/handle.h"
#include "cuda/core/log/reason.h"
#include "cuda/core/streams/host_callbacks.h"
#include "cuda/core/streams/stream.h"
#include "cuda/core/streams/stream_capture.h"
#include "cuda/core/streams/stream_event.h"
#include "cuda/core/streams/stream_queue.h"

#include <stdlib.h>

#define FLAGS (HW_EXEC_FREES | HW_EXEC_UPLOADS | HW_EXEC_DEVICE | HW_EXEC_PRIORITY)

static uint64_t execs; /* number of the last one */

cudaError_t hw_cuda_exec_check(hw_exec exec)
{
    return hw_cuda_is(exec, HW_CUDA_EXEC) ? cudaSuccess : cudaErrorInvalidValue;
}

uint64_t hw_cuda_exec_flags(hw_exec exec)
{
    return exec->flags;
}

uint64_t hw_cuda_exec_number(hw_exec exec)
{
    return exec->number;
}

static bool calls_host(hw_graph graph)
{
    for (hw_node node = graph->first; node; node = node->next)
        if (node->work->kind == HW_CUDA_WORK_HOST ||
            (node->work->kind == HW_CUDA_WORK_CHILD && calls_host(node->work->child)))
            return true;
    return false;
}

/* Whether streams wait for values in it. */
static bool waits_for_values(hw_graph graph)
{
    for (hw_node node = graph->first; node; node = node->next)
        if (hw_cuda_work_waits(node->work) ||
            (node->work->kind == HW_CUDA_WORK_CHILD && waits_for_values(node->work->child)))
            return true;
    return false;
}

/* The node of the graph that one of its copy stands for. */
static hw_node original_of(hw_graph graph, uint64_t number)
{
    for (hw_node node = graph->first; node; node = node->next) {
        if (node->number == number)
            return node;
        hw_node inner =
            node->work->kind == HW_CUDA_WORK_CHILD ? original_of(node->work->child, number) : NULL;
        if (inner)
            return inner;
    }
    return NULL;
}

static cudaError_t make_exec(hw_exec *exec, hw_graph graph, uint64_t flags, hw_node *wrong)
{
    hw_exec made = calloc(1, sizeof *made);
    cudaError_t error = made ? hw_cuda_graph_copy(&made->graph, graph) : cudaErrorMemoryAllocation;
    hw_node copy_wrong = NULL;

    if (error == cudaSuccess)
        error = hw_cuda_graph_order(made->graph, &copy_wrong);
    if (copy_wrong)
        *wrong = original_of(graph, copy_wrong->origin);
    if (error == cudaSuccess)
        error = hw_cuda_memory_share(made->graph, graph);
    if (error == cudaSuccess && !hw_cuda_handle_add(made, HW_CUDA_EXEC))
        error = cudaErrorMemoryAllocation;
    if (error != cudaSuccess) {
        if (made)
            hw_cuda_graph_free(made->graph);
        free(made);
        return error;
    }
    made->graph->owned = true;
    made->flags = flags;
    made->number = ++execs;
    made->calls = calls_host(made->graph);
    made->waits = waits_for_values(made->graph);
    *exec = made;
    return cudaSuccess;
}

cudaError_t hw_cuda_exec_create(hw_exec *exec, hw_graph graph, uint64_t flags, hw_node *wrong)
{
    *wrong = NULL;
    if (!exec || hw_cuda_graph_check(graph) != cudaSuccess || (flags & ~(uint64_t)FLAGS))
        return cudaErrorInvalidValue;
    if ((flags & HW_EXEC_DEVICE) ||
        hw_cuda_memory_shared(graph)) /* memory has one address: one may have it */
        return cudaErrorNotSupported;
    return make_exec(exec, graph, flags, wrong);
}

cudaError_t hw_cuda_exec_destroy(hw_exec exec)
{
    if (hw_cuda_exec_check(exec) != cudaSuccess)
        return cudaErrorInvalidValue;
    if (exec->graph->memory) /* which launches that wait will use */
        hw_cuda_queue_wait_all();
    if (hw_cuda_exec_check(exec) != cudaSuccess) /* another thread was faster */
        return cudaErrorInvalidValue;
    if (exec->last)
        exec->last->seen_by = NULL;
    hw_cuda_handle_remove(exec);
    hw_cuda_graph_free(exec->graph);
    free(exec);
    return cudaSuccess;
}

/* --- its nodes --- */

static hw_node find(hw_graph graph, uint64_t origin)
{
    for (hw_node node = graph->first; node; node = node->next) {
        if (node->origin == origin)
            return node;
        hw_node inner = node->work->kind == HW_CUDA_WORK_CHILD ? find(node->work->child, origin) : NULL;
        if (inner)
            return inner;
    }
    return NULL;
}

static hw_node node_of(hw_exec exec, hw_node node)
{
    if (hw_cuda_exec_check(exec) != cudaSuccess || hw_cuda_node_check(node) != cudaSuccess)
        return NULL;
    return find(exec->graph, node->number);
}

cudaError_t hw_cuda_exec_set(hw_exec exec, hw_node node, const struct hw_cuda_work *work)
{
    hw_node own = node_of(exec, node);

    if (own && work->kind == HW_CUDA_WORK_MEMORY_OPS && own->work->kind == work->kind &&
        !hw_cuda_memory_ops_are_alike(&own->work->memory_ops, &work->memory_ops))
        return hw_cuda_fail(cudaErrorInvalidValue, "the operations are not those of the node; expected "
                                                   "other addresses, values and conditions only");
    return own ? hw_cuda_node_set(own, work) : cudaErrorInvalidValue;
}

/* The children must be alike. */
cudaError_t hw_cuda_exec_set_child(hw_exec exec, hw_node node, hw_graph child)
{
    hw_node own = node_of(exec, node), wrong, wrong_from;
    enum hw_graph_change change;

    if (!own || own->work->kind != HW_CUDA_WORK_CHILD || hw_cuda_graph_check(child) != cudaSuccess)
        return cudaErrorInvalidValue;
    return hw_cuda_graph_take(own->work->child, child, &change, &wrong, &wrong_from);
}

static bool may_be_disabled(hw_node node)
{
    return node && (node->work->kind == HW_CUDA_WORK_KERNEL || node->work->kind == HW_CUDA_WORK_COPY ||
                    node->work->kind == HW_CUDA_WORK_FILL || node->work->kind == HW_CUDA_WORK_LIBRARY);
}

cudaError_t hw_cuda_exec_enable(hw_exec exec, hw_node node, bool enable)
{
    hw_node own = node_of(exec, node);

    if (!may_be_disabled(own))
        return cudaErrorInvalidValue;
    own->disabled = !enable;
    return cudaSuccess;
}

cudaError_t hw_cuda_exec_enabled(hw_exec exec, hw_node node, unsigned *enabled)
{
    hw_node own = node_of(exec, node);

    if (!enabled || !may_be_disabled(own))
        return cudaErrorInvalidValue;
    *enabled = !own->disabled;
    return cudaSuccess;
}

/* --- launching --- */

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
