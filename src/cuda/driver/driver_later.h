/* SPDX-License-Identifier: MIT */
/* Functions that toolkits after 4.2 have added, as far as devices of these generations can do their work.
 * Programs compiled with a later header may link to them. */
#ifndef HW_CUDA_DRIVER_DRIVER_LATER_H
#define HW_CUDA_DRIVER_DRIVER_LATER_H

#include "cuda/driver/driver.h"

struct hw_cuda_launch_attribute; /* launch_attribute.h */

/* cuLaunchKernelEx: the launch in a structure. */
typedef struct CUlaunchConfig_st {
    unsigned gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes;
    CUstream hStream;
    const struct hw_cuda_launch_attribute *attrs;
    unsigned numAttrs;
} CUlaunchConfig;

_Static_assert(sizeof(CUlaunchConfig) == 56, "CUlaunchConfig");

/* cuCtxCreate of CUDA 12.5: what more a context may have. */
typedef struct CUctxCreateParams_st {
    const void *execAffinityParams;
    int numExecAffinityParams;
    const void *cigParams;
} CUctxCreateParams;

_Static_assert(sizeof(CUctxCreateParams) == 24, "CUctxCreateParams");

typedef void (*CUstreamCallback)(CUstream stream, CUresult status, void *data);
typedef void (*CUhostFn)(void *data);
typedef size_t (*CUoccupancyB2DSize)(int block);

#pragma GCC visibility push(default)

CUresult cuGetErrorName(CUresult error, const char **name);
CUresult cuGetErrorString(CUresult error, const char **text);
CUresult cuGetProcAddress(const char *symbol, void **function, int version, uint64_t flags);
CUresult cuGetProcAddress_ptsz(const char *symbol, void **function, int version, uint64_t flags);
CUresult cuGetProcAddress_v2(const char *symbol, void **function, int version, uint64_t flags, int *status);

CUresult cuDeviceGetUuid(CUuuid *id, CUdevice device);
CUresult cuDeviceGetUuid_v2(CUuuid *id, CUdevice device);
CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device);
CUresult cuDevicePrimaryCtxRelease(CUdevice device);
CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device);
CUresult cuDevicePrimaryCtxReset(CUdevice device);
CUresult cuDevicePrimaryCtxReset_v2(CUdevice device);
CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned flags);
CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice device, unsigned flags);
CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned *flags, int *active);
CUresult cuCtxCreate_v3(CUcontext *context, void *affinity, int count, unsigned flags, CUdevice device);
CUresult cuCtxCreate_v4(CUcontext *context, const CUctxCreateParams *parameters, unsigned flags,
                        CUdevice device);
CUresult cuCtxGetFlags(unsigned *flags);
CUresult cuCtxResetPersistingL2Cache(void);
CUresult cuCtxGetDevice_v2(CUdevice *device, CUcontext context);
CUresult cuCtxSynchronize_v2(CUcontext context);
CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest);

CUresult cuModuleGetLoadingMode(int *mode);
CUresult cuMemHostRegister_v2(void *pointer, size_t bytes, unsigned flags);
CUresult cuPointerGetAttributes(unsigned count, int *attributes, void **values, CUdeviceptr pointer);
CUresult cuIpcOpenMemHandle_v2(CUdeviceptr *address, CUipcMemHandle handle, unsigned flags);
CUresult cuTexRefSetAddress2D_v3(CUtexref reference, const CUDA_ARRAY_DESCRIPTOR *descriptor,
                                 CUdeviceptr address, size_t pitch);

CUresult cuFuncSetAttribute(CUfunction function, int attribute, int value);
CUresult cuFuncGetParamInfo(CUfunction function, size_t index, size_t *offset, size_t *bytes);
CUresult cuLaunchKernelEx(const CUlaunchConfig *launch, CUfunction function, void **parameters, void **extra);
CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                   unsigned block_x, unsigned block_y, unsigned block_z,
                                   unsigned shared_bytes, CUstream stream, void **parameters);
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function, int threads,
                                                     size_t shared);
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, CUfunction function, int threads,
                                                              size_t shared, unsigned flags);
CUresult cuOccupancyMaxPotentialBlockSize(int *grid, int *block, CUfunction function,
                                          CUoccupancyB2DSize shared_of, size_t shared, int limit);
CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, CUfunction function,
                                                   CUoccupancyB2DSize shared_of, size_t shared, int limit,
                                                   unsigned flags);
CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, CUfunction function, int blocks, int threads);

CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned flags, int priority);
CUresult cuStreamGetPriority(CUstream stream, int *priority);
CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback callback, void *data, unsigned flags);
CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void *data);
CUresult cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned flags);
CUresult cuEventElapsedTime_v2(float *milliseconds, CUevent from, CUevent to);

#pragma GCC visibility pop
#endif
