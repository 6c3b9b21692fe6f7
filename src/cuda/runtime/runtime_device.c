/* SPDX-License-Identifier: MIT */
/* Devices: their number, the one that a host thread uses, their attributes; versions.  None of this uses a
 * device, so it works after a kernel's fault too. */
#include "cuda/runtime/runtime_work.h"

#include "cuda/core/log/reason.h"

#define HOW_TO_WAIT  7u /* bits of cudaSetDeviceFlags of which only one may be set */
#define DEVICE_FLAGS 31u

#define INIT_FLAGS_COUNT 1u /* cudaInitDeviceFlagsAreValid */

cudaError_t hw_runtime_check_device(int device)
{
    return device >= 0 && device < hw_cuda_device_count()
               ? cudaSuccess
               : hw_cuda_fail(cudaErrorInvalidDevice, "device %d; there are %d", device,
                              hw_cuda_device_count());
}

cudaError_t hw_runtime_get_device_count(int *count)
{
    if (!count)
        return cudaErrorInvalidValue;
    *count = hw_cuda_device_count();
    return *count ? cudaSuccess : cudaErrorNoDevice;
}

/* Since CUDA 12 setting a device makes its primary context, which may be told flags at any time. */
static bool begins_devices(void)
{
    return hw_soname.version >= 12000;
}

/* A thread with a context of its own keeps its device. */
cudaError_t hw_runtime_set_device(int device)
{
    if (hw_runtime_active())
        return device == hw_cuda_device() ? cudaSuccess : cudaErrorSetOnActiveProcess;
    const cudaError_t error = hw_cuda_set_device(device);
    return error == cudaSuccess && begins_devices() ? hw_cuda_begin_set_device() : error;
}

/* No device is ever taken by somebody else, so the first of the list is the one that a thread gets. */
cudaError_t hw_runtime_set_valid_devices(const int *devices, int count)
{
    if (count < 0 || count > hw_cuda_device_count() || (count > 0 && !devices))
        return cudaErrorInvalidValue;
    for (int i = 0; i < count; i++)
        if (hw_runtime_check_device(devices[i]) != cudaSuccess)
            return cudaErrorInvalidDevice;
    return count ? hw_runtime_set_device(devices[0]) : cudaSuccess;
}

cudaError_t hw_runtime_set_flags(int device, unsigned flags)
{
    const unsigned waiting = flags & HOW_TO_WAIT;

    if ((flags & ~DEVICE_FLAGS) || (waiting & (waiting - 1)))
        return cudaErrorInvalidValue;
    if (hw_runtime_active())
        return cudaErrorSetOnActiveProcess;
    return hw_cuda_set_device_flags(device, flags, begins_devices());
}

/* The thread's device stays what it is. */
cudaError_t hw_runtime_init_device(int device, unsigned device_flags, unsigned flags)
{
    cudaError_t error = hw_runtime_check_device(device);

    if (flags & ~INIT_FLAGS_COUNT)
        return cudaErrorInvalidValue;
    if (error == cudaSuccess && flags)
        error = hw_runtime_set_flags(device, device_flags);
    return error == cudaSuccess ? hw_cuda_begin_device(device) : error;
}
