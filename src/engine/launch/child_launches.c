/* SPDX-License-Identifier: MIT */
/* See child_launches.h.  The images of kernels are loaded beside the parent's when they are launched first,
 * and stay until the tree is complete. */
#include "engine/launch/child_launches.h"

#include "engine/launch/fault_source.h"
#include "machine/device_launch/child_queue.h"
#include "machine/image/image_layout.h"
#include "machine/stats.h"
#include "machine/warp.h"
#include "names/shown.h"

#include <halfwarp/image.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DYNAMIC_ALIGN 16u /* of dynamic shared memory, as compilers place it */

struct child_image {
    struct child_image *next;
    struct hw_image image;
};

struct launch_tree {
    struct hw_execution_context *execution_context;
    const struct hw_launch *root;
    hw_launch_grid_fn *run;
    struct child_image *images;
    struct hw_stats stats; /* of all children */
    /* The first child that has failed, after which none runs: */
    hw_status status;
    struct hw_fault fault;
    struct hw_error error;
};

/* Fill in the launch of a child beside its parent's: its code, as `image` has it, shape, shared memory and
 * parameters. */
static void fill_launch(const struct hw_child *child, const struct hw_image *image, struct hw_launch *launch)
{
    const uint32_t stack = launch->local_bytes;

    hw_image_bind(image, launch);
    memcpy(launch->grid, child->grid, sizeof launch->grid);
    memcpy(launch->block, child->block, sizeof launch->block);
    launch->threads = launch->preset_count = 0;
    launch->grid_workspace = 0;
    launch->multi_grid = NULL;
    launch->dynamic_shared_bytes = child->shared_bytes;
    if (child->shared_bytes)
        launch->shared_bytes =
            (launch->shared_bytes + DYNAMIC_ALIGN - 1) / DYNAMIC_ALIGN * DYNAMIC_ALIGN + child->shared_bytes;
    if (launch->local_bytes && launch->local_bytes < stack)
        launch->local_bytes = stack;
    launch->params = child->params;
    launch->param_bytes = child->param_bytes;
}

/* The image of a kernel; NULL: it cannot be loaded. */
static const struct hw_image *image_of(struct launch_tree *tree, const struct hw_kernel *kernel)
{
    const struct hw_image *beside = tree->root->children.image;
    struct child_image *found = tree->images;

    while (found && found->image.kernel != kernel)
        found = found->next;
    if (found)
        return &found->image;
    if (beside->beside)
        beside = beside->beside;
    found = calloc(1, sizeof *found);
    if (!found) {
        tree->status = hw_fail(&tree->error, HW_ERR_NO_MEMORY, "machine", "no memory for a kernel's image");
        return NULL;
    }
    tree->status = hw_image_load_beside(&found->image, beside->layout->module, kernel, beside, &tree->error);
    if (tree->status != HW_OK) {
        free(found);
        return NULL;
    }
    found->next = tree->images;
    tree->images = found;
    return &found->image;
}

/* A child's fault says whose it is: the launch is known by its root's kernel. */
static void record_fault(struct launch_tree *tree, const struct hw_kernel *kernel,
                         const struct hw_fault *fault)
{
    tree->fault = *fault;
    if (fault->kind == HW_FAULT_NONE)
        return;
    snprintf(tree->fault.sentence, sizeof tree->fault.sentence, "in %.80s" HW_FAULT_OF_CHILD "%.140s",
             HW_SHOWN(kernel->name), fault->sentence);
    hw_fault_fail(&tree->error, tree->status, &tree->fault);
}

static bool run_child(void *context, struct hw_child_queue *queue, struct hw_child *child)
{
    struct launch_tree *tree = context;
    struct hw_launch launch = *tree->root;
    struct hw_launch_result result;
    const struct hw_image *image = image_of(tree, child->kernel);

    if (!image)
        return false;
    fill_launch(child, image, &launch);
    launch.children.queue = queue;
    launch.children.self = child;
    memset(&result, 0, sizeof result);
    tree->status = tree->run(tree->execution_context, &launch, &result, &tree->error);
    hw_stats_add(&tree->stats, &result.stats);
    if (tree->status != HW_OK)
        record_fault(tree, child->kernel, &result.fault);
    return tree->status == HW_OK;
}

static void run_children(struct hw_child_queue *queue, bool failed)
{
    struct hw_child *child;

    if (failed)
        hw_child_queue_abandon(queue);
    hw_child_queue_end_root(queue);
    while ((child = hw_child_queue_take(queue)))
        hw_child_run(queue, child);
}

static void unload_images(struct child_image *images)
{
    for (struct child_image *next; images; images = next) {
        next = images->next;
        hw_image_unload(&images->image);
        free(images);
    }
}

/* What the whole tree has come to, beside what its root has. */
static hw_status add_children(const struct launch_tree *tree, hw_status status,
                              struct hw_launch_result *result, struct hw_error *error)
{
    const uint32_t workers = result->stats.workers;

    hw_stats_add(&result->stats, &tree->stats);
    result->stats.workers = workers;
    result->once = true;
    if (tree->status == HW_OK)
        return status;
    result->fault = tree->fault;
    if (error)
        *error = tree->error;
    return tree->status;
}

hw_status hw_launch_run_tree(struct hw_execution_context *execution_context, const struct hw_launch *launch,
                             hw_launch_grid_fn *run, struct hw_launch_result *result, struct hw_error *error)
{
    struct hw_launch root = *launch;
    struct launch_tree tree = {.execution_context = execution_context, .root = &root, .run = run};
    const struct hw_child_host host = {.context = &tree, .run = run_child};

    root.children.queue = hw_child_queue_create(launch->memory, &host);
    if (!root.children.queue)
        return hw_fail(error, HW_ERR_NO_MEMORY, "machine", "no memory for the launches of a kernel");
    root.host.beside_others = true;
    const hw_status status = run(execution_context, &root, result, error);
    run_children(root.children.queue, status != HW_OK);
    hw_child_queue_destroy(root.children.queue);
    unload_images(tree.images);
    return add_children(&tree, status, result, error);
}
