/* SPDX-License-Identifier: MIT */
/* See unsupported_kernel.h. */
#include "cuda/core/modules/unsupported_kernel.h"

#include "cuda/base/message.h"

#include <string.h>

cudaError_t hw_cuda_missing_kernel(const char *refused, const char *name)
{
    const size_t length = strlen(name);

    for (const char *line = refused, *end; line; line = end ? end + 1 : NULL) {
        end = strchr(line, '\n');
        if (strncmp(line, name, length) == 0 && line[length] == '\t') {
            const char *reason = line + length + 1;
            hw_cuda_message("%s: its PTX cannot be compiled: %.*s", name, (int)strcspn(reason, "\n"), reason);
            return cudaErrorNoKernelImageForDevice;
        }
    }
    return (cudaError_t)HW_CUDA_ERROR_NOT_FOUND;
}
