/* SPDX-License-Identifier: MIT */
/* See graph_api.h: nodes of each kind. */
#include "cuda/core/graphs/graph_api.h"

#include "cuda/core/graphs/graph_node.h"
#include "cuda/core/graphs/updatable_node.h"
#include "cuda/core/log/reason.h"

cudaError_t hw_graph_api_set(const hw_exec *exec, hw_node node, const struct hw_cuda_work *work)
{
    return exec ? hw_cuda_exec_set(*exec, node, work) : hw_cuda_node_set(node, work);
}

cudaError_t hw_graph_api_add_empty(hw_node *node, hw_graph graph, const hw_node *before, size_t count)
{
    return hw_cuda_node_add(node, graph, before, count, &(struct hw_cuda_work){.kind = HW_CUDA_WORK_EMPTY});
}

cudaError_t hw_graph_api_add_child(hw_node *node, hw_graph graph, const hw_node *before, size_t count,
                                   hw_graph child)
{
    if (hw_cuda_graph_check(child) != cudaSuccess || child == graph)
        return cudaErrorInvalidValue;
    if (child->moved)
        return hw_cuda_fail(cudaErrorInvalidValue, "the child graph was moved to another node");
    if (hw_cuda_graph_is_updatable(child))
        return hw_cuda_fail(cudaErrorNotSupported,
                            "a child graph with nodes that kernels change; expected such "
                            "nodes to be made in the child node's own graph");
    return hw_cuda_node_add(node, graph, before, count,
                            &(struct hw_cuda_work){.kind = HW_CUDA_WORK_CHILD, .child = child});
}

cudaError_t hw_graph_api_add_any_child(hw_node *node, hw_graph graph, const hw_node *before, size_t count,
                                       const struct hw_node_child *child)
{
    switch (child->ownership) {
    case HW_OWNERSHIP_CLONE: return hw_graph_api_add_child(node, graph, before, count, child->graph);
    case HW_OWNERSHIP_MOVE: break;
    default:
        return hw_cuda_fail(cudaErrorInvalidValue, "ownership %d; expected 0 (clone) or 1 (move)",
                            child->ownership);
    }
    if (hw_cuda_graph_check(child->graph) != cudaSuccess)
        return cudaErrorInvalidValue;
    if (hw_cuda_graph_is_updatable(child->graph))
        return hw_cuda_fail(cudaErrorNotSupported, "a child graph with nodes that kernels change");
    return hw_cuda_node_add_moved(node, graph, before, count, child->graph);
}

cudaError_t hw_graph_api_child(hw_node node, hw_graph *child)
{
    const struct hw_cuda_work *work = hw_cuda_node_work(node, HW_CUDA_WORK_CHILD);

    if (!work || !child)
        return cudaErrorInvalidValue;
    *child = work->child;
    return cudaSuccess;
}

/* --- events --- */

cudaError_t hw_graph_api_add_event(hw_node *node, hw_graph graph, const hw_node *before, size_t count,
                                   enum hw_cuda_work_kind kind, cudaEvent_t event)
{
    const cudaError_t error = event ? hw_cuda_event_check(event) : cudaErrorInvalidValue;

    return error == cudaSuccess ? hw_cuda_node_add(node, graph, before, count,
                                                   &(struct hw_cuda_work){.kind = kind, .event = event})
                                : error;
}

cudaError_t hw_graph_api_event(hw_node node, enum hw_cuda_work_kind kind, cudaEvent_t *event)
{
    const struct hw_cuda_work *work = hw_cuda_node_work(node, kind);

    if (!work || !event)
        return cudaErrorInvalidValue;
    *event = work->event;
    return cudaSuccess;
}

cudaError_t hw_graph_api_set_event(const hw_exec *exec, hw_node node, enum hw_cuda_work_kind kind,
                                   cudaEvent_t event)
{
    const cudaError_t error = hw_cuda_event_check(event);

    return error == cudaSuccess
               ? hw_graph_api_set(exec, node, &(struct hw_cuda_work){.kind = kind, .event = event})
               : error;
}

/* --- functions of the program --- */

static struct hw_cuda_work call_of(const struct hw_node_host *host)
{
    return (struct hw_cuda_work){.kind = HW_CUDA_WORK_HOST,
                                 .host = {.function = host->function, .data = host->data}};
}

cudaError_t hw_graph_api_add_host(hw_node *node, hw_graph graph, const hw_node *before, size_t count,
                                  const struct hw_node_host *host)
{
    if (!host || !host->function)
        return cudaErrorInvalidValue;
    const struct hw_cuda_work work = call_of(host);
    return hw_cuda_node_add(node, graph, before, count, &work);
}

cudaError_t hw_graph_api_host(hw_node node, struct hw_node_host *host)
{
    const struct hw_cuda_work *work = hw_cuda_node_work(node, HW_CUDA_WORK_HOST);

    if (!work || !host)
        return cudaErrorInvalidValue;
    *host = (struct hw_node_host){work->host.function, work->host.data};
    return cudaSuccess;
}

cudaError_t hw_graph_api_set_host(const hw_exec *exec, hw_node node, const struct hw_node_host *host)
{
    if (!host || !host->function)
        return cudaErrorInvalidValue;
    const struct hw_cuda_work work = call_of(host);
    return hw_graph_api_set(exec, node, &work);
}

/* --- fills --- */

static cudaError_t make_fill(const struct hw_node_fill *fill, struct hw_cuda_work *work)
{
    if (!fill)
        return hw_cuda_fail(cudaErrorInvalidValue, "the fill's description is null");
    if (fill->width == 0 || fill->height == 0)
        return hw_cuda_fail(cudaErrorInvalidValue, "width %zu, height %zu; expected 1 or more", fill->width,
                            fill->height);
    if (fill->element != 1 && fill->element != 2 && fill->element != 4)
        return hw_cuda_fail(cudaErrorInvalidValue, "elementSize %u; expected 1, 2 or 4", fill->element);
    if (fill->height > 1 && fill->pitch % fill->element != 0)
        return hw_cuda_fail(cudaErrorInvalidValue, "pitch %zu; expected a multiple of elementSize, %u",
                            fill->pitch, fill->element);
    *work = (struct hw_cuda_work){.kind = HW_CUDA_WORK_FILL,
                                  .fill = {.address = fill->address,
                                           .pitch = fill->pitch,
                                           .value = fill->value,
                                           .element = fill->element,
                                           .width = fill->width,
                                           .height = fill->height,
                                           .depth = 1}};
    return cudaSuccess;
}

cudaError_t hw_graph_api_add_fill(hw_node *node, hw_graph graph, const hw_node *before, size_t count,
                                  const struct hw_node_fill *fill)
{
    struct hw_cuda_work work;
    const cudaError_t error = make_fill(fill, &work);

    return error == cudaSuccess ? hw_cuda_node_add(node, graph, before, count, &work) : error;
}

/* Only a captured fill has slices, which the structure cannot say. */
cudaError_t hw_graph_api_fill(hw_node node, struct hw_node_fill *fill)
{
    const struct hw_cuda_work *work = hw_cuda_node_work(node, HW_CUDA_WORK_FILL);

    if (!work || !fill || work->fill.depth != 1)
        return cudaErrorInvalidValue;
    *fill = (struct hw_node_fill){.address = work->fill.address,
                                  .pitch = work->fill.pitch,
                                  .value = work->fill.value,
                                  .element = (unsigned)work->fill.element,
                                  .width = work->fill.width,
                                  .height = work->fill.height};
    return cudaSuccess;
}

cudaError_t hw_graph_api_set_fill(const hw_exec *exec, hw_node node, const struct hw_node_fill *fill)
{
    struct hw_cuda_work work;
    const cudaError_t error = make_fill(fill, &work);

    return error == cudaSuccess ? hw_graph_api_set(exec, node, &work) : error;
}

/* --- memory --- */

cudaError_t hw_graph_api_add_alloc(hw_node *node, hw_graph graph, const hw_node *before, size_t count,
                                   struct hw_node_alloc *alloc)
{
    if (!alloc || alloc->pool.allocation_type != HW_ALLOCATION_PINNED ||
        alloc->pool.handle_types != HW_SHARE_NONE || alloc->pool.location.type != HW_LOCATION_DEVICE)
        return cudaErrorInvalidValue;
    if (alloc->pool.location.id != hw_cuda_device() || alloc->pool.usage)
        return hw_cuda_fail(cudaErrorNotSupported,
                            "memory on device %d, usage %u; expected the current device, %d, and 0",
                            alloc->pool.location.id, alloc->pool.usage, hw_cuda_device());
    return hw_cuda_node_add_alloc(node, graph, before, count, alloc->bytes, &alloc->address);
}

cudaError_t hw_graph_api_alloc(hw_node node, struct hw_node_alloc *alloc)
{
    const struct hw_cuda_work *work = hw_cuda_node_work(node, HW_CUDA_WORK_ALLOC);

    if (!work || !alloc)
        return cudaErrorInvalidValue;
    *alloc = (struct hw_node_alloc){
        .pool = {.allocation_type = HW_ALLOCATION_PINNED, .location = {.type = HW_LOCATION_DEVICE}},
        .bytes = work->memory.bytes,
        .address = work->memory.address};
    return cudaSuccess;
}

cudaError_t hw_graph_api_free(hw_node node, void **address)
{
    const struct hw_cuda_work *work = hw_cuda_node_work(node, HW_CUDA_WORK_FREE);

    if (!work || !address)
        return cudaErrorInvalidValue;
    *address = work->memory.address;
    return cudaSuccess;
}
