/* SPDX-License-Identifier: MIT */
/* Functions that always fail: images of OpenGL have one level here; video decoding into device memory (VDPAU)
 * makes no sense here, nor do the undocumented tables of functions that NVIDIA's own tools ask for. */
#include "cuda/runtime/runtime.h"

cudaError_t cudaGraphicsResourceGetMappedMipmappedArray(void **array, void *resource)
{
    (void)array, (void)resource;
    HW_PLAIN_CALL(cudaErrorNotSupported);
}

cudaError_t cudaGetExportTable(const void **table, const cudaUUID_t *id)
{
    HW_PLAIN_CALL(table && id ? cudaErrorUnknown : cudaErrorInvalidValue);
}

cudaError_t cudaVDPAUGetDevice(int *device, uint32_t vdpau_device, void *get_address)
{
    (void)device, (void)vdpau_device, (void)get_address;
    HW_PLAIN_CALL(cudaErrorInvalidDevice);
}

cudaError_t cudaVDPAUSetVDPAUDevice(int device, uint32_t vdpau_device, void *get_address)
{
    (void)device, (void)vdpau_device, (void)get_address;
    HW_PLAIN_CALL(cudaErrorInvalidDevice);
}

cudaError_t cudaGraphicsVDPAURegisterVideoSurface(void **resource, uint32_t surface, unsigned flags)
{
    (void)resource, (void)surface, (void)flags;
    HW_PLAIN_CALL(cudaErrorUnknown);
}

cudaError_t cudaGraphicsVDPAURegisterOutputSurface(void **resource, uint32_t surface, unsigned flags)
{
    (void)resource, (void)surface, (void)flags;
    HW_PLAIN_CALL(cudaErrorUnknown);
}
