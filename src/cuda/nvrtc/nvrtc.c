/* SPDX-License-Identifier: MIT */
/* NVRTC's calls that concern no program. */
#include "cuda/nvrtc/nvrtc.h"

#include "cuda/core/log/stubs.h"
#include "cuda/core/modules/source_compiler.h"

#define MOST_ARCHS 100u

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
    *major = hw_nvrtc_toolkit / 1000;
    *minor = hw_nvrtc_toolkit % 1000 / 10;
    return NVRTC_SUCCESS;
}

/* Those that our chips have; `archs` may be NULL. */
static int list_archs(int *archs)
{
    int count = 0;

    for (unsigned number = 10; number < MOST_ARCHS; number++)
        if (hw_cuda_is_target(number)) {
            if (archs)
                archs[count] = (int)number;
            count++;
        }
    return count;
}

nvrtcResult nvrtcGetNumSupportedArchs(int *count)
{
    if (!count)
        return NVRTC_ERROR_INVALID_INPUT;
    *count = list_archs(NULL);
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetSupportedArchs(int *archs)
{
    if (!archs)
        return NVRTC_ERROR_INVALID_INPUT;
    list_archs(archs);
    return NVRTC_SUCCESS;
}
