/* SPDX-License-Identifier: MIT */
/* cuBLAS as programs call it, of CUDA 4 to 13, with both of its interfaces (CUDA Toolkit 4.2 CUBLAS Library,
 * cublas_api.h and cublas.h of CUDA 11 to 13: names, numbers and the order of arguments).
 *
 * The interface of CUDA 4.0 on takes a handle and returns a status; its functions' names end in _v2, which
 * its header hides.  The one before has one handle of its own, takes scalars by value and letters for the
 * operations on matrices, and keeps its last error for cublasGetError.  Vectors and matrices are device
 * memory, in columns. */
#ifndef HW_CUDA_CUBLAS_CUBLAS_H
#define HW_CUDA_CUBLAS_CUBLAS_H

#include "cuda/blas/blas_abi.h"

#include <complex.h>

typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED, CUBLAS_ATOMICS_ALLOWED } cublasAtomicsMode_t;
/* The lower bits are one of these; a mode changes nothing here. */
typedef enum {
    CUBLAS_DEFAULT_MATH = 0,
    CUBLAS_TENSOR_OP_MATH = 1,
    CUBLAS_PEDANTIC_MATH = 2,
    CUBLAS_TF32_TENSOR_OP_MATH = 3,
    CUBLAS_FP32_EMULATED_BF16X9_MATH = 4,
    CUBLAS_FP64_EMULATED_FIXEDPOINT_MATH = 8,
    CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;
typedef void (*cublasLogCallback)(const char *message);
typedef cublasHandle_t cublasXtHandle_t;

#pragma GCC visibility push(default)

/* --- handles (cublas_handle.c) --- */

cublasStatus_t cublasCreate_v2(cublasHandle_t *handle);
cublasStatus_t cublasDestroy_v2(cublasHandle_t handle);
cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream_v2(cublasHandle_t handle, cudaStream_t *stream);
cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t *mode);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode);
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t *mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t *mode);
cublasStatus_t cublasSetSmCountTarget(cublasHandle_t handle, int multiprocessors);
cublasStatus_t cublasGetSmCountTarget(cublasHandle_t handle, int *multiprocessors);
cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t handle, void *workspace, size_t bytes);

/* --- the handle of the interface before CUDA 4.0 (cublas_old.c) --- */

cublasStatus_t cublasInit(void);
cublasStatus_t cublasShutdown(void);
cublasStatus_t cublasGetError(void);
cublasStatus_t cublasSetKernelStream(cudaStream_t stream);

/* --- about the library (cublas_about.c) --- */

cublasStatus_t cublasGetVersion_v2(cublasHandle_t handle, int *version);
cublasStatus_t cublasGetVersion(int *version);
cublasStatus_t cublasGetProperty(libraryPropertyType property, int *value);
size_t cublasGetCudartVersion(void);
const char *cublasGetStatusName(cublasStatus_t status);
const char *cublasGetStatusString(cublasStatus_t status);
/* Nothing is logged through these: HALFWARP_LOG=calls is the log. */
cublasStatus_t cublasLoggerConfigure(int on, int to_output, int to_error, const char *file);
cublasStatus_t cublasSetLoggerCallback(cublasLogCallback callback);
cublasStatus_t cublasGetLoggerCallback(cublasLogCallback *callback);
/* Tell of a wrong argument, as the reference BLAS does. */
void cublasXerbla(const char *function, int argument);

/* --- cuBLASXt, whose products are with those of a kind (xt_handle.c) --- */

cublasStatus_t cublasXtCreate(cublasXtHandle_t *handle);
cublasStatus_t cublasXtDestroy(cublasXtHandle_t handle);
cublasStatus_t cublasXtMaxBoards(int *boards);
cublasStatus_t cublasXtGetNumBoards(int devices, int device[], int *boards);
/* One device does the work whichever are chosen: the current one. */
cublasStatus_t cublasXtDeviceSelect(cublasXtHandle_t handle, int devices, int device[]);
cublasStatus_t cublasXtSetBlockDim(cublasXtHandle_t handle, int block);
cublasStatus_t cublasXtGetBlockDim(cublasXtHandle_t handle, int *block);
cublasStatus_t cublasXtSetPinningMemMode(cublasXtHandle_t handle, int mode);
cublasStatus_t cublasXtGetPinningMemMode(cublasXtHandle_t handle, int *mode);
/* The program's own BLAS, and how much it does: taken, and not called. */
cublasStatus_t cublasXtSetCpuRoutine(cublasXtHandle_t handle, int function, int type, void *routine);
cublasStatus_t cublasXtSetCpuRatio(cublasXtHandle_t handle, int function, int type, float ratio);

/* --- memory (transfer.c) --- */

cublasStatus_t cublasAlloc(int n, int element, void **address);
cublasStatus_t cublasFree(void *address);

#define INT          int
#define CALLED(name) cublas##name
#include "cuda/cublas/names_transfer.h"
#undef INT
#undef CALLED

#define INT          int64_t
#define CALLED(name) cublas##name##_64
#include "cuda/cublas/names_transfer.h"
#undef INT
#undef CALLED

/* --- mixed types (mixed.c, mixed_vectors.c) --- */

#define INT          int
#define CALLED(name) cublas##name
#include "cuda/cublas/names_mixed.h"
#undef INT
#undef CALLED

#define INT          int64_t
#define CALLED(name) cublas##name##_64
#include "cuda/cublas/names_mixed.h"
#undef INT
#undef CALLED

/* Real numbers only. */
cublasStatus_t cublasRotgEx(cublasHandle_t handle, void *a, void *b, cudaDataType ab_type, void *c, void *s,
                            cudaDataType cs_type, cudaDataType wide);
cublasStatus_t cublasRotmgEx(cublasHandle_t handle, void *d1, cudaDataType d1_type, void *d2,
                             cudaDataType d2_type, void *x1, cudaDataType x1_type, const void *y1,
                             cudaDataType y1_type, void *parameters, cudaDataType type, cudaDataType wide);

/* --- arithmetic (single.c, double.c, complex.c, double_complex.c) --- */

#define NUMBER           float
#define REAL             float
#define IS_COMPLEX       0
#define NAME(name)       cublasS##name
#define XT_NAME(name)    cublasXtS##name
#define INDEX_NAME(name) cublasIs##name
#define SUM_NAME(name)   cublasS##name
#include "cuda/cublas/cublas_kind.h"
#undef NUMBER
#undef REAL
#undef IS_COMPLEX
#undef NAME
#undef XT_NAME
#undef INDEX_NAME
#undef SUM_NAME

#define NUMBER           double
#define REAL             double
#define IS_COMPLEX       0
#define NAME(name)       cublasD##name
#define XT_NAME(name)    cublasXtD##name
#define INDEX_NAME(name) cublasId##name
#define SUM_NAME(name)   cublasD##name
#include "cuda/cublas/cublas_kind.h"
#undef NUMBER
#undef REAL
#undef IS_COMPLEX
#undef NAME
#undef XT_NAME
#undef INDEX_NAME
#undef SUM_NAME

#define NUMBER           float complex
#define REAL             float
#define IS_COMPLEX       1
#define NAME(name)       cublasC##name
#define XT_NAME(name)    cublasXtC##name
#define INDEX_NAME(name) cublasIc##name
#define SUM_NAME(name)   cublasSc##name
#define PART_NAME(name)  cublasCs##name
#include "cuda/cublas/cublas_kind.h"
#undef NUMBER
#undef REAL
#undef IS_COMPLEX
#undef NAME
#undef XT_NAME
#undef INDEX_NAME
#undef SUM_NAME
#undef PART_NAME

#define NUMBER           double complex
#define REAL             double
#define IS_COMPLEX       1
#define NAME(name)       cublasZ##name
#define XT_NAME(name)    cublasXtZ##name
#define INDEX_NAME(name) cublasIz##name
#define SUM_NAME(name)   cublasDz##name
#define PART_NAME(name)  cublasZd##name
#include "cuda/cublas/cublas_kind.h"
#undef NUMBER
#undef REAL
#undef IS_COMPLEX
#undef NAME
#undef XT_NAME
#undef INDEX_NAME
#undef SUM_NAME
#undef PART_NAME

#pragma GCC visibility pop
#endif
