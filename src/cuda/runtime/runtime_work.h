/* SPDX-License-Identifier: MIT */
/* These functions do what rows of cudart.api say, with other arguments than the program's own. */
#ifndef HW_CUDA_RUNTIME_RUNTIME_WORK_H
#define HW_CUDA_RUNTIME_RUNTIME_WORK_H

#include "cuda/runtime/runtime.h"

/* --- runtime_device.c --- */

cudaError_t hw_runtime_set_device(int device);
cudaError_t hw_runtime_set_valid_devices(const int *devices, int count);
cudaError_t hw_runtime_set_flags(int device, unsigned flags);

/* --- runtime_properties.c --- */

cudaError_t hw_runtime_get_properties(void *to, size_t bytes, int device);

/* --- runtime_pci.c --- */

cudaError_t hw_runtime_device_get_by_pci_bus_id(int *device, const char *text);

/* --- runtime_peer.c --- */

cudaError_t hw_runtime_copy_peer_line(void *to, int to_device, const void *from, int from_device,
                                      size_t bytes, cudaStream_t stream);
cudaError_t hw_runtime_copy_peer_box(const struct cudaMemcpy3DPeerParms *copy, cudaStream_t stream);

/* --- runtime_context.c --- */

cudaError_t hw_runtime_reset_device(void);

/* --- runtime_occupancy.c --- */

cudaError_t hw_runtime_count_blocks(int *blocks, const void *host, int threads, size_t dynamic_bytes,
                                    unsigned flags);

/* --- api_cuda7_launch.c --- */

cudaError_t hw_runtime_pop_call_configuration(dim3 *grid, dim3 *block, size_t *shared_bytes,
                                              cudaStream_t *stream);

/* --- runtime_stream.c --- */

cudaError_t hw_runtime_stream_create(cudaStream_t *stream, unsigned flags, int priority);
cudaError_t hw_runtime_stream_add_callback(cudaStream_t stream, cudaStreamCallback_t callback, void *data,
                                           unsigned flags);

/* --- event.c --- */

cudaError_t hw_runtime_event_create(cudaEvent_t *event, unsigned flags);

/* --- runtime_profiler.c --- */

cudaError_t hw_runtime_profiler_error(cudaError_t error);

/* --- runtime_memory.c --- */

cudaError_t hw_runtime_allocate_rows(void **address, size_t *pitch, size_t width, size_t rows);
cudaError_t hw_runtime_malloc_async(void **address, size_t bytes, cudaMemPool_t pool, cudaStream_t stream);

/* --- runtime_host.c --- */

cudaError_t hw_runtime_host_alloc(void **pointer, size_t bytes, unsigned flags);

/* --- runtime_managed.c --- */

int hw_runtime_managed_location(uint64_t where);
cudaError_t hw_runtime_managed_prefetch(const void *address, size_t bytes, int place, uint64_t flags,
                                        cudaStream_t stream);

/* --- runtime_copy.c --- */

cudaError_t hw_runtime_copy(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                            size_t height, int kind, cudaStream_t stream);
cudaError_t hw_runtime_copy_rows(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                                 size_t height, int kind, cudaStream_t stream);

/* --- runtime_fill.c --- */

cudaError_t hw_runtime_fill(hw_cuda_fill_fn *fill, void *address, size_t pitch, int value, size_t width,
                            size_t height, cudaStream_t stream);
cudaError_t hw_runtime_fill_box(hw_cuda_fill_fn *fill, struct cudaPitchedPtr box, int value,
                                struct cudaExtent extent, cudaStream_t stream);

/* --- runtime_symbol.c --- */

cudaError_t hw_runtime_copy_to_symbol(const char *symbol, const void *from, size_t bytes, size_t offset,
                                      int kind, cudaStream_t stream);
cudaError_t hw_runtime_copy_from_symbol(void *to, const char *symbol, size_t bytes, size_t offset, int kind,
                                        cudaStream_t stream);

/* --- runtime_array.c --- */

cudaError_t hw_runtime_array_info(struct cudaChannelFormatDesc *format, struct cudaExtent *extent,
                                  unsigned *flags, const struct cudaArray *array);
cudaError_t hw_runtime_array_create(struct cudaArray **array, const struct cudaChannelFormatDesc *format,
                                    struct cudaExtent extent, unsigned flags);

/* --- array_copy.c --- */

cudaError_t hw_runtime_copy_array_line(struct hw_cuda_end to, struct hw_cuda_end from, size_t bytes, int kind,
                                       cudaStream_t stream);
struct hw_cuda_end hw_runtime_end_in_memory(const void *memory, size_t pitch);
struct hw_cuda_end hw_runtime_end_in_array(const struct cudaArray *array, size_t x, size_t y);
cudaError_t hw_runtime_copy_array_plane(struct hw_cuda_end to, struct hw_cuda_end from, size_t width,
                                        size_t height, int kind, cudaStream_t stream);

/* --- runtime_object.c --- */

bool hw_runtime_texture_has_all(void);
cudaError_t hw_runtime_create_texture(cudaTextureObject_t *object, const struct cudaResourceDesc *resource,
                                      const void *texture, const void *view, bool all);
cudaError_t hw_runtime_get_texture(void *to, cudaTextureObject_t object, bool all);

/* --- runtime_gl.c --- */

cudaError_t hw_runtime_gl_error(cudaError_t error);
cudaError_t hw_runtime_gl_map_buffer(void **address, unsigned buffer, cudaStream_t stream);
cudaError_t hw_runtime_gl_unmap_buffer(unsigned buffer, cudaStream_t stream);

/* --- runtime_graph.c --- */

struct hw_edge *hw_runtime_edge_data_of(void *data);
size_t *hw_runtime_edge_count_of(void *data, size_t *count);
bool hw_runtime_is_since(int version);

/* --- graph_copy.c --- */

cudaError_t hw_runtime_node_add_line(hw_node *node, hw_graph graph, const hw_node *before, size_t count,
                                     void *to, const void *from, size_t bytes, int kind);
cudaError_t hw_runtime_node_set_line(const hw_exec *exec, hw_node node, void *to, const void *from,
                                     size_t bytes, int kind);
cudaError_t hw_runtime_node_set_to_symbol(const hw_exec *exec, hw_node node, const void *symbol,
                                          const void *from, size_t bytes, size_t offset, int kind);
cudaError_t hw_runtime_node_set_from_symbol(const hw_exec *exec, hw_node node, void *to, const void *symbol,
                                            size_t bytes, size_t offset, int kind);

/* --- driver_entry_point.c --- */

unsigned long long hw_runtime_per_thread_flags(unsigned long long flags);
cudaError_t hw_runtime_find_entry_point(const char *symbol, void **function, unsigned version,
                                        unsigned long long flags, int *status);

#endif
