/* SPDX-License-Identifier: MIT */
/* The version that a library of a toolkit has: of libcusolver.so.11 that of CUDA 12.1, of .so.12 CUDA 13's.
 */
#include "cuda/solver/solver_call.h"

enum {
    MAJOR = HW_TOOLKIT < 13000 ? 11 : 12,
    MINOR = HW_TOOLKIT < 13000 ? 4 : 0,
    PATCH = HW_TOOLKIT < 13000 ? 5 : 4
};

cusolverStatus_t cusolverGetVersion(int *version)
{
    if (!version)
        return CUSOLVER_STATUS_INVALID_VALUE;
    *version = MAJOR * 1000 + MINOR * 100 + PATCH;
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverGetProperty(libraryPropertyType type, int *value)
{
    static const int part[] = {MAJOR, MINOR, PATCH};

    if (!value || type < 0 || type > 2)
        return CUSOLVER_STATUS_INVALID_VALUE;
    *value = part[type];
    return CUSOLVER_STATUS_SUCCESS;
}
