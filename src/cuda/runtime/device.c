/* The one device, its life, limits and peers (of which it has none); versions; errors. */
#include "cuda/runtime/runtime.h"

#define VERSION 4020 /* CUDA 4.2 */

/* --- functions that do not use the device, and so work after a kernel's fault --- */

static cudaError_t check_device(int device)
{
    return device == 0 ? cudaSuccess : cudaErrorInvalidDevice;
}

cudaError_t cudaGetDeviceCount(int *count)
{
    hw_cuda_lock();
    if (count)
        *count = 1;
    return hw_cuda_leave(count ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaGetDevice(int *device)
{
    hw_cuda_lock();
    if (device)
        *device = 0;
    return hw_cuda_leave(device ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaSetDevice(int device)
{
    hw_cuda_lock();
    return hw_cuda_leave(check_device(device));
}

cudaError_t cudaSetDeviceFlags(unsigned flags)
{
    (void)flags; /* how the host waits; there is no waiting */
    hw_cuda_lock();
    return hw_cuda_leave(hw_cuda_active() ? cudaErrorSetOnActiveProcess : cudaSuccess);
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device)
{
    cudaError_t error = properties ? check_device(device) : cudaErrorInvalidValue;

    hw_cuda_lock();
    if (error == cudaSuccess)
        error = hw_cuda_properties(properties);
    return hw_cuda_leave(error);
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
    hw_cuda_reset();
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

/* A device is no peer of its own. */
cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer)
{
    hw_cuda_lock();
    if (can)
        *can = 0;
    return hw_cuda_leave(!can                   ? cudaErrorInvalidValue
                         : check_device(device) ? cudaErrorInvalidDevice
                                                : check_device(peer));
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags)
{
    (void)peer;
    HW_DEVICE_CALL(flags ? cudaErrorInvalidValue : cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceDisablePeerAccess(int peer)
{
    HW_DEVICE_CALL(check_device(peer) ? cudaErrorInvalidDevice : cudaErrorPeerAccessNotEnabled);
}
