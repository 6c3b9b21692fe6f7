/* SPDX-License-Identifier: MIT */
/* A call of cuBLAS: its arguments are checked and converted to the host's one after the other; the first
 * wrong one decides the call's status, and no work is done then. */
#ifndef HW_CUDA_CUBLAS_CUBLAS_CALL_H
#define HW_CUDA_CUBLAS_CUBLAS_CALL_H

#include "cuda/blas/cblas.h"
#include "cuda/cublas/cublas.h"

#include <stdbool.h>

struct hw_blas_call {
    const char *name;
    const struct hw_cblas *cblas;
    bool scalars_on_device;
    cublasStatus_t status;
};

/* Begin a call, with the lock of src/cuda; of the old interface, whose handle is its own. */
struct hw_blas_call hw_blas_begin(const char *name, cublasHandle_t handle);
struct hw_blas_call hw_blas_begin_old(const char *name);
/* The same without a handle, for memory and handles themselves: cblas is NULL. */
struct hw_blas_call hw_blas_begin_plain(const char *name);
bool hw_blas_is_ready(const struct hw_blas_call *call);
/* Note that something is wrong, unless something was before. */
void hw_blas_check(struct hw_blas_call *call, bool right, cublasStatus_t status);
/* End it; of the old interface: remember a status that is not success. */
cublasStatus_t hw_blas_end(const struct hw_blas_call *call);
void hw_blas_end_old(struct hw_blas_call *call);
/* NULL: there is no such status. */
const char *hw_blas_status_name(cublasStatus_t status);

/* Arguments as the host's BLAS has them.  Numbers of rows and columns may be 0, and memory is not looked at
 * then. */
int hw_blas_trans(struct hw_blas_call *call, cublasOperation_t trans);
int hw_blas_uplo(struct hw_blas_call *call, cublasFillMode_t uplo);
int hw_blas_diag(struct hw_blas_call *call, cublasDiagType_t diag);
int hw_blas_side(struct hw_blas_call *call, cublasSideMode_t side);
void *hw_blas_scalar(struct hw_blas_call *call, const void *scalar, size_t element);
void *hw_blas_vector(struct hw_blas_call *call, const void *x, int n, int inc, size_t element);
void *hw_blas_matrix(struct hw_blas_call *call, const void *a, int rows, int columns, int ld, size_t element);

/* Letters of the old interface; others become a value that is none. */
cublasOperation_t hw_blas_trans_of(char letter);
cublasFillMode_t hw_blas_uplo_of(char letter);
cublasDiagType_t hw_blas_diag_of(char letter);
cublasSideMode_t hw_blas_side_of(char letter);

#endif
