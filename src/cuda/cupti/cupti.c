/* SPDX-License-Identifier: MIT */
/* CUPTI's versions, errors and clock; what a profiler is told that asks for more. */
#include "cuda/cupti/cupti.h"

#include "clock.h"
#include "cuda/base/message.h"
#include "cuda/core/cuda_core.h"

#include <stdatomic.h>
#include <stddef.h>

CUptiResult cuptiGetVersion(uint32_t *version)
{
    if (!version)
        return CUPTI_ERROR_INVALID_PARAMETER;
    *version = hw_cupti_version;
    return CUPTI_SUCCESS;
}

CUptiResult cuptiGetResultString(CUptiResult result, const char **text)
{
    if (!text)
        return CUPTI_ERROR_INVALID_PARAMETER;
    switch (result) {
#define GIVE(number, name) \
    case number: *text = #name; return CUPTI_SUCCESS;
        HW_CUPTI_RESULTS(GIVE)
#undef GIVE
    }
    *text = NULL;
    return CUPTI_ERROR_INVALID_PARAMETER;
}

CUptiResult cuptiGetErrorMessage(CUptiResult result, const char **text)
{
    return cuptiGetResultString(result, text);
}

/* Nanoseconds on the clock by which the host's side of a profile is put beside the device's. */
CUptiResult cuptiGetTimestamp(uint64_t *nanoseconds)
{
    if (!nanoseconds)
        return CUPTI_ERROR_INVALID_PARAMETER;
    *nanoseconds = hw_nanoseconds_of(CLOCK_REALTIME);
    return CUPTI_SUCCESS;
}

/* A name that nobody has written (tools/exportgen).  Profilers ask for dozens of them, so one sentence tells
 * of all. */
int hw_cupti_missing(const char *library, const char *name, unsigned char *told);
int hw_cupti_missing(const char *library, const char *name, unsigned char *told)
{
    static atomic_flag is_told = ATOMIC_FLAG_INIT;

    (void)told;
    if (!atomic_flag_test_and_set(&is_told))
        hw_cuda_message(
            "%s: %s returns %d (not supported): halfwarp records nothing for profilers, so they "
            "show the host's side only; `halfwarp time` and HALFWARP_LOG=launches tell of kernels",
            library, name, CUPTI_ERROR_NOT_SUPPORTED);
    hw_cuda_log_call(name, CUPTI_ERROR_NOT_SUPPORTED, "CUPTI_ERROR_NOT_SUPPORTED");
    return CUPTI_ERROR_NOT_SUPPORTED;
}
