/* SPDX-License-Identifier: MIT */
/* Functions of the driver API: devices, code, streams. */
#ifndef HALFWARP_CUDA_DRIVER_CALLS_H
#define HALFWARP_CUDA_DRIVER_CALLS_H

#include "structures.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Devices and contexts. */
CUresult cuGetErrorString(CUresult error, const char **text);
CUresult cuGetErrorName(CUresult error, const char **name);
CUresult cuInit(unsigned flags);
CUresult cuDriverGetVersion(int *version);
CUresult cuDeviceGet(CUdevice *device, int ordinal);
CUresult cuDeviceGetCount(int *count);
CUresult cuDeviceGetName(char *name, int length, CUdevice device);
CUresult cuDeviceGetUuid(CUuuid *id, CUdevice device);
CUresult cuDeviceGetUuid_v2(CUuuid *id, CUdevice device);
CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice device);
CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device);
CUresult cuDeviceSetMemPool(CUdevice device, CUmemoryPool pool);
CUresult cuDeviceGetMemPool(CUmemoryPool *pool, CUdevice device);
CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *pool, CUdevice device);
CUresult cuDeviceGetProperties(CUdevprop *properties, CUdevice device);
CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device);
CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device);
CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device);
CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice device, unsigned flags);
CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned *flags, int *active);
CUresult cuDevicePrimaryCtxReset_v2(CUdevice device);
CUresult cuCtxCreate_v2(CUcontext *context, unsigned flags, CUdevice device);
CUresult cuCtxCreate_v3(CUcontext *context, CUexecAffinityParam *affinity, int count, unsigned flags,
                        CUdevice device);
CUresult cuCtxDestroy_v2(CUcontext context);
CUresult cuCtxPushCurrent_v2(CUcontext context);
CUresult cuCtxPopCurrent_v2(CUcontext *context);
CUresult cuCtxSetCurrent(CUcontext context);
CUresult cuCtxGetCurrent(CUcontext *context);
CUresult cuCtxGetDevice(CUdevice *device);
CUresult cuCtxGetFlags(unsigned *flags);
CUresult cuCtxSynchronize(void);
CUresult cuCtxSetLimit(CUlimit limit, size_t value);
CUresult cuCtxGetLimit(size_t *value, CUlimit limit);
CUresult cuCtxGetCacheConfig(CUfunc_cache *config);
CUresult cuCtxSetCacheConfig(CUfunc_cache config);
CUresult cuCtxGetSharedMemConfig(CUsharedconfig *config);
CUresult cuCtxSetSharedMemConfig(CUsharedconfig config);
CUresult cuCtxGetApiVersion(CUcontext context, unsigned *version);
CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest);
CUresult cuCtxAttach(CUcontext *context, unsigned flags);
CUresult cuCtxDetach(CUcontext context);
CUresult cuDeviceGetByPCIBusId(CUdevice *device, const char *id);
CUresult cuDeviceGetPCIBusId(char *id, int length, CUdevice device);
CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer);
CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned flags);
CUresult cuCtxDisablePeerAccess(CUcontext peer);
CUresult cuGetProcAddress(const char *symbol, void **function, int version, unsigned long long flags);
CUresult cuGetExportTable(const void **table, const CUuuid *id);

/* Modules, linking, kernels. */
CUresult cuModuleLoad(CUmodule *module, const char *path);
CUresult cuModuleLoadData(CUmodule *module, const void *image);
CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned count, CUjit_option *options,
                            void **values);
CUresult cuModuleLoadFatBinary(CUmodule *module, const void *fatbin);
CUresult cuModuleUnload(CUmodule module);
CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode *mode);
CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name);
CUresult cuModuleGetGlobal_v2(CUdeviceptr *address, size_t *bytes, CUmodule module, const char *name);
CUresult cuLinkCreate_v2(unsigned count, CUjit_option *options, void **values, CUlinkState *state);
CUresult cuLinkAddData_v2(CUlinkState state, CUjitInputType type, void *data, size_t bytes, const char *name,
                          unsigned count, CUjit_option *options, void **values);
CUresult cuLinkAddFile_v2(CUlinkState state, CUjitInputType type, const char *path, unsigned count,
                          CUjit_option *options, void **values);
CUresult cuLinkComplete(CUlinkState state, void **cubin, size_t *bytes);
CUresult cuLinkDestroy(CUlinkState state);
CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction function);
CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value);
CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config);
CUresult cuFuncSetSharedMemConfig(CUfunction function, CUsharedconfig config);
CUresult cuFuncGetModule(CUmodule *module, CUfunction function);
CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                        unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                        CUstream stream, void **parameters, void **extra);
CUresult cuLaunchKernelEx(const CUlaunchConfig *launch, CUfunction function, void **parameters, void **extra);
CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                   unsigned block_x, unsigned block_y, unsigned block_z,
                                   unsigned shared_bytes, CUstream stream, void **parameters);
CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void *data);
CUresult cuFuncSetBlockShape(CUfunction function, int x, int y, int z);
CUresult cuFuncSetSharedSize(CUfunction function, unsigned bytes);
CUresult cuParamSetSize(CUfunction function, unsigned bytes);
CUresult cuParamSeti(CUfunction function, int offset, unsigned value);
CUresult cuParamSetf(CUfunction function, int offset, float value);
CUresult cuParamSetv(CUfunction function, int offset, void *value, unsigned bytes);
CUresult cuLaunch(CUfunction function);
CUresult cuLaunchGrid(CUfunction function, int width, int height);
CUresult cuLaunchGridAsync(CUfunction function, int width, int height, CUstream stream);
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

/* Streams and events. */
CUresult cuStreamCreate(CUstream *stream, unsigned flags);
CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned flags, int priority);
CUresult cuStreamGetPriority(CUstream stream, int *priority);
CUresult cuStreamGetFlags(CUstream stream, unsigned *flags);
CUresult cuStreamGetCtx(CUstream stream, CUcontext *context);
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags);
CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback callback, void *data, unsigned flags);
CUresult cuStreamAttachMemAsync(CUstream stream, CUdeviceptr address, size_t bytes, unsigned flags);
CUresult cuStreamQuery(CUstream stream);
CUresult cuStreamSynchronize(CUstream stream);
CUresult cuStreamDestroy_v2(CUstream stream);
CUresult cuStreamCopyAttributes(CUstream to, CUstream from);
CUresult cuStreamGetAttribute(CUstream stream, CUstreamAttrID attribute, CUstreamAttrValue *value);
CUresult cuStreamSetAttribute(CUstream stream, CUstreamAttrID attribute, const CUstreamAttrValue *value);
CUresult cuEventCreate(CUevent *event, unsigned flags);
CUresult cuEventRecord(CUevent event, CUstream stream);
CUresult cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned flags);
CUresult cuEventQuery(CUevent event);
CUresult cuEventSynchronize(CUevent event);
CUresult cuEventDestroy_v2(CUevent event);
CUresult cuEventElapsedTime(float *milliseconds, CUevent from, CUevent to);

#ifdef __cplusplus
}
#endif

#endif
