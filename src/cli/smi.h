/* SPDX-License-Identifier: MIT */
/* The parts of `halfwarp smi` share this header (smi_*.c). */
#ifndef HW_CLI_SMI_H
#define HW_CLI_SMI_H

#include "cuda/nvml/nvml.h"

#include <halfwarp/status.h>

#define HW_SMI_TEXT 128

/* NVML's functions, of our library. */
struct hw_smi_nvml {
    __typeof__(nvmlInit_v2) *init;
    __typeof__(nvmlErrorString) *error_text;
    __typeof__(nvmlSystemGetDriverVersion) *driver_version;
    __typeof__(nvmlSystemGetCudaDriverVersion_v2) *cuda_version;
    __typeof__(nvmlDeviceGetCount_v2) *count;
    __typeof__(nvmlDeviceGetHandleByIndex_v2) *device;
    __typeof__(nvmlDeviceGetName) *name;
    __typeof__(nvmlDeviceGetUUID) *id;
    __typeof__(nvmlDeviceGetPciInfo_v3) *pci_info;
    __typeof__(nvmlDeviceGetCudaComputeCapability) *capability;
    __typeof__(nvmlDeviceGetMemoryInfo) *memory;
    __typeof__(nvmlDeviceGetClockInfo) *clock;
    __typeof__(nvmlDeviceGetUtilizationRates) *use;
    __typeof__(nvmlDeviceGetNumGpuCores) *cores;
    __typeof__(nvmlDeviceGetComputeRunningProcesses_v3) *processes;
    __typeof__(nvmlSystemGetProcessName) *process_name;
};

/* Open the library and initialize it; it is never closed. */
hw_status hw_smi_open(struct hw_smi_nvml *nvml, struct hw_error *error);

/* What can be asked of a device, by nvidia-smi's names. */
struct hw_smi_field {
    const char *names[2]; /* the second may be NULL */
    const char *unit;     /* behind the number: "MiB"; "": none */
    bool number;          /* it is one, also in JSON */
    /* Write the value; false: the device has none. */
    bool (*read)(const struct hw_smi_nvml *nvml, nvmlDevice_t device, char text[HW_SMI_TEXT]);
};
/* The field called by the first `length` characters of a name; NULL: there is none. */
const struct hw_smi_field *hw_smi_field(const char *name, size_t length);
/* The fields in their order; NULL past the last. */
const struct hw_smi_field *hw_smi_field_at(unsigned index);

/* Print the fields of a list with commas between them, as nvidia-smi's `--format=csv` does. */
hw_status hw_smi_query(const struct hw_smi_nvml *nvml, const char *fields, const char *format,
                       struct hw_error *error);

#endif
