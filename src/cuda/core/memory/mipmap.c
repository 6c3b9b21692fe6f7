/* SPDX-License-Identifier: MIT */
/* See mipmap.h. */
#include "cuda/core/memory/mipmap.h"

#include "cuda/core/memory/array.h"
#include "cuda/core/devices/context.h"
#include "cuda/core/handle.h"
#include "cuda/core/log/reason.h"
#include "cuda/core/streams/stream_queue.h"

#include <stdlib.h>

struct cudaMipmappedArray {
    struct cudaMipmappedArray *next;
    struct hw_cuda_context *context;
    unsigned levels;
    struct cudaArray *level[HW_TEXTURE_LEVELS];
};

/* How long a direction is in a level; one that there is not stays away. */
static size_t shrunk(size_t length, unsigned level)
{
    return length && length >> level == 0 ? 1 : length >> level;
}

/* Layers and faces stay as many in every level. */
static struct cudaExtent extent_of(struct cudaExtent first, unsigned level, unsigned flags)
{
    const bool stacked = flags & (cudaArrayLayered | cudaArrayCubemap);

    return (struct cudaExtent){shrunk(first.width, level), shrunk(first.height, level),
                               stacked ? first.depth : shrunk(first.depth, level)};
}

/* Down to one texel. */
static unsigned levels_of(struct cudaExtent extent, unsigned flags)
{
    size_t longest = extent.width > extent.height ? extent.width : extent.height;
    unsigned levels = 1;

    if (!(flags & (cudaArrayLayered | cudaArrayCubemap)) && extent.depth > longest)
        longest = extent.depth;
    while (longest >>= 1)
        levels++;
    return levels < HW_TEXTURE_LEVELS ? levels : HW_TEXTURE_LEVELS;
}

static void destroy_levels(struct cudaMipmappedArray *mipmap)
{
    for (unsigned i = 0; i < mipmap->levels; i++) {
        mipmap->level[i]->level = false;
        hw_cuda_array_destroy(mipmap->level[i]);
    }
    free(mipmap);
}

cudaError_t hw_cuda_mipmap_create(struct cudaMipmappedArray **mipmap,
                                  const struct cudaChannelFormatDesc *format, struct cudaExtent extent,
                                  unsigned levels, unsigned flags)
{
    const unsigned most = levels_of(extent, flags), count = levels == 0 ? 1 : levels < most ? levels : most;
    struct cudaMipmappedArray *made = mipmap && format ? calloc(1, sizeof *made) : NULL;
    cudaError_t error = cudaSuccess;

    if (!made)
        return mipmap && format ? cudaErrorMemoryAllocation
                                : hw_cuda_fail(cudaErrorInvalidValue, "%s is null",
                                               mipmap ? "the format" : "the array's place");
    while (error == cudaSuccess && made->levels < count) {
        error = hw_cuda_array_create(&made->level[made->levels], format,
                                     extent_of(extent, made->levels, flags), flags);
        if (error == cudaSuccess)
            made->level[made->levels++]->level = true;
    }
    if (error == cudaSuccess && !hw_cuda_handle_add(made, HW_CUDA_MIPMAP))
        error = cudaErrorMemoryAllocation;
    if (error != cudaSuccess) {
        destroy_levels(made);
        return error;
    }
    made->context = hw_cuda.context;
    made->next = made->context->mipmaps;
    made->context->mipmaps = *mipmap = made;
    return cudaSuccess;
}

cudaError_t hw_cuda_mipmap_destroy(struct cudaMipmappedArray *mipmap)
{
    struct cudaMipmappedArray **link;

    if (!mipmap)
        return cudaSuccess;
    hw_cuda_queue_wait_all();
    if (!hw_cuda_mipmap_is_valid(mipmap))
        return hw_cuda_fail_handle(cudaErrorInvalidValue, "mipmapped array", mipmap);
    for (link = &mipmap->context->mipmaps; *link != mipmap; link = &(*link)->next)
        ;
    *link = mipmap->next;
    hw_cuda_handle_remove(mipmap);
    destroy_levels(mipmap);
    return cudaSuccess;
}

void hw_cuda_mipmaps_clear(struct hw_cuda_context *context)
{
    while (context->mipmaps)
        hw_cuda_mipmap_destroy(context->mipmaps);
}

bool hw_cuda_mipmap_is_valid(const struct cudaMipmappedArray *mipmap)
{
    return hw_cuda_is(mipmap, HW_CUDA_MIPMAP);
}

struct cudaArray *hw_cuda_mipmap_level(const struct cudaMipmappedArray *mipmap, unsigned number)
{
    return number < mipmap->levels ? mipmap->level[number] : NULL;
}

struct hw_cuda_binding hw_cuda_mipmap_binding(const struct cudaMipmappedArray *mipmap)
{
    return (struct hw_cuda_binding){.array = mipmap->level[0], .mipmap = mipmap};
}
