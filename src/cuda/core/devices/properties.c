/* SPDX-License-Identifier: MIT */
/* Properties of a device, for cudaDeviceProp and the driver interface's attributes.
 *
 * Most are the chip's numbers; name and clock are the card's, where one is named; its memory is a card's in
 * any case.  Numbers that are not in chips/ follow from the compute capability (CUDA C Programming Guide 4.2,
 * appendix F). */
#include "cuda/core/devices/device.h"
#include "cuda/core/memory/host_memory.h"
#include "cuda/core/textures/texture_reference.h"
#include "cuda/core/devices/visible_devices.h"

#include <stdio.h>
#include <string.h>

#define CONSTANT_BYTES    65536
#define ALIGNMENT         HW_CUDA_TEXTURE_ALIGNMENT /* of allocations here, whatever the chip would need */
#define UNKNOWN_CLOCK_KHZ 1000000
#define CUBE_LAYERS       2046 /* faces */
#define USUAL_SHARED \
    49152 /* CUDA C++ Programming Guide, compute capability 7.x: more only with an attribute */

/* Limits of textures and surfaces, from this capability on. */
static const struct by_capability {
    unsigned capability;
    int line, plane[2], volume, layered, layers, surface, cube;
} table[] = {
    {10, 8192, {65536, 32768}, 2048, 8192, 512, 0, 0},
    {20, 65536, {65536, 65535}, 2048, 16384, 2048, 65536, 16384},
    {30, 65536, {65536, 65536}, 4096, 16384, 2048, 65536, 16384},
    {70, 131072, {131072, 65536}, 16384, 32768, 2048, 131072, 32768}, /* deviceQuery of 7.2, 7.5, 8.6 and 8.7
                                                                       */
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

/* What kernels can do since 2.0: gather four texels, look up arrays of cube maps, and use surfaces of every
 * kind of array. */
static void set_later_textures(struct cudaDeviceProp *to, const struct by_capability *from)
{
    const int width = from->surface, height = from->surface / 2, cube = from->cube;

    memcpy(to->maxTexture2DGather, (int[]){from->layered, from->layered}, sizeof to->maxTexture2DGather);
    memcpy(to->maxTextureCubemapLayered, (int[]){cube, CUBE_LAYERS}, sizeof to->maxTextureCubemapLayered);
    memcpy(to->maxSurface3D, (int[]){width, height, from->layers}, sizeof to->maxSurface3D);
    memcpy(to->maxSurface1DLayered, (int[]){width, from->layers}, sizeof to->maxSurface1DLayered);
    memcpy(to->maxSurface2DLayered, (int[]){width, height, from->layers}, sizeof to->maxSurface2DLayered);
    to->maxSurfaceCubemap = height;
    memcpy(to->maxSurfaceCubemapLayered, (int[]){height, CUBE_LAYERS}, sizeof to->maxSurfaceCubemapLayered);
}

uint32_t hw_cuda_usual_shared(const struct hw_chip_info *chip)
{
    return chip->shared_per_block < USUAL_SHARED ? chip->shared_per_block : USUAL_SHARED;
}

static void set_chip(struct cudaDeviceProp *to, const struct hw_chip_info *chip)
{
    snprintf(to->name, sizeof to->name, "%s (halfwarp)", chip->name);
    to->sharedMemPerBlock = hw_cuda_usual_shared(chip);
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

/* What HALFWARP_CHIP says of the board, where it names a card.  Launches use the whole chip. */
static void set_card(struct cudaDeviceProp *to, const struct hw_card *card)
{
    snprintf(to->name, sizeof to->name, "%s (halfwarp)", card->name);
    to->clockRate = (int)card->shader_clock_khz;
}

static void set_memory(struct cudaDeviceProp *to, const struct hw_card *card)
{
    to->memoryClockRate = (int)card->memory_clock_khz;
    to->memoryBusWidth = (int)card->memory_bits;
}

static void set_all(struct cudaDeviceProp *properties, const struct hw_cuda_device *found)
{
    const struct by_capability *row = row_of(found->chip->capability);
    const struct hw_card *memory = hw_cuda_memory_card(found->chip, found->card);

    memset(properties, 0, sizeof *properties);
    set_chip(properties, found->chip);
    if (found->card)
        set_card(properties, found->card);
    if (memory)
        set_memory(properties, memory);
    set_textures(properties, row);
    if (row->cube)
        set_later_textures(properties, row);
    properties->totalGlobalMem = found->memory_bytes;
    properties->totalConstMem = CONSTANT_BYTES;
    properties->memPitch = INT32_MAX;
    properties->canMapHostMemory = 1;
    properties->deviceOverlap = found->chip->micro.copy_engines > 0;
    properties->asyncEngineCount = (int)found->chip->micro.copy_engines;
    properties->concurrentKernels = found->chip->micro.kernels_at_once > 1;
    properties->l2CacheSize = (int)found->chip->micro.l2_bytes;
    properties->maxThreadsPerMultiProcessor = (int)(found->chip->warps_per_mp * found->chip->warp_size);
    properties->unifiedAddressing = found->chip->capability >= HW_CUDA_UNIFIED;
    properties->pciBusID = found->number + 1; /* so that devices differ */
}

cudaError_t hw_cuda_properties(int device, struct cudaDeviceProp *properties)
{
    const struct hw_cuda_device *found = hw_cuda_device_at(device);

    if (!found)
        return hw_cuda_device_count() ? cudaErrorInvalidDevice : cudaErrorNoDevice;
    set_all(properties, found);
    return cudaSuccess;
}

cudaError_t hw_cuda_installed(int number, struct hw_cuda_installed *about)
{
    const struct hw_cuda_device *found = hw_cuda_installed_at(number);

    if (!found)
        return cudaErrorInvalidDevice;
    set_all(&about->properties, found);
    about->chip = found->chip;
    about->used = found->used;
    hw_cuda_uuid_text(found->number, about->uuid_text);
    return cudaSuccess;
}
