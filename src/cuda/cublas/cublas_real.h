/* SPDX-License-Identifier: MIT */
/* The functions of cuBLAS that there are for each kind of number, for cublas.h, which includes this once a
 * kind: REAL is the kind, NAME(x) and INDEX_NAME(x) are what functions are called. */

/* --- vectors --- */

cublasStatus_t INDEX_NAME(amax_v2)(cublasHandle_t handle, int n, const REAL *x, int incx, int *result);
cublasStatus_t INDEX_NAME(amin_v2)(cublasHandle_t handle, int n, const REAL *x, int incx, int *result);
cublasStatus_t NAME(asum_v2)(cublasHandle_t handle, int n, const REAL *x, int incx, REAL *result);
cublasStatus_t NAME(axpy_v2)(cublasHandle_t handle, int n, const REAL *alpha, const REAL *x, int incx,
                             REAL *y, int incy);
cublasStatus_t NAME(copy_v2)(cublasHandle_t handle, int n, const REAL *x, int incx, REAL *y, int incy);
cublasStatus_t NAME(dot_v2)(cublasHandle_t handle, int n, const REAL *x, int incx, const REAL *y, int incy,
                            REAL *result);
cublasStatus_t NAME(nrm2_v2)(cublasHandle_t handle, int n, const REAL *x, int incx, REAL *result);
cublasStatus_t NAME(rot_v2)(cublasHandle_t handle, int n, REAL *x, int incx, REAL *y, int incy, const REAL *c,
                            const REAL *s);
cublasStatus_t NAME(scal_v2)(cublasHandle_t handle, int n, const REAL *alpha, REAL *x, int incx);
cublasStatus_t NAME(swap_v2)(cublasHandle_t handle, int n, REAL *x, int incx, REAL *y, int incy);

int INDEX_NAME(amax)(int n, const REAL *x, int incx);
int INDEX_NAME(amin)(int n, const REAL *x, int incx);
REAL NAME(asum)(int n, const REAL *x, int incx);
void NAME(axpy)(int n, REAL alpha, const REAL *x, int incx, REAL *y, int incy);
void NAME(copy)(int n, const REAL *x, int incx, REAL *y, int incy);
REAL NAME(dot)(int n, const REAL *x, int incx, const REAL *y, int incy);
REAL NAME(nrm2)(int n, const REAL *x, int incx);
void NAME(rot)(int n, REAL *x, int incx, REAL *y, int incy, REAL c, REAL s);
void NAME(scal)(int n, REAL alpha, REAL *x, int incx);
void NAME(swap)(int n, REAL *x, int incx, REAL *y, int incy);

/* --- matrices and vectors --- */

cublasStatus_t NAME(gemv_v2)(cublasHandle_t handle, cublasOperation_t trans, int m, int n, const REAL *alpha,
                             const REAL *a, int lda, const REAL *x, int incx, const REAL *beta, REAL *y,
                             int incy);
cublasStatus_t NAME(ger_v2)(cublasHandle_t handle, int m, int n, const REAL *alpha, const REAL *x, int incx,
                            const REAL *y, int incy, REAL *a, int lda);
cublasStatus_t NAME(symv_v2)(cublasHandle_t handle, cublasFillMode_t uplo, int n, const REAL *alpha,
                             const REAL *a, int lda, const REAL *x, int incx, const REAL *beta, REAL *y,
                             int incy);
cublasStatus_t NAME(syr_v2)(cublasHandle_t handle, cublasFillMode_t uplo, int n, const REAL *alpha,
                            const REAL *x, int incx, REAL *a, int lda);
cublasStatus_t NAME(trmv_v2)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                             cublasDiagType_t diag, int n, const REAL *a, int lda, REAL *x, int incx);
cublasStatus_t NAME(trsv_v2)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                             cublasDiagType_t diag, int n, const REAL *a, int lda, REAL *x, int incx);

void NAME(gemv)(char trans, int m, int n, REAL alpha, const REAL *a, int lda, const REAL *x, int incx,
                REAL beta, REAL *y, int incy);
void NAME(ger)(int m, int n, REAL alpha, const REAL *x, int incx, const REAL *y, int incy, REAL *a, int lda);
void NAME(symv)(char uplo, int n, REAL alpha, const REAL *a, int lda, const REAL *x, int incx, REAL beta,
                REAL *y, int incy);
void NAME(syr)(char uplo, int n, REAL alpha, const REAL *x, int incx, REAL *a, int lda);
void NAME(trmv)(char uplo, char trans, char diag, int n, const REAL *a, int lda, REAL *x, int incx);
void NAME(trsv)(char uplo, char trans, char diag, int n, const REAL *a, int lda, REAL *x, int incx);

/* --- matrices --- */

cublasStatus_t NAME(gemm_v2)(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m,
                             int n, int k, const REAL *alpha, const REAL *a, int lda, const REAL *b, int ldb,
                             const REAL *beta, REAL *c, int ldc);
/* Products of many matrices, whose addresses are in device memory. */
cublasStatus_t NAME(gemmBatched)(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                                 int m, int n, int k, const REAL *alpha, const REAL *const a[], int lda,
                                 const REAL *const b[], int ldb, const REAL *beta, REAL *const c[], int ldc,
                                 int count);
cublasStatus_t NAME(symm_v2)(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, int m,
                             int n, const REAL *alpha, const REAL *a, int lda, const REAL *b, int ldb,
                             const REAL *beta, REAL *c, int ldc);
cublasStatus_t NAME(syrk_v2)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n,
                             int k, const REAL *alpha, const REAL *a, int lda, const REAL *beta, REAL *c,
                             int ldc);
cublasStatus_t NAME(trmm_v2)(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                             cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const REAL *alpha,
                             const REAL *a, int lda, const REAL *b, int ldb, REAL *c, int ldc);
cublasStatus_t NAME(trsm_v2)(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                             cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const REAL *alpha,
                             const REAL *a, int lda, REAL *b, int ldb);

void NAME(gemm)(char transa, char transb, int m, int n, int k, REAL alpha, const REAL *a, int lda,
                const REAL *b, int ldb, REAL beta, REAL *c, int ldc);
void NAME(symm)(char side, char uplo, int m, int n, REAL alpha, const REAL *a, int lda, const REAL *b,
                int ldb, REAL beta, REAL *c, int ldc);
void NAME(syrk)(char uplo, char trans, int n, int k, REAL alpha, const REAL *a, int lda, REAL beta, REAL *c,
                int ldc);
void NAME(trmm)(char side, char uplo, char trans, char diag, int m, int n, REAL alpha, const REAL *a, int lda,
                REAL *b, int ldb);
void NAME(trsm)(char side, char uplo, char trans, char diag, int m, int n, REAL alpha, const REAL *a, int lda,
                REAL *b, int ldb);
