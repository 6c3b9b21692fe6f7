/* SPDX-License-Identifier: MIT */
/* How busy devices are with the work of this process; what others do is not known here.
 *
 * A sample is a period of a sixth of a second: the share of it in which a kernel or a math library was at
 * work, and that in which copies and fills were.  (What kernels read and write does not count: nobody
 * measures that.) */
#include "cuda/nvml/nvml_call.h"

#include <unistd.h>

/* The samples that ended after a time; how many. */
static unsigned samples_after(nvmlDevice_t device, uint64_t after,
                              struct hw_cuda_use_sample use[HW_CUDA_USE_MAX])
{
    const unsigned count = hw_cuda_installed_use(hw_nvml_index(device), use);
    unsigned kept = 0;

    for (unsigned i = 0; i < count; i++)
        if (use[i].microseconds > after)
            use[kept++] = use[i];
    return kept;
}

nvmlReturn_t hw_nvml_device_get_utilization_rates(nvmlDevice_t device, nvmlUtilization_t *rates)
{
    struct hw_cuda_use_sample use[HW_CUDA_USE_MAX];

    if (!rates || hw_nvml_index(device) < 0)
        return NVML_ERROR_INVALID_ARGUMENT;
    const unsigned count = samples_after(device, 0, use);
    *rates = count ? (nvmlUtilization_t){use[count - 1].kernels, use[count - 1].memory}
                   : (nvmlUtilization_t){0, 0};
    return NVML_SUCCESS;
}

/* Without room for samples, `*count` is how much is enough. */
nvmlReturn_t hw_nvml_device_get_samples(nvmlDevice_t device, int type, unsigned long long after,
                                        int *value_type, unsigned *count, nvmlSample_t *samples)
{
    struct hw_cuda_use_sample use[HW_CUDA_USE_MAX];

    if (hw_nvml_index(device) < 0 || type < 0 || type >= NVML_SAMPLE_TYPES || !value_type || !count)
        return NVML_ERROR_INVALID_ARGUMENT;
    if (type != NVML_GPU_UTILIZATION_SAMPLES && type != NVML_MEMORY_UTILIZATION_SAMPLES)
        return NVML_ERROR_NOT_SUPPORTED;
    *value_type = NVML_VALUE_TYPE_UNSIGNED_INT;
    if (!samples) {
        *count = HW_CUDA_USE_MAX;
        return NVML_SUCCESS;
    }
    const unsigned had = samples_after(device, after, use), first = had > *count ? had - *count : 0;
    if (had == 0)
        return NVML_ERROR_NOT_FOUND;
    for (unsigned i = first; i < had; i++) {
        samples[i - first] = (nvmlSample_t){.timeStamp = use[i].microseconds};
        samples[i - first].sampleValue.number =
            type == NVML_GPU_UTILIZATION_SAMPLES ? use[i].kernels : use[i].memory;
    }
    *count = had - first;
    return NVML_SUCCESS;
}

/* One line: this process, over all samples after the time. */
nvmlReturn_t hw_nvml_device_get_process_utilization(nvmlDevice_t device, nvmlProcessUtilizationSample_t *line,
                                                    unsigned *count, unsigned long long after)
{
    struct hw_cuda_use_sample use[HW_CUDA_USE_MAX];
    unsigned kernels = 0, memory = 0;

    if (hw_nvml_index(device) < 0 || !count)
        return NVML_ERROR_INVALID_ARGUMENT;
    const unsigned had = samples_after(device, after, use), room = line ? *count : 0;
    *count = had > 0;
    if (had == 0)
        return NVML_ERROR_NOT_FOUND;
    if (room == 0)
        return NVML_ERROR_INSUFFICIENT_SIZE;
    for (unsigned i = 0; i < had; i++) {
        kernels += use[i].kernels;
        memory += use[i].memory;
    }
    *line = (nvmlProcessUtilizationSample_t){.pid = (unsigned)getpid(),
                                             .timeStamp = use[had - 1].microseconds,
                                             .smUtil = kernels / had,
                                             .memUtil = memory / had};
    return NVML_SUCCESS;
}
