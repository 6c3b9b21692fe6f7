/* SPDX-License-Identifier: MIT */
/* Solutions whose precisions are parameters.  Only the main one counts; no iterations are needed
 * (solver_refined.c). */
#include "cuda/math/math_object.h"
#include "cuda/solver/solver_dense.h"

static const char params_kind[] = "cusolverDnIRSParams_t", infos_kind[] = "cusolverDnIRSInfos_t";

enum { ITERATIONS = 50 };

struct cusolverDnIRSParams {
    cusolverIRSRefinement_t solver;
    cusolverPrecType_t main;
    int iterations;
};
struct cusolverDnIRSInfos {
    int most; /* iterations that the last solution was allowed */
};

/* --- parameters --- */

static struct hw_solver_call ask(const char *name, const void *object, const char *kind,
                                 cusolverStatus_t status)
{
    struct hw_solver_call call = hw_solver_begin_plain(name);

    hw_solver_check(&call, hw_math_object_is(object, kind), status);
    return call;
}

static struct hw_solver_call ask_params(const char *name, cusolverDnIRSParams_t params)
{
    return ask(name, params, params_kind, CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED);
}

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

cusolverStatus_t cusolverDnIRSParamsCreate(cusolverDnIRSParams_t *params)
{
    const cusolverStatus_t status = create(__func__, (void **)params, params_kind, sizeof **params);

    if (status == CUSOLVER_STATUS_SUCCESS) {
        (*params)->solver = CUSOLVER_IRS_REFINE_NOT_SET;
        (*params)->iterations = ITERATIONS;
    }
    return status;
}

cusolverStatus_t cusolverDnIRSParamsDestroy(cusolverDnIRSParams_t params)
{
    struct hw_solver_call call = ask_params(__func__, params);

    if (hw_solver_ready(&call))
        hw_math_object_free(params, params_kind);
    return hw_solver_end(&call, NULL);
}

/* Set what counts, if `right`. */
#define SET(right, action)                                     \
    struct hw_solver_call call = ask_params(__func__, params); \
    hw_solver_demand(&call, right);                            \
    if (hw_solver_ready(&call)) {                              \
        action;                                                \
    }                                                          \
    return hw_solver_end(&call, NULL)

static bool is_precision(cusolverPrecType_t type)
{
    return type >= CUSOLVER_R_8I && type <= CUSOLVER_C_AP;
}

static bool is_main_precision(cusolverPrecType_t type)
{
    return type == CUSOLVER_R_64F || type == CUSOLVER_R_32F || type == CUSOLVER_C_64F ||
           type == CUSOLVER_C_32F;
}

cusolverStatus_t cusolverDnIRSParamsSetRefinementSolver(cusolverDnIRSParams_t params,
                                                        cusolverIRSRefinement_t solver)
{
    SET(solver >= CUSOLVER_IRS_REFINE_NONE && solver <= CUSOLVER_IRS_REFINE_GMRES_NOPCOND,
        params->solver = solver);
}

cusolverStatus_t cusolverDnIRSParamsSetSolverMainPrecision(cusolverDnIRSParams_t params,
                                                           cusolverPrecType_t main)
{
    SET(is_main_precision(main), params->main = main);
}

cusolverStatus_t cusolverDnIRSParamsSetSolverLowestPrecision(cusolverDnIRSParams_t params,
                                                             cusolverPrecType_t lowest)
{
    SET(is_precision(lowest), (void)lowest);
}

cusolverStatus_t cusolverDnIRSParamsSetSolverPrecisions(cusolverDnIRSParams_t params, cusolverPrecType_t main,
                                                        cusolverPrecType_t lowest)
{
    SET(is_main_precision(main) && is_precision(lowest), params->main = main);
}

cusolverStatus_t cusolverDnIRSParamsSetTol(cusolverDnIRSParams_t params, double tolerance)
{
    SET(tolerance > 0, (void)tolerance);
}

cusolverStatus_t cusolverDnIRSParamsSetTolInner(cusolverDnIRSParams_t params, double tolerance)
{
    SET(tolerance > 0, (void)tolerance);
}

cusolverStatus_t cusolverDnIRSParamsSetMaxIters(cusolverDnIRSParams_t params, int iterations)
{
    SET(iterations >= 0, params->iterations = iterations);
}

cusolverStatus_t cusolverDnIRSParamsSetMaxItersInner(cusolverDnIRSParams_t params, int iterations)
{
    SET(iterations >= 0, (void)iterations);
}

cusolverStatus_t cusolverDnIRSParamsGetMaxIters(cusolverDnIRSParams_t params, int *iterations)
{
    SET(iterations, *iterations = params->iterations);
}

cusolverStatus_t cusolverDnIRSParamsEnableFallback(cusolverDnIRSParams_t params)
{
    SET(true, (void)0);
}

cusolverStatus_t cusolverDnIRSParamsDisableFallback(cusolverDnIRSParams_t params)
{
    SET(true, (void)0);
}

/* --- infos --- */

cusolverStatus_t cusolverDnIRSInfosCreate(cusolverDnIRSInfos_t *infos)
{
    return create(__func__, (void **)infos, infos_kind, sizeof **infos);
}

static cusolverStatus_t answer(const char *name, cusolverDnIRSInfos_t infos, int *to, bool most)
{
    struct hw_solver_call call = ask(name, infos, infos_kind, CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED);

    hw_solver_demand(&call, to != NULL);
    if (hw_solver_ready(&call))
        *to = most ? infos->most : 0;
    return hw_solver_end(&call, NULL);
}

cusolverStatus_t cusolverDnIRSInfosDestroy(cusolverDnIRSInfos_t infos)
{
    struct hw_solver_call call = ask(__func__, infos, infos_kind, CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED);

    if (hw_solver_ready(&call))
        hw_math_object_free(infos, infos_kind);
    return hw_solver_end(&call, NULL);
}

cusolverStatus_t cusolverDnIRSInfosGetNiters(cusolverDnIRSInfos_t infos, int *iterations)
{
    return answer(__func__, infos, iterations, false);
}

cusolverStatus_t cusolverDnIRSInfosGetOuterNiters(cusolverDnIRSInfos_t infos, int *iterations)
{
    return answer(__func__, infos, iterations, false);
}

cusolverStatus_t cusolverDnIRSInfosGetMaxIters(cusolverDnIRSInfos_t infos, int *iterations)
{
    return answer(__func__, infos, iterations, true);
}

/* --- solutions --- */

/* Take the main precision into the system, and tell the infos what was allowed. */
static cusolverStatus_t prepare(const char *name, cusolverDnIRSParams_t params, cusolverDnIRSInfos_t infos,
                                bool with_infos, struct hw_solver_system *system)
{
    struct hw_solver_call call = ask_params(name, params);

    if (hw_solver_ready(&call) && with_infos)
        hw_solver_check(&call, hw_math_object_is(infos, infos_kind),
                        CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED);
    if (hw_solver_ready(&call))
        hw_solver_check(&call, params->main && params->solver != CUSOLVER_IRS_REFINE_NOT_SET,
                        CUSOLVER_STATUS_IRS_PARAMS_INVALID);
    if (hw_solver_ready(&call)) {
        system->type = params->main == CUSOLVER_R_64F   ? HW_NUMBER_R64F
                       : params->main == CUSOLVER_R_32F ? HW_NUMBER_R32F
                       : params->main == CUSOLVER_C_64F ? HW_NUMBER_C64F
                                                        : HW_NUMBER_C32F;
        if (with_infos)
            infos->most = params->iterations;
    }
    return hw_solver_end(&call, NULL);
}

static cusolverStatus_t size(const char *name, cusolverDnIRSParams_t params, struct hw_solver_system system,
                             size_t *bytes)
{
    const cusolverStatus_t status = prepare(name, params, NULL, false, &system);

    return status == CUSOLVER_STATUS_SUCCESS ? hw_solver_refined_bytes(name, &system, bytes) : status;
}

static cusolverStatus_t solve(const char *name, cusolverDnIRSParams_t params, cusolverDnIRSInfos_t infos,
                              struct hw_solver_system system, const void *work, HW_CUSOLVER_REFINED_END)
{
    const cusolverStatus_t status = prepare(name, params, infos, true, &system);

    return status == CUSOLVER_STATUS_SUCCESS ? hw_solver_refined(name, &system, work, bytes, iterations, info)
                                             : status;
}

#define SYSTEM(squares, m)                                           \
    (struct hw_solver_system)                                        \
    {                                                                \
        handle, 0, squares, m, n, nrhs, lda, ldb, ldx, a, b, x, NULL \
    }
#define SIZES(squares, rows)                                                        \
    (struct hw_solver_system)                                                       \
    {                                                                               \
        .handle = handle, .least_squares = squares, .m = rows, .n = n, .nrhs = nrhs \
    }

cusolverStatus_t cusolverDnIRSXgesv_bufferSize(cusolverDnHandle_t handle, cusolverDnIRSParams_t params, int n,
                                               int nrhs, size_t *bytes)
{
    return size(__func__, params, SIZES(false, n), bytes);
}

cusolverStatus_t cusolverDnIRSXgesv(cusolverDnHandle_t handle, cusolverDnIRSParams_t params,
                                    cusolverDnIRSInfos_t infos, int n, int nrhs, void *a, int lda, void *b,
                                    int ldb, void *x, int ldx, void *work, HW_CUSOLVER_REFINED_END)
{
    return solve(__func__, params, infos, SYSTEM(false, n), work, bytes, iterations, info);
}

cusolverStatus_t cusolverDnIRSXgels_bufferSize(cusolverDnHandle_t handle, cusolverDnIRSParams_t params, int m,
                                               int n, int nrhs, size_t *bytes)
{
    return size(__func__, params, SIZES(true, m), bytes);
}

cusolverStatus_t cusolverDnIRSXgels(cusolverDnHandle_t handle, cusolverDnIRSParams_t params,
                                    cusolverDnIRSInfos_t infos, int m, int n, int nrhs, void *a, int lda,
                                    void *b, int ldb, void *x, int ldx, void *work, HW_CUSOLVER_REFINED_END)
{
    return solve(__func__, params, infos, SYSTEM(true, m), work, bytes, iterations, info);
}
