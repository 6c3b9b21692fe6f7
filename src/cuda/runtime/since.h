/* SPDX-License-Identifier: MIT */
/* Functions that toolkits since 5.5 added and that programs use most, as far as they are a matter of a few
 * lines here. */
#ifndef HW_CUDA_RUNTIME_SINCE_H
#define HW_CUDA_RUNTIME_SINCE_H

#include "cuda/runtime/runtime_abi.h"

typedef void (*cudaHostFn_t)(void *data);

#pragma GCC visibility push(default)

/* --- devices, streams, kernels --- */

cudaError_t cudaInitDevice(int device, unsigned device_flags, unsigned flags);
cudaError_t cudaGetDeviceFlags(unsigned *flags);
cudaError_t cudaCtxResetPersistingL2Cache(void); /* CUDA 11 */
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority);
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data);
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags);
cudaError_t cudaEventElapsedTime_v2(float *milliseconds, cudaEvent_t from, cudaEvent_t to); /* CUDA 12.8 */
cudaError_t cudaFuncSetAttribute(const void *kernel, int attribute, int value);

/* How many blocks of a kernel a multiprocessor holds at once. */
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *kernel, int block_threads,
                                                          size_t dynamic_bytes);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *kernel,
                                                                   int block_threads, size_t dynamic_bytes,
                                                                   unsigned flags);
/* The most dynamic shared memory with which it still holds so many (CUDA 11). */
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamic_bytes, const void *kernel, int blocks,
                                                      int block_threads);

#pragma GCC visibility pop
#endif
