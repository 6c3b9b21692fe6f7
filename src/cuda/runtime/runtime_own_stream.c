/* SPDX-License-Identifier: MIT */
/* Functions for programs that are compiled for default streams of their threads; see own_stream.h. */
#include "cuda/core/own_stream.h"

#include "cuda/runtime/runtime.h"
#include "cuda/runtime/runtime_graph.h"
#include "cuda/runtime/runtime_later.h"
#include "cuda/runtime/runtime_managed.h"
#include "cuda/runtime/runtime_pool.h"
#include "cuda/runtime/since.h"

#define HW_INTERFACE_STREAMS
#undef HW_INTERFACE_NAME
#define HW_INTERFACE_NAME(name)          cuda##name##_ptsz
#define HW_INTERFACE_SYNCHRONIZE(stream) cudaStreamSynchronize(stream)
#include "cuda/core/graph_calls.h"
#define HW_INTERFACE_CALL(work)         \
    do {                                \
        stream = hw_own_stream(stream); \
        HW_DEVICE_CALL(work);           \
    } while (0)
#include "cuda/core/graph_calls.h"

__attribute__((visibility("default"))) cudaError_t cudaStreamCopyAttributes_ptsz(cudaStream_t to,
                                                                                 cudaStream_t from);
cudaError_t cudaStreamCopyAttributes_ptsz(cudaStream_t to, cudaStream_t from)
{
    return cudaStreamCopyAttributes(hw_own_stream(to), hw_own_stream(from));
}

/* There is nothing to be brought anywhere in the stream of the structure. */
__attribute__((visibility("default"))) cudaError_t
cudaGraphInstantiateWithParams_ptsz(hw_exec *exec, hw_graph graph, struct hw_instantiation *instantiation);
cudaError_t cudaGraphInstantiateWithParams_ptsz(hw_exec *exec, hw_graph graph,
                                                struct hw_instantiation *instantiation)
{
    return cudaGraphInstantiateWithParams(exec, graph, instantiation);
}

__attribute__((visibility("default"))) cudaError_t
cudaLaunchKernelExC_ptsz(const struct hw_launch_config *launch, const void *kernel, void **arguments);
cudaError_t cudaLaunchKernelExC_ptsz(const struct hw_launch_config *launch, const void *kernel,
                                     void **arguments)
{
    if (!launch)
        return cudaLaunchKernelExC(launch, kernel, arguments);
    struct hw_launch_config own = *launch;
    own.stream = hw_own_stream(own.stream);
    return cudaLaunchKernelExC(&own, kernel, arguments);
}

/* The stream is the fourth argument before CUDA 13. */
__attribute__((visibility("default"))) cudaError_t cudaMemPrefetchAsync_ptsz(const void *address,
                                                                             size_t bytes, uint64_t where,
                                                                             uint64_t stream_or_flags,
                                                                             cudaStream_t stream);
cudaError_t cudaMemPrefetchAsync_ptsz(const void *address, size_t bytes, uint64_t where,
                                      uint64_t stream_or_flags, cudaStream_t stream)
{
    if (hw_soname.version < 13000)
        stream_or_flags = (uintptr_t)hw_own_stream((cudaStream_t)(uintptr_t)stream_or_flags);
    return cudaMemPrefetchAsync(address, bytes, where, stream_or_flags, hw_own_stream(stream));
}

/* clang-format off */

/* --- streams and events --- */

OWN_STREAM(cudaEventRecordWithFlags, (cudaEvent_t event, cudaStream_t stream, unsigned flags), (event, stream, flags))
OWN_STREAM(cudaEventRecord, (cudaEvent_t event, cudaStream_t stream), (event, stream))
OWN_STREAM(cudaLaunchHostFunc, (cudaStream_t stream, cudaHostFn_t function, void *data), (stream, function, data))
OWN_STREAM(cudaStreamAddCallback, (cudaStream_t stream, cudaStreamCallback_t callback, void *data, unsigned flags), (stream, callback, data, flags))
OWN_STREAM(cudaStreamBeginCapture, (cudaStream_t stream, int mode), (stream, mode))
OWN_STREAM(cudaStreamGetCaptureInfo, (cudaStream_t stream, int *status, unsigned long long *number, hw_graph *graph, const hw_node **nodes, const struct hw_edge **data, size_t *count), (stream, status, number, graph, nodes, data, count))
OWN_STREAM(cudaStreamGetPriority, (cudaStream_t stream, int *priority), (stream, priority))
OWN_STREAM(cudaStreamQuery, (cudaStream_t stream), (stream))
OWN_STREAM(cudaStreamSynchronize, (cudaStream_t stream), (stream))
OWN_STREAM(cudaStreamUpdateCaptureDependencies, (cudaStream_t stream, hw_node *nodes, uintptr_t data, size_t count, unsigned flags), (stream, nodes, data, count, flags))
OWN_STREAM(cudaStreamWaitEvent, (cudaStream_t stream, cudaEvent_t event, unsigned flags), (stream, event, flags))

/* --- launches --- */

OWN_STREAM(__cudaLaunchKernel, (cudaKernel_t handle, dim3 grid, dim3 block, void **arguments, size_t shared_bytes, cudaStream_t stream), (handle, grid, block, arguments, shared_bytes, stream))
OWN_STREAM(cudaLaunchCooperativeKernel, (const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared_bytes, cudaStream_t stream), (kernel, grid, block, arguments, shared_bytes, stream))
OWN_STREAM(cudaLaunchKernel, (const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared_bytes, cudaStream_t stream), (kernel, grid, block, arguments, shared_bytes, stream))

/* --- memory --- */

OWN_STREAM(cudaMemPrefetchAsync_v2, (const void *address, size_t bytes, struct hw_location where, unsigned flags, cudaStream_t stream), (address, bytes, where, flags, stream))
OWN_STREAM(cudaStreamAttachMemAsync, (cudaStream_t stream, void *address, size_t bytes, unsigned flags), (stream, address, bytes, flags))
OWN_STREAM(cudaFreeAsync, (void *address, cudaStream_t stream), (address, stream))
OWN_STREAM(cudaMallocAsync, (void **address, size_t bytes, cudaStream_t stream), (address, bytes, stream))
OWN_STREAM(cudaMallocFromPoolAsync, (void **address, size_t bytes, cudaMemPool_t pool, cudaStream_t stream), (address, bytes, pool, stream))
OWN_STREAM(cudaMemcpy2DAsync, (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, int kind, cudaStream_t stream), (to, to_pitch, from, from_pitch, width, height, kind, stream))
OWN_STREAM(cudaMemcpy2DFromArrayAsync, (void *to, size_t pitch, const struct cudaArray *from, size_t x, size_t y, size_t width, size_t height, int kind, cudaStream_t stream), (to, pitch, from, x, y, width, height, kind, stream))
OWN_STREAM(cudaMemcpy2DToArrayAsync, (struct cudaArray *to, size_t x, size_t y, const void *from, size_t pitch, size_t width, size_t height, int kind, cudaStream_t stream), (to, x, y, from, pitch, width, height, kind, stream))
OWN_STREAM(cudaMemcpy3DAsync, (const struct cudaMemcpy3DParms *copy, cudaStream_t stream), (copy, stream))
OWN_STREAM(cudaMemcpy3DPeerAsync, (const struct cudaMemcpy3DPeerParms *copy, cudaStream_t stream), (copy, stream))
OWN_STREAM(cudaMemcpyAsync, (void *to, const void *from, size_t bytes, int kind, cudaStream_t stream), (to, from, bytes, kind, stream))
OWN_STREAM(cudaMemcpyFromArrayAsync, (void *to, const struct cudaArray *from, size_t x, size_t y, size_t bytes, int kind, cudaStream_t stream), (to, from, x, y, bytes, kind, stream))
OWN_STREAM(cudaMemcpyFromSymbolAsync, (void *to, const char *symbol, size_t bytes, size_t offset, int kind, cudaStream_t stream), (to, symbol, bytes, offset, kind, stream))
OWN_STREAM(cudaMemcpyToArrayAsync, (struct cudaArray *to, size_t x, size_t y, const void *from, size_t bytes, int kind, cudaStream_t stream), (to, x, y, from, bytes, kind, stream))
OWN_STREAM(cudaMemcpyToSymbolAsync, (const char *symbol, const void *from, size_t bytes, size_t offset, int kind, cudaStream_t stream), (symbol, from, bytes, offset, kind, stream))
OWN_STREAM(cudaMemset2DAsync, (void *address, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream), (address, pitch, value, width, height, stream))
OWN_STREAM(cudaMemset3DAsync, (struct cudaPitchedPtr box, int value, struct cudaExtent extent, cudaStream_t stream), (box, value, extent, stream))
OWN_STREAM(cudaMemsetAsync, (void *address, int value, size_t bytes, cudaStream_t stream), (address, value, bytes, stream))

/* --- memory, without a stream --- */

OWN_PLAIN(cudaMemcpy2DArrayToArray, cudaMemcpy2DArrayToArray, (struct cudaArray *to, size_t to_x, size_t to_y, const struct cudaArray *from, size_t from_x, size_t from_y, size_t width, size_t height, int kind), (to, to_x, to_y, from, from_x, from_y, width, height, kind))
OWN_WAITING(cudaMemcpy2DFromArray, cudaMemcpy2DFromArrayAsync, (void *to, size_t pitch, const struct cudaArray *from, size_t x, size_t y, size_t width, size_t height, int kind), (to, pitch, from, x, y, width, height, kind, HW_OWN_STREAM))
OWN_WAITING(cudaMemcpy2DToArray, cudaMemcpy2DToArrayAsync, (struct cudaArray *to, size_t x, size_t y, const void *from, size_t pitch, size_t width, size_t height, int kind), (to, x, y, from, pitch, width, height, kind, HW_OWN_STREAM))
OWN_WAITING(cudaMemcpy2D, cudaMemcpy2DAsync, (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, int kind), (to, to_pitch, from, from_pitch, width, height, kind, HW_OWN_STREAM))
OWN_WAITING(cudaMemcpy3DPeer, cudaMemcpy3DPeerAsync, (const struct cudaMemcpy3DPeerParms *copy), (copy, HW_OWN_STREAM))
OWN_WAITING(cudaMemcpy3D, cudaMemcpy3DAsync, (const struct cudaMemcpy3DParms *copy), (copy, HW_OWN_STREAM))
OWN_PLAIN(cudaMemcpyArrayToArray, cudaMemcpyArrayToArray, (struct cudaArray *to, size_t to_x, size_t to_y, const struct cudaArray *from, size_t from_x, size_t from_y, size_t bytes, int kind), (to, to_x, to_y, from, from_x, from_y, bytes, kind))
OWN_WAITING(cudaMemcpyFromArray, cudaMemcpyFromArrayAsync, (void *to, const struct cudaArray *from, size_t x, size_t y, size_t bytes, int kind), (to, from, x, y, bytes, kind, HW_OWN_STREAM))
OWN_WAITING(cudaMemcpyFromSymbol, cudaMemcpyFromSymbolAsync, (void *to, const char *symbol, size_t bytes, size_t offset, int kind), (to, symbol, bytes, offset, kind, HW_OWN_STREAM))
OWN_WAITING(cudaMemcpyToArray, cudaMemcpyToArrayAsync, (struct cudaArray *to, size_t x, size_t y, const void *from, size_t bytes, int kind), (to, x, y, from, bytes, kind, HW_OWN_STREAM))
OWN_WAITING(cudaMemcpyToSymbol, cudaMemcpyToSymbolAsync, (const char *symbol, const void *from, size_t bytes, size_t offset, int kind), (symbol, from, bytes, offset, kind, HW_OWN_STREAM))
OWN_WAITING(cudaMemcpy, cudaMemcpyAsync, (void *to, const void *from, size_t bytes, int kind), (to, from, bytes, kind, HW_OWN_STREAM))
OWN_PLAIN(cudaMemset2D, cudaMemset2DAsync, (void *address, size_t pitch, int value, size_t width, size_t height), (address, pitch, value, width, height, HW_OWN_STREAM))
OWN_PLAIN(cudaMemset3D, cudaMemset3DAsync, (struct cudaPitchedPtr box, int value, struct cudaExtent extent), (box, value, extent, HW_OWN_STREAM))
OWN_PLAIN(cudaMemset, cudaMemsetAsync, (void *address, int value, size_t bytes), (address, value, bytes, HW_OWN_STREAM))

/* clang-format on */
