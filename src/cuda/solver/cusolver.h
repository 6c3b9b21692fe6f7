/* SPDX-License-Identifier: MIT */
/* cuSOLVER as programs of CUDA 11 to 13 call it: names, numbers and the order of arguments (NVIDIA's
 * documentation of the cuSOLVER API; the headers of CUDA 11.7 and 13).  Matrices lie in columns in device
 * memory.
 *
 * Most functions exist for four kinds of numbers; cusolver_typed.h has the prototypes of one kind.  What
 * libcusolver.so exports beyond this is in cusolver.exports, and is not implemented. */
#ifndef HW_CUDA_SOLVER_CUSOLVER_H
#define HW_CUDA_SOLVER_CUSOLVER_H

#include "cuda/core/cuda_abi.h"

#define HW_CUSOLVER_STATUSES(STATUS)                       \
    STATUS(0, CUSOLVER_STATUS_SUCCESS)                     \
    STATUS(1, CUSOLVER_STATUS_NOT_INITIALIZED)             \
    STATUS(2, CUSOLVER_STATUS_ALLOC_FAILED)                \
    STATUS(3, CUSOLVER_STATUS_INVALID_VALUE)               \
    STATUS(4, CUSOLVER_STATUS_ARCH_MISMATCH)               \
    STATUS(6, CUSOLVER_STATUS_EXECUTION_FAILED)            \
    STATUS(7, CUSOLVER_STATUS_INTERNAL_ERROR)              \
    STATUS(8, CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED)   \
    STATUS(9, CUSOLVER_STATUS_NOT_SUPPORTED)               \
    STATUS(12, CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED) \
    STATUS(13, CUSOLVER_STATUS_IRS_PARAMS_INVALID)         \
    STATUS(25, CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED)

#define HW_CUSOLVER_ENUMERATOR(number, name) name = number,
typedef enum { HW_CUSOLVER_STATUSES(HW_CUSOLVER_ENUMERATOR) } cusolverStatus_t;
#undef HW_CUSOLVER_ENUMERATOR

typedef enum { CUSOLVER_EIG_TYPE_1 = 1, CUSOLVER_EIG_TYPE_2, CUSOLVER_EIG_TYPE_3 } cusolverEigType_t;
typedef enum { CUSOLVER_EIG_MODE_NOVECTOR, CUSOLVER_EIG_MODE_VECTOR } cusolverEigMode_t;
typedef enum { CUSOLVER_EIG_RANGE_ALL = 1001, CUSOLVER_EIG_RANGE_I, CUSOLVER_EIG_RANGE_V } cusolverEigRange_t;
typedef enum {
    CUSOLVER_DETERMINISTIC_RESULTS = 1,
    CUSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS
} cusolverDeterministicMode_t;

/* cuBLAS's and CUDA's numbers. */
typedef unsigned cublasFillMode_t;  /* lower, upper */
typedef unsigned cublasOperation_t; /* none, transposed, conjugate transposed */
typedef unsigned cublasSideMode_t;  /* left, right */
typedef unsigned cublasDiagType_t;  /* not unit, unit */
typedef int cudaDataType;           /* math/number.h */
typedef int libraryPropertyType;    /* major, minor, patch */

typedef struct cusolverDnContext *cusolverDnHandle_t;
typedef struct cusolverSpContext *cusolverSpHandle_t;
typedef struct cusparseMatDescr *cusparseMatDescr_t; /* cuSPARSE's */
typedef struct syevjInfo *syevjInfo_t;
typedef struct gesvdjInfo *gesvdjInfo_t;
typedef struct cusolverDnParams *cusolverDnParams_t;

#pragma GCC visibility push(default)

/* --- handles, versions (solver_handle.c, toolkit/solver_version.c) --- */

cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *handle);
cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle);
cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream);
cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t *stream);
cusolverStatus_t cusolverDnSetDeterministicMode(cusolverDnHandle_t handle, cusolverDeterministicMode_t mode);
cusolverStatus_t cusolverDnGetDeterministicMode(cusolverDnHandle_t handle, cusolverDeterministicMode_t *mode);
cusolverStatus_t cusolverGetVersion(int *version);
cusolverStatus_t cusolverGetProperty(libraryPropertyType type, int *value);

/* --- what a program wants of some functions (solver_info.c) --- */

cusolverStatus_t cusolverDnCreateSyevjInfo(syevjInfo_t *info);
cusolverStatus_t cusolverDnDestroySyevjInfo(syevjInfo_t info);
cusolverStatus_t cusolverDnXsyevjSetTolerance(syevjInfo_t info, double tolerance);
cusolverStatus_t cusolverDnXsyevjSetMaxSweeps(syevjInfo_t info, int sweeps);
cusolverStatus_t cusolverDnXsyevjSetSortEig(syevjInfo_t info, int sort);
cusolverStatus_t cusolverDnXsyevjGetSweeps(cusolverDnHandle_t handle, syevjInfo_t info, int *sweeps);
cusolverStatus_t cusolverDnCreateGesvdjInfo(gesvdjInfo_t *info);
cusolverStatus_t cusolverDnDestroyGesvdjInfo(gesvdjInfo_t info);
cusolverStatus_t cusolverDnXgesvdjSetTolerance(gesvdjInfo_t info, double tolerance);
cusolverStatus_t cusolverDnXgesvdjSetMaxSweeps(gesvdjInfo_t info, int sweeps);
cusolverStatus_t cusolverDnXgesvdjSetSortEig(gesvdjInfo_t info, int sort);
cusolverStatus_t cusolverDnXgesvdjGetSweeps(cusolverDnHandle_t handle, gesvdjInfo_t info, int *sweeps);
cusolverStatus_t cusolverDnCreateParams(cusolverDnParams_t *params);
cusolverStatus_t cusolverDnDestroyParams(cusolverDnParams_t params);
cusolverStatus_t cusolverDnSetAdvOptions(cusolverDnParams_t params, int function, int algorithm);

/* --- sizes of 64 bits, types as arguments --- */

#include "cuda/solver/cusolver_wide.h"

/* --- four kinds of numbers --- */

#define T           float
#define REAL        float
#define DN(name)    cusolverDnS##name
#define DN_OR(name) cusolverDnSor##name
#define DN_SY(name) cusolverDnSsy##name
#include "cuda/solver/cusolver_typed.h"

#define T           double
#define REAL        double
#define DN(name)    cusolverDnD##name
#define DN_OR(name) cusolverDnDor##name
#define DN_SY(name) cusolverDnDsy##name
#include "cuda/solver/cusolver_typed.h"

#define T           float _Complex
#define REAL        float
#define DN(name)    cusolverDnC##name
#define DN_OR(name) cusolverDnCun##name
#define DN_SY(name) cusolverDnChe##name
#include "cuda/solver/cusolver_typed.h"

#define T           double _Complex
#define REAL        double
#define DN(name)    cusolverDnZ##name
#define DN_OR(name) cusolverDnZun##name
#define DN_SY(name) cusolverDnZhe##name
#include "cuda/solver/cusolver_typed.h"

#include "cuda/solver/cusolver_refined.h"
#include "cuda/solver/cusolver_sparse.h"

#pragma GCC visibility pop
#endif
