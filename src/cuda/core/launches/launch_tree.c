/* SPDX-License-Identifier: MIT */
/* See launch_tree.h.  Each of the kernels is a launch of its own: with its line in the log, its time and its
 * fault. */
#include "cuda/core/launches/launch_tree.h"

#include "cuda/core/devices/context.h"
#include "cuda/core/devices/device.h"
#include "cuda/core/executor/executor.h"
#include "cuda/core/graphs/conditional.h"
#include "cuda/core/graphs/graph_environment.h"
#include "cuda/core/graphs/updatable_node.h"
#include "cuda/core/launches/launch_state.h"
#include "cuda/core/log/reason.h"
#include "cuda/core/modules/kernel_image.h"
#include "cuda/core/modules/loaded_module.h"
#include "machine/device_launch/child_queue.h"
#include "machine/memory/parameter_pool.h"

/* Functions of the core need the lock, which nobody has while kernels run, and the tree's context. */
static void enter(const struct hw_cuda_tree *tree)
{
    hw_cuda_executor_retake();
    hw_cuda.context = tree->module->context;
}

static bool leave(bool found)
{
    hw_cuda_executor_release();
    return found;
}

cudaError_t hw_cuda_tree_prepare(struct hw_cuda_tree *tree, struct hw_child *child,
                                 struct hw_cuda_launch_state **run)
{
    struct hw_cuda_kernel *kernel;
    const cudaError_t error = hw_cuda_module_kernel_of(tree->module, child->kernel, &kernel);

    if (error != cudaSuccess)
        return error;
    return hw_cuda_launch_prepare(
        &(struct hw_cuda_kernel_work){.kernel = kernel,
                                      .grid = {child->grid[0], child->grid[1], child->grid[2]},
                                      .block = {child->block[0], child->block[1], child->block[2]},
                                      .shared_bytes = child->shared_bytes,
                                      .parameter_bytes = child->param_bytes,
                                      .parameters = child->params,
                                      .printed = tree->printed,
                                      .queue = tree->queue,
                                      .child = child},
        tree->stream, run);
}

/* A child of a launch that runs in one visit does so, too. */
static bool run_child(void *context, struct hw_child_queue *queue, struct hw_child *child)
{
    struct hw_cuda_tree *tree = context;
    struct hw_cuda_launch_state *run;

    (void)queue;
    enter(tree);
    cudaError_t error = hw_cuda_tree_prepare(tree, child, &run);
    if (error == cudaSuccess) {
        hw_cuda_launch_begin(run);
        hw_cuda_executor_release();
        (void)hw_cuda_launch_visit(run);
        enter(tree);
        error = hw_cuda_launch_end(run);
    }
    if (tree->error == cudaSuccess)
        tree->error = error;
    return leave(error == cudaSuccess && tree->module->context->failed == cudaSuccess);
}

static bool find_attribute(void *context, int attribute, int *value)
{
    const struct hw_cuda_tree *tree = context;

    enter(tree);
    return leave(hw_cuda_attribute(tree->module->context->device->ordinal, attribute, value) == cudaSuccess);
}

static bool find_limit(void *context, int limit, uint64_t *value)
{
    size_t found = 0;

    enter(context);
    const bool known = leave(hw_cuda_get_limit(limit, &found) == cudaSuccess);
    *value = found;
    return known;
}

static bool find_function(void *context, const struct hw_kernel *code,
                          struct hw_function_attributes *attributes)
{
    const struct hw_cuda_tree *tree = context;
    struct cudaFuncAttributes found;
    struct hw_cuda_kernel *kernel;
    int carveout = -1;

    enter(tree);
    if (hw_cuda_module_kernel_of(tree->module, code, &kernel) != cudaSuccess ||
        hw_cuda_kernel_attributes(&found, kernel) != cudaSuccess)
        return leave(false);
    (void)hw_cuda_kernel_setting(kernel, HW_CUDA_CARVEOUT, &carveout);
    *attributes = (struct hw_function_attributes){.shared_bytes = found.sharedSizeBytes,
                                                  .const_bytes = found.constSizeBytes,
                                                  .local_bytes = found.localSizeBytes,
                                                  .max_threads = found.maxThreadsPerBlock,
                                                  .registers = found.numRegs,
                                                  .ptx_version = found.ptxVersion,
                                                  .binary_version = found.binaryVersion,
                                                  .max_dynamic_bytes = (int32_t)hw_cuda_most_dynamic(kernel),
                                                  .carveout = carveout};
    return leave(true);
}

static bool find_occupancy(void *context, const struct hw_kernel *code, int threads, uint64_t dynamic_bytes,
                           unsigned flags, int *blocks)
{
    const struct hw_cuda_tree *tree = context;
    struct hw_cuda_kernel *kernel;

    enter(tree);
    if (hw_cuda_module_kernel_of(tree->module, code, &kernel) != cudaSuccess)
        return leave(false);
    *blocks = hw_cuda_occupancy(kernel, threads, dynamic_bytes, flags);
    return leave(true);
}

static const char *set_condition(void *context, uint64_t handle, uint32_t value)
{
    const struct hw_cuda_tree *tree = context;

    enter(tree);
    const char *wrong = hw_cuda_condition_set(handle, tree->module->context, value);
    leave(true);
    return wrong;
}

static int launch_graph(void *context, uint64_t graph, uint64_t stream)
{
    const struct hw_cuda_tree *tree = context;

    enter(tree);
    const cudaError_t error =
        hw_cuda_environment_launch_from(tree->environment, tree->item, (hw_exec)(uintptr_t)graph, stream);
    leave(true);
    return error == cudaSuccess                 ? HW_CDP_SUCCESS
           : error == cudaErrorMemoryAllocation ? HW_CDP_NO_MEMORY
                                                : HW_CDP_INVALID_VALUE;
}

static int change_node(void *context, const struct hw_node_change *change)
{
    const struct hw_cuda_tree *tree = context;

    enter(tree);
    const int error = hw_cuda_updatable_change(tree->module->context, change);
    leave(true);
    return error;
}

/* How many launches may wait, in as many bits as the queue counts. */
static uint32_t pending_of(const struct hw_cuda_context *context)
{
    const size_t limit = hw_cuda_limit(context, cudaLimitDevRuntimePendingLaunchCount);

    return limit < UINT32_MAX ? (uint32_t)limit : UINT32_MAX;
}

cudaError_t hw_cuda_tree_begin(struct hw_cuda_tree *tree, const struct hw_cuda_kernel_work *work,
                               cudaStream_t stream, struct hw_launch *launch)
{
    struct hw_cuda_module *module = work->kernel->module;
    const struct hw_child_host host = {.context = tree,
                                       .run = run_child,
                                       .attribute = find_attribute,
                                       .limit = find_limit,
                                       .function = find_function,
                                       .occupancy = find_occupancy,
                                       .set_condition = set_condition,
                                       .launch_graph = launch_graph,
                                       .change_node = change_node,
                                       .device = module->context->device->ordinal,
                                       .device_count = hw_cuda_device_count(),
                                       .pending = pending_of(module->context)};

    launch->host.beside_others |= work->queue || launch->children.image;
    *tree = (struct hw_cuda_tree){.module = module, .stream = stream, .environment = work->environment};
    launch->graph = hw_cuda_environment_graph(work->environment);
    launch->children.queue = work->queue;
    launch->children.self = work->child;
    if (work->queue || !launch->children.image)
        return cudaSuccess;
    if (hw_memory_make_parameter_pool(launch->memory, NULL) == HW_OK)
        tree->queue = hw_child_queue_create(launch->memory, &host);
    launch->children.queue = tree->queue;
    if (tree->queue)
        hw_cuda_tree_grids_init(&tree->grids);
    return tree->queue ? cudaSuccess
                       : hw_cuda_fail(cudaErrorLaunchOutOfResources, "no memory for what kernels launch");
}

void hw_cuda_tree_end(struct hw_cuda_tree *tree, bool ran)
{
    struct hw_child *child;

    if (!tree->queue)
        return;
    if (!ran || tree->module->context->failed != cudaSuccess)
        hw_child_queue_abandon(tree->queue);
    hw_child_queue_end_root(tree->queue);
    while ((child = hw_child_queue_take(tree->queue)))
        hw_child_run(tree->queue, child);
}

void hw_cuda_tree_drop(struct hw_cuda_tree *tree)
{
    if (!tree->queue)
        return;
    hw_child_queue_destroy(tree->queue);
    hw_cuda_tree_grids_clear(&tree->grids);
    tree->queue = NULL;
}
