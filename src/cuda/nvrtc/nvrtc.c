/* SPDX-License-Identifier: MIT */
/* NVRTC's calls that concern no program. */
#include "cuda/nvrtc/nvrtc_theirs.h"

#include "cuda/core/log/stubs.h"
#include "cuda/core/modules/source_compiler.h"

#include <string.h>

/* A name that nobody has written (tools/exportgen). */
int hw_nvrtc_missing(const char *library, const char *name, unsigned char *told);
int hw_nvrtc_missing(const char *library, const char *name, unsigned char *told)
{
    return hw_cuda_missing(library, name, NVRTC_ERROR_INTERNAL_ERROR, told);
}

const char *nvrtcGetErrorString(nvrtcResult result)
{
#define HW_NVRTC_RESULT(number, name) \
    case number: return #name;
    switch ((int)result) {
        HW_NVRTC_RESULTS(HW_NVRTC_RESULT)
    default: return "NVRTC_ERROR unknown";
    }
#undef HW_NVRTC_RESULT
}

nvrtcResult nvrtcVersion(int *major, int *minor)
{
    if (!major || !minor)
        return NVRTC_ERROR_INVALID_INPUT;
    if (!hw_nvrtc_theirs_version(major, minor)) {
        *major = hw_nvrtc_toolkit / 1000;
        *minor = hw_nvrtc_toolkit % 1000 / 10;
    }
    return NVRTC_SUCCESS;
}

int hw_nvrtc_own_archs(int archs[HW_NVRTC_MOST_ARCHS])
{
    int count = 0;

    for (unsigned number = 10; number < HW_NVRTC_MOST_ARCHS; number++)
        if (hw_cuda_is_target(number))
            archs[count++] = (int)number;
    return count;
}

/* Those that ours or NVIDIA's has. */
static int list_archs(int archs[HW_NVRTC_MOST_ARCHS])
{
    int count = 0;

    for (unsigned number = 10; number < HW_NVRTC_MOST_ARCHS; number++)
        if (hw_cuda_is_target(number) || hw_nvrtc_theirs(number))
            archs[count++] = (int)number;
    return count;
}

nvrtcResult nvrtcGetNumSupportedArchs(int *count)
{
    if (!count)
        return NVRTC_ERROR_INVALID_INPUT;
    int archs[HW_NVRTC_MOST_ARCHS];
    *count = list_archs(archs);
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetSupportedArchs(int *archs)
{
    if (!archs)
        return NVRTC_ERROR_INVALID_INPUT;
    int all[HW_NVRTC_MOST_ARCHS];
    const int count = list_archs(all);
    memcpy(archs, all, (size_t)count * sizeof *archs);
    return NVRTC_SUCCESS;
}
