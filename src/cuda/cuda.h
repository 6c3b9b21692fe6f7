/* What CUDA's interfaces share: one device, its memory, the program's fat binaries, launches.
 *
 * libhalfwarp-cuda.so holds this state; libcudart.so.4 (runtime/) is a thin layer over it, and a driver
 * interface would be another.  Work is done in the call that asks for it, so that streams are always in order
 * and a device is never busy; the error of a kernel, however, is kept for the next call that uses the device,
 * as asynchronous launches have it, and stays until the device is reset.
 *
 * Every function that uses the device is called between hw_cuda_enter and hw_cuda_leave, which hold one lock:
 * host threads take turns.  Errors are the runtime's numbers. */
#ifndef HW_CUDA_CUDA_H
#define HW_CUDA_CUDA_H

#include "cuda/types.h"

#include <stdbool.h>

#pragma GCC visibility push(default)

/* --- calls (state.c) --- */

/* Begin a call: true when the device may be used.  False, with the lock held as well: hw_cuda_trouble says
 * why. */
bool hw_cuda_enter(void);
/* The same for a call that does not need the device: only the lock. */
void hw_cuda_lock(void);
cudaError_t hw_cuda_trouble(void);
/* End a call, and remember its error as the calling thread's last one. */
cudaError_t hw_cuda_leave(cudaError_t error);
/* The calling thread's last error, which is forgotten where `forget` is set. */
cudaError_t hw_cuda_last_error(bool forget);

/* Take the device down: memory, arrays, variables, and the error of a kernel. */
void hw_cuda_reset(void);
/* Whether the device is in use already. */
bool hw_cuda_active(void);

/* --- the device (device.c) --- */

cudaError_t hw_cuda_properties(struct cudaDeviceProp *properties);
cudaError_t hw_cuda_memory_info(size_t *free_bytes, size_t *total_bytes);
cudaError_t hw_cuda_set_limit(int limit, size_t value);
cudaError_t hw_cuda_get_limit(int limit, size_t *value);

/* --- the program's code (fatbin.c, module.c) --- */

struct hw_cuda_fatbin;

/* NULL when there is no memory. */
struct hw_cuda_fatbin *hw_cuda_fatbin_add(const void *wrapper);
void hw_cuda_fatbin_remove(struct hw_cuda_fatbin *fatbin);
/* What it holds, by the address that host code knows it by. */
void hw_cuda_add_kernel(struct hw_cuda_fatbin *fatbin, const void *host, const char *name);
void hw_cuda_add_variable(struct hw_cuda_fatbin *fatbin, const void *host, const char *name, size_t bytes,
                          bool constant);
void hw_cuda_add_texture(struct hw_cuda_fatbin *fatbin, const struct textureReference *host, const char *name,
                         int read_mode);
void hw_cuda_add_surface(struct hw_cuda_fatbin *fatbin, const struct surfaceReference *host,
                         const char *name);

/* A variable, by its host address or by name. */
cudaError_t hw_cuda_symbol_address(const void *symbol, void **address);
cudaError_t hw_cuda_symbol_bytes(const void *symbol, size_t *bytes);
cudaError_t hw_cuda_symbol_write(const void *symbol, const void *data, size_t bytes, size_t offset, int kind);
cudaError_t hw_cuda_symbol_read(const void *symbol, void *data, size_t bytes, size_t offset, int kind);

/* --- memory (memory.c, copy.c, array.c) --- */

cudaError_t hw_cuda_alloc(void **address, size_t bytes);
cudaError_t hw_cuda_free(void *address);
/* Bytes that are allocated from an address on. */
size_t hw_cuda_bytes_from(const void *address);
cudaError_t hw_cuda_fill(void *address, size_t pitch, int value, size_t width, size_t height);

/* Page-locked memory of the host.  All of it lies in device memory, too, so that kernels can use it. */
cudaError_t hw_cuda_host_alloc(void **pointer, size_t bytes);
cudaError_t hw_cuda_host_free(void *pointer);
cudaError_t hw_cuda_host_device_pointer(void *pointer, void **address);

/* One end of a copy: memory of the host or device, or an array. */
struct hw_cuda_end {
    const void *memory; /* NULL: `array` */
    size_t pitch, rows; /* of memory: bytes from row to row, rows from slice to slice */
    const struct cudaArray *array;
    size_t x, y, z; /* where the box begins: bytes, rows, slices */
    bool device;    /* the memory is the device's */
};

/* Whether memory at both ends is the device's, by the kind of a copy. */
cudaError_t hw_cuda_set_kind(struct hw_cuda_end *to, struct hw_cuda_end *from, int kind);
/* Copy a box of `width` bytes by rows by slices. */
cudaError_t hw_cuda_copy(const struct hw_cuda_end *to, const struct hw_cuda_end *from, size_t width,
                         size_t height, size_t depth);

cudaError_t hw_cuda_array_create(struct cudaArray **array, const struct cudaChannelFormatDesc *format,
                                 struct cudaExtent extent, unsigned flags);
cudaError_t hw_cuda_array_destroy(struct cudaArray *array);
bool hw_cuda_array_known(const struct cudaArray *array);
const struct cudaChannelFormatDesc *hw_cuda_array_format(const struct cudaArray *array);
/* Bytes of a texel and of a row. */
size_t hw_cuda_array_texel(const struct cudaArray *array);
size_t hw_cuda_array_pitch(const struct cudaArray *array);

/* --- textures and surfaces by reference (texture.c, surface.c); what the host's structure says is read when
 * it is bound --- */

cudaError_t hw_cuda_bind_array(const struct textureReference *host, const struct cudaArray *array,
                               const struct cudaChannelFormatDesc *format);
/* To memory: `height` rows, or 0 for a texture of one dimension, of `width` texels. */
cudaError_t hw_cuda_bind_memory(const struct textureReference *host,
                                const struct cudaChannelFormatDesc *format, const void *memory, size_t width,
                                size_t height, size_t pitch, size_t *offset);
cudaError_t hw_cuda_unbind(const struct textureReference *host);
/* The array must have been made with cudaArraySurfaceLoadStore. */
cudaError_t hw_cuda_bind_surface(const struct surfaceReference *host, const struct cudaArray *array);

/* --- launches (launch.c): one stack of configurations a host thread --- */

cudaError_t hw_cuda_configure(dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream);
cudaError_t hw_cuda_argument(const void *argument, size_t bytes, size_t offset);
cudaError_t hw_cuda_launch(const void *kernel);
cudaError_t hw_cuda_kernel_attributes(struct cudaFuncAttributes *attributes, const void *kernel);
bool hw_cuda_kernel_known(const void *kernel);

/* --- streams and events (stream.c) --- */

cudaError_t hw_cuda_stream_create(cudaStream_t *stream);
cudaError_t hw_cuda_stream_destroy(cudaStream_t stream);
/* The default stream, 0, is always one. */
cudaError_t hw_cuda_stream_check(cudaStream_t stream);
cudaError_t hw_cuda_event_create(cudaEvent_t *event, unsigned flags);
cudaError_t hw_cuda_event_destroy(cudaEvent_t event);
cudaError_t hw_cuda_event_check(cudaEvent_t event);
cudaError_t hw_cuda_event_record(cudaEvent_t event, cudaStream_t stream);
cudaError_t hw_cuda_event_elapsed(float *milliseconds, cudaEvent_t from, cudaEvent_t to);

#pragma GCC visibility pop
#endif
