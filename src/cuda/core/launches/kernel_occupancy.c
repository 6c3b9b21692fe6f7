/* SPDX-License-Identifier: MIT */
/* How many blocks of a kernel a multiprocessor holds at once, for CUDA's occupancy calls. */
#include "cuda/core/devices/context.h"
#include "cuda/core/devices/device.h"
#include "cuda/core/launches/cuda_launch.h"
#include "cuda/core/modules/kernel_image.h"
#include "cuda/core/modules/loaded_module.h"

#include <halfwarp/occupancy.h>

/* The kernel's own preference of cache counts before the context's, and its carve-out before both (where
 * chips have one): 0 of that is as much cache as can be. */
static struct hw_block_needs needs_of(const struct hw_cuda_kernel *kernel, int threads, size_t dynamic_bytes,
                                      unsigned flags)
{
    const struct hw_cuda_context *context = kernel->module->context;
    const uint64_t dynamic = dynamic_bytes < UINT32_MAX ? dynamic_bytes : UINT32_MAX;
    struct hw_block_needs needs = {
        .chip = context->device->chip,
        .threads = (uint32_t)threads,
        .registers = kernel->code->registers ? kernel->code->registers : 1,
        .shared_bytes = kernel->code->shared_bytes + dynamic,
        .barriers = kernel->code->barriers,
        .preference = (enum hw_cache_preference)(kernel->cache ? kernel->cache : context->cache),
        .rules = flags & HW_CUDA_NO_CACHING_OVERRIDE ? HW_RULE_STRICT : 0};

    if (kernel->carveout_set && kernel->carveout > 0)
        needs.carveout = (uint32_t)kernel->carveout;
    else if (kernel->carveout_set && kernel->carveout == 0 &&
             needs.chip->capability >= HW_CARVEOUT_CAPABILITY)
        needs.preference = HW_PREFER_L1;
    return needs;
}

/* None fits of what a launch refuses: both occupancy calls count the kernel's limit, as those of
 * cuda_occupancy.h do. */
int hw_cuda_occupancy(const struct hw_cuda_kernel *kernel, int threads, size_t dynamic_bytes, unsigned flags)
{
    const struct hw_block_needs needs = needs_of(kernel, threads, dynamic_bytes, flags);
    struct hw_occupancy occupancy;

    if (dynamic_bytes > hw_cuda_most_dynamic(kernel))
        return 0;
    hw_occupancy(&needs, &occupancy);
    return (int)occupancy.blocks;
}

cudaError_t hw_cuda_dynamic_room(const struct hw_cuda_kernel *kernel, int blocks, int threads, size_t *bytes)
{
    const struct hw_block_needs needs = needs_of(kernel, threads, 0, 0);
    uint64_t most;

    if (blocks <= 0 || threads <= 0 || !hw_occupancy_max_shared(&needs, (uint32_t)blocks, &most) ||
        most < kernel->code->shared_bytes)
        return cudaErrorInvalidValue;
    *bytes = most - kernel->code->shared_bytes;
    if (*bytes > hw_cuda_most_dynamic(kernel))
        *bytes = hw_cuda_most_dynamic(kernel);
    return cudaSuccess;
}

void hw_cuda_kernel_prefer(struct hw_cuda_kernel *kernel, int preference)
{
    kernel->cache = preference;
}
