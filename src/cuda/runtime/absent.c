/* SPDX-License-Identifier: MIT */
/* Functions that always fail: mipmapped arrays (CUDA 5.0) are not implemented; video decoding into device
 * memory (VDPAU) makes no sense here, nor do the undocumented tables of functions that NVIDIA's own tools ask
 * for. */
#include "cuda/runtime/runtime.h"

cudaError_t cudaMallocMipmappedArray(void **array, const struct cudaChannelFormatDesc *format,
                                     struct cudaExtent extent, unsigned levels, unsigned flags)
{
    (void)array, (void)format, (void)extent, (void)levels, (void)flags;
    HW_PLAIN_CALL(cudaErrorNotSupported);
}

cudaError_t cudaFreeMipmappedArray(void *array)
{
    HW_PLAIN_CALL(array ? cudaErrorInvalidValue : cudaSuccess); /* none was made */
}

cudaError_t cudaGetMipmappedArrayLevel(struct cudaArray **level, const void *array, unsigned number)
{
    (void)level, (void)array, (void)number;
    HW_PLAIN_CALL(cudaErrorInvalidValue);
}

cudaError_t cudaBindTextureToMipmappedArray(const struct textureReference *reference, const void *array,
                                            const struct cudaChannelFormatDesc *format)
{
    (void)reference, (void)array, (void)format;
    HW_PLAIN_CALL(cudaErrorInvalidValue);
}

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
