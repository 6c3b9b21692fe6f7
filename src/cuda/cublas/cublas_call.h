/* SPDX-License-Identifier: MIT */
/* Calls of cuBLAS: beginnings and ends, and what their functions have in common. */
#ifndef HW_CUDA_CUBLAS_CUBLAS_CALL_H
#define HW_CUDA_CUBLAS_CUBLAS_CALL_H

#include "cuda/blas/blas_call.h"
#include "cuda/blas/blas_type.h"
#include "cuda/cublas/cublas.h"

/* Begin a call with a handle of cuBLAS, which one of cuBLASLt is not. */
struct hw_blas_call hw_cublas_begin(const char *name, cublasHandle_t handle);
/* Begin one with a handle of cuBLASXt: matrices may be the host's, and the work is done when it ends. */
struct hw_blas_call hw_cublas_begin_xt(const char *name, cublasHandle_t handle);
/* Begin and end one of the old interface, whose handle is its own and which remembers a status that is not
 * success. */
struct hw_blas_call hw_cublas_begin_old(const char *name);
void hw_cublas_end_old(struct hw_blas_call *call);

/* Letters of the old interface; others become a value that is none. */
cublasOperation_t hw_cublas_trans_of(char letter);
cublasFillMode_t hw_cublas_uplo_of(char letter);
cublasDiagType_t hw_cublas_diag_of(char letter);
cublasSideMode_t hw_cublas_side_of(char letter);

/* Have the job do this, unless the operand that it writes is empty. */
void hw_cublas_run(struct hw_blas_call *call, hw_blas_run_fn *run, int operand);

/* A transfer between host and device, for the call of that name: `kind` is a cudaMemcpyKind. */
cublasStatus_t hw_cublas_transfer(const char *name, int64_t rows, int64_t columns, int64_t element,
                                  const void *a, int64_t lda, void *b, int64_t ldb, int kind,
                                  cudaStream_t stream);

/* A size of cuBLASXt as the others have it; one beyond becomes one that is refused. */
static inline int64_t hw_cublas_size(size_t size)
{
    return size <= INT64_MAX ? (int64_t)size : INT64_MAX;
}

/* Operands: one of them, a batch with strides, a batch with a list of addresses. */
#define ARGUMENT(x, step) ((struct hw_blas_argument){.address = (x), .ld = (step)})
#define STRIDED(x, step, from_to) \
    ((struct hw_blas_argument){.address = (x), .ld = (step), .stride = (from_to)})
#define LISTED(x, step) ((struct hw_blas_argument){.address = (x), .ld = (step), .listed = true})

#endif
