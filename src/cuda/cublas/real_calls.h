/* SPDX-License-Identifier: MIT */
/* The exports of libcublas.so.4 for one kind of numbers, for single.c and double.c: the functions of real.h
 * between the beginning and the end of a call. */

/* The body of a function with a handle. */
#define NEW_CALL(work, ...)                                     \
    struct hw_blas_call call = hw_blas_begin(__func__, handle); \
    work(&call, __VA_ARGS__);                                   \
    return hw_blas_end(&call)

/* Of one of the interface before CUDA 4.0. */
#define OLD_CALL(work, ...)                                 \
    struct hw_blas_call call = hw_blas_begin_old(__func__); \
    work(&call, __VA_ARGS__);                               \
    hw_blas_end_old(&call)

/* --- with a handle --- */

cublasStatus_t INDEX_NAME(amax_v2)(cublasHandle_t handle, int n, const REAL *x, int incx, int *result)
{
    NEW_CALL(amax_or_amin, n, x, incx, result, false);
}

cublasStatus_t INDEX_NAME(amin_v2)(cublasHandle_t handle, int n, const REAL *x, int incx, int *result)
{
    NEW_CALL(amax_or_amin, n, x, incx, result, true);
}

cublasStatus_t NAME(asum_v2)(cublasHandle_t handle, int n, const REAL *x, int incx, REAL *result)
{
    NEW_CALL(asum, n, x, incx, result);
}

cublasStatus_t NAME(axpy_v2)(cublasHandle_t handle, int n, const REAL *alpha, const REAL *x, int incx,
                             REAL *y, int incy)
{
    NEW_CALL(axpy, n, alpha, x, incx, y, incy);
}

cublasStatus_t NAME(copy_v2)(cublasHandle_t handle, int n, const REAL *x, int incx, REAL *y, int incy)
{
    NEW_CALL(copy, n, x, incx, y, incy);
}

cublasStatus_t NAME(dot_v2)(cublasHandle_t handle, int n, const REAL *x, int incx, const REAL *y, int incy,
                            REAL *result)
{
    NEW_CALL(dot, n, x, incx, y, incy, result);
}

cublasStatus_t NAME(nrm2_v2)(cublasHandle_t handle, int n, const REAL *x, int incx, REAL *result)
{
    NEW_CALL(nrm2, n, x, incx, result);
}

cublasStatus_t NAME(rot_v2)(cublasHandle_t handle, int n, REAL *x, int incx, REAL *y, int incy, const REAL *c,
                            const REAL *s)
{
    NEW_CALL(rot, n, x, incx, y, incy, c, s);
}

cublasStatus_t NAME(scal_v2)(cublasHandle_t handle, int n, const REAL *alpha, REAL *x, int incx)
{
    NEW_CALL(scal, n, alpha, x, incx);
}

cublasStatus_t NAME(swap_v2)(cublasHandle_t handle, int n, REAL *x, int incx, REAL *y, int incy)
{
    NEW_CALL(swap, n, x, incx, y, incy);
}

cublasStatus_t NAME(gemv_v2)(cublasHandle_t handle, cublasOperation_t trans, int m, int n, const REAL *alpha,
                             const REAL *a, int lda, const REAL *x, int incx, const REAL *beta, REAL *y,
                             int incy)
{
    NEW_CALL(gemv, trans, m, n, alpha, a, lda, x, incx, beta, y, incy);
}

cublasStatus_t NAME(ger_v2)(cublasHandle_t handle, int m, int n, const REAL *alpha, const REAL *x, int incx,
                            const REAL *y, int incy, REAL *a, int lda)
{
    NEW_CALL(ger, m, n, alpha, x, incx, y, incy, a, lda);
}

cublasStatus_t NAME(symv_v2)(cublasHandle_t handle, cublasFillMode_t uplo, int n, const REAL *alpha,
                             const REAL *a, int lda, const REAL *x, int incx, const REAL *beta, REAL *y,
                             int incy)
{
    NEW_CALL(symv, uplo, n, alpha, a, lda, x, incx, beta, y, incy);
}

cublasStatus_t NAME(syr_v2)(cublasHandle_t handle, cublasFillMode_t uplo, int n, const REAL *alpha,
                            const REAL *x, int incx, REAL *a, int lda)
{
    NEW_CALL(syr, uplo, n, alpha, x, incx, a, lda);
}

cublasStatus_t NAME(trmv_v2)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                             cublasDiagType_t diag, int n, const REAL *a, int lda, REAL *x, int incx)
{
    NEW_CALL(trmv_or_trsv, uplo, trans, diag, n, a, lda, x, incx, false);
}

cublasStatus_t NAME(trsv_v2)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                             cublasDiagType_t diag, int n, const REAL *a, int lda, REAL *x, int incx)
{
    NEW_CALL(trmv_or_trsv, uplo, trans, diag, n, a, lda, x, incx, true);
}

cublasStatus_t NAME(gemm_v2)(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m,
                             int n, int k, const REAL *alpha, const REAL *a, int lda, const REAL *b, int ldb,
                             const REAL *beta, REAL *c, int ldc)
{
    NEW_CALL(gemm, transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

cublasStatus_t NAME(gemmBatched)(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                                 int m, int n, int k, const REAL *alpha, const REAL *const a[], int lda,
                                 const REAL *const b[], int ldb, const REAL *beta, REAL *const c[], int ldc,
                                 int count)
{
    NEW_CALL(gemm_batched, transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, count);
}

cublasStatus_t NAME(symm_v2)(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, int m,
                             int n, const REAL *alpha, const REAL *a, int lda, const REAL *b, int ldb,
                             const REAL *beta, REAL *c, int ldc)
{
    NEW_CALL(symm, side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc);
}

cublasStatus_t NAME(syrk_v2)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n,
                             int k, const REAL *alpha, const REAL *a, int lda, const REAL *beta, REAL *c,
                             int ldc)
{
    NEW_CALL(syrk, uplo, trans, n, k, alpha, a, lda, beta, c, ldc);
}

cublasStatus_t NAME(trmm_v2)(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                             cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const REAL *alpha,
                             const REAL *a, int lda, const REAL *b, int ldb, REAL *c, int ldc)
{
    NEW_CALL(trmm_or_trsm, side, uplo, trans, diag, m, n, alpha, a, lda, b, ldb, c, ldc, false);
}

cublasStatus_t NAME(trsm_v2)(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                             cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const REAL *alpha,
                             const REAL *a, int lda, REAL *b, int ldb)
{
    NEW_CALL(trmm_or_trsm, side, uplo, trans, diag, m, n, alpha, a, lda, b, ldb, b, ldb, true);
}

/* --- the interface before CUDA 4.0 --- */

int INDEX_NAME(amax)(int n, const REAL *x, int incx)
{
    int result = 0;

    OLD_CALL(amax_or_amin, n, x, incx, &result, false);
    return result;
}

int INDEX_NAME(amin)(int n, const REAL *x, int incx)
{
    int result = 0;

    OLD_CALL(amax_or_amin, n, x, incx, &result, true);
    return result;
}

REAL NAME(asum)(int n, const REAL *x, int incx)
{
    REAL result = 0;

    OLD_CALL(asum, n, x, incx, &result);
    return result;
}

void NAME(axpy)(int n, REAL alpha, const REAL *x, int incx, REAL *y, int incy)
{
    OLD_CALL(axpy, n, &alpha, x, incx, y, incy);
}

void NAME(copy)(int n, const REAL *x, int incx, REAL *y, int incy)
{
    OLD_CALL(copy, n, x, incx, y, incy);
}

REAL NAME(dot)(int n, const REAL *x, int incx, const REAL *y, int incy)
{
    REAL result = 0;

    OLD_CALL(dot, n, x, incx, y, incy, &result);
    return result;
}

REAL NAME(nrm2)(int n, const REAL *x, int incx)
{
    REAL result = 0;

    OLD_CALL(nrm2, n, x, incx, &result);
    return result;
}

void NAME(rot)(int n, REAL *x, int incx, REAL *y, int incy, REAL c, REAL s)
{
    OLD_CALL(rot, n, x, incx, y, incy, &c, &s);
}

void NAME(scal)(int n, REAL alpha, REAL *x, int incx)
{
    OLD_CALL(scal, n, &alpha, x, incx);
}

void NAME(swap)(int n, REAL *x, int incx, REAL *y, int incy)
{
    OLD_CALL(swap, n, x, incx, y, incy);
}

void NAME(gemv)(char trans, int m, int n, REAL alpha, const REAL *a, int lda, const REAL *x, int incx,
                REAL beta, REAL *y, int incy)
{
    OLD_CALL(gemv, hw_blas_trans_of(trans), m, n, &alpha, a, lda, x, incx, &beta, y, incy);
}

void NAME(ger)(int m, int n, REAL alpha, const REAL *x, int incx, const REAL *y, int incy, REAL *a, int lda)
{
    OLD_CALL(ger, m, n, &alpha, x, incx, y, incy, a, lda);
}

void NAME(symv)(char uplo, int n, REAL alpha, const REAL *a, int lda, const REAL *x, int incx, REAL beta,
                REAL *y, int incy)
{
    OLD_CALL(symv, hw_blas_uplo_of(uplo), n, &alpha, a, lda, x, incx, &beta, y, incy);
}

void NAME(syr)(char uplo, int n, REAL alpha, const REAL *x, int incx, REAL *a, int lda)
{
    OLD_CALL(syr, hw_blas_uplo_of(uplo), n, &alpha, x, incx, a, lda);
}

void NAME(trmv)(char uplo, char trans, char diag, int n, const REAL *a, int lda, REAL *x, int incx)
{
    OLD_CALL(trmv_or_trsv, hw_blas_uplo_of(uplo), hw_blas_trans_of(trans), hw_blas_diag_of(diag), n, a, lda,
             x, incx, false);
}

void NAME(trsv)(char uplo, char trans, char diag, int n, const REAL *a, int lda, REAL *x, int incx)
{
    OLD_CALL(trmv_or_trsv, hw_blas_uplo_of(uplo), hw_blas_trans_of(trans), hw_blas_diag_of(diag), n, a, lda,
             x, incx, true);
}

void NAME(gemm)(char transa, char transb, int m, int n, int k, REAL alpha, const REAL *a, int lda,
                const REAL *b, int ldb, REAL beta, REAL *c, int ldc)
{
    OLD_CALL(gemm, hw_blas_trans_of(transa), hw_blas_trans_of(transb), m, n, k, &alpha, a, lda, b, ldb, &beta,
             c, ldc);
}

void NAME(symm)(char side, char uplo, int m, int n, REAL alpha, const REAL *a, int lda, const REAL *b,
                int ldb, REAL beta, REAL *c, int ldc)
{
    OLD_CALL(symm, hw_blas_side_of(side), hw_blas_uplo_of(uplo), m, n, &alpha, a, lda, b, ldb, &beta, c, ldc);
}

void NAME(syrk)(char uplo, char trans, int n, int k, REAL alpha, const REAL *a, int lda, REAL beta, REAL *c,
                int ldc)
{
    OLD_CALL(syrk, hw_blas_uplo_of(uplo), hw_blas_trans_of(trans), n, k, &alpha, a, lda, &beta, c, ldc);
}

void NAME(trmm)(char side, char uplo, char trans, char diag, int m, int n, REAL alpha, const REAL *a, int lda,
                REAL *b, int ldb)
{
    OLD_CALL(trmm_or_trsm, hw_blas_side_of(side), hw_blas_uplo_of(uplo), hw_blas_trans_of(trans),
             hw_blas_diag_of(diag), m, n, &alpha, a, lda, b, ldb, b, ldb, false);
}

void NAME(trsm)(char side, char uplo, char trans, char diag, int m, int n, REAL alpha, const REAL *a, int lda,
                REAL *b, int ldb)
{
    OLD_CALL(trmm_or_trsm, hw_blas_side_of(side), hw_blas_uplo_of(uplo), hw_blas_trans_of(trans),
             hw_blas_diag_of(diag), m, n, &alpha, a, lda, b, ldb, b, ldb, true);
}

#undef NEW_CALL
#undef OLD_CALL
