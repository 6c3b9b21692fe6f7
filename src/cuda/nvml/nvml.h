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

/* A number of one of several types: here always unsigned. */
typedef struct {
    unsigned long long timeStamp;
    union {
        unsigned number;
        unsigned long long room;
    } sampleValue;
} nvmlSample_t;
#define NVML_VALUE_TYPE_UNSIGNED_INT 1

typedef struct {
    unsigned pid;
    unsigned long long timeStamp;
    unsigned smUtil, memUtil, encUtil, decUtil;
} nvmlProcessUtilizationSample_t;

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
                   sizeof(nvmlProcessInfo_t) == 24 && sizeof(nvmlSample_t) == 16 &&
                   sizeof(nvmlProcessUtilizationSample_t) == 32,
               "structures of NVML");

enum hw_nvml_samples {
    NVML_TOTAL_POWER_SAMPLES,
    NVML_GPU_UTILIZATION_SAMPLES,
    NVML_MEMORY_UTILIZATION_SAMPLES,
    NVML_SAMPLE_TYPES = 10
};
enum hw_nvml_clock { NVML_CLOCK_GRAPHICS, NVML_CLOCK_SM, NVML_CLOCK_MEM, NVML_CLOCK_VIDEO };

#include "generated/api/nvidia-ml.h"
#endif
