/* SPDX-License-Identifier: MIT */
/* See solver_info.h.  The settings are held to their ranges; nothing reads them, since the work is not
 * iterative. */
#include "cuda/solver/solver_info.h"

#include "cuda/math/math_object.h"
#include "cuda/solver/solver_call.h"

struct syevjInfo {
    int sort;
};
struct gesvdjInfo {
    int sort;
};
struct cusolverDnParams {
    int algorithm;
};

static const char syevj_kind[] = "syevjInfo_t", gesvdj_kind[] = "gesvdjInfo_t",
                  params_kind[] = "cusolverDnParams_t";

bool hw_solver_is_syevj(syevjInfo_t info)
{
    return hw_math_object_is(info, syevj_kind);
}

bool hw_solver_is_gesvdj(gesvdjInfo_t info)
{
    return hw_math_object_is(info, gesvdj_kind);
}

bool hw_solver_is_params(cusolverDnParams_t params)
{
    return hw_math_object_is(params, params_kind);
}

/* --- making and destroying --- */

static cusolverStatus_t create(const char *name, void **object, const char *kind, size_t bytes)
{
    struct hw_solver_call call = hw_solver_begin_plain(name);

    hw_solver_demand(&call, object != NULL);
    if (hw_solver_ready(&call)) {
        *object = hw_math_object_new(kind, bytes);
        hw_solver_check(&call, *object != NULL, CUSOLVER_STATUS_ALLOC_FAILED);
    }
    return hw_solver_end(&call, NULL);
}

static cusolverStatus_t destroy(const char *name, void *object, const char *kind)
{
    struct hw_solver_call call = hw_solver_begin_plain(name);

    call.status = hw_math_object_free(object, kind) ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_INVALID_VALUE;
    return hw_solver_end(&call, NULL);
}

cusolverStatus_t cusolverDnCreateSyevjInfo(syevjInfo_t *info)
{
    return create(__func__, (void **)info, syevj_kind, sizeof **info);
}

cusolverStatus_t cusolverDnDestroySyevjInfo(syevjInfo_t info)
{
    return destroy(__func__, info, syevj_kind);
}

cusolverStatus_t cusolverDnCreateGesvdjInfo(gesvdjInfo_t *info)
{
    return create(__func__, (void **)info, gesvdj_kind, sizeof **info);
}

cusolverStatus_t cusolverDnDestroyGesvdjInfo(gesvdjInfo_t info)
{
    return destroy(__func__, info, gesvdj_kind);
}

cusolverStatus_t cusolverDnCreateParams(cusolverDnParams_t *params)
{
    return create(__func__, (void **)params, params_kind, sizeof **params);
}

cusolverStatus_t cusolverDnDestroyParams(cusolverDnParams_t params)
{
    return destroy(__func__, params, params_kind);
}

/* --- settings --- */

static cusolverStatus_t set(const char *name, const void *object, const char *kind, bool right)
{
    struct hw_solver_call call = hw_solver_begin_plain(name);

    hw_solver_demand(&call, hw_math_object_is(object, kind) && right);
    return hw_solver_end(&call, NULL);
}

cusolverStatus_t cusolverDnXsyevjSetTolerance(syevjInfo_t info, double tolerance)
{
    (void)tolerance; /* one that is not above 0 means the precision of the machine */
    return set(__func__, info, syevj_kind, true);
}

cusolverStatus_t cusolverDnXsyevjSetMaxSweeps(syevjInfo_t info, int sweeps)
{
    return set(__func__, info, syevj_kind, sweeps >= 0);
}

cusolverStatus_t cusolverDnXsyevjSetSortEig(syevjInfo_t info, int sort)
{
    return set(__func__, info, syevj_kind, (sort == 0 || sort == 1));
}

cusolverStatus_t cusolverDnXgesvdjSetTolerance(gesvdjInfo_t info, double tolerance)
{
    (void)tolerance;
    return set(__func__, info, gesvdj_kind, true);
}

cusolverStatus_t cusolverDnXgesvdjSetMaxSweeps(gesvdjInfo_t info, int sweeps)
{
    return set(__func__, info, gesvdj_kind, sweeps >= 0);
}

cusolverStatus_t cusolverDnXgesvdjSetSortEig(gesvdjInfo_t info, int sort)
{
    return set(__func__, info, gesvdj_kind, (sort == 0 || sort == 1));
}

cusolverStatus_t cusolverDnSetAdvOptions(cusolverDnParams_t params, int function, int algorithm)
{
    return set(__func__, params, params_kind,
               (function == 0 || function == 1) && algorithm >= 0 && algorithm <= 2);
}

/* --- what was done: no sweeps --- */

static cusolverStatus_t sweeps_of(const char *name, cusolverDnHandle_t handle, const void *info,
                                  const char *kind, int *sweeps)
{
    struct hw_solver_call call = hw_solver_begin_plain(name);

    hw_solver_check(&call, hw_solver_known(handle), CUSOLVER_STATUS_NOT_INITIALIZED);
    hw_solver_demand(&call, hw_math_object_is(info, kind) && sweeps);
    if (hw_solver_ready(&call))
        *sweeps = 0;
    return hw_solver_end(&call, NULL);
}

cusolverStatus_t cusolverDnXsyevjGetSweeps(cusolverDnHandle_t handle, syevjInfo_t info, int *sweeps)
{
    return sweeps_of(__func__, handle, info, syevj_kind, sweeps);
}

cusolverStatus_t cusolverDnXgesvdjGetSweeps(cusolverDnHandle_t handle, gesvdjInfo_t info, int *sweeps)
{
    return sweeps_of(__func__, handle, info, gesvdj_kind, sweeps);
}
