/* SPDX-License-Identifier: MIT */
/* Texture and surface objects (CUDA 5.0, for devices of capability 3.0 on): a program makes one of a
 * resource, and kernels get its number as an argument where references are named in their code.  All
 * functions are for calls in a context (hw_cuda_enter). */
#ifndef HW_CUDA_CORE_TEXTURES_CUDA_TEXTURE_OBJECT_H
#define HW_CUDA_CORE_TEXTURES_CUDA_TEXTURE_OBJECT_H

#include "cuda/core/cuda_core.h"

struct hw_bindless;
struct hw_cuda_objects;

#pragma GCC visibility push(default)

cudaError_t hw_cuda_texture_object_create(uint64_t *object, const struct hw_cuda_binding *binding,
                                          const struct hw_cuda_sampling *sampling);
/* The array must have been made with cudaArraySurfaceLoadStore. */
cudaError_t hw_cuda_surface_object_create(uint64_t *object, const struct cudaArray *array);
/* Of either kind, in the current context; cudaErrorInvalidValue: there is none of that number, which is not
 * 0. */
cudaError_t hw_cuda_texture_object_destroy(uint64_t object);
cudaError_t hw_cuda_surface_object_destroy(uint64_t object);
/* What it was made of: the texture behind an object, the array behind a surface object; NULL: there is
 * none. */
struct hw_cuda_texture *hw_cuda_texture_object(uint64_t object);
const struct cudaArray *hw_cuda_surface_object(uint64_t object);

/* hw_cuda_fail where there is no room for the answer about an object, or no such object. */
int hw_cuda_fail_object(const char *kind, const void *room, uint64_t object);

#pragma GCC visibility pop

/* How many entries a table of a context's objects has; and put them into one that has so many, at least. */
uint32_t hw_cuda_objects_count(const struct hw_cuda_context *context);
void hw_cuda_objects_bind(const struct hw_cuda_context *context, struct hw_bindless *table);
/* An array is freed. */
void hw_cuda_objects_forget(const struct hw_cuda_context *context, const struct cudaArray *array);
/* All of a context. */
void hw_cuda_objects_clear(struct hw_cuda_context *context);

#endif
