/* Properties of the device, from the chip's numbers, and its limits.
 *
 * What chips/ does not say is a matter of the compute capability (CUDA C Programming Guide 4.2, appendix F)
 * or of the board, which is the same for every chip here: one GiB of memory. */
#include "cuda/state.h"

#include <stdio.h>
#include <string.h>

#define CONSTANT_BYTES 65536
#define ALIGNMENT 256 /* of allocations here, whatever the chip would need for textures */
#define UNKNOWN_CLOCK_KHZ 1000000

/* Limits of textures and surfaces, from this capability on. */
static const struct by_capability {
    unsigned capability;
    int line, plane[2], volume, layered, layers, surface, cube;
    int threads_per_mp, asynchronous, concurrent;
} table[] = {
    {10, 8192, {65536, 32768}, 2048, 8192, 512, 0, 0, 768, 0, 0},
    {11, 8192, {65536, 32768}, 2048, 8192, 512, 0, 0, 768, 1, 0},
    {12, 8192, {65536, 32768}, 2048, 8192, 512, 0, 0, 1024, 1, 0},
    {20, 65536, {65536, 65535}, 2048, 16384, 2048, 65536, 16384, 1536, 2, 1},
    {30, 65536, {65536, 65536}, 4096, 16384, 2048, 65536, 16384, 2048, 2, 1},
};

static const struct by_capability *row_of(unsigned capability)
{
    size_t row = 0;

    while (row + 1 < sizeof table / sizeof *table && table[row + 1].capability <= capability)
        row++;
    return &table[row];
}

static void set_textures(struct cudaDeviceProp *to, const struct by_capability *from)
{
    to->textureAlignment = ALIGNMENT;
    to->texturePitchAlignment = 32;
    to->surfaceAlignment = ALIGNMENT;
    to->maxTexture1D = from->line;
    to->maxTexture1DLinear = (int)HW_TEXTURE_MAX_EXTENT;
    memcpy(to->maxTexture2D, from->plane, sizeof to->maxTexture2D);
    memcpy(to->maxTexture2DLinear, (int[]){65000, 65000, 1 << 20}, sizeof to->maxTexture2DLinear);
    memcpy(to->maxTexture3D, (int[]){from->volume, from->volume, from->volume}, sizeof to->maxTexture3D);
    memcpy(to->maxTexture1DLayered, (int[]){from->layered, from->layers}, sizeof to->maxTexture1DLayered);
    memcpy(to->maxTexture2DLayered, (int[]){from->layered, from->layered, from->layers},
           sizeof to->maxTexture2DLayered);
    to->maxTextureCubemap = from->cube;
    to->maxSurface1D = from->surface;
    memcpy(to->maxSurface2D, (int[]){from->surface, from->surface / 2}, sizeof to->maxSurface2D);
}

static void set_chip(struct cudaDeviceProp *to, const struct hw_chip_info *chip)
{
    snprintf(to->name, sizeof to->name, "%s (halfwarp)", chip->name);
    to->sharedMemPerBlock = chip->shared_per_block;
    to->regsPerBlock = (int)chip->registers_per_block;
    to->warpSize = (int)chip->warp_size;
    to->maxThreadsPerBlock = (int)chip->threads_per_block;
    memcpy(to->maxThreadsDim, (uint32_t[]){chip->block_x, chip->block_y, chip->block_z},
           sizeof to->maxThreadsDim);
    memcpy(to->maxGridSize, (uint32_t[]){chip->grid_x, chip->grid_y, chip->grid_z}, sizeof to->maxGridSize);
    to->clockRate = chip->shader_clock_khz ? (int)chip->shader_clock_khz : UNKNOWN_CLOCK_KHZ;
    to->major = (int)chip->capability / 10;
    to->minor = (int)chip->capability % 10;
    to->multiProcessorCount = (int)(chip->tps * chip->mps_per_tp);
}

cudaError_t hw_cuda_properties(struct cudaDeviceProp *properties)
{
    if (!hw_cuda_choose_chip())
        return cudaErrorNoDevice;
    const struct by_capability *row = row_of(hw_cuda.chip->capability);
    memset(properties, 0, sizeof *properties);
    set_chip(properties, hw_cuda.chip);
    set_textures(properties, row);
    properties->totalGlobalMem = HW_CUDA_MEMORY_BYTES;
    properties->totalConstMem = CONSTANT_BYTES;
    properties->memPitch = INT32_MAX;
    properties->canMapHostMemory = 1;
    properties->deviceOverlap = row->asynchronous > 0;
    properties->asyncEngineCount = row->asynchronous;
    properties->concurrentKernels = row->concurrent;
    properties->maxThreadsPerMultiProcessor = row->threads_per_mp;
    return cudaSuccess;
}

cudaError_t hw_cuda_memory_info(size_t *free_bytes, size_t *total_bytes)
{
    if (!free_bytes || !total_bytes)
        return cudaErrorInvalidValue;
    *total_bytes = HW_CUDA_MEMORY_BYTES;
    *free_bytes = HW_CUDA_MEMORY_BYTES - hw_cuda.used;
    return cudaSuccess;
}

/* --- limits, which devices have from 2.0 on --- */

static const size_t preset_limits[HW_CUDA_LIMITS] = {[cudaLimitStackSize] = HW_STACK_BYTES,
                                                     [cudaLimitPrintfFifoSize] = 1 << 20,
                                                     [cudaLimitMallocHeapSize] = HW_HEAP_BYTES};

static cudaError_t check_limit(int limit)
{
    if (limit < 0 || limit >= HW_CUDA_LIMITS)
        return cudaErrorInvalidValue;
    return hw_cuda.chip->capability < 20 ? cudaErrorUnsupportedLimit : cudaSuccess;
}

cudaError_t hw_cuda_set_limit(int limit, size_t value)
{
    const cudaError_t error = check_limit(limit);

    if (error != cudaSuccess)
        return error;
    if (limit == cudaLimitStackSize && value > hw_cuda.chip->local_per_thread)
        return cudaErrorInvalidValue;
    if (limit == cudaLimitMallocHeapSize &&
        hw_memory_make_heap(hw_cuda.memory, value ? value : 1, NULL) != HW_OK)
        return cudaErrorMemoryAllocation;
    hw_cuda.limits[limit] = value;
    return cudaSuccess;
}

cudaError_t hw_cuda_get_limit(int limit, size_t *value)
{
    const cudaError_t error = value ? check_limit(limit) : cudaErrorInvalidValue;

    if (error == cudaSuccess)
        *value = hw_cuda.limits[limit] ? hw_cuda.limits[limit] : preset_limits[limit];
    return error;
}
