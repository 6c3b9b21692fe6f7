/* SPDX-License-Identifier: MIT */
/* The device that fits a program's wishes best: the one that has most of them. */
#include "cuda/runtime/runtime.h"

#include <string.h>

/* How many wishes a device fulfils.  What a program does not care about is 0 or -1 in its structure, as
 * cudaDevicePropDontCare of the toolkit has it, and so is fulfilled by all. */
static int fulfilled(const struct cudaDeviceProp *wish, const struct cudaDeviceProp *has)
{
    const int wished = wish->major * 10 + (wish->minor > 0 ? wish->minor : 0);

    return (wish->name[0] == '\0' || strncmp(wish->name, has->name, sizeof has->name) == 0) +
           (wish->totalGlobalMem <= has->totalGlobalMem) +
           (wish->sharedMemPerBlock <= has->sharedMemPerBlock) + (wish->regsPerBlock <= has->regsPerBlock) +
           (wish->maxThreadsPerBlock <= has->maxThreadsPerBlock) + (wish->clockRate <= has->clockRate) +
           (wish->totalConstMem <= has->totalConstMem) + 2 * (wished <= has->major * 10 + has->minor) +
           (wish->multiProcessorCount <= has->multiProcessorCount);
}

cudaError_t hw_runtime_choose_device(int *device, const struct cudaDeviceProp *wanted)
{
    struct cudaDeviceProp wish;
    int most = -1;

    if (!device || !wanted)
        return cudaErrorInvalidValue;
    hw_runtime_read_properties(&wish, wanted);
    for (int i = 0; i < hw_cuda_device_count(); i++) {
        struct cudaDeviceProp has;
        if (hw_cuda_properties(i, &has) != cudaSuccess || fulfilled(&wish, &has) <= most)
            continue;
        most = fulfilled(&wish, &has);
        *device = i;
    }
    return most < 0 ? cudaErrorNoDevice : cudaSuccess;
}
