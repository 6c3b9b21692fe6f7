/* SPDX-License-Identifier: MIT */
/* Memory of the device, page-locked memory of the host, copies and arrays.  cuda_core.h has the frame of
 * calls. */
#ifndef HW_CUDA_CORE_MEMORY_CUDA_MEMORY_H
#define HW_CUDA_CORE_MEMORY_CUDA_MEMORY_H

#include "cuda/core/cuda_abi.h"

#include <stdbool.h>

struct hw_cuda_context;

#pragma GCC visibility push(default)

cudaError_t hw_cuda_alloc(void **address, size_t bytes);
cudaError_t hw_cuda_free(void *address);
/* Bytes that are allocated from an address on. */
size_t hw_cuda_bytes_from(const void *address);
/* Where device memory is in the host; NULL where the bytes are not there. */
void *hw_cuda_device_memory(const void *address, size_t bytes);
/* The allocation that holds an address: cudaErrorInvalidDevicePointer for none. */
cudaError_t hw_cuda_address_range(const void *address, void **first, size_t *bytes);

/* Page-locked memory of the host (page_locked.c).  All of it lies in device memory, too, so that kernels can
 * use it. Flags are kept and given back. */
cudaError_t hw_cuda_host_alloc(void **pointer, size_t bytes, unsigned flags);
cudaError_t hw_cuda_host_free(void *pointer);
/* Anywhere in it, for these. */
cudaError_t hw_cuda_host_device_pointer(void *pointer, void **address);
cudaError_t hw_cuda_host_flags(void *pointer, unsigned *flags);
/* Memory of the program's own, whose pages become shared with device memory until it is unregistered. */
cudaError_t hw_cuda_host_register(void *pointer, size_t bytes, unsigned flags);
cudaError_t hw_cuda_host_unregister(void *pointer);

/* What is known of an address: cudaErrorInvalidValue when it is neither the device's nor page-locked. */
struct hw_cuda_pointer {
    bool device; /* device memory; else the host's */
    bool managed;
    bool has_handle; /* cudaIpcGetMemHandle makes one of it */
    int ordinal;
    struct hw_cuda_context *context;
    void *device_pointer, *host_pointer; /* where it is for either; NULL: not */
    struct CUmemPoolHandle_st *pool;     /* that it was allocated from; NULL: none */
};
cudaError_t hw_cuda_pointer(const void *address, struct hw_cuda_pointer *about);

/* One end of a copy: memory of the host or device, or an array. */
struct hw_cuda_end {
    const void *memory; /* NULL: `array` */
    size_t pitch, rows; /* of memory: bytes from row to row, rows from slice to slice */
    const struct cudaArray *array;
    size_t x, y, z; /* where the box begins: bytes, rows, slices */
    bool device;    /* the memory is the device's */
};

/* An end that a call names the host's is the device's all the same where its address is: with one address
 * space for all (CUDA C++ Programming Guide, unified virtual address space) that is known, and TensorFlow
 * passes such addresses. */
void hw_cuda_place_end(struct hw_cuda_end *end);
/* Whether memory at both ends is the device's, by the kind of a copy; cudaMemcpyDefault asks the
 * addresses. */
cudaError_t hw_cuda_set_kind(struct hw_cuda_end *to, struct hw_cuda_end *from, int kind);
/* Copy a box of `width` bytes by rows by slices, in order of a stream. */
cudaError_t hw_cuda_copy(const struct hw_cuda_end *to, const struct hw_cuda_end *from, size_t width,
                         size_t height, size_t depth, cudaStream_t stream);
/* For work of hw_cuda_copy_line (stream_work.h): a piece of a copy; and one of so many bytes between these
 * ends is complete. */
cudaError_t hw_cuda_copy_piece(const struct hw_cuda_end *to, const struct hw_cuda_end *from, size_t width,
                               size_t height, size_t depth);
void hw_cuda_copied(const struct hw_cuda_end *to, const struct hw_cuda_end *from, size_t bytes);

/* Bytes of a texel. */
static inline size_t hw_cuda_texel_bytes(const struct cudaChannelFormatDesc *format)
{
    return (size_t)(format->x + format->y + format->z + format->w) / 8;
}

cudaError_t hw_cuda_array_create(struct cudaArray **array, const struct cudaChannelFormatDesc *format,
                                 struct cudaExtent extent, unsigned flags);
cudaError_t hw_cuda_array_destroy(struct cudaArray *array);
bool hw_cuda_array_is_valid(const struct cudaArray *array);
const struct cudaChannelFormatDesc *hw_cuda_array_format(const struct cudaArray *array);
struct cudaExtent hw_cuda_array_extent(const struct cudaArray *array); /* as it was asked for */
unsigned hw_cuda_array_flags(const struct cudaArray *array);
/* Bytes of a texel and of a row, and the texels, which lie in the host's memory. */
size_t hw_cuda_array_texel(const struct cudaArray *array);
size_t hw_cuda_array_pitch(const struct cudaArray *array);
void *hw_cuda_array_data(const struct cudaArray *array, size_t *bytes);

#pragma GCC visibility pop
#endif
