/* SPDX-License-Identifier: MIT */
/* CUDA's runtime API as far as the programs here use it, declared as its reference manual has it, so that
 * they compile where no toolkit is installed.  With one, its own <cuda_runtime.h> takes this file's place. */
#ifndef CUDA_RUNTIME_H
#define CUDA_RUNTIME_H

#include <stddef.h>

typedef int cudaError_t;
typedef struct CUstream_st *cudaStream_t;

enum { cudaSuccess = 0, cudaErrorInvalidDeviceFunction = 8 };
enum cudaMemcpyKind { cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost = 2, cudaMemcpyDeviceToDevice = 3 };

typedef struct dim3 {
    unsigned x, y, z;
} dim3;

struct float4 {
    float x, y, z, w;
} __attribute__((aligned(16)));
typedef struct float4 float4;

cudaError_t cudaGetLastError(void);
const char *cudaGetErrorString(cudaError_t error);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaDeviceReset(void);

cudaError_t cudaMalloc(void **address, size_t bytes);
cudaError_t cudaFree(void *address);
cudaError_t cudaMemset(void *address, int value, size_t bytes);
cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t bytes, size_t offset,
                               enum cudaMemcpyKind kind);

/* What nvcc makes of kernel<<<grid, block>>>(arguments): these three, one argument at a time. */
cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream);
cudaError_t cudaSetupArgument(const void *argument, size_t bytes, size_t offset);
cudaError_t cudaLaunch(const void *kernel);

/* What it has a program do before main and after it. */
void **__cudaRegisterFatBinary(void *wrapper);
void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name, int thread_limit,
                            void *thread, void *block, void *block_size, void *grid_size, int *warp_size);
void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int external, int bytes,
                       int constant, int global);
void __cudaUnregisterFatBinary(void **handle);

#endif
