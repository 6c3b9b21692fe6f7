/* SPDX-License-Identifier: MIT */
/* See tree_grids.h. */
#include "cuda/core/launches/tree_grids.h"

#include "cuda/core/devices/context.h"
#include "cuda/core/executor/executor.h"
#include "cuda/core/executor/item_order.h"
#include "cuda/core/launches/launch_state.h"
#include "cuda/core/modules/kernel_image.h"
#include "cuda/core/modules/loaded_module.h"
#include "engine/launch/running_launch.h"
#include "machine/device_launch/child_queue.h"

#include <stdlib.h>

#define GRIDS_MAX    128u /* that a device runs at once: the guide, "Concurrent Kernel Execution" */
#define NEVER_WAITED UINT64_MAX

struct hw_cuda_grid {
    struct hw_cuda_grid *next;
    struct hw_cuda_launch_state *run;
    struct hw_child *child; /* NULL: it is the root's */
    uint32_t inside;        /* threads */
    bool over, gave_way;    /* a thread has left it, though it could go on, since one has entered it */
    uint64_t waited_at;     /* the round in which it has only waited, last */
    uint64_t moves;         /* of its blocks, as last seen */
};

void hw_cuda_tree_grids_init(struct hw_cuda_tree_grids *grids)
{
    pthread_mutex_init(&grids->lock, NULL);
}

void hw_cuda_tree_grids_clear(struct hw_cuda_tree_grids *grids)
{
    pthread_mutex_destroy(&grids->lock);
}

/* --- under the lock of the grids --- */

static void note_move(struct hw_cuda_tree_grids *grids)
{
    grids->round++;
    atomic_fetch_add(&grids->moves, 1);
}

static void add_grid(struct hw_cuda_tree_grids *grids, struct hw_cuda_grid *grid)
{
    struct hw_cuda_grid **link = &grids->first;

    while (*link)
        link = &(*link)->next;
    *link = grid;
    grids->count++;
    note_move(grids);
}

static void remove_grid(struct hw_cuda_tree_grids *grids, const struct hw_cuda_grid *grid)
{
    struct hw_cuda_grid **link = &grids->first;

    while (*link != grid)
        link = &(*link)->next;
    *link = grid->next;
    grids->count--;
    note_move(grids);
}

static bool wants_thread(const struct hw_cuda_tree_grids *grids, const struct hw_cuda_grid *grid)
{
    if (grid->over)
        return false;
    return grid->inside == 0 ? grid->waited_at != grids->round
                             : hw_running_launch_wants(grid->run->running) > 0;
}

/* There may be something to begin, for other threads, too. */
static void announce(struct hw_cuda_tree_grids *grids)
{
    atomic_store(&grids->fresh, true);
    if (hw_cuda_executor_has_others() && hw_cuda_item_order() == HW_CUDA_ORDER_FREE)
        hw_cuda_executor_call(1);
}

/* --- beginning a grid --- */

static struct hw_cuda_grid *new_grid(struct hw_cuda_launch_state *run, struct hw_child *child)
{
    struct hw_cuda_grid *grid = malloc(sizeof *grid);

    if (grid)
        *grid = (struct hw_cuda_grid){.run = run, .child = child, .waited_at = NEVER_WAITED};
    return grid;
}

bool hw_cuda_tree_grids_begin(struct hw_cuda_launch_state *root)
{
    struct hw_cuda_tree_grids *grids = &root->tree.grids;
    struct hw_cuda_grid *grid = new_grid(root, NULL);

    if (!grid)
        return false;
    pthread_mutex_lock(&grids->lock);
    add_grid(grids, grid);
    pthread_mutex_unlock(&grids->lock);
    return true;
}

/* Nothing more of the tree is to run. */
static void stop_tree(struct hw_cuda_launch_state *root)
{
    hw_cuda_executor_retake();
    hw_cuda_launch_fails(root);
    hw_cuda_executor_release();
}

static void end_child(struct hw_cuda_launch_state *root, struct hw_child *child, cudaError_t error)
{
    struct hw_cuda_tree *tree = &root->tree;
    const bool ok = error == cudaSuccess && tree->module->context->failed == cudaSuccess;

    if (tree->error == cudaSuccess)
        tree->error = error;
    hw_cuda_executor_release();
    hw_child_end(tree->queue, child, ok);
    if (!ok)
        stop_tree(root);
}

/* Begin the grid of a kernel that a kernel has launched. */
static void begin_child(struct hw_cuda_launch_state *root, struct hw_child *child)
{
    struct hw_cuda_tree_grids *grids = &root->tree.grids;
    struct hw_cuda_launch_state *run = NULL;

    hw_cuda_executor_retake();
    hw_cuda.context = root->tree.module->context;
    cudaError_t error = hw_cuda_tree_prepare(&root->tree, child, &run);
    if (error == cudaSuccess) {
        hw_cuda_launch_begin(run);
        hw_cuda_executor_release();
        const bool created = hw_cuda_launch_create(run);
        struct hw_cuda_grid *grid = created ? new_grid(run, child) : NULL;
        if (grid) {
            pthread_mutex_lock(&grids->lock);
            add_grid(grids, grid);
            pthread_mutex_unlock(&grids->lock);
            return;
        }
        hw_cuda_executor_retake();
        hw_cuda.context = root->tree.module->context;
        error = hw_cuda_launch_end(run);
        if (created && error == cudaSuccess)
            error = cudaErrorMemoryAllocation;
    }
    end_child(root, child, error);
}

/* In the fixed order a grid begins when no other one goes on. */
static bool may_begin(struct hw_cuda_tree_grids *grids)
{
    const bool one_by_one = hw_cuda_item_order() == HW_CUDA_ORDER_FIXED;

    pthread_mutex_lock(&grids->lock);
    bool may = grids->count < GRIDS_MAX;
    for (const struct hw_cuda_grid *grid = grids->first; grid && one_by_one; grid = grid->next)
        may &= grid->inside == 0;
    pthread_mutex_unlock(&grids->lock);
    return may;
}

/* Whether a grid has ended, or only waits. */
static bool is_at_rest(void *context, const struct hw_child *child)
{
    struct hw_cuda_launch_state *root = context;
    struct hw_cuda_tree_grids *grids = &root->tree.grids;

    if (child == hw_child_queue_root(root->tree.queue))
        child = NULL;
    pthread_mutex_lock(&grids->lock);
    const struct hw_cuda_grid *grid = grids->first;
    while (grid && grid->child != child)
        grid = grid->next;
    const bool rests = !grid || (grid->inside == 0 && grid->waited_at == grids->round);
    pthread_mutex_unlock(&grids->lock);
    return rests;
}

/* Begin what may run next, or do it where it is a copy; false: nothing may. */
static bool begin_next(struct hw_cuda_launch_state *root)
{
    struct hw_cuda_tree *tree = &root->tree;

    if (!may_begin(&tree->grids))
        return false;
    atomic_store(&tree->grids.fresh, false);
    struct hw_child *child = hw_child_queue_take_of(tree->queue, is_at_rest, root);
    if (!child)
        return false;
    announce(&tree->grids); /* there may be more */
    if (child->kind == HW_CHILD_KERNEL) {
        begin_child(root, child);
        return true;
    }
    hw_child_run(tree->queue, child);
    pthread_mutex_lock(&tree->grids.lock);
    note_move(&tree->grids);
    pthread_mutex_unlock(&tree->grids.lock);
    return true;
}

/* --- ending one --- */

static void end_root(struct hw_cuda_launch_state *root)
{
    struct hw_child_queue *queue = root->tree.queue;

    hw_cuda_executor_retake();
    root->status = hw_running_launch_finish(root->running, &root->result, &root->error);
    root->running = NULL;
    const bool failed = root->status != HW_OK || root->tree.module->context->failed != cudaSuccess;
    hw_cuda_executor_release();
    if (failed)
        hw_child_queue_abandon(queue);
    hw_child_queue_end_root(queue);
    if (failed)
        stop_tree(root);
}

static void end_grid(struct hw_cuda_launch_state *root, struct hw_cuda_grid *grid)
{
    if (!grid->child) {
        end_root(root);
    } else {
        hw_cuda_executor_retake();
        hw_cuda.context = root->tree.module->context;
        end_child(root, grid->child, hw_cuda_launch_end(grid->run));
    }
    free(grid);
}

/* --- visits --- */

static struct hw_cuda_grid *enter_grid(struct hw_cuda_tree_grids *grids)
{
    pthread_mutex_lock(&grids->lock);
    struct hw_cuda_grid *grid = grids->first;
    while (grid && !wants_thread(grids, grid))
        grid = grid->next;
    if (grid) {
        grid->inside++;
        grid->gave_way = false;
    }
    pthread_mutex_unlock(&grids->lock);
    return grid;
}

/* The last one to leave a grid that is over ends it. */
static void leave_grid(struct hw_cuda_launch_state *root, struct hw_cuda_grid *grid,
                       enum hw_running_result result)
{
    struct hw_cuda_tree_grids *grids = &root->tree.grids;

    pthread_mutex_lock(&grids->lock);
    const uint64_t moves = hw_running_launch_moves(grid->run->running);
    if (moves != grid->moves)
        note_move(grids);
    grid->moves = moves;
    grid->inside--;
    grid->over |= result == HW_RUNNING_OVER;
    grid->gave_way |= result == HW_RUNNING_MORE;
    if (result == HW_RUNNING_WAITS && grid->inside == 0 && !grid->gave_way)
        grid->waited_at = grids->round;
    const bool ends = grid->over && grid->inside == 0;
    if (ends)
        remove_grid(grids, grid);
    pthread_mutex_unlock(&grids->lock);
    if (ends)
        end_grid(root, grid);
}

/* Work on grids, and begin others, until there is nothing to do; true: it was asked to give way. */
static bool work(struct hw_cuda_launch_state *root)
{
    struct hw_cuda_tree_grids *grids = &root->tree.grids;

    for (;;) {
        struct hw_cuda_grid *grid = enter_grid(grids);
        if (!grid) {
            if (!begin_next(root))
                return false;
            continue;
        }
        const enum hw_running_result result = hw_running_launch_work(grid->run->running);
        leave_grid(root, grid, result);
        if (result == HW_RUNNING_MORE)
            return true;
    }
}

enum hw_cuda_visit hw_cuda_tree_grids_visit(struct hw_cuda_launch_state *root)
{
    struct hw_cuda_tree_grids *grids = &root->tree.grids;

    pthread_mutex_lock(&grids->lock);
    if (grids->present++ == 0) /* what waits may go on, since something else has */
        grids->round++;
    pthread_mutex_unlock(&grids->lock);
    const bool gives_way = work(root);
    pthread_mutex_lock(&grids->lock);
    const bool last = --grids->present == 0, over = !grids->first;
    pthread_mutex_unlock(&grids->lock);
    if (last && over && hw_child_queue_is_complete(root->tree.queue))
        return HW_CUDA_VISIT_OVER;
    return gives_way ? HW_CUDA_VISIT_MORE : last ? HW_CUDA_VISIT_WAITS : HW_CUDA_VISIT_LEFT;
}

/* --- what others ask --- */

uint32_t hw_cuda_tree_grids_want(struct hw_cuda_tree_grids *grids)
{
    uint32_t wanted = atomic_load(&grids->fresh) && hw_cuda_item_order() == HW_CUDA_ORDER_FREE;

    pthread_mutex_lock(&grids->lock);
    for (const struct hw_cuda_grid *grid = grids->first; grid; grid = grid->next)
        wanted += wants_thread(grids, grid);
    pthread_mutex_unlock(&grids->lock);
    return wanted;
}

void hw_cuda_tree_grids_give_way(struct hw_cuda_tree_grids *grids)
{
    pthread_mutex_lock(&grids->lock);
    for (const struct hw_cuda_grid *grid = grids->first; grid; grid = grid->next)
        hw_running_launch_ask_to_leave(grid->run->running);
    pthread_mutex_unlock(&grids->lock);
}

void hw_cuda_tree_grids_stop(struct hw_cuda_tree_grids *grids, const char *sentence, bool waits)
{
    pthread_mutex_lock(&grids->lock);
    for (struct hw_cuda_grid *grid = grids->first; grid; grid = grid->next) {
        grid->run->stopped = !sentence;
        hw_cuda_running_launch_stop(grid->run->running, sentence, waits);
    }
    pthread_mutex_unlock(&grids->lock);
}

size_t hw_cuda_tree_grids_running(struct hw_cuda_tree_grids *grids, struct hw_running_launch **running,
                                  size_t most)
{
    size_t count = 0;

    pthread_mutex_lock(&grids->lock);
    for (const struct hw_cuda_grid *grid = grids->first; grid && count < most; grid = grid->next)
        running[count++] = grid->run->running;
    pthread_mutex_unlock(&grids->lock);
    return count;
}

const char *hw_cuda_tree_grids_name(struct hw_cuda_tree_grids *grids)
{
    pthread_mutex_lock(&grids->lock);
    const char *name = grids->first ? grids->first->run->kernel->code->name : NULL;
    pthread_mutex_unlock(&grids->lock);
    return name;
}
