/* SPDX-License-Identifier: MIT */
/* These functions do what rows of cuda.api say, with other arguments than the program's own. */
#ifndef HW_CUDA_DRIVER_DRIVER_WORK_H
#define HW_CUDA_DRIVER_DRIVER_WORK_H

#include "cuda/core/memory/copy_batch.h"
#include "cuda/core/memory/managed_batch.h"
#include "cuda/core/memory/virtual_memory.h"
#include "cuda/driver/driver_call.h"

/* --- entry_point.c --- */

CUresult hw_cu_entry_point_or_fail(const char *name, void **function, int version, uint64_t flags,
                                   bool per_thread);

/* --- driver_context.c --- */

CUresult hw_cu_context_create(CUcontext *context, unsigned flags, CUdevice device, unsigned version);

/* --- explicit_context.c --- */

CUresult hw_cu_enter_context(CUcontext context);
CUresult hw_cu_leave_context(CUresult result);

/* --- driver_module.c --- */

CUresult hw_cu_module_load_image(CUmodule *module, const void *memory, unsigned count, const int *options,
                                 void **values);

/* --- driver_link.c --- */

CUresult hw_cu_link_create_v2(unsigned count, const int *options, void **values, CUlinkState *state);
CUresult hw_cu_link_add_data_v2(CUlinkState state, int type, void *data, size_t bytes, const char *name,
                                unsigned count, const int *options, void **values);
CUresult hw_cu_link_add_file_v2(CUlinkState state, int type, const char *path, unsigned count,
                                const int *options, void **values);

/* --- function_state.c --- */

CUresult hw_cu_function_prefer(CUfunction *function, int config, int last);
CUresult hw_cu_parameter_set(CUfunction function, int offset, const void *value, unsigned bytes);

/* --- driver_occupancy.c --- */

CUresult hw_cu_count_blocks(int *blocks, CUfunction function, int threads, size_t shared, unsigned flags);
CUresult hw_cu_choose_block(int *grid, int *block, CUfunction function, CUoccupancyB2DSize shared_of,
                            size_t shared, int limit, unsigned flags);

/* --- driver_launch.c --- */

CUresult hw_cu_launch_prepared(CUfunction function, int width, int height, CUstream stream);

/* --- driver_stream.c --- */

CUresult hw_cu_profiler_result(cudaError_t error);

/* --- driver_memory.c --- */

CUresult hw_cu_memory_alloc(CUdeviceptr *address, size_t bytes);
CUresult hw_cu_host_alloc(void **pointer, size_t bytes, unsigned flags);
CUresult hw_cu_memory_alloc_async(CUdeviceptr *address, size_t bytes, CUmemoryPool pool, CUstream stream);

/* --- driver_pointer.c --- */

CUresult hw_cu_pointer_attribute(void *value, int attribute, CUdeviceptr pointer);
CUresult hw_cu_pointer_get_attributes(unsigned count, const int *attributes, void **values,
                                      CUdeviceptr pointer);

/* --- driver_managed.c --- */

CUresult hw_cu_managed_advise(CUdeviceptr address, size_t bytes, int advice, int place);
CUresult hw_cu_managed_prefetch(CUdeviceptr address, size_t bytes, int place, unsigned flags,
                                CUstream stream);

/* --- driver_virtual.c --- */

hw_physical hw_cu_physical_of(CUmemGenericAllocationHandle handle);
CUresult hw_cu_mem_retain_allocation_handle(CUmemGenericAllocationHandle *handle, const void *address);
CUresult hw_cu_mem_import_from_shareable_handle(CUmemGenericAllocationHandle *handle, int file, int type);

/* --- interprocess.c --- */

CUresult hw_cu_mem_pool_import_pointer(CUdeviceptr *address, CUmemoryPool pool, const void *data);
CUresult hw_cu_ipc_open_mem_handle(CUdeviceptr *address, const CUipcMemHandle *handle, unsigned flags);

/* --- driver_copy.c --- */

struct hw_cuda_end hw_cu_end_on_device(CUdeviceptr address);
struct hw_cuda_end hw_cu_end_on_host(const void *pointer);
CUresult hw_cu_copy_line(struct hw_cuda_end to, struct hw_cuda_end from, size_t bytes, CUstream stream);
struct hw_cuda_end hw_cu_end_in_array(CUarray array, size_t offset);
struct hw_cuda_end hw_cu_end_anywhere(CUdeviceptr address);
CUresult hw_cu_copy_peer(CUdeviceptr to, CUcontext there, CUdeviceptr from, CUcontext here, size_t bytes,
                         CUstream stream);

CUresult hw_cu_copy_batch(const CUdeviceptr *to, const CUdeviceptr *from, const size_t *bytes, size_t count,
                          const struct hw_copy_attributes *attributes, const size_t *first,
                          size_t attribute_count, size_t *failed, CUstream stream);

/* --- driver_copy_3d.c --- */

CUresult hw_cu_copy_2d(const CUDA_MEMCPY2D *copy, CUstream stream);
CUresult hw_cu_copy_3d(const CUDA_MEMCPY3D *copy, CUstream stream);
CUresult hw_cu_copy_3d_peer(const CUDA_MEMCPY3D_PEER *copy, CUstream stream);

/* --- driver_fill.c --- */

CUresult hw_cu_fill_line(hw_cuda_fill_fn *fill, CUdeviceptr to, unsigned value, size_t element, size_t count,
                         CUstream stream);
CUresult hw_cu_fill_rows(hw_cuda_fill_fn *fill, CUdeviceptr to, size_t pitch, unsigned value, size_t element,
                         size_t width, size_t height, CUstream stream);

/* --- driver_array.c --- */

CUresult hw_cu_array_create(CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR *wanted);
CUresult hw_cu_fail_null_descriptor(void);
CUresult hw_cu_array_describe(CUDA_ARRAY3D_DESCRIPTOR *descriptor, CUarray array);

/* --- driver_mipmap.c --- */

CUresult hw_cu_tex_ref_set_border_color(CUtexref reference, const float *color);

/* --- driver_gl.c --- */

CUresult hw_cu_gl_result(cudaError_t error);
int hw_cu_gl_count(unsigned count);
CUresult hw_cu_gl_pointer(CUdeviceptr *address, size_t *bytes, CUgraphicsResource resource);
CUresult hw_cu_gl_map_buffer(CUdeviceptr *address, size_t *bytes, unsigned buffer, CUstream stream);
CUresult hw_cu_gl_unmap_buffer(unsigned buffer, CUstream stream);

#endif
