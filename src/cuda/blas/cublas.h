/* SPDX-License-Identifier: MIT */
/* cuBLAS as programs of CUDA 4.x call it: what libcublas.so.4 exports, with both of its interfaces (CUDA
 * Toolkit 4.2 CUBLAS Library: names, numbers and the order of arguments).
 *
 * The interface of CUDA 4.0 on takes a handle and returns a status; its functions' names end in _v2, which
 * its header hides.  The one before has one handle of its own, takes scalars by value and letters for the
 * operations on matrices, and keeps its last error for cublasGetError.  Vectors and matrices are device
 * memory, in columns. */
#ifndef HW_CUDA_BLAS_CUBLAS_H
#define HW_CUDA_BLAS_CUBLAS_H

#include "cuda/core/cuda_abi.h"

#define HW_CUBLAS_STATUSES(STATUS)             \
    STATUS(0, CUBLAS_STATUS_SUCCESS)           \
    STATUS(1, CUBLAS_STATUS_NOT_INITIALIZED)   \
    STATUS(3, CUBLAS_STATUS_ALLOC_FAILED)      \
    STATUS(7, CUBLAS_STATUS_INVALID_VALUE)     \
    STATUS(8, CUBLAS_STATUS_ARCH_MISMATCH)     \
    STATUS(11, CUBLAS_STATUS_MAPPING_ERROR)    \
    STATUS(13, CUBLAS_STATUS_EXECUTION_FAILED) \
    STATUS(14, CUBLAS_STATUS_INTERNAL_ERROR)

#define HW_CUBLAS_ENUMERATOR(number, name) name = number,
typedef enum { HW_CUBLAS_STATUSES(HW_CUBLAS_ENUMERATOR) } cublasStatus_t;
#undef HW_CUBLAS_ENUMERATOR

typedef enum { CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C } cublasOperation_t;
typedef enum { CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER } cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT } cublasSideMode_t;
typedef enum { CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE } cublasPointerMode_t;

typedef struct cublasContext *cublasHandle_t;

#pragma GCC visibility push(default)

/* --- handles (handle.c) --- */

cublasStatus_t cublasCreate_v2(cublasHandle_t *handle);
cublasStatus_t cublasDestroy_v2(cublasHandle_t handle);
cublasStatus_t cublasGetVersion_v2(cublasHandle_t handle, int *version);
cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream_v2(cublasHandle_t handle, cudaStream_t *stream);
cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t *mode);
cublasStatus_t cublasInit(void);
cublasStatus_t cublasShutdown(void);
cublasStatus_t cublasGetError(void);
cublasStatus_t cublasGetVersion(int *version);
cublasStatus_t cublasSetKernelStream(cudaStream_t stream);

/* --- memory (transfer.c) --- */

cublasStatus_t cublasAlloc(int n, int element, void **address);
cublasStatus_t cublasFree(void *address);
cublasStatus_t cublasSetVector(int n, int element, const void *x, int incx, void *y, int incy);
cublasStatus_t cublasGetVector(int n, int element, const void *x, int incx, void *y, int incy);
cublasStatus_t cublasSetMatrix(int rows, int columns, int element, const void *a, int lda, void *b, int ldb);
cublasStatus_t cublasGetMatrix(int rows, int columns, int element, const void *a, int lda, void *b, int ldb);
cublasStatus_t cublasSetVectorAsync(int n, int element, const void *x, int incx, void *y, int incy,
                                    cudaStream_t stream);
cublasStatus_t cublasGetVectorAsync(int n, int element, const void *x, int incx, void *y, int incy,
                                    cudaStream_t stream);
cublasStatus_t cublasSetMatrixAsync(int rows, int columns, int element, const void *a, int lda, void *b,
                                    int ldb, cudaStream_t stream);
cublasStatus_t cublasGetMatrixAsync(int rows, int columns, int element, const void *a, int lda, void *b,
                                    int ldb, cudaStream_t stream);

/* --- arithmetic (single.c, double.c) --- */

#define REAL             float
#define NAME(name)       cublasS##name
#define INDEX_NAME(name) cublasIs##name
#include "cuda/blas/cublas_real.h"
#undef REAL
#undef NAME
#undef INDEX_NAME

#define REAL             double
#define NAME(name)       cublasD##name
#define INDEX_NAME(name) cublasId##name
#include "cuda/blas/cublas_real.h"
#undef REAL
#undef NAME
#undef INDEX_NAME

#pragma GCC visibility pop
#endif
