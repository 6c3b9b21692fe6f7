/* SPDX-License-Identifier: MIT */
/* Limits of a context, which devices have from 2.0 on, and its preferences of caches and banks. */
#include "cuda/core/memory/allocation.h"
#include "cuda/core/devices/context.h"
#include "cuda/core/devices/device.h"
#include "cuda/core/devices/attributes_cuda5.h"
#include "cuda/core/log/reason.h"
#include "machine/device_launch/child_queue.h"

#include <halfwarp/image.h>
#include <halfwarp/machine.h>

#define FIRST_WITH_LIMITS   20
#define FIRST_WITH_CHILDREN 35 /* whose kernels launch kernels */
#define SYNC_DEPTH          2

static const size_t preset_limits[HW_CUDA_LIMITS] = {[cudaLimitStackSize] = HW_STACK_BYTES,
                                                     [cudaLimitPrintfFifoSize] = 1 << 20,
                                                     [cudaLimitMallocHeapSize] = HW_HEAP_BYTES,
                                                     [cudaLimitDevRuntimeSyncDepth] = SYNC_DEPTH,
                                                     [cudaLimitDevRuntimePendingLaunchCount] =
                                                         HW_CHILD_PENDING};

unsigned hw_cuda_capability(void)
{
    return hw_cuda.context->device->chip->capability;
}

static cudaError_t check_limit(int limit)
{
    const struct hw_chip_info *chip = hw_cuda.context->device->chip;
    const bool of_l2 = limit == cudaLimitPersistingL2CacheSize,
               of_children =
                   limit == cudaLimitDevRuntimeSyncDepth || limit == cudaLimitDevRuntimePendingLaunchCount;

    if (limit < 0 || (limit > cudaLimitDevRuntimePendingLaunchCount && !of_l2))
        return hw_cuda_fail(cudaErrorInvalidValue, "limit %d; expected 0 to %d, or %d", limit,
                            cudaLimitDevRuntimePendingLaunchCount, cudaLimitPersistingL2CacheSize);
    return hw_cuda_capability() < FIRST_WITH_LIMITS || (of_l2 && !hw_cuda_persisting_l2(chip)) ||
                   (of_children && hw_cuda_capability() < FIRST_WITH_CHILDREN)
               ? cudaErrorUnsupportedLimit
               : cudaSuccess;
}

/* One heap serves all contexts; it is as large as the first that asks for it wants. */
static cudaError_t set_heap(size_t bytes)
{
    hw_cuda_fit(hw_cuda.context);
    return hw_memory_make_heap(hw_cuda.memory, bytes ? bytes : 1, NULL) == HW_OK ? cudaSuccess
                                                                                 : cudaErrorMemoryAllocation;
}

/* More of the L2 than can be set aside becomes the most; only the number is kept. */
cudaError_t hw_cuda_set_limit(int limit, size_t value)
{
    cudaError_t error = check_limit(limit);

    if (error != cudaSuccess)
        return error;
    const struct hw_chip_info *chip = hw_cuda.context->device->chip;
    if (limit == cudaLimitStackSize && value > chip->local_per_thread)
        return hw_cuda_fail(cudaErrorInvalidValue, "a stack of %zu bytes; expected at most %u", value,
                            chip->local_per_thread);
    if (limit == cudaLimitPersistingL2CacheSize && value > hw_cuda_persisting_l2(chip))
        value = hw_cuda_persisting_l2(chip);
    if (limit == cudaLimitMallocHeapSize)
        error = set_heap(value);
    if (error == cudaSuccess)
        hw_cuda.context->limits[limit] = value;
    return error;
}

size_t hw_cuda_limit(const struct hw_cuda_context *context, enum cudaLimit limit)
{
    if (context->device->chip->capability < FIRST_WITH_LIMITS)
        return 0;
    return context->limits[limit] ? context->limits[limit] : preset_limits[limit];
}

cudaError_t hw_cuda_get_limit(int limit, size_t *value)
{
    const cudaError_t error = value ? check_limit(limit) : cudaErrorInvalidValue;

    if (error == cudaSuccess)
        *value = hw_cuda_limit(hw_cuda.context, (enum cudaLimit)limit);
    return error;
}

/* Only occupancy counts it: shared memory and cache do not take from each other here. */
cudaError_t hw_cuda_set_cache(int preference)
{
    if (preference < cudaFuncCachePreferNone || preference > cudaFuncCachePreferEqual)
        return cudaErrorInvalidValue;
    hw_cuda.context->cache = preference;
    return cudaSuccess;
}

int hw_cuda_get_cache(void)
{
    return hw_cuda.context->cache;
}

/* Of no effect either: conflicts of banks cost nothing here.  Four bytes unless a chip of 3.0 on was told
 * otherwise (CUDA Toolkit Reference Manual 4.2, cudaDeviceSetSharedMemConfig). */
#define FOUR_BYTES          1
#define EIGHT_BYTES         2
#define FIRST_WITH_A_CHOICE 30

cudaError_t hw_cuda_set_banks(int config)
{
    if (config < 0 || config > EIGHT_BYTES)
        return cudaErrorInvalidValue;
    hw_cuda.context->banks = hw_cuda_capability() >= FIRST_WITH_A_CHOICE ? config : FOUR_BYTES;
    return cudaSuccess;
}

int hw_cuda_get_banks(void)
{
    return hw_cuda.context->banks == EIGHT_BYTES ? EIGHT_BYTES : FOUR_BYTES;
}
