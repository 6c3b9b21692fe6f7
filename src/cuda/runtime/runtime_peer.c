/* SPDX-License-Identifier: MIT */
/* Several devices: access to each other's memory, and copies between them.
 *
 * All devices share one address space here, so that a copy between two of them is a copy like any other. */
#include "cuda/core/reason.h"
#include "cuda/runtime/runtime.h"

static cudaError_t check_devices(int first, int second)
{
    const cudaError_t error = hw_runtime_check_device(first);

    return error == cudaSuccess ? hw_runtime_check_device(second) : error;
}

static cudaError_t can_access(int *can, int device, int peer)
{
    if (!can)
        return cudaErrorInvalidValue;
    const cudaError_t error = check_devices(device, peer);
    return error == cudaSuccess ? hw_cuda_can_access_peer(can, device, peer) : error;
}

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer)
{
    HW_PLAIN_CALL(can_access(can, device, peer));
}

static cudaError_t enable(int peer, unsigned flags)
{
    if (flags)
        return cudaErrorInvalidValue;
    const cudaError_t error = hw_runtime_check_device(peer);
    return error == cudaSuccess ? hw_cuda_enable_peer(hw_cuda_primary(peer)) : error;
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags)
{
    HW_DEVICE_CALL(enable(peer, flags));
}

static cudaError_t disable(int peer)
{
    const cudaError_t error = hw_runtime_check_device(peer);

    return error == cudaSuccess ? hw_cuda_disable_peer(hw_cuda_primary(peer)) : error;
}

cudaError_t cudaDeviceDisablePeerAccess(int peer)
{
    HW_DEVICE_CALL(disable(peer));
}

/* --- copies --- */

static cudaError_t copy_line(void *to, int to_device, const void *from, int from_device, size_t bytes,
                             cudaStream_t stream)
{
    const struct hw_cuda_end there = {.memory = to, .device = true}, here = {.memory = from, .device = true};

    cudaError_t error = check_devices(to_device, from_device);
    if (error == cudaSuccess)
        error = hw_cuda_stream_check(stream);
    return error == cudaSuccess ? hw_cuda_copy(&there, &here, bytes, 1, 1, stream) : error;
}

cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t bytes)
{
    HW_WAITING_CALL(copy_line(to, to_device, from, from_device, bytes, NULL));
}

cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device, size_t bytes,
                                cudaStream_t stream)
{
    HW_DEVICE_CALL(copy_line(to, to_device, from, from_device, bytes, hw_stream(stream)));
}

static cudaError_t copy_box(const struct cudaMemcpy3DPeerParms *copy, cudaStream_t stream)
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

cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *copy)
{
    HW_WAITING_CALL(copy_box(copy, NULL));
}

cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *copy, cudaStream_t stream)
{
    HW_DEVICE_CALL(copy_box(copy, hw_stream(stream)));
}
