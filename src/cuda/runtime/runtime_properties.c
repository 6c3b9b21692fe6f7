/* SPDX-License-Identifier: MIT */
/* Properties of devices, in the program's structure as its toolkit laid it out: to us, that is bytes.  What
 * the toolkit has added to CUDA 4's are attributes by number. */
#include "cuda/runtime/runtime_work.h"

#include <string.h>

/* Where the structure has a size_t, the rest of it is 0. */
static void put_later(char *to, size_t bytes, int device)
{
    for (int i = 0; i < HW_SONAME_LATER; i++) {
        const struct hw_soname_numbers *row = &hw_soname.later[i];
        for (int k = 0; row->to < bytes && row->attributes[k]; k++) {
            int value = 0;
            hw_cuda_attribute(device, row->attributes[k], &value);
            memcpy(to + row->to + (size_t)k * sizeof value, &value, sizeof value);
        }
    }
}

cudaError_t hw_runtime_get_properties(void *to, size_t bytes, int device)
{
    struct cudaDeviceProp properties;

    if (!to)
        return cudaErrorInvalidValue;
    const cudaError_t error = hw_cuda_properties(device, &properties);
    if (error != cudaSuccess)
        return error;
    memset(to, 0, bytes);
    for (int i = 0; i < HW_SONAME_RUNS; i++) {
        const struct hw_soname_run *run = &hw_soname.properties[i];
        memcpy((char *)to + run->to, (const char *)&properties + run->from, run->bytes);
    }
    if (hw_soname.uuid)
        hw_cuda_uuid(device, (uint8_t *)to + hw_soname.uuid);
    put_later(to, bytes, device);
    return cudaSuccess;
}

void hw_runtime_read_properties(struct cudaDeviceProp *properties, const struct cudaDeviceProp *from)
{
    memset(properties, 0, sizeof *properties);
    for (int i = 0; i < HW_SONAME_RUNS; i++) {
        const struct hw_soname_run *run = &hw_soname.properties[i];
        memcpy((char *)properties + run->from, (const char *)from + run->to, run->bytes);
    }
}
