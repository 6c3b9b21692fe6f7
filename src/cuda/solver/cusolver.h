/* SPDX-License-Identifier: MIT */
/* cuSOLVER as programs of CUDA 11 to 13 call it: names, numbers and the order of arguments (NVIDIA's
 * documentation of the cuSOLVER API; the headers of CUDA 11.7 and 13).  Matrices lie in columns in device
 * memory.  What libcusolver.so exports and does is in its table, cusolver.api. */
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

/* Refined solutions (IRS). */
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

#include "generated/api/cusolver.h"

#endif
