/* What makes no sense here: decoding video into device memory (VDPAU), of which there is none, and tables of
 * functions that NVIDIA's own tools ask for and nobody else knows. */
#include "cuda/runtime/runtime.h"

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
