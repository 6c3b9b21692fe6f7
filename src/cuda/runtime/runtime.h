/* The runtime API of CUDA 4.2, as far as it is there: what libcudart.so.4 exports (docs/cuda.md).
 *
 * Each function is cuda.h's of the same purpose between the beginning and the end of a call. */
#ifndef HW_CUDA_RUNTIME_H
#define HW_CUDA_RUNTIME_H

#include "cuda/cuda.h"

/* The body of a function that uses the device. */
#define HW_DEVICE_CALL(work) return hw_cuda_leave(hw_cuda_enter() ? (work) : hw_cuda_trouble())

#pragma GCC visibility push(default)

/* --- registration (register.c) --- */

void **__cudaRegisterFatBinary(void *wrapper);
void __cudaUnregisterFatBinary(void **handle);
void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name, int thread_limit,
                            void *thread, void *block, dim3 *block_size, dim3 *grid_size, int *warp_size);
void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int external, int bytes,
                       int constant, int global);
void __cudaRegisterTexture(void **handle, const struct textureReference *host, const void **device,
                           const char *name, int dimensions, int read_mode, int external);
void __cudaRegisterSurface(void **handle, const struct surfaceReference *host, const void **device,
                           const char *name, int dimensions, int external);

/* --- devices, errors (device.c) --- */

cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaSetDeviceFlags(unsigned flags);
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device);
cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *wanted);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaDeviceReset(void);
cudaError_t cudaThreadSynchronize(void);
cudaError_t cudaThreadExit(void);
cudaError_t cudaDeviceSetLimit(int limit, size_t value);
cudaError_t cudaDeviceGetLimit(size_t *value, int limit);
cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags);
cudaError_t cudaDeviceDisablePeerAccess(int peer);
cudaError_t cudaDriverGetVersion(int *version);
cudaError_t cudaRuntimeGetVersion(int *version);
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
const char *cudaGetErrorString(cudaError_t error);

/* --- memory (memory.c) --- */

cudaError_t cudaMalloc(void **address, size_t bytes);
cudaError_t cudaMallocPitch(void **address, size_t *pitch, size_t width, size_t height);
cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pointer, struct cudaExtent extent);
cudaError_t cudaFree(void *address);
cudaError_t cudaMallocHost(void **pointer, size_t bytes);
cudaError_t cudaHostAlloc(void **pointer, size_t bytes, unsigned flags);
cudaError_t cudaFreeHost(void *pointer);
cudaError_t cudaHostGetDevicePointer(void **address, void *pointer, unsigned flags);
cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes);
cudaError_t cudaMemset(void *address, int value, size_t bytes);
cudaError_t cudaMemset2D(void *address, size_t pitch, int value, size_t width, size_t height);
cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, int kind);
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, int kind, cudaStream_t stream);
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                         size_t height, int kind);
cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                              size_t height, int kind, cudaStream_t stream);

/* --- variables (symbol.c) --- */

cudaError_t cudaGetSymbolAddress(void **address, const char *symbol);
cudaError_t cudaGetSymbolSize(size_t *bytes, const char *symbol);
cudaError_t cudaMemcpyToSymbol(const char *symbol, const void *from, size_t bytes, size_t offset, int kind);
cudaError_t cudaMemcpyFromSymbol(void *to, const char *symbol, size_t bytes, size_t offset, int kind);
cudaError_t cudaMemcpyToSymbolAsync(const char *symbol, const void *from, size_t bytes, size_t offset,
                                    int kind, cudaStream_t stream);
cudaError_t cudaMemcpyFromSymbolAsync(void *to, const char *symbol, size_t bytes, size_t offset, int kind,
                                      cudaStream_t stream);

/* --- arrays and textures (array.c, texture.c) --- */

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind kind);
cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *format, const struct cudaArray *array);
cudaError_t cudaMallocArray(struct cudaArray **array, const struct cudaChannelFormatDesc *format,
                            size_t width, size_t height, unsigned flags);
cudaError_t cudaMalloc3DArray(struct cudaArray **array, const struct cudaChannelFormatDesc *format,
                              struct cudaExtent extent, unsigned flags);
cudaError_t cudaFreeArray(struct cudaArray *array);
cudaError_t cudaMemcpyToArray(struct cudaArray *to, size_t x, size_t y, const void *from, size_t bytes,
                              int kind);
cudaError_t cudaMemcpyFromArray(void *to, const struct cudaArray *from, size_t x, size_t y, size_t bytes,
                                int kind);
cudaError_t cudaMemcpy2DToArray(struct cudaArray *to, size_t x, size_t y, const void *from, size_t pitch,
                                size_t width, size_t height, int kind);
cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *copy);
cudaError_t cudaBindTexture(size_t *offset, const struct textureReference *reference, const void *memory,
                            const struct cudaChannelFormatDesc *format, size_t bytes);
cudaError_t cudaBindTexture2D(size_t *offset, const struct textureReference *reference, const void *memory,
                              const struct cudaChannelFormatDesc *format, size_t width, size_t height,
                              size_t pitch);
cudaError_t cudaBindTextureToArray(const struct textureReference *reference, const struct cudaArray *array,
                                   const struct cudaChannelFormatDesc *format);
cudaError_t cudaUnbindTexture(const struct textureReference *reference);
cudaError_t cudaBindSurfaceToArray(const struct surfaceReference *reference, const struct cudaArray *array,
                                   const struct cudaChannelFormatDesc *format);

/* --- launches (launch.c) --- */

cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream);
cudaError_t cudaSetupArgument(const void *argument, size_t bytes, size_t offset);
cudaError_t cudaLaunch(const char *kernel);
cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const char *kernel);
cudaError_t cudaFuncSetCacheConfig(const char *kernel, int config);

/* --- streams and events (stream.c) --- */

cudaError_t cudaStreamCreate(cudaStream_t *stream);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags);
cudaError_t cudaEventCreate(cudaEvent_t *event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t from, cudaEvent_t to);

#pragma GCC visibility pop
#endif
