/* SPDX-License-Identifier: MIT */
/* See updatable_node.h.  Items keep the launch of when they were made; what kernels have changed comes to it
 * when it begins. */
#include "cuda/core/graphs/updatable_node.h"

#include "cuda/core/devices/context.h"
#include "cuda/core/devices/device.h"
#include "cuda/core/graphs/graph_node.h"
#include "cuda/core/handle.h"
#include "cuda/core/log/reason.h"
#include "cuda/core/modules/kernel_image.h"
#include "cuda/core/modules/loaded_module.h"
#include "cuda/core/streams/running_work.h"

#include <stdlib.h>
#include <string.h>

struct hw_cuda_updatable {
    unsigned count; /* nodes that have it, and items */
    bool instantiated;
    bool disabled;
    struct hw_cuda_work *work; /* the launch; NULL: no upload yet */
};

static cudaError_t make(hw_node node)
{
    struct hw_cuda_updatable *made = calloc(1, sizeof *made);

    if (!made || !hw_cuda_handle_add(made, HW_CUDA_UPDATABLE)) {
        free(made);
        return cudaErrorMemoryAllocation;
    }
    made->count = 1;
    node->updatable = made;
    return cudaSuccess;
}

cudaError_t hw_cuda_updatable_set(hw_node node, struct hw_updatable_value *value)
{
    cudaError_t error = cudaSuccess;

    if ((value->updatable != 0 && value->updatable != 1) || (node->updatable && !value->updatable))
        return hw_cuda_fail(cudaErrorInvalidValue, "deviceUpdatable is %d; expected %s", value->updatable,
                            node->updatable ? "1, as the node is updatable" : "0 or 1");
    if (value->updatable && node->work->kind != HW_CUDA_WORK_KERNEL)
        return hw_cuda_fail(cudaErrorNotSupported, "a node of a math library is not updatable");
    if (value->updatable && !node->updatable)
        error = make(node);
    if (error == cudaSuccess)
        *value = hw_cuda_updatable_get(node);
    return error;
}

struct hw_updatable_value hw_cuda_updatable_get(hw_node node)
{
    return (struct hw_updatable_value){node->updatable != NULL, node->updatable};
}

struct hw_cuda_updatable *hw_cuda_updatable_retain(struct hw_cuda_updatable *updatable)
{
    if (updatable)
        updatable->count++;
    return updatable;
}

void hw_cuda_updatable_release(struct hw_cuda_updatable *updatable)
{
    if (!updatable || --updatable->count > 0)
        return;
    hw_cuda_handle_remove(updatable);
    hw_cuda_work_drop(updatable->work);
    free(updatable);
}

/* --- graphs with some --- */

static bool is_updatable(hw_node node)
{
    return node->updatable;
}

static bool is_instantiated(hw_node node)
{
    return node->updatable && node->updatable->instantiated;
}

bool hw_cuda_graph_is_updatable(hw_graph graph)
{
    return hw_cuda_graph_has(graph, is_updatable);
}

bool hw_cuda_graph_is_instantiated(hw_graph graph)
{
    return hw_cuda_graph_has(graph, is_instantiated);
}

void hw_cuda_graph_instantiated(hw_graph graph, bool is)
{
    hw_graph inner;

    for (hw_node node = graph->first; node; node = node->next) {
        if (node->updatable)
            node->updatable->instantiated = is;
        for (size_t i = 0; (inner = hw_cuda_inner_graph(node->work, i)); i++)
            hw_cuda_graph_instantiated(inner, is);
    }
}

void hw_cuda_graph_reset_updatables(hw_graph graph)
{
    hw_graph inner;

    for (hw_node node = graph->first; node; node = node->next) {
        struct hw_cuda_updatable *updatable = node->updatable;
        for (size_t i = 0; (inner = hw_cuda_inner_graph(node->work, i)); i++)
            hw_cuda_graph_reset_updatables(inner);
        struct hw_cuda_work *work = updatable ? hw_cuda_work_keep(node->work) : NULL;
        if (!work)
            continue;
        hw_cuda_work_drop(updatable->work);
        updatable->work = work;
        updatable->disabled = node->disabled;
    }
}

/* --- changes by kernels --- */

static bool is_grid(const struct hw_chip_info *chip, const uint32_t grid[3])
{
    return grid[0] && grid[1] && grid[2] && grid[0] <= chip->grid_x && grid[1] <= chip->grid_y &&
           grid[2] <= chip->grid_z;
}

int hw_cuda_updatable_change(const struct hw_cuda_context *context, const struct hw_node_change *change)
{
    struct hw_cuda_updatable *updatable = (struct hw_cuda_updatable *)(uintptr_t)change->node;

    if (!hw_cuda_is(updatable, HW_CUDA_UPDATABLE) || !updatable->work)
        return HW_CDP_INVALID_VALUE;
    struct hw_cuda_kernel_work *kernel = &updatable->work->kernel;
    if (!hw_cuda_kernel_is_valid(kernel->kernel) || kernel->kernel->module->context != context)
        return HW_CDP_INVALID_VALUE;
    switch (change->field) {
    case HW_CHANGED_GRID:
        if (!is_grid(context->device->chip, change->grid))
            return HW_CDP_INVALID_VALUE;
        kernel->grid = (dim3){change->grid[0], change->grid[1], change->grid[2]};
        return HW_CDP_SUCCESS;
    case HW_CHANGED_PARAM:
        if (change->offset > kernel->parameter_bytes ||
            change->bytes > kernel->parameter_bytes - change->offset)
            return HW_CDP_INVALID_VALUE;
        memcpy((char *)(updatable->work + 1) + change->offset, change->value, change->bytes);
        return HW_CDP_SUCCESS;
    case HW_CHANGED_ENABLED: updatable->disabled = !change->enabled; return HW_CDP_SUCCESS;
    default: return HW_CDP_INVALID_VALUE;
    }
}

cudaError_t hw_cuda_updatable_begin(struct hw_cuda_running *running, bool *disabled)
{
    const struct hw_cuda_kernel_work *was = &running->work->kernel;
    struct hw_cuda_launch_state *launch;

    *disabled = was->updatable->disabled;
    if (*disabled || !was->updatable->work)
        return cudaSuccess;
    struct hw_cuda_kernel_work now = was->updatable->work->kernel;
    now.environment = was->environment;
    now.printed = was->printed;
    const cudaError_t error = hw_cuda_launch_prepare(&now, running->stream, &launch);
    if (error != cudaSuccess)
        return error;
    hw_cuda_launch_drop(running->launch);
    running->launch = launch;
    return cudaSuccess;
}
