/* SPDX-License-Identifier: MIT */
/* See device_graph.h.  An upload is a copy of the graph, which counts from when its item is done. */
#include "cuda/core/graphs/device_graph.h"

#include "cuda/core/devices/context.h"
#include "cuda/core/devices/device.h"
#include "cuda/core/graphs/graph_api.h"
#include "cuda/core/graphs/graph_node.h"
#include "cuda/core/graphs/updatable_node.h"
#include "cuda/core/log/reason.h"
#include "cuda/core/modules/kernel_image.h"
#include "cuda/core/modules/loaded_module.h"
#include "cuda/core/streams/stream.h"
#include "cuda/core/streams/stream_queue.h"
#include "machine/chip/kernel_abi.h"
#include "machine/device_launch/device_function.h"

#include <stdlib.h>

struct hw_cuda_upload {
    struct hw_cuda_upload *next; /* the one after it */
    hw_graph graph;
    struct hw_cuda_pending *item; /* NULL: it is done */
};

/* --- what a device graph may have --- */

static cudaError_t refuse(struct hw_exec_fault *fault, hw_node node, int result, const char *why)
{
    *fault = (struct hw_exec_fault){.wrong = node, .result = result};
    return hw_cuda_fail(cudaErrorNotSupported, "a graph for launches from the device %s", why);
}

/* Memory that kernels reach. */
static bool is_reached(const struct hw_cuda_end *end)
{
    unsigned flags;

    return !end->array &&
           (end->device || hw_cuda_host_flags((void *)(uintptr_t)end->memory, &flags) == cudaSuccess);
}

/* What is against a node's work; NULL: nothing. */
static const char *find_objection(const struct hw_cuda_work *work)
{
    switch (work->kind) {
    case HW_CUDA_WORK_KERNEL:
        return work->kernel.kernel->image.uses & HW_DEVICE_USE_CHILDREN
                   ? "has a kernel that launches kernels (dynamic parallelism)"
                   : NULL;
    case HW_CUDA_WORK_COPY:
        return is_reached(&work->copy.to) && is_reached(&work->copy.from)
                   ? NULL
                   : "copies arrays, or memory of the host that is not page-locked";
    case HW_CUDA_WORK_FILL:
    case HW_CUDA_WORK_LIBRARY:
    case HW_CUDA_WORK_CHILD: return NULL;
    default: return "has a node that is no kernel, copy, fill or child graph";
    }
}

/* Whose work it is; NULL: no context's. */
static const struct hw_cuda_context *context_of(const struct hw_cuda_work *work)
{
    return work->kind == HW_CUDA_WORK_KERNEL ? work->kernel.kernel->module->context : NULL;
}

/* All nodes, with those of child graphs; *work counts those that do something. */
static cudaError_t check_nodes(hw_graph graph, struct hw_exec_fault *fault, size_t *work)
{
    cudaError_t error = cudaSuccess;

    for (hw_node node = graph->first; node && error == cudaSuccess; node = node->next) {
        const char *objection = find_objection(node->work);
        const struct hw_cuda_context *context = context_of(node->work);
        if (objection)
            error = refuse(fault, node, HW_INSTANTIATE_OPERATION, objection);
        else if (context && context != hw_cuda_current())
            error = refuse(fault, node, HW_INSTANTIATE_CONTEXTS, "has a node of another context");
        else if (node->work->kind == HW_CUDA_WORK_CHILD)
            error = check_nodes(node->work->child, fault, work);
        else
            ++*work;
    }
    return error;
}

cudaError_t hw_cuda_device_graph_check(hw_graph graph, struct hw_exec_fault *fault)
{
    const struct hw_cuda_context *context = hw_cuda_current();
    struct hw_target target;
    size_t work = 0;

    *fault = (struct hw_exec_fault){.result = HW_INSTANTIATE_ERROR};
    if (hw_target_find(context->device->chip->variant, &target, NULL) != HW_OK ||
        !hw_kernel_abi_of(&target)->bank_layout ||
        hw_kernel_abi_of(&target)->bank_layout->current_graph == HW_NOT_IN_BANK)
        return hw_cuda_fail(cudaErrorNotSupported,
                            "device %d launches no graphs; expected compute capability 5.0 or later",
                            context->device->ordinal);
    const cudaError_t error = check_nodes(graph, fault, &work);
    if (error == cudaSuccess && work == 0)
        return hw_cuda_fail(cudaErrorInvalidValue,
                            "a graph for launches from the device has no kernel, copy or fill");
    return error;
}

static bool launches_graphs(const struct hw_cuda_work *work)
{
    return work->kind == HW_CUDA_WORK_KERNEL && work->kernel.kernel->image.uses & HW_DEVICE_USE_GRAPHS;
}

static bool is_launcher(hw_node node)
{
    return launches_graphs(node->work);
}

bool hw_cuda_graph_launches(hw_graph graph)
{
    return hw_cuda_graph_has(graph, is_launcher);
}

static cudaError_t check_launchers(hw_graph graph, struct hw_exec_fault *fault,
                                   const struct hw_cuda_context **context)
{
    cudaError_t error = cudaSuccess;
    hw_graph inner;

    for (hw_node node = graph->first; node && error == cudaSuccess; node = node->next) {
        for (size_t i = 0; error == cudaSuccess && (inner = hw_cuda_inner_graph(node->work, i)); i++)
            error = check_launchers(inner, fault, context);
        if (!launches_graphs(node->work))
            continue;
        if (*context && *context != context_of(node->work)) {
            *fault = (struct hw_exec_fault){.wrong = node, .result = HW_INSTANTIATE_CONTEXTS};
            return hw_cuda_fail(cudaErrorNotSupported,
                                "kernels of several contexts launch graphs in a graph");
        }
        *context = context_of(node->work);
    }
    return error;
}

cudaError_t hw_cuda_host_graph_check(hw_graph graph, struct hw_exec_fault *fault)
{
    const struct hw_cuda_context *context = NULL;

    return check_launchers(graph, fault, &context);
}

cudaError_t hw_cuda_device_graph_allows(hw_exec exec, const struct hw_cuda_work *work)
{
    const char *objection = exec->flags & HW_EXEC_DEVICE ? find_objection(work) : NULL;

    if (objection)
        return hw_cuda_fail(cudaErrorInvalidValue, "a graph for launches from the device %s", objection);
    if (launches_graphs(work) && !exec->launches)
        return hw_cuda_fail(cudaErrorInvalidValue,
                            "%s launches graphs, and no kernel of the graph has before",
                            hw_cuda_kernel_name(work->kernel.kernel));
    return cudaSuccess;
}

bool hw_cuda_device_graph_allows_all(hw_exec exec, hw_graph graph, hw_node *wrong)
{
    hw_graph inner;

    for (hw_node node = graph->first; node; node = node->next) {
        *wrong = node;
        if (hw_cuda_device_graph_allows(exec, node->work) != cudaSuccess)
            return false;
        for (size_t i = 0; (inner = hw_cuda_inner_graph(node->work, i)); i++)
            if (!hw_cuda_device_graph_allows_all(exec, inner, wrong))
                return false;
    }
    return true;
}

/* --- uploads --- */

static void free_upload(struct hw_cuda_upload *upload)
{
    if (upload->item)
        upload->item->work->kind = HW_CUDA_WORK_EMPTY;
    hw_cuda_graph_free(upload->graph);
    free(upload);
}

/* The last one that is done stands for those before it. */
static void drop_earlier(hw_exec exec)
{
    while (exec->uploads && exec->uploads->next && !exec->uploads->next->item) {
        struct hw_cuda_upload *earlier = exec->uploads;
        exec->uploads = earlier->next;
        free_upload(earlier);
    }
}

void hw_cuda_device_graph_is_uploaded(struct hw_cuda_upload *upload)
{
    upload->item = NULL;
    hw_cuda_graph_reset_updatables(upload->graph);
}

static struct hw_cuda_upload *create_upload(hw_exec exec)
{
    struct hw_cuda_upload *made = calloc(1, sizeof *made);
    hw_node wrong;

    if (!made)
        return NULL;
    if (hw_cuda_graph_copy(&made->graph, exec->graph) != cudaSuccess ||
        hw_cuda_graph_order(made->graph, &wrong) != cudaSuccess) {
        free_upload(made);
        return NULL;
    }
    made->graph->owned = true;
    return made;
}

/* Where nothing has changed since the last upload there is nothing to do. */
cudaError_t hw_cuda_device_graph_upload(hw_exec exec, cudaStream_t stream)
{
    if (exec->uploads && !exec->changed)
        return cudaSuccess;
    struct hw_cuda_upload *made = create_upload(exec), **link = &exec->uploads;
    struct hw_cuda_pending *item =
        made ? hw_cuda_item_add(
                   stream,
                   hw_cuda_work_keep(&(struct hw_cuda_work){.kind = HW_CUDA_WORK_UPLOAD, .upload = made}),
                   NULL)
             : NULL;
    if (!item) {
        if (made)
            free_upload(made);
        return cudaErrorMemoryAllocation;
    }
    hw_cuda_item_after_lane(item);
    hw_cuda_item_after(item, exec->last);
    for (; *link; link = &(*link)->next)
        hw_cuda_item_after(item, (*link)->item);
    hw_cuda_item_ends_lane(item);
    made->item = item;
    *link = made;
    exec->changed = false;
    hw_cuda_item_go(item);
    return cudaSuccess;
}

/* Other graphs have nothing to be brought anywhere. */
cudaError_t hw_cuda_exec_upload(hw_exec exec, cudaStream_t stream)
{
    if (hw_cuda_exec_check(exec) != cudaSuccess)
        return cudaErrorInvalidValue;
    const cudaError_t error = hw_cuda_stream_check(stream);
    if (error != cudaSuccess || (!(exec->flags & HW_EXEC_DEVICE) && !exec->updatable))
        return error;
    return hw_cuda_device_graph_upload(exec, hw_cuda_stream_resolve(stream));
}

cudaError_t hw_cuda_device_graph_uploaded(hw_exec exec, const struct hw_cuda_context *context,
                                          hw_graph *graph)
{
    drop_earlier(exec);
    if (!exec->uploads || exec->uploads->item || exec->context != context)
        return cudaErrorInvalidValue;
    *graph = exec->uploads->graph;
    return hw_cuda_graph_check_nodes(*graph) == cudaSuccess ? cudaSuccess : cudaErrorInvalidValue;
}

void hw_cuda_device_graph_clear(hw_exec exec)
{
    while (exec->uploads) {
        struct hw_cuda_upload *upload = exec->uploads;
        exec->uploads = upload->next;
        free_upload(upload);
    }
}
