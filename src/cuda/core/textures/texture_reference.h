/* SPDX-License-Identifier: MIT */
/* Texture references: how they sample, and what they are bound to. */
#ifndef HW_CUDA_CORE_TEXTURES_TEXTURE_REFERENCE_H
#define HW_CUDA_CORE_TEXTURES_TEXTURE_REFERENCE_H

#include "cuda/core/cuda_core.h"

#include <halfwarp/texture.h>

struct hw_cuda_module;

#define HW_CUDA_TEXTURE_ALIGNMENT 256 /* of memory that a texture begins at */

struct hw_cuda_texture {
    struct hw_cuda_texture *next;
    struct hw_cuda_module *module; /* NULL: no module's */
    struct hw_cuda_context *context;
    const char *name;                    /* in the module's file or the program */
    const struct textureReference *host; /* of a registered one */
    struct hw_cuda_sampling sampling;
    struct hw_cuda_binding binding;
    size_t offset;                   /* bytes before the memory that it is bound to */
    struct hw_cuda_sampling made_of; /* what `texture` was made of, besides the binding */
    struct hw_texture texture;
    struct hw_texture *smaller; /* the further levels of a mipmapped array; NULL: there never was one */
    bool usable;                /* `texture` is something to sample */
};

/* The module's texture of that name; NULL: none. */
struct hw_cuda_texture *hw_cuda_texture_find(const struct hw_cuda_module *module, const char *name);
/* Make one; NULL: no memory. */
struct hw_cuda_texture *hw_cuda_texture_add(struct hw_cuda_module *module, const char *name);
/* Set its machine's texture as its sampling says, of what it is, or may be, bound to: `offset` bytes before
 * the binding's memory. */
cudaError_t hw_cuda_texture_make(struct hw_cuda_texture *reference, const struct hw_cuda_binding *binding,
                                 size_t offset);
/* Take what is bound into use as the reference's fields say now; false: it cannot be sampled. */
bool hw_cuda_texture_refresh(struct hw_cuda_texture *texture);
/* Unbind what is bound to an array, or to memory of a range that goes. */
void hw_cuda_forget_array(const struct cudaArray *array);
void hw_cuda_forget_memory(uint64_t address, uint64_t bytes);
/* Free all of a context that are no module's. */
void hw_cuda_textures_clear(struct hw_cuda_context *context);

#endif
