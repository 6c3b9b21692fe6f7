/* SPDX-License-Identifier: MIT */
/* Several devices: access to each other's memory, and copies between them.
 *
 * All devices share one address space here, so that a copy between two of them is a copy like any other. */
#include "cuda/runtime/runtime_work.h"

#include "cuda/core/log/reason.h"

static cudaError_t check_devices(int first, int second)
{
    const cudaError_t error = hw_runtime_check_device(first);

    return error == cudaSuccess ? hw_runtime_check_device(second) : error;
}

cudaError_t hw_runtime_device_can_access_peer(int *can, int device, int peer)
{
    if (!can)
        return cudaErrorInvalidValue;
    const cudaError_t error = check_devices(device, peer);
    return error == cudaSuccess ? hw_cuda_can_access_peer(can, device, peer) : error;
}

cudaError_t hw_runtime_device_enable_peer_access(int peer, unsigned flags)
{
    if (flags)
        return cudaErrorInvalidValue;
    const cudaError_t error = hw_runtime_check_device(peer);
    return error == cudaSuccess ? hw_cuda_enable_peer(hw_cuda_primary(peer)) : error;
}

cudaError_t hw_runtime_device_disable_peer_access(int peer)
{
    const cudaError_t error = hw_runtime_check_device(peer);

    return error == cudaSuccess ? hw_cuda_disable_peer(hw_cuda_primary(peer)) : error;
}

/* --- copies --- */

cudaError_t hw_runtime_copy_peer_line(void *to, int to_device, const void *from, int from_device,
                                      size_t bytes, cudaStream_t stream)
{
    const struct hw_cuda_end there = {.memory = to, .device = true}, here = {.memory = from, .device = true};

    cudaError_t error = check_devices(to_device, from_device);
    if (error == cudaSuccess)
        error = hw_cuda_stream_check(stream);
    return error == cudaSuccess ? hw_cuda_copy(&there, &here, bytes, 1, 1, stream) : error;
}

cudaError_t hw_runtime_copy_peer_box(const struct cudaMemcpy3DPeerParms *copy, cudaStream_t stream)
{
    if (!copy)
        return hw_cuda_fail(cudaErrorInvalidValue, "the copy's description is null");
    const cudaError_t error = check_devices(copy->dstDevice, copy->srcDevice);
    if (error != cudaSuccess)
        return error;
    const struct cudaMemcpy3DParms plain = {.srcArray = copy->srcArray,
                                            .srcPos = copy->srcPos,
                                            .srcPtr = copy->srcPtr,
                                            .dstArray = copy->dstArray,
                                            .dstPos = copy->dstPos,
                                            .dstPtr = copy->dstPtr,
                                            .extent = copy->extent,
                                            .kind = cudaMemcpyDeviceToDevice};
    return hw_runtime_copy_box(&plain, stream);
}
