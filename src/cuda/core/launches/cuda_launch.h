/* SPDX-License-Identifier: MIT */
/* Kernels and their launches.  cuda_core.h has the frame of calls. */
#ifndef HW_CUDA_CORE_LAUNCHES_CUDA_LAUNCH_H
#define HW_CUDA_CORE_LAUNCHES_CUDA_LAUNCH_H

#include "cuda/core/cuda_abi.h"

#include <stdbool.h>

struct hw_cuda_kernel;
struct hw_cuda_kernel_work;
struct hw_cuda_module;

#pragma GCC visibility push(default)

bool hw_cuda_kernel_is_valid(const struct hw_cuda_kernel *kernel);
const char *hw_cuda_kernel_name(const struct hw_cuda_kernel *kernel);
struct hw_cuda_module *hw_cuda_kernel_module(const struct hw_cuda_kernel *kernel);
cudaError_t hw_cuda_kernel_attributes(struct cudaFuncAttributes *attributes,
                                      const struct hw_cuda_kernel *kernel);
/* How many blocks of 1 or more threads of a kernel a multiprocessor holds at once.  The flag is
 * cudaOccupancyDisableCachingOverride. */
#define HW_CUDA_NO_CACHING_OVERRIDE 1u
int hw_cuda_occupancy(const struct hw_cuda_kernel *kernel, int threads, size_t dynamic_bytes, unsigned flags);
/* The most dynamic shared memory with which it still holds so many blocks, and that a launch may add;
 * cudaErrorInvalidValue: it never does. */
cudaError_t hw_cuda_dynamic_room(const struct hw_cuda_kernel *kernel, int blocks, int threads, size_t *bytes);
/* Bytes of shared memory that a launch may add. */
uint32_t hw_cuda_most_dynamic(const struct hw_cuda_kernel *kernel);
/* The attributes that toolkits since 9 added, and setting one, by CUDA's numbers from 7 on. */
#define HW_CUDA_MOST_DYNAMIC_BYTES 8
#define HW_CUDA_CARVEOUT           9
cudaError_t hw_cuda_kernel_setting(const struct hw_cuda_kernel *kernel, int attribute, int *value);
cudaError_t hw_cuda_kernel_set(struct hw_cuda_kernel *kernel, int attribute, int value);
/* Whether the kernel would rather have cache or shared memory (cudaFuncCachePrefer*): occupancy counts it. */
void hw_cuda_kernel_prefer(struct hw_cuda_kernel *kernel, int preference);
/* Parameter `index`: false when there are no more.  Files of sm_1x before CUDA 3 do not say. */
bool hw_cuda_kernel_parameter(const struct hw_cuda_kernel *kernel, unsigned index, size_t *offset,
                              size_t *bytes);
size_t hw_cuda_kernel_parameter_count(const struct hw_cuda_kernel *kernel);
/* The most bytes of them that the kernel's device takes. */
size_t hw_cuda_kernel_most_parameters(const struct hw_cuda_kernel *kernel);
/* Whether so many bytes hold all parameters, as far as the kernel's file tells of them. */
cudaError_t hw_cuda_kernel_check_parameters(const struct hw_cuda_kernel *kernel, size_t bytes);
/* Room for the parameters of one launch, which begins as zeros: few of them lie in it, more in memory that it
 * has until it is dropped. */
struct hw_cuda_parameter_room {
    uint8_t *more;
    uint8_t few[512];
};
void hw_cuda_parameter_room_drop(struct hw_cuda_parameter_room *room);
/* Put arguments, which are given as an address each, where the work's kernel has its parameters. */
cudaError_t hw_cuda_kernel_gather(struct hw_cuda_kernel_work *work, void **arguments,
                                  struct hw_cuda_parameter_room *room);
/* Whether the file says what parameters there are. */
bool hw_cuda_kernel_parameters_known(const struct hw_cuda_kernel *kernel);
/* Room that an interface may use for what it keeps of a kernel: made with malloc, freed with the kernel. */
void **hw_cuda_kernel_notes(struct hw_cuda_kernel *kernel);
/* Run a kernel in its context. */
cudaError_t hw_cuda_kernel_launch(struct hw_cuda_kernel *kernel, dim3 grid, dim3 block, size_t shared_bytes,
                                  cudaStream_t stream, const void *parameters, size_t parameter_bytes);

/* The runtime's: one stack of configurations a host thread. */
cudaError_t hw_cuda_configure(dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream);
cudaError_t hw_cuda_argument(const void *argument, size_t bytes, size_t offset);
cudaError_t hw_cuda_launch(const void *host);

#pragma GCC visibility pop
#endif
