/* SPDX-License-Identifier: MIT */
/* The driver API as programs of toolkits before 3.2 call it: sizes and device addresses have 32 bits.  These
 * are symbols of their own beside those with `_v2`.  (CUDA 3.1's reference; cuCtxGetApiVersion says which one
 * made a context.) */
#ifndef HW_CUDA_DRIVER_LEGACY_H
#define HW_CUDA_DRIVER_LEGACY_H

#include "cuda/driver/driver.h"

#pragma GCC visibility push(default)

CUresult cuDeviceTotalMem(unsigned *bytes, CUdevice device);
CUresult cuCtxCreate(CUcontext *context, unsigned flags, CUdevice device);
CUresult cuModuleGetGlobal(CUdeviceptr_v1 *address, unsigned *bytes, CUmodule module, const char *name);

CUresult cuMemGetInfo(unsigned *free_bytes, unsigned *total_bytes);
CUresult cuMemAlloc(CUdeviceptr_v1 *address, unsigned bytes);
CUresult cuMemAllocPitch(CUdeviceptr_v1 *address, unsigned *pitch, unsigned width, unsigned height,
                         unsigned element);
CUresult cuMemFree(CUdeviceptr_v1 address);
CUresult cuMemGetAddressRange(CUdeviceptr_v1 *base, unsigned *bytes, CUdeviceptr_v1 address);
CUresult cuMemAllocHost(void **pointer, unsigned bytes);
CUresult cuMemHostGetDevicePointer(CUdeviceptr_v1 *address, void *pointer, unsigned flags);

CUresult cuMemcpyHtoD(CUdeviceptr_v1 to, const void *from, unsigned bytes);
CUresult cuMemcpyDtoH(void *to, CUdeviceptr_v1 from, unsigned bytes);
CUresult cuMemcpyDtoD(CUdeviceptr_v1 to, CUdeviceptr_v1 from, unsigned bytes);
CUresult cuMemcpyDtoA(CUarray to, unsigned offset, CUdeviceptr_v1 from, unsigned bytes);
CUresult cuMemcpyAtoD(CUdeviceptr_v1 to, CUarray from, unsigned offset, unsigned bytes);
CUresult cuMemcpyHtoA(CUarray to, unsigned offset, const void *from, unsigned bytes);
CUresult cuMemcpyAtoH(void *to, CUarray from, unsigned offset, unsigned bytes);
CUresult cuMemcpyAtoA(CUarray to, unsigned to_offset, CUarray from, unsigned from_offset, unsigned bytes);
CUresult cuMemcpyHtoDAsync(CUdeviceptr_v1 to, const void *from, unsigned bytes, CUstream stream);
CUresult cuMemcpyDtoHAsync(void *to, CUdeviceptr_v1 from, unsigned bytes, CUstream stream);
CUresult cuMemcpyDtoDAsync(CUdeviceptr_v1 to, CUdeviceptr_v1 from, unsigned bytes, CUstream stream);
CUresult cuMemcpyHtoAAsync(CUarray to, unsigned offset, const void *from, unsigned bytes, CUstream stream);
CUresult cuMemcpyAtoHAsync(void *to, CUarray from, unsigned offset, unsigned bytes, CUstream stream);
CUresult cuMemcpy2D(const CUDA_MEMCPY2D_v1 *copy);
CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D_v1 *copy);
CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D_v1 *copy, CUstream stream);
CUresult cuMemcpy3D(const CUDA_MEMCPY3D_v1 *copy);
CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D_v1 *copy, CUstream stream);
CUresult cuMemsetD8(CUdeviceptr_v1 to, unsigned char value, unsigned count);
CUresult cuMemsetD16(CUdeviceptr_v1 to, unsigned short value, unsigned count);
CUresult cuMemsetD32(CUdeviceptr_v1 to, unsigned value, unsigned count);
CUresult cuMemsetD2D8(CUdeviceptr_v1 to, unsigned pitch, unsigned char value, unsigned width,
                      unsigned height);
CUresult cuMemsetD2D16(CUdeviceptr_v1 to, unsigned pitch, unsigned short value, unsigned width,
                       unsigned height);
CUresult cuMemsetD2D32(CUdeviceptr_v1 to, unsigned pitch, unsigned value, unsigned width, unsigned height);

CUresult cuArrayCreate(CUarray *array, const CUDA_ARRAY_DESCRIPTOR_v1 *wanted);
CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR_v1 *descriptor, CUarray array);
CUresult cuArray3DCreate(CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR_v1 *wanted);
CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR_v1 *descriptor, CUarray array);
CUresult cuTexRefSetAddress(unsigned *offset, CUtexref reference, CUdeviceptr_v1 address, unsigned bytes);
CUresult cuTexRefSetAddress2D(CUtexref reference, const CUDA_ARRAY_DESCRIPTOR_v1 *descriptor,
                              CUdeviceptr_v1 address, unsigned pitch);
CUresult cuTexRefGetAddress(CUdeviceptr_v1 *address, CUtexref reference);

#pragma GCC visibility pop
#endif
