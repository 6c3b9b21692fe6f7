/* SPDX-License-Identifier: MIT */
/* The runtime API: what libcudart.so.4 and its relatives export (docs/cuda-api.md).
 *
 * Each function is cuda.h's of the same purpose between the beginning and the end of a call.  The API is that
 * of CUDA 4.2 with what 5.0 added; toolkits differ by the table of soname/soname.h.  What errors a function
 * returns is said by the CUDA Toolkit Reference Manual of its toolkit. */
#ifndef HW_CUDA_RUNTIME_RUNTIME_H
#define HW_CUDA_RUNTIME_RUNTIME_H

#include "cuda/core/cuda_core.h"
#include "cuda/core/stream_work.h"
#include "cuda/runtime/runtime_handle.h"
#include "cuda/runtime/soname/soname.h"
#include "cuda/runtime/runtime_thread.h"
#include "cuda/runtime/runtime_abi.h"

/* The body of a function that uses a context, and of one that does not and so works after a kernel's fault,
 * too. */
#define HW_DEVICE_CALL(work) \
    return hw_runtime_leave(__func__, hw_runtime_enter() ? (cudaError_t)(work) : hw_cuda_trouble())
/* Of one that is done with its work when it returns. */
#define HW_WAITING_CALL(work) HW_DEVICE_CALL(hw_cuda_finish(NULL, (work)))
#define HW_PLAIN_CALL(work)                        \
    do {                                           \
        hw_cuda_lock();                            \
        return hw_runtime_leave(__func__, (work)); \
    } while (0)

/* An error as the program's toolkit numbers it, and back (runtime_error.c): all else knows the numbers of
 * cuda_abi.h. */
cudaError_t hw_runtime_error(cudaError_t error);
/* End a call; the error as the program's toolkit has it, by which the log tells it, too. */
cudaError_t hw_runtime_leave(const char *call, cudaError_t error);
cudaError_t hw_runtime_own_error(cudaError_t error);

/* What a function does that a toolkit has and nobody has written (cudart.api). */
int hw_runtime_missing(const char *library, const char *name, unsigned char *told);

/* Give a number to the program, where it has room for it. */
static inline cudaError_t hw_runtime_give(int *to, int value)
{
    if (to)
        *to = value;
    return to ? cudaSuccess : cudaErrorInvalidValue;
}

/* What a program means by a stream or an event; within a call. */
static inline cudaStream_t hw_stream(cudaStream_t stream)
{
    return hw_handle_pointer(stream);
}

static inline cudaEvent_t hw_event(cudaEvent_t event)
{
    return hw_handle_pointer(event);
}

/* Between the files of this room, within a call. */
cudaError_t hw_runtime_check_device(int device);
/* What the program's structure says, in CUDA 4's. */
void hw_runtime_read_properties(struct cudaDeviceProp *properties, const struct cudaDeviceProp *from);
cudaError_t hw_runtime_allocate(void **address, size_t bytes);
cudaError_t hw_runtime_check_kind(const struct hw_cuda_end *to, const struct hw_cuda_end *from, int kind);
cudaError_t hw_runtime_check_pitch(const char *which, size_t pitch, size_t width, size_t height);
cudaError_t hw_runtime_copy_box(const struct cudaMemcpy3DParms *copy, cudaStream_t stream);
cudaError_t hw_runtime_read_box(struct hw_cuda_copy_work *work, const struct cudaMemcpy3DParms *copy);

#pragma GCC visibility push(default)

/* --- registration (register.c) --- */

void **__cudaRegisterFatBinary(void *wrapper);
void __cudaUnregisterFatBinary(void **handle);
void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name, int thread_limit,
                            void *thread, void *block, dim3 *block_size, dim3 *grid_size, int *warp_size);
void __cudaRegisterManagedVar(void **handle, void **place, char *device, const char *name, int external,
                              size_t bytes, int constant, int global);
void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int external, int bytes,
                       int constant, int global);
void __cudaRegisterTexture(void **handle, const struct textureReference *host, const void **device,
                           const char *name, int dimensions, int read_mode, int external);
void __cudaRegisterSurface(void **handle, const struct surfaceReference *host, const void **device,
                           const char *name, int dimensions, int external);
void __cudaRegisterShared(void **handle, void **device);
void __cudaRegisterSharedVar(void **handle, void **device, size_t bytes, size_t alignment, int storage);

/* --- devices (device.c, choose.c, pci.c) --- */

cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaSetValidDevices(int *devices, int count);
cudaError_t cudaSetDeviceFlags(unsigned flags);
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device);
cudaError_t cudaGetDeviceProperties_v2(struct cudaDeviceProp *properties, int device); /* CUDA 12 */
cudaError_t cudaDeviceGetAttribute(int *value, int attribute, int device);
cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *wanted);
cudaError_t cudaDeviceGetPCIBusId(char *text, int bytes, int device);
cudaError_t cudaDeviceGetByPCIBusId(int *device, char *text);
cudaError_t cudaDriverGetVersion(int *version);
cudaError_t cudaRuntimeGetVersion(int *version);

/* --- the current device, by its name since 4.0 and its earlier one (context.c) --- */

cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaThreadSynchronize(void);
cudaError_t cudaDeviceReset(void);
cudaError_t cudaThreadExit(void);
cudaError_t cudaDeviceSetLimit(int limit, size_t value);
cudaError_t cudaThreadSetLimit(int limit, size_t value);
cudaError_t cudaDeviceGetLimit(size_t *value, int limit);
cudaError_t cudaThreadGetLimit(size_t *value, int limit);
cudaError_t cudaDeviceSetCacheConfig(int config);
cudaError_t cudaThreadSetCacheConfig(int config);
cudaError_t cudaDeviceGetCacheConfig(int *config);
cudaError_t cudaThreadGetCacheConfig(int *config);
cudaError_t cudaDeviceSetSharedMemConfig(int config);
cudaError_t cudaDeviceGetSharedMemConfig(int *config);

/* --- errors (runtime_error.c) --- */

cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
const char *cudaGetErrorString(cudaError_t error);

/* --- peers (peer.c) --- */

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags);
cudaError_t cudaDeviceDisablePeerAccess(int peer);
cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t bytes);
cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device, size_t bytes,
                                cudaStream_t stream);
cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *copy);
cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *copy, cudaStream_t stream);

/* --- memory (runtime_memory.c, runtime_host.c) --- */

cudaError_t cudaMalloc(void **address, size_t bytes);
cudaError_t cudaMallocPitch(void **address, size_t *pitch, size_t width, size_t height);
cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pointer, struct cudaExtent extent);
cudaError_t cudaFree(void *address);
cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes);
cudaError_t cudaMallocHost(void **pointer, size_t bytes);
cudaError_t cudaHostAlloc(void **pointer, size_t bytes, unsigned flags);
cudaError_t cudaFreeHost(void *pointer);
cudaError_t cudaHostRegister(void *pointer, size_t bytes, unsigned flags);
cudaError_t cudaHostUnregister(void *pointer);
cudaError_t cudaHostGetDevicePointer(void **address, void *pointer, unsigned flags);
cudaError_t cudaHostGetFlags(unsigned *flags, void *pointer);
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *pointer);

/* --- fills and copies (fill.c, copy.c, box.c) --- */

cudaError_t cudaMemset(void *address, int value, size_t bytes);
cudaError_t cudaMemsetAsync(void *address, int value, size_t bytes, cudaStream_t stream);
cudaError_t cudaMemset2D(void *address, size_t pitch, int value, size_t width, size_t height);
cudaError_t cudaMemset2DAsync(void *address, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream);
cudaError_t cudaMemset3D(struct cudaPitchedPtr box, int value, struct cudaExtent extent);
cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr box, int value, struct cudaExtent extent,
                              cudaStream_t stream);
cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, int kind);
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, int kind, cudaStream_t stream);
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                         size_t height, int kind);
cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                              size_t height, int kind, cudaStream_t stream);
cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *copy);
cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *copy, cudaStream_t stream);

/* --- variables (symbol.c) --- */

cudaError_t cudaGetSymbolAddress(void **address, const char *symbol);
cudaError_t cudaGetSymbolSize(size_t *bytes, const char *symbol);
cudaError_t cudaMemcpyToSymbol(const char *symbol, const void *from, size_t bytes, size_t offset, int kind);
cudaError_t cudaMemcpyFromSymbol(void *to, const char *symbol, size_t bytes, size_t offset, int kind);
cudaError_t cudaMemcpyToSymbolAsync(const char *symbol, const void *from, size_t bytes, size_t offset,
                                    int kind, cudaStream_t stream);
cudaError_t cudaMemcpyFromSymbolAsync(void *to, const char *symbol, size_t bytes, size_t offset, int kind,
                                      cudaStream_t stream);

/* --- arrays (array.c, array_copy.c) --- */

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind kind);
cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *format, const struct cudaArray *array);
cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *format, struct cudaExtent *extent, unsigned *flags,
                             struct cudaArray *array);
cudaError_t cudaMallocArray(struct cudaArray **array, const struct cudaChannelFormatDesc *format,
                            size_t width, size_t height, unsigned flags);
cudaError_t cudaMalloc3DArray(struct cudaArray **array, const struct cudaChannelFormatDesc *format,
                              struct cudaExtent extent, unsigned flags);
cudaError_t cudaFreeArray(struct cudaArray *array);
cudaError_t cudaMemcpyToArray(struct cudaArray *to, size_t x, size_t y, const void *from, size_t bytes,
                              int kind);
cudaError_t cudaMemcpyToArrayAsync(struct cudaArray *to, size_t x, size_t y, const void *from, size_t bytes,
                                   int kind, cudaStream_t stream);
cudaError_t cudaMemcpyFromArray(void *to, const struct cudaArray *from, size_t x, size_t y, size_t bytes,
                                int kind);
cudaError_t cudaMemcpyFromArrayAsync(void *to, const struct cudaArray *from, size_t x, size_t y, size_t bytes,
                                     int kind, cudaStream_t stream);
cudaError_t cudaMemcpyArrayToArray(struct cudaArray *to, size_t to_x, size_t to_y,
                                   const struct cudaArray *from, size_t from_x, size_t from_y, size_t bytes,
                                   int kind);
cudaError_t cudaMemcpy2DToArray(struct cudaArray *to, size_t x, size_t y, const void *from, size_t pitch,
                                size_t width, size_t height, int kind);
cudaError_t cudaMemcpy2DToArrayAsync(struct cudaArray *to, size_t x, size_t y, const void *from, size_t pitch,
                                     size_t width, size_t height, int kind, cudaStream_t stream);
cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, const struct cudaArray *from, size_t x, size_t y,
                                  size_t width, size_t height, int kind);
cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t pitch, const struct cudaArray *from, size_t x,
                                       size_t y, size_t width, size_t height, int kind, cudaStream_t stream);
cudaError_t cudaMemcpy2DArrayToArray(struct cudaArray *to, size_t to_x, size_t to_y,
                                     const struct cudaArray *from, size_t from_x, size_t from_y, size_t width,
                                     size_t height, int kind);

/* --- textures and surfaces (texture.c) --- */

cudaError_t cudaBindTexture(size_t *offset, const struct textureReference *reference, const void *memory,
                            const struct cudaChannelFormatDesc *format, size_t bytes);
cudaError_t cudaBindTexture2D(size_t *offset, const struct textureReference *reference, const void *memory,
                              const struct cudaChannelFormatDesc *format, size_t width, size_t height,
                              size_t pitch);
cudaError_t cudaBindTextureToArray(const struct textureReference *reference, const struct cudaArray *array,
                                   const struct cudaChannelFormatDesc *format);
cudaError_t cudaUnbindTexture(const struct textureReference *reference);
cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const struct textureReference *reference);
cudaError_t cudaGetTextureReference(const struct textureReference **reference, const char *symbol);
cudaError_t cudaBindSurfaceToArray(const struct surfaceReference *reference, const struct cudaArray *array,
                                   const struct cudaChannelFormatDesc *format);
cudaError_t cudaGetSurfaceReference(const struct surfaceReference **reference, const char *symbol);

/* --- launches (launch.c) --- */

cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream);
cudaError_t cudaSetupArgument(const void *argument, size_t bytes, size_t offset);
cudaError_t cudaLaunch(const char *kernel);
cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const char *kernel);
cudaError_t cudaFuncSetCacheConfig(const char *kernel, int config);
cudaError_t cudaFuncSetSharedMemConfig(const char *kernel, int config);
cudaError_t cudaSetDoubleForDevice(double *value);
cudaError_t cudaSetDoubleForHost(double *value);

/* --- streams and events (stream.c, event.c) --- */

cudaError_t cudaStreamCreate(cudaStream_t *stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags);
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data,
                                  unsigned flags);
cudaError_t cudaEventCreate(cudaEvent_t *event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t from, cudaEvent_t to);

/* --- other processes, profiler (ipc.c, profiler.c) --- */

cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event);
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle);
cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *address);
cudaError_t cudaIpcOpenMemHandle(void **address, cudaIpcMemHandle_t handle, unsigned flags);
cudaError_t cudaIpcCloseMemHandle(void *address);
cudaError_t cudaProfilerInitialize(const char *counters, const char *output, int format);
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);

/* --- what there is not (absent.c) --- */

cudaError_t cudaGraphicsResourceGetMappedMipmappedArray(void **array, void *resource);
cudaError_t cudaGetExportTable(const void **table, const cudaUUID_t *id);
cudaError_t cudaVDPAUGetDevice(int *device, uint32_t vdpau_device, void *get_address);
cudaError_t cudaVDPAUSetVDPAUDevice(int device, uint32_t vdpau_device, void *get_address);
cudaError_t cudaGraphicsVDPAURegisterVideoSurface(void **resource, uint32_t surface, unsigned flags);
cudaError_t cudaGraphicsVDPAURegisterOutputSurface(void **resource, uint32_t surface, unsigned flags);

#pragma GCC visibility pop
#endif
