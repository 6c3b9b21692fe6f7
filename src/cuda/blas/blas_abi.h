/* SPDX-License-Identifier: MIT */
/* Numbers and types that the interfaces of cuBLAS and cuBLASLt share, as programs have them in their code
 * (cublas_api.h of CUDA 11 to 13). */
#ifndef HW_CUDA_BLAS_BLAS_ABI_H
#define HW_CUDA_BLAS_BLAS_ABI_H

#include "cuda/core/cuda_abi.h"
#include "cuda/core/library_types.h"

#define HW_CUBLAS_STATUSES(STATUS)             \
    STATUS(0, CUBLAS_STATUS_SUCCESS)           \
    STATUS(1, CUBLAS_STATUS_NOT_INITIALIZED)   \
    STATUS(3, CUBLAS_STATUS_ALLOC_FAILED)      \
    STATUS(7, CUBLAS_STATUS_INVALID_VALUE)     \
    STATUS(8, CUBLAS_STATUS_ARCH_MISMATCH)     \
    STATUS(11, CUBLAS_STATUS_MAPPING_ERROR)    \
    STATUS(13, CUBLAS_STATUS_EXECUTION_FAILED) \
    STATUS(14, CUBLAS_STATUS_INTERNAL_ERROR)   \
    STATUS(15, CUBLAS_STATUS_NOT_SUPPORTED)    \
    STATUS(16, CUBLAS_STATUS_LICENSE_ERROR)

#define HW_CUBLAS_ENUMERATOR(number, name) name = number,
typedef enum { HW_CUBLAS_STATUSES(HW_CUBLAS_ENUMERATOR) } cublasStatus_t;
#undef HW_CUBLAS_ENUMERATOR

typedef enum { CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C, CUBLAS_OP_CONJG } cublasOperation_t;
typedef enum { CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER, CUBLAS_FILL_MODE_FULL } cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT } cublasSideMode_t;
typedef enum { CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE } cublasPointerMode_t;

/* What products are summed in; programs of CUDA 10 give a kind of elements instead. */
typedef enum {
    CUBLAS_COMPUTE_16F = 64,
    CUBLAS_COMPUTE_16F_PEDANTIC = 65,
    CUBLAS_COMPUTE_32F = 68,
    CUBLAS_COMPUTE_32F_PEDANTIC = 69,
    CUBLAS_COMPUTE_64F = 70,
    CUBLAS_COMPUTE_64F_PEDANTIC = 71,
    CUBLAS_COMPUTE_32I = 72,
    CUBLAS_COMPUTE_32I_PEDANTIC = 73,
    CUBLAS_COMPUTE_32F_FAST_16F = 74,
    CUBLAS_COMPUTE_32F_FAST_16BF = 75,
    CUBLAS_COMPUTE_32F_FAST_TF32 = 77,
    CUBLAS_COMPUTE_32F_EMULATED_16BFX9 = 78,
    CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT = 79
} cublasComputeType_t;

typedef struct cublasContext *cublasHandle_t;

#endif
