/* SPDX-License-Identifier: MIT */
/* See multi_device.h.
 *
 * Each grid is an item of its stream.  Where the grids wait for the work before in all streams, an item of
 * each stream that only orders stands before all of them; where what comes next waits for all of them, one
 * stands behind them.  An impossible grid is the error of the call, and nothing is launched. */
#include "cuda/core/launches/multi_device.h"

#include "cuda/core/devices/device.h"
#include "cuda/core/executor/executor.h"
#include "cuda/core/launches/assertion.h"
#include "cuda/core/launches/launch_state.h"
#include "cuda/core/log/reason.h"
#include "cuda/core/modules/kernel_image.h"
#include "cuda/core/modules/loaded_module.h"
#include "cuda/core/settings.h"
#include "cuda/core/streams/running_work.h"
#include "cuda/core/streams/stream.h"
#include "cuda/core/streams/stream_capture.h"
#include "cuda/core/streams/stream_queue.h"
#include "names/shown.h"

#include <halfwarp/machine.h>

#include <stdlib.h>
#include <string.h>

#define FLAGS (HW_GRIDS_NO_PRE_SYNC | HW_GRIDS_NO_POST_SYNC)

struct hw_cuda_grids {
    unsigned users; /* launch states, and the call */
    struct hw_multi_grid shared;
};

struct hw_multi_grid *hw_cuda_grids_hold(struct hw_cuda_grids *grids)
{
    grids->users++;
    return &grids->shared;
}

void hw_cuda_grids_release(struct hw_cuda_grids *grids)
{
    if (grids && --grids->users == 0)
        free(grids);
}

/* One launch of the list. */
struct grid {
    cudaStream_t stream;
    struct hw_cuda_work *work;
    struct hw_cuda_running running;
    struct hw_cuda_pending *before, *item, *after;
};

/* --- checks --- */

/* Streams that the program has made, none of them in a capture. */
static cudaError_t check_stream(cudaStream_t stream, unsigned index)
{
    if ((uintptr_t)stream <= HW_CUDA_STREAM_PER_THREAD)
        return hw_cuda_fail(cudaErrorInvalidResourceHandle,
                            "launch %u is in a default stream; expected one that the program has made",
                            index);
    cudaError_t error = hw_cuda_stream_check(stream);
    if (error == cudaSuccess && hw_cuda_capturing())
        error = hw_cuda_capture_allows_launch(stream);
    return error;
}

static bool is_same_chip(const struct hw_chip_info *a, const struct hw_chip_info *b)
{
    return strcmp(a->name, b->name) == 0 && a->tps == b->tps && a->mps_per_tp == b->mps_per_tp;
}

static bool is_same_code(const struct hw_kernel *a, const struct hw_kernel *b)
{
    return strcmp(a->name, b->name) == 0 && a->code_bytes == b->code_bytes &&
           memcmp(a->code, b->code, a->code_bytes) == 0;
}

static bool is_same_shape(const struct hw_cuda_kernel_work *a, const struct hw_cuda_kernel_work *b)
{
    return a->grid.x == b->grid.x && a->grid.y == b->grid.y && a->grid.z == b->grid.z &&
           a->block.x == b->block.x && a->block.y == b->block.y && a->block.z == b->block.z &&
           a->shared_bytes == b->shared_bytes;
}

/* Against one before it. */
static cudaError_t check_pair(const struct hw_cuda_kernel_work *one, const struct hw_cuda_kernel_work *other)
{
    const struct hw_cuda_device *device = one->kernel->module->context->device,
                                *of_other = other->kernel->module->context->device;

    if (device == of_other)
        return hw_cuda_fail(cudaErrorInvalidValue,
                            "two of the launches are on device %d; expected one on each", device->ordinal);
    if (!is_same_chip(device->chip, of_other->chip))
        return hw_cuda_fail(cudaErrorInvalidValue, "the launches are on %s and %s; expected one chip",
                            of_other->chip->name, device->chip->name);
    if (!is_same_code(one->kernel->code, other->kernel->code))
        return hw_cuda_fail(cudaErrorInvalidValue, "the launches are of %s and %s; expected the same code",
                            HW_SHOWN(other->kernel->code->name), HW_SHOWN(one->kernel->code->name));
    if (!is_same_shape(one, other))
        return hw_cuda_fail(cudaErrorInvalidValue,
                            "the launches differ in grid, block or shared memory; expected the same");
    return cudaSuccess;
}

static cudaError_t check_list(const struct hw_cuda_grid_list *list)
{
    if (!list->launches || list->count == 0 || (list->flags & ~FLAGS))
        return hw_cuda_fail(cudaErrorInvalidValue,
                            "%u launches at %p, flags 0x%x; expected 1 or more, flags 0 to 3", list->count,
                            list->launches, list->flags);
    if (list->count > (unsigned)hw_cuda_device_count())
        return hw_cuda_fail(cudaErrorInvalidValue, "%u launches; expected one for each of %d devices at most",
                            list->count, hw_cuda_device_count());
    if (list->count > 1 && hw_cuda_executor_is_off())
        return hw_cuda_fail(cudaErrorNotSupported,
                            "grids that wait for each other, where kernels run alone (HALFWARP_TIME, "
                            "HALFWARP_METHODS); expected one device");
    return cudaSuccess;
}

/* --- preparation --- */

static cudaError_t check_grid(const struct grid *grid, const struct hw_cuda_kernel_work *work, unsigned index)
{
    cudaError_t error = cudaSuccess;

    if (work->kernel->module->context != hw_cuda.context)
        return hw_cuda_fail(cudaErrorInvalidResourceHandle,
                            "kernel %s is of another context than the stream of its launch",
                            HW_SHOWN(work->kernel->code->name));
    for (unsigned i = 0; i < index && error == cudaSuccess; i++)
        error = check_pair(work, &grid[i].work->kernel);
    return error;
}

static cudaError_t prepare_in(struct hw_cuda_parameter_room *room, const struct hw_cuda_grid_list *list,
                              struct hw_cuda_grids *grids, struct grid *grid, unsigned index)
{
    struct hw_cuda_work work = {.kind = HW_CUDA_WORK_KERNEL};

    if (hw_cuda.context->fault != cudaSuccess)
        return hw_cuda_fault_told(hw_cuda.context);
    cudaError_t error = list->describe(list->launches, index, &work.kernel, room);
    if (error == cudaSuccess)
        error = check_grid(grid, &work.kernel, index);
    work.kernel.cooperative = true;
    work.kernel.grids = grids;
    work.kernel.grid_rank = index;
    if (error == cudaSuccess)
        error = hw_cuda_running_check(&grid[index].running, grid[index].stream, &work);
    if (error != cudaSuccess)
        return error;
    grid[index].work = hw_cuda_work_keep(&work);
    if (!grid[index].work) {
        hw_cuda_launch_drop(grid[index].running.launch);
        return cudaErrorMemoryAllocation;
    }
    grid[index].running.work = grid[index].work;
    if (!grid[index].running.launch->tree.queue)
        return cudaSuccess;
    return hw_cuda_fail(cudaErrorNotSupported, "kernel %s launches kernels; expected one that does not",
                        HW_SHOWN(work.kernel.kernel->code->name));
}

/* With the stream's context current. */
static cudaError_t prepare(const struct hw_cuda_grid_list *list, struct hw_cuda_grids *grids,
                           struct grid *grid, unsigned index)
{
    struct hw_cuda_parameter_room room = {0};
    const cudaError_t error = prepare_in(&room, list, grids, grid, index);

    hw_cuda_parameter_room_drop(&room);
    return error;
}

static cudaError_t prepare_all(const struct hw_cuda_grid_list *list, struct hw_cuda_grids *grids,
                               struct grid *grid)
{
    struct hw_cuda_context *caller = hw_cuda.context;
    cudaError_t error = cudaSuccess;

    for (unsigned i = 0; i < list->count && error == cudaSuccess; i++)
        error = check_stream(list->stream_of(list->launches, i), i);
    for (unsigned i = 0; i < list->count && error == cudaSuccess; i++) {
        grid[i].stream = hw_cuda_stream_resolve(list->stream_of(list->launches, i));
        hw_cuda.context = hw_cuda_stream_context(grid[i].stream);
        error = prepare(list, grids, grid, i);
    }
    hw_cuda.context = caller;
    return error;
}

static void drop_grid(struct grid *grid)
{
    if (!grid->work)
        return;
    hw_cuda_running_drop(&grid->running);
    hw_cuda_work_drop(grid->work);
}

/* --- items --- */

static struct hw_cuda_pending *add_order(cudaStream_t stream)
{
    return hw_cuda_item_add(stream, hw_cuda_work_keep(&(struct hw_cuda_work){.kind = HW_CUDA_WORK_EMPTY}),
                            NULL);
}

/* Whether all are there.  A grid whose item was not made is dropped with its work. */
static bool add_items(const struct hw_cuda_grid_list *list, struct grid *grid)
{
    bool all = true;

    for (unsigned i = 0; i < list->count; i++) {
        if (!(list->flags & HW_GRIDS_NO_PRE_SYNC))
            all &= (grid[i].before = add_order(grid[i].stream)) != NULL;
        all &= (grid[i].item = hw_cuda_item_add(grid[i].stream, grid[i].work, &grid[i].running)) != NULL;
        if (!grid[i].item)
            hw_cuda_launch_drop(grid[i].running.launch);
        if (!(list->flags & HW_GRIDS_NO_POST_SYNC))
            all &= (grid[i].after = add_order(grid[i].stream)) != NULL;
    }
    return all;
}

/* Where one could not be made, none runs. */
static void disarm(struct hw_cuda_pending *item)
{
    if (!item)
        return;
    hw_cuda_running_drop(&item->running);
    item->prepared = cudaErrorMemoryAllocation;
}

static void order_items(const struct hw_cuda_grid_list *list, struct grid *grid)
{
    for (unsigned i = 0; i < list->count; i++) {
        struct hw_cuda_pending *first = grid[i].before ? grid[i].before : grid[i].item,
                               *final = grid[i].after ? grid[i].after : grid[i].item;
        if (first)
            hw_cuda_item_after_lane(first);
        if (final)
            hw_cuda_item_ends_lane(final);
    }
    for (unsigned i = 0; i < list->count; i++)
        for (unsigned k = 0; k < list->count; k++) {
            if (grid[i].item)
                hw_cuda_item_after(grid[i].item, grid[k].before);
            if (grid[i].after)
                hw_cuda_item_after(grid[i].after, grid[k].item);
        }
}

static void go_items(const struct hw_cuda_grid_list *list, struct grid *grid)
{
    for (unsigned i = 0; i < list->count; i++)
        if (grid[i].before)
            hw_cuda_item_go(grid[i].before);
    for (unsigned i = 0; i < list->count; i++)
        if (grid[i].item)
            hw_cuda_item_go(grid[i].item);
    for (unsigned i = 0; i < list->count; i++)
        if (grid[i].after)
            hw_cuda_item_go(grid[i].after);
}

static cudaError_t launch_all(const struct hw_cuda_grid_list *list, struct grid *grid)
{
    const bool all = add_items(list, grid);

    for (unsigned i = 0; i < list->count && !all; i++)
        disarm(grid[i].item);
    order_items(list, grid);
    go_items(list, grid);
    hw_cuda_executor_chance();
    for (unsigned i = 0; i < list->count && hw_cuda_launches_block() && !hw_cuda_queue_calls(); i++)
        hw_cuda_queue_wait(grid[i].stream);
    return all ? cudaSuccess : cudaErrorMemoryAllocation;
}

/* One grid has nobody to wait for. */
static cudaError_t launch_one(struct grid *grid)
{
    const cudaError_t error = hw_cuda_submit(grid->stream, grid->work);

    drop_grid(grid);
    return error;
}

cudaError_t hw_cuda_launch_grids(const struct hw_cuda_grid_list *list)
{
    cudaError_t error = check_list(list);

    if (error != cudaSuccess)
        return error;
    struct hw_cuda_grids *grids = calloc(1, sizeof *grids);
    struct grid *grid = calloc(list->count, sizeof *grid);
    if (grids && grid) {
        *grids = (struct hw_cuda_grids){.users = 1, .shared = {.count = list->count}};
        error = prepare_all(list, grids, grid);
        if (error == cudaSuccess)
            error = list->count == 1 ? launch_one(grid) : launch_all(list, grid);
        else
            for (unsigned i = 0; i < list->count; i++)
                drop_grid(&grid[i]);
        hw_cuda_grids_release(grids);
    } else {
        free(grids);
        error = cudaErrorMemoryAllocation;
    }
    free(grid);
    return error;
}
