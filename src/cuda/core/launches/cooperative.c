/* SPDX-License-Identifier: MIT */
/* See cooperative.h.
 *
 * Code finds the workspace by its launch, and a grid that is none of a cooperative launch by a null pointer.
 * It begins with its size; the word behind that is a barrier, which counts blocks in its lower bits and turns
 * its highest one over when all have come (cooperative_groups/details/driver_abi.h and sync.h of CUDA 12).
 * The machine runs as many blocks side by side as the device holds (machine.h). */
#include "cuda/core/launches/cooperative.h"

#include "cuda/core/memory/allocation.h"
#include "cuda/core/devices/context.h"
#include "cuda/core/devices/device.h"
#include "cuda/core/modules/kernel_image.h"
#include "cuda/core/modules/loaded_module.h"
#include "cuda/core/log/reason.h"
#include "cuda/core/streams/stream_queue.h"

#include <halfwarp/machine.h>

#define FIRST_CAPABILITY 60 /* CUDA C Programming Guide, grid synchronization */
#define WORKSPACE_WORDS  16

static cudaError_t fits(const struct hw_cuda_kernel_work *work, const struct hw_cuda_device *device)
{
    const uint64_t threads = (uint64_t)work->block.x * work->block.y * work->block.z;
    const uint64_t most = (uint64_t)hw_cuda_occupancy(work->kernel, (int)threads, work->shared_bytes, 0) *
                          device->chip->tps * device->chip->mps_per_tp;
    const uint64_t blocks = (uint64_t)work->grid.x * work->grid.y; /* each is less than 2 to the 32 */

    if (blocks > most || blocks * work->grid.z > most)
        return hw_cuda_fail(cudaErrorCooperativeLaunchTooLarge,
                            "a grid of %u by %u by %u blocks; the device holds %llu of them at once",
                            work->grid.x, work->grid.y, work->grid.z, (unsigned long long)most);
    return cudaSuccess;
}

/* A place that no launch has; 0: no memory. */
static uint64_t take_place(struct hw_cuda_context *context)
{
    struct hw_cuda_places *places = &context->places;
    uint64_t place;

    if (places->count == 0 && places->made == HW_CUDA_PLACES)
        hw_cuda_queue_wait_context(context);
    if (places->count > 0)
        return places->place[--places->count];
    if (places->made == HW_CUDA_PLACES ||
        hw_cuda_allocate(context, WORKSPACE_WORDS * sizeof(uint32_t), &place) != cudaSuccess)
        return 0;
    places->made++;
    return place;
}

cudaError_t hw_cuda_cooperate(struct hw_launch *launch, const struct hw_cuda_kernel_work *work)
{
    struct hw_cuda_context *context = work->kernel->module->context;

    if (context->device->chip->capability < FIRST_CAPABILITY)
        return hw_cuda_fail(cudaErrorNotSupported, "a cooperative launch; expected a device of 6.0 or later");
    const cudaError_t error = fits(work, context->device);
    if (error != cudaSuccess)
        return error;
    launch->grid_workspace = take_place(context);
    launch->multi_rank = work->grid_rank;
    return launch->grid_workspace ? cudaSuccess
                                  : hw_cuda_fail(cudaErrorMemoryAllocation,
                                                 "no memory for what blocks of the grid find each other by");
}

void hw_cuda_cooperate_begin(const struct hw_launch *launch)
{
    static const uint32_t fresh[WORKSPACE_WORDS] = {sizeof fresh};

    if (launch->grid_workspace)
        hw_memory_write(hw_cuda.memory, launch->grid_workspace, fresh, sizeof fresh, NULL);
}

void hw_cuda_cooperate_end(struct hw_cuda_context *context, const struct hw_launch *launch)
{
    if (launch->grid_workspace)
        context->places.place[context->places.count++] = launch->grid_workspace;
}

void hw_cuda_cooperate_clear(struct hw_cuda_context *context)
{
    for (unsigned i = 0; i < context->places.count; i++)
        hw_memory_free(hw_cuda.memory, context->places.place[i], NULL);
    context->places = (struct hw_cuda_places){.count = 0};
}
