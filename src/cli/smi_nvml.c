/* SPDX-License-Identifier: MIT */
/* This file opens NVML for smi: the library that programs get, opened as they open it. */
#include "cli/bundled_libraries.h"
#include "cli/smi.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#define LIBRARY "libnvidia-ml.so.1"

static void *open_library(struct hw_error *error)
{
    char folder[PATH_MAX], path[PATH_MAX + 64];

    if (!hw_bundled_libraries(folder)) {
        hw_fail(error, HW_ERR_NOT_FOUND, "smi", HW_OWN_LIBRARIES_MISSING);
        return NULL;
    }
    snprintf(path, sizeof path, "%s/%s", folder, LIBRARY);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        hw_fail(error, HW_ERR_NOT_FOUND, "smi", "%s cannot be opened: %s", LIBRARY, dlerror());
    return library;
}

/* In the order of the structure. */
static const char *const names[] = {"nvmlInit_v2",
                                    "nvmlErrorString",
                                    "nvmlSystemGetDriverVersion",
                                    "nvmlSystemGetCudaDriverVersion_v2",
                                    "nvmlDeviceGetCount_v2",
                                    "nvmlDeviceGetHandleByIndex_v2",
                                    "nvmlDeviceGetName",
                                    "nvmlDeviceGetUUID",
                                    "nvmlDeviceGetPciInfo_v3",
                                    "nvmlDeviceGetCudaComputeCapability",
                                    "nvmlDeviceGetMemoryInfo",
                                    "nvmlDeviceGetClockInfo",
                                    "nvmlDeviceGetUtilizationRates",
                                    "nvmlDeviceGetNumGpuCores",
                                    "nvmlDeviceGetComputeRunningProcesses_v3",
                                    "nvmlSystemGetProcessName"};
_Static_assert(sizeof names / sizeof *names == sizeof(struct hw_smi_nvml) / sizeof(void *), "a name each");

hw_status hw_smi_open(struct hw_smi_nvml *nvml, struct hw_error *error)
{
    void *library = open_library(error);

    if (!library)
        return HW_ERR_NOT_FOUND;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *function = dlsym(library, names[i]);
        if (!function)
            return hw_fail(error, HW_ERR_NOT_FOUND, "smi", "%s has no %s", LIBRARY, names[i]);
        memcpy((char *)nvml + i * sizeof function, &function, sizeof function);
    }
    const nvmlReturn_t result = nvml->init();
    return result == NVML_SUCCESS
               ? HW_OK
               : hw_fail(error, HW_ERR_UNSUPPORTED, "smi", "%s: %s", names[0], nvml->error_text(result));
}
