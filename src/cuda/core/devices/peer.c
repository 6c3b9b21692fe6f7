/* SPDX-License-Identifier: MIT */
/* Access to the memory of other devices.
 *
 * All devices have one address space here, so access needs no preparation.  Only a program's requests for
 * access are kept, since it has to make them.  Devices from 2.0 on can be peers (CUDA C Programming
 * Guide 4.2, 3.2.6.4). */
#include "cuda/core/devices/context.h"
#include "cuda/core/devices/device.h"
#include "cuda/core/log/reason.h"

#define FIRST_PEER 20
#define PEERS_MAX  8 /* of one device */

cudaError_t hw_cuda_can_access_peer(int *can, int device, int peer)
{
    const struct hw_cuda_device *one = hw_cuda_device_at(device), *other = hw_cuda_device_at(peer);

    if (!can)
        return cudaErrorInvalidValue;
    if (!one || !other)
        return cudaErrorInvalidDevice;
    *can = one != other && one->chip->capability >= FIRST_PEER && other->chip->capability >= FIRST_PEER;
    return cudaSuccess;
}

/* All memory of devices that reach each other's is alike: no link is better than another, atomics are of one
 * kind, and arrays are there, too. */
cudaError_t hw_cuda_peer_attribute(int *value, int attribute, int device, int peer)
{
    enum { RANK = 1, ACCESS, ATOMICS, ARRAYS, PARTIAL_ATOMICS };
    int can = 0;

    if (!value || attribute < RANK || attribute > PARTIAL_ATOMICS)
        return value ? hw_cuda_fail(cudaErrorInvalidValue, "attribute %d; expected 1 to 5", attribute)
                     : hw_cuda_fail(cudaErrorInvalidValue, "the value's place is null");
    if (device == peer)
        return hw_cuda_fail(cudaErrorInvalidDevice, "device %d twice; expected two", device);
    const cudaError_t error = hw_cuda_can_access_peer(&can, device, peer);
    if (error == cudaSuccess)
        *value = attribute == RANK || attribute == PARTIAL_ATOMICS ? 0 : can;
    return error;
}

static cudaError_t check_peer(const struct hw_cuda_context *peer)
{
    int can = 0;

    if (!hw_cuda_context_is_valid(peer))
        return cudaErrorInvalidResourceHandle;
    hw_cuda_can_access_peer(&can, hw_cuda.context->device->ordinal, peer->device->ordinal);
    return can ? cudaSuccess : cudaErrorInvalidDevice;
}

cudaError_t hw_cuda_enable_peer(struct hw_cuda_context *peer)
{
    const cudaError_t error = check_peer(peer);

    if (error != cudaSuccess)
        return error;
    if (hw_cuda_pointer_map_get(&hw_cuda.context->peers, peer))
        return cudaErrorPeerAccessAlreadyEnabled;
    if (hw_cuda.context->peers.count == PEERS_MAX)
        return cudaErrorTooManyPeers;
    if (!hw_cuda_context_activate(peer) || !hw_cuda_pointer_map_put(&hw_cuda.context->peers, peer, peer))
        return cudaErrorMemoryAllocation;
    return cudaSuccess;
}

cudaError_t hw_cuda_disable_peer(struct hw_cuda_context *peer)
{
    if (!hw_cuda_pointer_map_get(&hw_cuda.context->peers, peer))
        return cudaErrorPeerAccessNotEnabled;
    hw_cuda_pointer_map_remove(&hw_cuda.context->peers, peer);
    return cudaSuccess;
}
