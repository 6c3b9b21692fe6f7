/* SPDX-License-Identifier: MIT */
/* NVML's calls: beginning and end, initialization, versions, errors. */
#include "cuda/nvml/nvml_call.h"

#include "cuda/core/log/stubs.h"

#include <halfwarp/version.h>

#include <stdio.h>
#include <string.h>

static unsigned users; /* calls of nvmlInit without one of nvmlShutdown; under the lock */

nvmlReturn_t hw_nvml_begin(void)
{
    hw_cuda_lock();
    return users ? NVML_SUCCESS : NVML_ERROR_UNINITIALIZED;
}

nvmlReturn_t hw_nvml_end(const char *call, nvmlReturn_t result)
{
    hw_cuda_unlock(cudaSuccess);
    hw_cuda_log_call(call, (int)result, nvmlErrorString(result));
    return result;
}

/* A name that nobody has written (tools/exportgen). */
int hw_nvml_missing(const char *library, const char *name, unsigned char *told);
int hw_nvml_missing(const char *library, const char *name, unsigned char *told)
{
    return hw_cuda_missing(library, name, NVML_ERROR_NOT_SUPPORTED, told);
}

/* --- initialization --- */

#define FLAGS 3u /* no devices are needed; none is attached: there is nothing to do for either */

nvmlReturn_t nvmlInitWithFlags(unsigned flags)
{
    nvmlReturn_t result = flags & ~FLAGS ? NVML_ERROR_INVALID_ARGUMENT : NVML_SUCCESS;

    hw_cuda_lock();
    if (result == NVML_SUCCESS && hw_cuda_installed_count() == 0 && !flags)
        result = NVML_ERROR_DRIVER_NOT_LOADED;
    users += result == NVML_SUCCESS;
    return hw_nvml_end(__func__, result);
}

nvmlReturn_t nvmlShutdown(void)
{
    HW_NVML_CALL((users--, NVML_SUCCESS));
}

/* --- errors --- */

const char *nvmlErrorString(nvmlReturn_t error)
{
#define CASE(number, name, text) \
    case name: return text;
    switch (error) {
        HW_NVML_ERRORS(CASE)
    }
#undef CASE
    return "Unknown Error";
}

/* --- the system --- */

nvmlReturn_t hw_nvml_give_text(char *to, unsigned length, const char *text)
{
    if (!to)
        return NVML_ERROR_INVALID_ARGUMENT;
    if (strlen(text) >= length)
        return NVML_ERROR_INSUFFICIENT_SIZE;
    memcpy(to, text, strlen(text) + 1);
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlSystemGetNVMLVersion(char *version, unsigned length)
{
    char text[32];

    snprintf(text, sizeof text, "%d.%s", HW_CUDA_DRIVER_VERSION / 1000, HW_VERSION_STRING);
    HW_NVML_CALL(hw_nvml_give_text(version, length, text));
}

nvmlReturn_t nvmlSystemGetCudaDriverVersion(int *version)
{
    hw_cuda_lock(); /* works without nvmlInit */
    if (version)
        *version = HW_CUDA_DRIVER_VERSION;
    return hw_nvml_end(__func__, version ? NVML_SUCCESS : NVML_ERROR_INVALID_ARGUMENT);
}
