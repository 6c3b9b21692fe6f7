/* SPDX-License-Identifier: MIT */
/* NVML, libnvidia-ml.so.1: what tools and frameworks ask about devices without using them.
 *
 * The devices are those of halfwarp.  What they do not have (sensors, fans, ECC, links) is not supported, as
 * on a card without it.  Signatures and numbers are those of NVIDIA's bindings for Python (nvidia-ml-py). */
#ifndef HW_CUDA_NVML_NVML_H
#define HW_CUDA_NVML_NVML_H

#include "cuda/core/cuda_core.h"

/* clang-format off */
#define HW_NVML_ERRORS(ERROR)                                                       \
    ERROR(0, NVML_SUCCESS, "Success")                                               \
    ERROR(1, NVML_ERROR_UNINITIALIZED, "Uninitialized")                             \
    ERROR(2, NVML_ERROR_INVALID_ARGUMENT, "Invalid Argument")                       \
    ERROR(3, NVML_ERROR_NOT_SUPPORTED, "Not Supported")                             \
    ERROR(6, NVML_ERROR_NOT_FOUND, "Not Found")                                     \
    ERROR(7, NVML_ERROR_INSUFFICIENT_SIZE, "Insufficient Size")                     \
    ERROR(9, NVML_ERROR_DRIVER_NOT_LOADED, "Driver Not Loaded")                     \
    ERROR(25, NVML_ERROR_ARGUMENT_VERSION_MISMATCH, "Argument Version Mismatch")    \
    ERROR(999, NVML_ERROR_UNKNOWN, "Unknown Error")
/* clang-format on */

#define HW_NVML_ERROR(number, name, text) name = number,
typedef enum hw_nvml_error { HW_NVML_ERRORS(HW_NVML_ERROR) } nvmlReturn_t;
#undef HW_NVML_ERROR

typedef struct nvmlDevice_st *nvmlDevice_t;

typedef struct {
    unsigned long long total, free, used;
} nvmlMemory_t;

typedef struct {
    unsigned version;
    unsigned long long total, reserved, free, used;
} nvmlMemory_v2_t;
#define HW_NVML_MEMORY_V2 (sizeof(nvmlMemory_v2_t) | 2u << 24)

typedef struct {
    unsigned gpu, memory;
} nvmlUtilization_t;

/* Of before CUDA 9: the form of nvmlDeviceGetPciInfo and its _v2. */
typedef struct {
    char busId[16];
    unsigned domain, bus, device, pciDeviceId, pciSubSystemId, reserved[4];
} nvmlPciInfo_v2_t;

typedef struct {
    char busIdLegacy[16];
    unsigned domain, bus, device, pciDeviceId, pciSubSystemId;
    char busId[32];
} nvmlPciInfo_t;

typedef struct {
    unsigned pid;
    unsigned long long usedGpuMemory;
} nvmlProcessInfo_v1_t;

typedef struct {
    unsigned pid;
    unsigned long long usedGpuMemory;
    unsigned gpuInstanceId, computeInstanceId;
} nvmlProcessInfo_t;

_Static_assert(sizeof(nvmlMemory_v2_t) == 40 && sizeof(nvmlPciInfo_t) == 68 &&
                   sizeof(nvmlProcessInfo_t) == 24,
               "structures of NVML");

enum hw_nvml_clock { NVML_CLOCK_GRAPHICS, NVML_CLOCK_SM, NVML_CLOCK_MEM, NVML_CLOCK_VIDEO };

#pragma GCC visibility push(default)

/* --- the library and the system (nvml.c) --- */

nvmlReturn_t nvmlInit(void);
nvmlReturn_t nvmlInit_v2(void);
nvmlReturn_t nvmlInitWithFlags(unsigned flags);
nvmlReturn_t nvmlShutdown(void);
const char *nvmlErrorString(nvmlReturn_t error);
nvmlReturn_t nvmlSystemGetDriverVersion(char *version, unsigned length);
nvmlReturn_t nvmlSystemGetNVMLVersion(char *version, unsigned length);
nvmlReturn_t nvmlSystemGetCudaDriverVersion(int *version);
nvmlReturn_t nvmlSystemGetCudaDriverVersion_v2(int *version);
nvmlReturn_t nvmlUnitGetCount(unsigned *count);

/* --- which devices there are (nvml_device.c) --- */

nvmlReturn_t nvmlDeviceGetCount(unsigned *count);
nvmlReturn_t nvmlDeviceGetCount_v2(unsigned *count);
nvmlReturn_t nvmlDeviceGetHandleByIndex(unsigned index, nvmlDevice_t *device);
nvmlReturn_t nvmlDeviceGetHandleByIndex_v2(unsigned index, nvmlDevice_t *device);
nvmlReturn_t nvmlDeviceGetHandleByUUID(const char *uuid, nvmlDevice_t *device);
nvmlReturn_t nvmlDeviceGetHandleByPciBusId(const char *place, nvmlDevice_t *device);
nvmlReturn_t nvmlDeviceGetHandleByPciBusId_v2(const char *place, nvmlDevice_t *device);
nvmlReturn_t nvmlDeviceGetIndex(nvmlDevice_t device, unsigned *index);
nvmlReturn_t nvmlDeviceGetMinorNumber(nvmlDevice_t device, unsigned *number);
nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t device, char *name, unsigned length);
nvmlReturn_t nvmlDeviceGetUUID(nvmlDevice_t device, char *uuid, unsigned length);
nvmlReturn_t nvmlDeviceGetPciInfo(nvmlDevice_t device, nvmlPciInfo_v2_t *info);
nvmlReturn_t nvmlDeviceGetPciInfo_v2(nvmlDevice_t device, nvmlPciInfo_v2_t *info);
nvmlReturn_t nvmlDeviceGetPciInfo_v3(nvmlDevice_t device, nvmlPciInfo_t *info);
nvmlReturn_t nvmlDeviceOnSameBoard(nvmlDevice_t one, nvmlDevice_t other, int *same);

/* --- what they are and do (nvml_state.c) --- */

nvmlReturn_t nvmlDeviceGetCudaComputeCapability(nvmlDevice_t device, int *major, int *minor);
nvmlReturn_t nvmlDeviceGetArchitecture(nvmlDevice_t device, unsigned *architecture);
nvmlReturn_t nvmlDeviceGetNumGpuCores(nvmlDevice_t device, unsigned *cores);
nvmlReturn_t nvmlDeviceGetMemoryBusWidth(nvmlDevice_t device, unsigned *bits);
nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t device, nvmlMemory_t *memory);
nvmlReturn_t nvmlDeviceGetMemoryInfo_v2(nvmlDevice_t device, nvmlMemory_v2_t *memory);
nvmlReturn_t nvmlDeviceGetClockInfo(nvmlDevice_t device, int type, unsigned *mhz);
nvmlReturn_t nvmlDeviceGetMaxClockInfo(nvmlDevice_t device, int type, unsigned *mhz);
nvmlReturn_t nvmlDeviceGetApplicationsClock(nvmlDevice_t device, int type, unsigned *mhz);
nvmlReturn_t nvmlDeviceGetDefaultApplicationsClock(nvmlDevice_t device, int type, unsigned *mhz);
nvmlReturn_t nvmlDeviceGetUtilizationRates(nvmlDevice_t device, nvmlUtilization_t *rates);
nvmlReturn_t nvmlDeviceGetPerformanceState(nvmlDevice_t device, int *state);
nvmlReturn_t nvmlDeviceGetComputeMode(nvmlDevice_t device, int *mode);
nvmlReturn_t nvmlDeviceGetDisplayMode(nvmlDevice_t device, int *on);
nvmlReturn_t nvmlDeviceGetDisplayActive(nvmlDevice_t device, int *on);
nvmlReturn_t nvmlDeviceGetPersistenceMode(nvmlDevice_t device, int *on);
nvmlReturn_t nvmlDeviceGetP2PStatus(nvmlDevice_t device, nvmlDevice_t peer, int index, int *status);

/* --- processes (nvml_process.c) --- */

nvmlReturn_t nvmlSystemGetProcessName(unsigned process, char *name, unsigned length);
nvmlReturn_t nvmlDeviceGetComputeRunningProcesses(nvmlDevice_t device, unsigned *count,
                                                  nvmlProcessInfo_v1_t *processes);
nvmlReturn_t nvmlDeviceGetComputeRunningProcesses_v2(nvmlDevice_t device, unsigned *count,
                                                     nvmlProcessInfo_t *processes);
nvmlReturn_t nvmlDeviceGetComputeRunningProcesses_v3(nvmlDevice_t device, unsigned *count,
                                                     nvmlProcessInfo_t *processes);
nvmlReturn_t nvmlDeviceGetGraphicsRunningProcesses(nvmlDevice_t device, unsigned *count,
                                                   nvmlProcessInfo_v1_t *processes);
nvmlReturn_t nvmlDeviceGetGraphicsRunningProcesses_v2(nvmlDevice_t device, unsigned *count,
                                                      nvmlProcessInfo_t *processes);
nvmlReturn_t nvmlDeviceGetGraphicsRunningProcesses_v3(nvmlDevice_t device, unsigned *count,
                                                      nvmlProcessInfo_t *processes);

#pragma GCC visibility pop
#endif
