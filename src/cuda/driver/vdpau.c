/* SPDX-License-Identifier: MIT */
/* Sharing with VDPAU, which decodes videos: no device here is one of VDPAU's. */
#include "cuda/driver/driver_call.h"

CUresult cuVDPAUGetDevice(CUdevice *device, uint32_t vdpau, void *functions)
{
    (void)vdpau;
    HW_DRIVER_CALL(device && functions ? CUDA_ERROR_INVALID_DEVICE : CUDA_ERROR_INVALID_VALUE);
}

CUresult cuVDPAUCtxCreate_v2(CUcontext *context, unsigned flags, CUdevice device, uint32_t vdpau,
                             void *functions)
{
    (void)flags, (void)device, (void)vdpau;
    HW_DRIVER_CALL(context && functions ? CUDA_ERROR_INVALID_DEVICE : CUDA_ERROR_INVALID_VALUE);
}

CUresult cuVDPAUCtxCreate(CUcontext *context, unsigned flags, CUdevice device, uint32_t vdpau,
                          void *functions)
{
    return cuVDPAUCtxCreate_v2(context, flags, device, vdpau, functions);
}

/* A surface is one of a context that cuVDPAUCtxCreate made. */
CUresult cuGraphicsVDPAURegisterVideoSurface(CUgraphicsResource *resource, uint32_t surface, unsigned flags)
{
    (void)surface, (void)flags;
    HW_CONTEXT_CALL(resource ? CUDA_ERROR_INVALID_CONTEXT : CUDA_ERROR_INVALID_VALUE);
}

CUresult cuGraphicsVDPAURegisterOutputSurface(CUgraphicsResource *resource, uint32_t surface, unsigned flags)
{
    return cuGraphicsVDPAURegisterVideoSurface(resource, surface, flags);
}
