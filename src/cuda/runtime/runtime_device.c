/* SPDX-License-Identifier: MIT */
/* Devices: their number, the one that a host thread uses, their attributes; versions.  None of this uses a
 * device, so it works after a kernel's fault too. */
#include "cuda/core/reason.h"
#include "cuda/runtime/runtime.h"
#include "cuda/runtime/since.h"

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

static cudaError_t count_devices(int *count)
{
    if (!count)
        return cudaErrorInvalidValue;
    *count = hw_cuda_device_count();
    return *count ? cudaSuccess : cudaErrorNoDevice;
}

cudaError_t cudaGetDeviceCount(int *count)
{
    HW_PLAIN_CALL(count_devices(count));
}

cudaError_t cudaGetDevice(int *device)
{
    HW_PLAIN_CALL(hw_runtime_give(device, hw_cuda_device()));
}

/* Since CUDA 12 setting a device makes its primary context, which may be told flags at any time. */
static bool begins_devices(void)
{
    return hw_soname.version >= 12000;
}

/* A thread with a context of its own keeps its device. */
static cudaError_t set_device(int device)
{
    if (hw_runtime_active())
        return device == hw_cuda_device() ? cudaSuccess : cudaErrorSetOnActiveProcess;
    const cudaError_t error = hw_cuda_set_device(device);
    return error == cudaSuccess && begins_devices() ? hw_cuda_begin_set_device() : error;
}

cudaError_t cudaSetDevice(int device)
{
    HW_PLAIN_CALL(set_device(device));
}

/* No device is ever taken by somebody else, so the first of the list is the one that a thread gets. */
static cudaError_t set_valid(const int *devices, int count)
{
    if (count < 0 || count > hw_cuda_device_count() || (count > 0 && !devices))
        return cudaErrorInvalidValue;
    for (int i = 0; i < count; i++)
        if (hw_runtime_check_device(devices[i]) != cudaSuccess)
            return cudaErrorInvalidDevice;
    return count ? set_device(devices[0]) : cudaSuccess;
}

cudaError_t cudaSetValidDevices(int *devices, int count)
{
    HW_PLAIN_CALL(set_valid(devices, count));
}

static cudaError_t set_flags(int device, unsigned flags)
{
    const unsigned waiting = flags & HOW_TO_WAIT;

    if ((flags & ~DEVICE_FLAGS) || (waiting & (waiting - 1)))
        return cudaErrorInvalidValue;
    if (hw_runtime_active())
        return cudaErrorSetOnActiveProcess;
    return hw_cuda_set_device_flags(device, flags, begins_devices());
}

cudaError_t cudaSetDeviceFlags(unsigned flags)
{
    HW_PLAIN_CALL(set_flags(hw_cuda_device(), flags));
}

/* The thread's device stays what it is. */
static cudaError_t begin_device(int device, unsigned device_flags, unsigned flags)
{
    cudaError_t error = hw_runtime_check_device(device);

    if (flags & ~INIT_FLAGS_COUNT)
        return cudaErrorInvalidValue;
    if (error == cudaSuccess && flags)
        error = set_flags(device, device_flags);
    return error == cudaSuccess ? hw_cuda_begin_device(device) : error;
}

cudaError_t cudaInitDevice(int device, unsigned device_flags, unsigned flags)
{
    HW_PLAIN_CALL(begin_device(device, device_flags, flags));
}

cudaError_t cudaDeviceGetAttribute(int *value, int attribute, int device)
{
    HW_PLAIN_CALL(hw_cuda_attribute(device, attribute, value));
}

/* --- versions: a driver is never older than its runtime here --- */

cudaError_t cudaDriverGetVersion(int *version)
{
    HW_PLAIN_CALL(hw_runtime_give(version, hw_soname.version));
}

cudaError_t cudaRuntimeGetVersion(int *version)
{
    HW_PLAIN_CALL(hw_runtime_give(version, hw_soname.version));
}
