/* SPDX-License-Identifier: MIT */
/* Allocations in order of streams. */
#include "cuda/core/memory/pool_state.h"

#include "cuda/core/memory/allocation.h"
#include "cuda/core/devices/device.h"
#include "cuda/core/graphs/graph_memory.h"
#include "cuda/core/ipc/ipc_memory.h"
#include "cuda/core/log/reason.h"
#include "cuda/core/memory/managed_pool.h"
#include "cuda/core/streams/stream.h"
#include "cuda/core/streams/stream_capture.h"
#include "cuda/core/streams/stream_work.h"

static bool is_captured(cudaStream_t stream)
{
    hw_graph graph;

    return hw_cuda_capturing() && hw_cuda_capture_nodes(hw_cuda_stream_resolve(stream), &graph);
}

/* The address is known, and usable, at once: nothing that was asked of the stream before can need it. */
cudaError_t hw_cuda_alloc_async(void **address, size_t bytes, hw_pool pool, cudaStream_t stream)
{
    if (hw_cuda_stream_check(stream) != cudaSuccess)
        return cudaErrorInvalidResourceHandle;
    bool taken;
    cudaError_t error = pool ? hw_cuda_pool_check_source(pool) : cudaSuccess;
    if (error != cudaSuccess)
        return error;
    if (pool && pool->managed && is_captured(stream))
        return hw_cuda_fail(cudaErrorStreamCaptureUnsupported,
                            "memory of a pool of managed memory cannot be a graph's");
    error = hw_cuda_capture_alloc(address, bytes, stream, &taken);
    if (taken)
        return error;
    struct hw_cuda_context *context = hw_cuda_stream_context(stream);
    if (!address || bytes == 0)
        return cudaErrorInvalidValue;
    if (!pool && !hw_cuda_pool_own(context->device))
        return cudaErrorMemoryAllocation;
    if (!pool)
        pool = context->device->current_pool;
    if (pool->managed)
        return hw_cuda_managed_block_add(context, pool, bytes, address);
    if (pool->device != context->device)
        context = &pool->device->primary;
    if (!hw_cuda_context_activate(context))
        return cudaErrorMemoryAllocation;
    return hw_cuda_block_add(context, pool, bytes, address);
}

static cudaError_t free_now(void *data)
{
    void *address = *(void **)data;

    return hw_cuda_opened_remove(address) || hw_cuda_managed_block_remove(address)
               ? cudaSuccess
               : hw_cuda_block_remove(address);
}

cudaError_t hw_cuda_free_async(void *address, cudaStream_t stream)
{
    if (hw_cuda_stream_check(stream) != cudaSuccess)
        return cudaErrorInvalidResourceHandle;
    if (!address)
        return cudaSuccess;
    bool taken;
    cudaError_t error = hw_cuda_capture_free(address, stream, &taken);
    if (taken || hw_cuda_memory_leave(address, &error))
        return error;
    if (!hw_cuda_block_leave(address) && !hw_cuda_opened_leave(address) &&
        !hw_cuda_managed_block_leave(address))
        return cudaErrorInvalidDevicePointer;
    return hw_cuda_work_short(stream, free_now, &address, sizeof address);
}
