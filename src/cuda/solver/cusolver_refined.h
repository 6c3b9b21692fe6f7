/* SPDX-License-Identifier: MIT */
/* Solutions of cuSOLVER that are refined from a lower precision: names with two letters, the precision of the
 * matrices and the lowest one, and those whose precisions are parameters (IRS).  Part of cusolver.h; numbers
 * are pointed to by `void *`. */
#ifndef HW_CUDA_SOLVER_CUSOLVER_REFINED_H
#define HW_CUDA_SOLVER_CUSOLVER_REFINED_H

#define HW_CUSOLVER_REFINED_GESV                                                                          \
    cusolverDnHandle_t handle, int n, int nrhs, void *a, int lda, int *pivots, void *b, int ldb, void *x, \
        int ldx, void *work
#define HW_CUSOLVER_REFINED_GELS                                                                             \
    cusolverDnHandle_t handle, int m, int n, int nrhs, void *a, int lda, void *b, int ldb, void *x, int ldx, \
        void *work
#define HW_CUSOLVER_REFINED_END size_t bytes, int *iterations, int *info

/* PAIR(letters, letter of the matrices) */
/* clang-format off */
#define HW_CUSOLVER_PAIRS(PAIR) \
    PAIR(SS, S) PAIR(SH, S) PAIR(SB, S) PAIR(SX, S) \
    PAIR(DD, D) PAIR(DS, D) PAIR(DH, D) PAIR(DB, D) PAIR(DX, D) \
    PAIR(CC, C) PAIR(CK, C) PAIR(CE, C) PAIR(CY, C) \
    PAIR(ZZ, Z) PAIR(ZC, Z) PAIR(ZK, Z) PAIR(ZE, Z) PAIR(ZY, Z)
/* clang-format on */
#define HW_CUSOLVER_PROTOTYPES(pair, letter)                                                     \
    cusolverStatus_t cusolverDn##pair##gesv_bufferSize(HW_CUSOLVER_REFINED_GESV, size_t *bytes); \
    cusolverStatus_t cusolverDn##pair##gesv(HW_CUSOLVER_REFINED_GESV, HW_CUSOLVER_REFINED_END);  \
    cusolverStatus_t cusolverDn##pair##gels_bufferSize(HW_CUSOLVER_REFINED_GELS, size_t *bytes); \
    cusolverStatus_t cusolverDn##pair##gels(HW_CUSOLVER_REFINED_GELS, HW_CUSOLVER_REFINED_END);
HW_CUSOLVER_PAIRS(HW_CUSOLVER_PROTOTYPES)
#undef HW_CUSOLVER_PROTOTYPES

typedef struct cusolverDnIRSParams *cusolverDnIRSParams_t;
typedef struct cusolverDnIRSInfos *cusolverDnIRSInfos_t;
typedef enum {
    CUSOLVER_IRS_REFINE_NOT_SET = 1100,
    CUSOLVER_IRS_REFINE_NONE,
    CUSOLVER_IRS_REFINE_GMRES_NOPCOND = 1106
} cusolverIRSRefinement_t;
typedef enum {
    CUSOLVER_R_8I = 1201,
    CUSOLVER_R_64F = 1203,
    CUSOLVER_R_32F,
    CUSOLVER_C_64F = 1213,
    CUSOLVER_C_32F,
    CUSOLVER_C_AP = 1218
} cusolverPrecType_t;

cusolverStatus_t cusolverDnIRSParamsCreate(cusolverDnIRSParams_t *params);
cusolverStatus_t cusolverDnIRSParamsDestroy(cusolverDnIRSParams_t params);
cusolverStatus_t cusolverDnIRSParamsSetRefinementSolver(cusolverDnIRSParams_t params,
                                                        cusolverIRSRefinement_t solver);
cusolverStatus_t cusolverDnIRSParamsSetSolverMainPrecision(cusolverDnIRSParams_t params,
                                                           cusolverPrecType_t main);
cusolverStatus_t cusolverDnIRSParamsSetSolverLowestPrecision(cusolverDnIRSParams_t params,
                                                             cusolverPrecType_t lowest);
cusolverStatus_t cusolverDnIRSParamsSetSolverPrecisions(cusolverDnIRSParams_t params, cusolverPrecType_t main,
                                                        cusolverPrecType_t lowest);
cusolverStatus_t cusolverDnIRSParamsSetTol(cusolverDnIRSParams_t params, double tolerance);
cusolverStatus_t cusolverDnIRSParamsSetTolInner(cusolverDnIRSParams_t params, double tolerance);
cusolverStatus_t cusolverDnIRSParamsSetMaxIters(cusolverDnIRSParams_t params, int iterations);
cusolverStatus_t cusolverDnIRSParamsSetMaxItersInner(cusolverDnIRSParams_t params, int iterations);
cusolverStatus_t cusolverDnIRSParamsGetMaxIters(cusolverDnIRSParams_t params, int *iterations);
cusolverStatus_t cusolverDnIRSParamsEnableFallback(cusolverDnIRSParams_t params);
cusolverStatus_t cusolverDnIRSParamsDisableFallback(cusolverDnIRSParams_t params);
cusolverStatus_t cusolverDnIRSInfosCreate(cusolverDnIRSInfos_t *infos);
cusolverStatus_t cusolverDnIRSInfosDestroy(cusolverDnIRSInfos_t infos);
cusolverStatus_t cusolverDnIRSInfosGetNiters(cusolverDnIRSInfos_t infos, int *iterations);
cusolverStatus_t cusolverDnIRSInfosGetOuterNiters(cusolverDnIRSInfos_t infos, int *iterations);
cusolverStatus_t cusolverDnIRSInfosGetMaxIters(cusolverDnIRSInfos_t infos, int *iterations);
cusolverStatus_t cusolverDnIRSXgesv_bufferSize(cusolverDnHandle_t handle, cusolverDnIRSParams_t params, int n,
                                               int nrhs, size_t *bytes);
cusolverStatus_t cusolverDnIRSXgesv(cusolverDnHandle_t handle, cusolverDnIRSParams_t params,
                                    cusolverDnIRSInfos_t infos, int n, int nrhs, void *a, int lda, void *b,
                                    int ldb, void *x, int ldx, void *work, HW_CUSOLVER_REFINED_END);
cusolverStatus_t cusolverDnIRSXgels_bufferSize(cusolverDnHandle_t handle, cusolverDnIRSParams_t params, int m,
                                               int n, int nrhs, size_t *bytes);
cusolverStatus_t cusolverDnIRSXgels(cusolverDnHandle_t handle, cusolverDnIRSParams_t params,
                                    cusolverDnIRSInfos_t infos, int m, int n, int nrhs, void *a, int lda,
                                    void *b, int ldb, void *x, int ldx, void *work, HW_CUSOLVER_REFINED_END);

#endif
