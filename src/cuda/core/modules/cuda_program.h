/* SPDX-License-Identifier: MIT */
/* The program's code: what it registered, by the address that host code uses, or by name.  cuda_core.h has
 * the frame of calls. */
#ifndef HW_CUDA_CORE_MODULES_CUDA_PROGRAM_H
#define HW_CUDA_CORE_MODULES_CUDA_PROGRAM_H

#include "cuda/core/cuda_abi.h"

#include <stdbool.h>

struct hw_cuda_fatbin;
struct hw_cuda_kernel;
struct hw_cuda_texture;
struct hw_cuda_surface;

#pragma GCC visibility push(default)

/* NULL when there is no memory. */
struct hw_cuda_fatbin *hw_cuda_fatbin_add(const void *wrapper);
void hw_cuda_fatbin_remove(struct hw_cuda_fatbin *fatbin);
/* What it holds, by the address that host code knows it by. */
void hw_cuda_add_kernel(struct hw_cuda_fatbin *fatbin, const void *host, const char *name);
void hw_cuda_add_variable(struct hw_cuda_fatbin *fatbin, const void *host, const char *name, size_t bytes,
                          bool constant);
/* A managed variable, whose address goes to `place` when the code is loaded; and load it now where there are
 * such. */
void hw_cuda_add_managed(struct hw_cuda_fatbin *fatbin, void **place, const char *name, size_t bytes);
cudaError_t hw_cuda_begin_managed(const struct hw_cuda_fatbin *fatbin);
void hw_cuda_add_texture(struct hw_cuda_fatbin *fatbin, const struct textureReference *host, const char *name,
                         int read_mode);
void hw_cuda_add_surface(struct hw_cuda_fatbin *fatbin, const struct surfaceReference *host,
                         const char *name);

/* A kernel of the program in the current context, loaded; by its host address or by name. */
cudaError_t hw_cuda_find_kernel(const void *host, struct hw_cuda_kernel **kernel);
/* The host address by which a kernel was found; NULL: it was not. */
void *hw_cuda_kernel_host(const struct hw_cuda_kernel *kernel);
/* Texture and surface references of the program in the current context; NULL: not registered. */
struct hw_cuda_texture *hw_cuda_find_texture(const struct textureReference *host);
struct hw_cuda_surface *hw_cuda_find_surface(const struct surfaceReference *host);
/* The host's structure of the registered texture or surface of that name: an error when there is none, or
 * several. */
cudaError_t hw_cuda_texture_named(const char *name, const struct textureReference **host);
cudaError_t hw_cuda_surface_named(const char *name, const struct surfaceReference **host);

/* A variable, by its host address or by name. */
cudaError_t hw_cuda_symbol_address(const void *symbol, void **address);
cudaError_t hw_cuda_symbol_bytes(const void *symbol, size_t *bytes);
cudaError_t hw_cuda_symbol_write(const void *symbol, const void *data, size_t bytes, size_t offset, int kind,
                                 cudaStream_t stream);
cudaError_t hw_cuda_symbol_read(const void *symbol, void *data, size_t bytes, size_t offset, int kind,
                                cudaStream_t stream);

#pragma GCC visibility pop
#endif
