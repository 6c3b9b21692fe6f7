/* SPDX-License-Identifier: MIT */
/* Functions for programs that are compiled for default streams of their threads; see own_stream.h. */
#include "cuda/core/own_stream.h"

#include "cuda/driver/driver_call.h"
#include "cuda/driver/driver_gl.h"
#include "cuda/driver/driver_graph.h"
#include "cuda/driver/driver_later.h"
#include "cuda/driver/driver_managed.h"
#include "cuda/driver/driver_pool.h"

#define HW_INTERFACE_STREAMS
#undef HW_INTERFACE_NAME
#define HW_INTERFACE_NAME(name)          cu##name##_ptsz
#define HW_INTERFACE_SYNCHRONIZE(stream) cuStreamSynchronize(stream)
#include "cuda/core/graph_calls.h"
#define HW_INTERFACE_CALL(work)             \
    do {                                    \
        stream = hw_own_stream(stream);     \
        HW_CONTEXT_CALL(hw_cu_error(work)); \
    } while (0)
#include "cuda/core/graph_calls.h"

__attribute__((visibility("default"))) CUresult cuStreamCopyAttributes_ptsz(CUstream to, CUstream from);
CUresult cuStreamCopyAttributes_ptsz(CUstream to, CUstream from)
{
    return cuStreamCopyAttributes(hw_own_stream(to), hw_own_stream(from));
}

/* There is nothing to be brought anywhere in the stream of the structure. */
__attribute__((visibility("default"))) CUresult
cuGraphInstantiateWithParams_ptsz(CUgraphExec *exec, CUgraph graph, struct hw_instantiation *instantiation);
CUresult cuGraphInstantiateWithParams_ptsz(CUgraphExec *exec, CUgraph graph,
                                           struct hw_instantiation *instantiation)
{
    return cuGraphInstantiateWithParams(exec, graph, instantiation);
}

__attribute__((visibility("default"))) CUresult
cuLaunchKernelEx_ptsz(const CUlaunchConfig *launch, CUfunction function, void **parameters, void **extra);
CUresult cuLaunchKernelEx_ptsz(const CUlaunchConfig *launch, CUfunction function, void **parameters,
                               void **extra)
{
    if (!launch)
        return cuLaunchKernelEx(launch, function, parameters, extra);
    CUlaunchConfig own = *launch;
    own.hStream = hw_own_stream(own.hStream);
    return cuLaunchKernelEx(&own, function, parameters, extra);
}

/* clang-format off */

/* --- streams and events --- */

OWN_STREAM(cuEventRecordWithFlags, (CUevent event, CUstream stream, unsigned flags), (event, stream, flags))
OWN_STREAM(cuEventRecord, (CUevent event, CUstream stream), (event, stream))
OWN_STREAM(cuLaunchHostFunc, (CUstream stream, CUhostFn function, void *data), (stream, function, data))
OWN_STREAM(cuStreamAddCallback, (CUstream stream, CUstreamCallback callback, void *data, unsigned flags), (stream, callback, data, flags))
OWN_STREAM(cuStreamBeginCapture, (CUstream stream), (stream))
OWN_STREAM(cuStreamBeginCapture_v2, (CUstream stream, int mode), (stream, mode))
OWN_STREAM(cuStreamGetCaptureInfo, (CUstream stream, int *status, uint64_t *number), (stream, status, number))
OWN_STREAM(cuStreamGetCtx, (CUstream stream, CUcontext *context), (stream, context))
OWN_STREAM(cuStreamGetCtx_v2, (CUstream stream, CUcontext *context, void **green), (stream, context, green))
OWN_STREAM(cuStreamGetPriority, (CUstream stream, int *priority), (stream, priority))
OWN_STREAM(cuStreamQuery, (CUstream stream), (stream))
OWN_STREAM(cuStreamSynchronize, (CUstream stream), (stream))
OWN_STREAM(cuStreamUpdateCaptureDependencies, (CUstream stream, CUgraphNode *nodes, size_t count, unsigned flags), (stream, nodes, count, flags))
OWN_STREAM(cuStreamWaitEvent, (CUstream stream, CUevent event, unsigned flags), (stream, event, flags))

/* --- launches --- */

OWN_STREAM(cuLaunchCooperativeKernel, (CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes, CUstream stream, void **parameters), (function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared_bytes, stream, parameters))
OWN_STREAM(cuLaunchKernel, (CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes, CUstream stream, void **parameters, void **extra), (function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared_bytes, stream, parameters, extra))

/* --- memory --- */

OWN_STREAM(cuMemPrefetchAsync, (CUdeviceptr address, size_t bytes, CUdevice device, CUstream stream), (address, bytes, device, stream))
OWN_STREAM(cuMemPrefetchAsync_v2, (CUdeviceptr address, size_t bytes, struct hw_location location, unsigned flags, CUstream stream), (address, bytes, location, flags, stream))
OWN_STREAM(cuStreamAttachMemAsync, (CUstream stream, CUdeviceptr address, size_t bytes, unsigned flags), (stream, address, bytes, flags))
OWN_STREAM(cuGLMapBufferObjectAsync_v2, (CUdeviceptr *address, size_t *bytes, unsigned buffer, CUstream stream), (address, bytes, buffer, stream))
OWN_STREAM(cuGraphicsMapResources, (unsigned count, CUgraphicsResource *resources, CUstream stream), (count, resources, stream))
OWN_STREAM(cuGraphicsUnmapResources, (unsigned count, CUgraphicsResource *resources, CUstream stream), (count, resources, stream))
OWN_STREAM(cuMemAllocAsync, (CUdeviceptr *address, size_t bytes, CUstream stream), (address, bytes, stream))
OWN_STREAM(cuMemAllocFromPoolAsync, (CUdeviceptr *address, size_t bytes, CUmemoryPool pool, CUstream stream), (address, bytes, pool, stream))
OWN_STREAM(cuMemFreeAsync, (CUdeviceptr address, CUstream stream), (address, stream))
OWN_STREAM(cuMemcpy2DAsync_v2, (const CUDA_MEMCPY2D *copy, CUstream stream), (copy, stream))
OWN_STREAM(cuMemcpy3DAsync_v2, (const CUDA_MEMCPY3D *copy, CUstream stream), (copy, stream))
OWN_STREAM(cuMemcpy3DPeerAsync, (const CUDA_MEMCPY3D_PEER *copy, CUstream stream), (copy, stream))
OWN_STREAM(cuMemcpyAsync, (CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream), (to, from, bytes, stream))
OWN_STREAM(cuMemcpyAtoHAsync_v2, (void *to, CUarray from, size_t offset, size_t bytes, CUstream stream), (to, from, offset, bytes, stream))
OWN_STREAM(cuMemcpyDtoDAsync_v2, (CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream), (to, from, bytes, stream))
OWN_STREAM(cuMemcpyDtoHAsync_v2, (void *to, CUdeviceptr from, size_t bytes, CUstream stream), (to, from, bytes, stream))
OWN_STREAM(cuMemcpyHtoAAsync_v2, (CUarray to, size_t offset, const void *from, size_t bytes, CUstream stream), (to, offset, from, bytes, stream))
OWN_STREAM(cuMemcpyHtoDAsync_v2, (CUdeviceptr to, const void *from, size_t bytes, CUstream stream), (to, from, bytes, stream))
OWN_STREAM(cuMemcpyPeerAsync, (CUdeviceptr to, CUcontext there, CUdeviceptr from, CUcontext here, size_t bytes, CUstream stream), (to, there, from, here, bytes, stream))
OWN_STREAM(cuMemsetD16Async, (CUdeviceptr to, unsigned short value, size_t count, CUstream stream), (to, value, count, stream))
OWN_STREAM(cuMemsetD2D16Async, (CUdeviceptr to, size_t pitch, unsigned short value, size_t width, size_t height, CUstream stream), (to, pitch, value, width, height, stream))
OWN_STREAM(cuMemsetD2D32Async, (CUdeviceptr to, size_t pitch, unsigned value, size_t width, size_t height, CUstream stream), (to, pitch, value, width, height, stream))
OWN_STREAM(cuMemsetD2D8Async, (CUdeviceptr to, size_t pitch, unsigned char value, size_t width, size_t height, CUstream stream), (to, pitch, value, width, height, stream))
OWN_STREAM(cuMemsetD32Async, (CUdeviceptr to, unsigned value, size_t count, CUstream stream), (to, value, count, stream))
OWN_STREAM(cuMemsetD8Async, (CUdeviceptr to, unsigned char value, size_t count, CUstream stream), (to, value, count, stream))

/* --- memory, without a stream --- */

OWN_WAITING(cuGLMapBufferObject_v2, cuGLMapBufferObjectAsync_v2, (CUdeviceptr *address, size_t *bytes, unsigned buffer), (address, bytes, buffer, HW_OWN_STREAM))
OWN_PLAIN(cuMemcpy2DUnaligned_v2, cuMemcpy2DUnaligned_v2, (const CUDA_MEMCPY2D *copy), (copy))
OWN_WAITING(cuMemcpy2D_v2, cuMemcpy2DAsync_v2, (const CUDA_MEMCPY2D *copy), (copy, HW_OWN_STREAM))
OWN_WAITING(cuMemcpy3DPeer, cuMemcpy3DPeerAsync, (const CUDA_MEMCPY3D_PEER *copy), (copy, HW_OWN_STREAM))
OWN_WAITING(cuMemcpy3D_v2, cuMemcpy3DAsync_v2, (const CUDA_MEMCPY3D *copy), (copy, HW_OWN_STREAM))
OWN_PLAIN(cuMemcpyAtoA_v2, cuMemcpyAtoA_v2, (CUarray to, size_t to_offset, CUarray from, size_t from_offset, size_t bytes), (to, to_offset, from, from_offset, bytes))
OWN_PLAIN(cuMemcpyAtoD_v2, cuMemcpyAtoD_v2, (CUdeviceptr to, CUarray from, size_t offset, size_t bytes), (to, from, offset, bytes))
OWN_WAITING(cuMemcpyAtoH_v2, cuMemcpyAtoHAsync_v2, (void *to, CUarray from, size_t offset, size_t bytes), (to, from, offset, bytes, HW_OWN_STREAM))
OWN_PLAIN(cuMemcpyDtoA_v2, cuMemcpyDtoA_v2, (CUarray to, size_t offset, CUdeviceptr from, size_t bytes), (to, offset, from, bytes))
OWN_WAITING(cuMemcpyDtoD_v2, cuMemcpyDtoDAsync_v2, (CUdeviceptr to, CUdeviceptr from, size_t bytes), (to, from, bytes, HW_OWN_STREAM))
OWN_WAITING(cuMemcpyDtoH_v2, cuMemcpyDtoHAsync_v2, (void *to, CUdeviceptr from, size_t bytes), (to, from, bytes, HW_OWN_STREAM))
OWN_WAITING(cuMemcpyHtoA_v2, cuMemcpyHtoAAsync_v2, (CUarray to, size_t offset, const void *from, size_t bytes), (to, offset, from, bytes, HW_OWN_STREAM))
OWN_WAITING(cuMemcpyHtoD_v2, cuMemcpyHtoDAsync_v2, (CUdeviceptr to, const void *from, size_t bytes), (to, from, bytes, HW_OWN_STREAM))
OWN_WAITING(cuMemcpyPeer, cuMemcpyPeerAsync, (CUdeviceptr to, CUcontext there, CUdeviceptr from, CUcontext here, size_t bytes), (to, there, from, here, bytes, HW_OWN_STREAM))
OWN_WAITING(cuMemcpy, cuMemcpyAsync, (CUdeviceptr to, CUdeviceptr from, size_t bytes), (to, from, bytes, HW_OWN_STREAM))
OWN_PLAIN(cuMemsetD16_v2, cuMemsetD16Async, (CUdeviceptr to, unsigned short value, size_t count), (to, value, count, HW_OWN_STREAM))
OWN_PLAIN(cuMemsetD2D16_v2, cuMemsetD2D16Async, (CUdeviceptr to, size_t pitch, unsigned short value, size_t width, size_t height), (to, pitch, value, width, height, HW_OWN_STREAM))
OWN_PLAIN(cuMemsetD2D32_v2, cuMemsetD2D32Async, (CUdeviceptr to, size_t pitch, unsigned value, size_t width, size_t height), (to, pitch, value, width, height, HW_OWN_STREAM))
OWN_PLAIN(cuMemsetD2D8_v2, cuMemsetD2D8Async, (CUdeviceptr to, size_t pitch, unsigned char value, size_t width, size_t height), (to, pitch, value, width, height, HW_OWN_STREAM))
OWN_PLAIN(cuMemsetD32_v2, cuMemsetD32Async, (CUdeviceptr to, unsigned value, size_t count), (to, value, count, HW_OWN_STREAM))
OWN_PLAIN(cuMemsetD8_v2, cuMemsetD8Async, (CUdeviceptr to, unsigned char value, size_t count), (to, value, count, HW_OWN_STREAM))

/* clang-format on */
