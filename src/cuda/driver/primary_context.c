/* SPDX-License-Identifier: MIT */
/* Primary contexts of devices: the runtime's, which a program of the driver interface may use, too. */
#include "cuda/driver/driver_call.h"

CUresult hw_cu_device_primary_ctx_retain(CUcontext *context, CUdevice device)
{
    if (!context)
        return CUDA_ERROR_INVALID_VALUE;
    *context = hw_cuda_primary(device);
    return *context ? hw_cu_error(hw_cuda_context_attach(*context)) : CUDA_ERROR_INVALID_DEVICE;
}

/* The last user that lets go takes it down. */
CUresult hw_cu_device_primary_ctx_release_v2(CUdevice device)
{
    const CUcontext context = hw_cuda_primary(device);

    if (!context)
        return CUDA_ERROR_INVALID_DEVICE;
    if (hw_cuda_context_detach(context) != cudaSuccess)
        return CUDA_ERROR_INVALID_CONTEXT;
    if (hw_cuda_context_users(context) == 0)
        hw_cuda_reset(device);
    return CUDA_SUCCESS;
}

CUresult hw_cu_device_primary_ctx_reset_v2(CUdevice device)
{
    if (!hw_cuda_primary(device))
        return CUDA_ERROR_INVALID_DEVICE;
    hw_cuda_reset(device);
    return CUDA_SUCCESS;
}

CUresult hw_cu_device_primary_ctx_set_flags_v2(CUdevice device, unsigned flags)
{
    if (!hw_cuda_primary(device))
        return CUDA_ERROR_INVALID_DEVICE;
    if (flags & ~(unsigned)CU_CTX_FLAGS_MASK)
        return CUDA_ERROR_INVALID_VALUE;
    return hw_cu_error(hw_cuda_set_device_flags(device, flags, false));
}

CUresult hw_cu_device_primary_ctx_get_state(CUdevice device, unsigned *flags, int *active)
{
    if (!flags || !active)
        return CUDA_ERROR_INVALID_VALUE;
    if (!hw_cuda_primary(device))
        return CUDA_ERROR_INVALID_DEVICE;
    *flags = hw_cuda_device_flags(device);
    *active = hw_cuda_active(hw_cuda_primary(device));
    return CUDA_SUCCESS;
}
