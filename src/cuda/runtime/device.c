/* The one device, its life, limits and peers (of which it has none); versions; errors. */
#include "cuda/runtime/runtime.h"

#define VERSION 4020 /* CUDA 4.2 */

/* --- functions that do not use the device, and so work after a kernel's fault --- */

cudaError_t cudaGetDeviceCount(int *count)
{
    hw_cuda_lock();
    const int devices = hw_cuda_device_count();
    if (count)
        *count = devices;
    return hw_cuda_leave(!count ? cudaErrorInvalidValue : devices == 0 ? cudaErrorNoDevice : cudaSuccess);
}

cudaError_t cudaGetDevice(int *device)
{
    hw_cuda_lock();
    if (device)
        *device = hw_cuda_device();
    return hw_cuda_leave(device ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaSetDevice(int device)
{
    hw_cuda_lock();
    return hw_cuda_leave(hw_cuda_set_device(device));
}

cudaError_t cudaSetDeviceFlags(unsigned flags)
{
    hw_cuda_lock();
    return hw_cuda_leave(hw_cuda_set_device_flags(hw_cuda_device(), flags));
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device)
{
    hw_cuda_lock();
    return hw_cuda_leave(properties ? hw_cuda_properties(device, properties) : cudaErrorInvalidValue);
}

cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *wanted)
{
    hw_cuda_lock();
    if (device && wanted)
        *device = 0;
    return hw_cuda_leave(device && wanted ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaDeviceReset(void)
{
    hw_cuda_lock();
    hw_cuda_reset(hw_cuda_device());
    return hw_cuda_leave(cudaSuccess);
}

cudaError_t cudaThreadExit(void)
{
    return cudaDeviceReset();
}

static cudaError_t version(int *to)
{
    hw_cuda_lock();
    if (to)
        *to = VERSION;
    return hw_cuda_leave(to ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaDriverGetVersion(int *to)
{
    return version(to);
}

cudaError_t cudaRuntimeGetVersion(int *to)
{
    return version(to);
}

cudaError_t cudaGetLastError(void)
{
    return hw_cuda_last_error(true);
}

cudaError_t cudaPeekAtLastError(void)
{
    return hw_cuda_last_error(false);
}

const char *cudaGetErrorString(cudaError_t error)
{
    switch (error) {
#define HW_CUDA_TEXT(number, name, text)                                                                     \
    case name:                                                                                               \
        return text;
        HW_CUDA_ERRORS(HW_CUDA_TEXT)
#undef HW_CUDA_TEXT
    }
    return "unknown error";
}

/* --- functions that use it --- */

cudaError_t cudaDeviceSynchronize(void)
{
    HW_DEVICE_CALL(cudaSuccess);
}

cudaError_t cudaThreadSynchronize(void)
{
    return cudaDeviceSynchronize();
}

cudaError_t cudaDeviceSetLimit(int limit, size_t value)
{
    HW_DEVICE_CALL(hw_cuda_set_limit(limit, value));
}

cudaError_t cudaDeviceGetLimit(size_t *value, int limit)
{
    HW_DEVICE_CALL(hw_cuda_get_limit(limit, value));
}

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer)
{
    hw_cuda_lock();
    return hw_cuda_leave(hw_cuda_can_access_peer(can, device, peer));
}

static cudaError_t enable_peer(int peer, unsigned flags)
{
    struct hw_cuda_context *context = hw_cuda_primary(peer);

    if (flags)
        return cudaErrorInvalidValue;
    return context ? hw_cuda_enable_peer(context) : cudaErrorInvalidDevice;
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags)
{
    HW_DEVICE_CALL(enable_peer(peer, flags));
}

static cudaError_t disable_peer(int peer)
{
    struct hw_cuda_context *context = hw_cuda_primary(peer);

    return context ? hw_cuda_disable_peer(context) : cudaErrorInvalidDevice;
}

cudaError_t cudaDeviceDisablePeerAccess(int peer)
{
    HW_DEVICE_CALL(disable_peer(peer));
}
