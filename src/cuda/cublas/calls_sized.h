/* SPDX-License-Identifier: MIT */
/* The functions with a handle that every kind of numbers has (kind_calls.h includes this): sizes are INT, of
 * 32 bits or, under names that end in _64, of 64. */

/* --- vectors --- */

cublasStatus_t INDEX_CALLED(amax)(cublasHandle_t handle, INT n, const NUMBER *x, INT incx, INT *result)
{
    DO(extreme, amax, n, PLACE(x, incx), result, sizeof *result);
}

cublasStatus_t INDEX_CALLED(amin)(cublasHandle_t handle, INT n, const NUMBER *x, INT incx, INT *result)
{
    DO(extreme, amin, n, PLACE(x, incx), result, sizeof *result);
}

cublasStatus_t SUM_CALLED(asum)(cublasHandle_t handle, INT n, const NUMBER *x, INT incx, REAL *result)
{
    DO(sum, asum, n, PLACE(x, incx), result);
}

cublasStatus_t SUM_CALLED(nrm2)(cublasHandle_t handle, INT n, const NUMBER *x, INT incx, REAL *result)
{
    DO(sum, nrm2, n, PLACE(x, incx), result);
}

cublasStatus_t V2(axpy)(cublasHandle_t handle, INT n, const NUMBER *alpha, const NUMBER *x, INT incx,
                        NUMBER *y, INT incy)
{
    DO(axpy, axpy, n, alpha, PLACE(x, incx), PLACE(y, incy));
}

cublasStatus_t V2(copy)(cublasHandle_t handle, INT n, const NUMBER *x, INT incx, NUMBER *y, INT incy)
{
    DO(pair, copy, n, PLACE(x, incx), PLACE(y, incy));
}

cublasStatus_t V2(swap)(cublasHandle_t handle, INT n, NUMBER *x, INT incx, NUMBER *y, INT incy)
{
    DO(pair, swap, n, PLACE(x, incx), PLACE(y, incy));
}

cublasStatus_t V2(scal)(cublasHandle_t handle, INT n, const NUMBER *alpha, NUMBER *x, INT incx)
{
    DO(scal, scal, n, alpha, sizeof *alpha, PLACE(x, incx));
}

cublasStatus_t V2(rot)(cublasHandle_t handle, INT n, NUMBER *x, INT incx, NUMBER *y, INT incy, const REAL *c,
                       const NUMBER *s)
{
    DO(rot, rot, n, PLACE(x, incx), PLACE(y, incy), c, s, sizeof *s);
}

/* --- matrices and vectors --- */

cublasStatus_t V2(gemv)(cublasHandle_t handle, cublasOperation_t trans, INT m, INT n, const NUMBER *alpha,
                        const NUMBER *a, INT lda, const NUMBER *x, INT incx, const NUMBER *beta, NUMBER *y,
                        INT incy)
{
    DO(gemv, gemv, trans, m, n, alpha, PLACE(a, lda), PLACE(x, incx), beta, PLACE(y, incy), 1);
}

cublasStatus_t CALLED(gemvBatched)(cublasHandle_t handle, cublasOperation_t trans, INT m, INT n,
                                   const NUMBER *alpha, const NUMBER *const a[], INT lda,
                                   const NUMBER *const x[], INT incx, const NUMBER *beta, NUMBER *const y[],
                                   INT incy, INT count)
{
    DO(gemv, gemv, trans, m, n, alpha, LISTED(a, lda), LISTED(x, incx), beta, LISTED(y, incy), count);
}

cublasStatus_t CALLED(gemvStridedBatched)(cublasHandle_t handle, cublasOperation_t trans, INT m, INT n,
                                          const NUMBER *alpha, const NUMBER *a, INT lda, long long stridea,
                                          const NUMBER *x, INT incx, long long stridex, const NUMBER *beta,
                                          NUMBER *y, INT incy, long long stridey, INT count)
{
    DO(gemv, gemv, trans, m, n, alpha, STRIDED(a, lda, stridea), STRIDED(x, incx, stridex), beta,
       STRIDED(y, incy, stridey), count);
}

cublasStatus_t V2(gbmv)(cublasHandle_t handle, cublasOperation_t trans, INT m, INT n, INT below, INT above,
                        const NUMBER *alpha, const NUMBER *a, INT lda, const NUMBER *x, INT incx,
                        const NUMBER *beta, NUMBER *y, INT incy)
{
    DO(gbmv, gbmv, trans, m, n, below, above, alpha, PLACE(a, lda), PLACE(x, incx), beta, PLACE(y, incy));
}

cublasStatus_t V2(symv)(cublasHandle_t handle, cublasFillMode_t uplo, INT n, const NUMBER *alpha,
                        const NUMBER *a, INT lda, const NUMBER *x, INT incx, const NUMBER *beta, NUMBER *y,
                        INT incy)
{
    DO(symv, symv, uplo, n, alpha, PLACE(a, lda), PLACE(x, incx), beta, PLACE(y, incy));
}

cublasStatus_t V2(syr)(cublasHandle_t handle, cublasFillMode_t uplo, INT n, const NUMBER *alpha,
                       const NUMBER *x, INT incx, NUMBER *a, INT lda)
{
    DO(syr, syr, uplo, n, alpha, sizeof *alpha, PLACE(x, incx), PLACE(a, lda));
}

cublasStatus_t V2(syr2)(cublasHandle_t handle, cublasFillMode_t uplo, INT n, const NUMBER *alpha,
                        const NUMBER *x, INT incx, const NUMBER *y, INT incy, NUMBER *a, INT lda)
{
    DO(syr2, syr2, uplo, n, alpha, PLACE(x, incx), PLACE(y, incy), PLACE(a, lda));
}

cublasStatus_t V2(trmv)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                        cublasDiagType_t diag, INT n, const NUMBER *a, INT lda, NUMBER *x, INT incx)
{
    DO(trmv, trmv, uplo, trans, diag, n, PLACE(a, lda), PLACE(x, incx));
}

cublasStatus_t V2(trsv)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                        cublasDiagType_t diag, INT n, const NUMBER *a, INT lda, NUMBER *x, INT incx)
{
    DO(trmv, trsv, uplo, trans, diag, n, PLACE(a, lda), PLACE(x, incx));
}

cublasStatus_t V2(tbmv)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                        cublasDiagType_t diag, INT n, INT k, const NUMBER *a, INT lda, NUMBER *x, INT incx)
{
    DO(tbmv, tbmv, uplo, trans, diag, n, k, PLACE(a, lda), PLACE(x, incx));
}

cublasStatus_t V2(tbsv)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                        cublasDiagType_t diag, INT n, INT k, const NUMBER *a, INT lda, NUMBER *x, INT incx)
{
    DO(tbmv, tbsv, uplo, trans, diag, n, k, PLACE(a, lda), PLACE(x, incx));
}

cublasStatus_t V2(tpmv)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                        cublasDiagType_t diag, INT n, const NUMBER *a, NUMBER *x, INT incx)
{
    DO(tpmv, tpmv, uplo, trans, diag, n, a, PLACE(x, incx));
}

cublasStatus_t V2(tpsv)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                        cublasDiagType_t diag, INT n, const NUMBER *a, NUMBER *x, INT incx)
{
    DO(tpmv, tpsv, uplo, trans, diag, n, a, PLACE(x, incx));
}

/* --- matrices --- */

cublasStatus_t V2(gemm)(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, INT m,
                        INT n, INT k, const NUMBER *alpha, const NUMBER *a, INT lda, const NUMBER *b, INT ldb,
                        const NUMBER *beta, NUMBER *c, INT ldc)
{
    DO(gemm, gemm, transa, transb, m, n, k, alpha, PLACE(a, lda), PLACE(b, ldb), beta, PLACE(c, ldc), 1);
}

cublasStatus_t CALLED(gemmBatched)(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                                   INT m, INT n, INT k, const NUMBER *alpha, const NUMBER *const a[], INT lda,
                                   const NUMBER *const b[], INT ldb, const NUMBER *beta, NUMBER *const c[],
                                   INT ldc, INT count)
{
    DO(gemm, gemm, transa, transb, m, n, k, alpha, LISTED(a, lda), LISTED(b, ldb), beta, LISTED(c, ldc),
       count);
}

cublasStatus_t CALLED(gemmStridedBatched)(cublasHandle_t handle, cublasOperation_t transa,
                                          cublasOperation_t transb, INT m, INT n, INT k, const NUMBER *alpha,
                                          const NUMBER *a, INT lda, long long stridea, const NUMBER *b,
                                          INT ldb, long long strideb, const NUMBER *beta, NUMBER *c, INT ldc,
                                          long long stridec, INT count)
{
    DO(gemm, gemm, transa, transb, m, n, k, alpha, STRIDED(a, lda, stridea), STRIDED(b, ldb, strideb), beta,
       STRIDED(c, ldc, stridec), count);
}

cublasStatus_t V2(symm)(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, INT m, INT n,
                        const NUMBER *alpha, const NUMBER *a, INT lda, const NUMBER *b, INT ldb,
                        const NUMBER *beta, NUMBER *c, INT ldc)
{
    DO(symm, symm, side, uplo, m, n, alpha, PLACE(a, lda), PLACE(b, ldb), beta, PLACE(c, ldc));
}

cublasStatus_t V2(syrk)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, INT n, INT k,
                        const NUMBER *alpha, const NUMBER *a, INT lda, const NUMBER *beta, NUMBER *c, INT ldc)
{
    DO(syrk, syrk, CUBLAS_OP_T, uplo, trans, n, k, alpha, sizeof *alpha, PLACE(a, lda), beta, PLACE(c, ldc));
}

cublasStatus_t V2(syr2k)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, INT n, INT k,
                         const NUMBER *alpha, const NUMBER *a, INT lda, const NUMBER *b, INT ldb,
                         const NUMBER *beta, NUMBER *c, INT ldc)
{
    DO(syr2k, syr2k, CUBLAS_OP_T, uplo, trans, n, k, alpha, PLACE(a, lda), PLACE(b, ldb), beta, sizeof *beta,
       PLACE(c, ldc));
}

cublasStatus_t CALLED(syrkx)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, INT n,
                             INT k, const NUMBER *alpha, const NUMBER *a, INT lda, const NUMBER *b, INT ldb,
                             const NUMBER *beta, NUMBER *c, INT ldc)
{
    DO(syr2k, syrkx, CUBLAS_OP_T, uplo, trans, n, k, alpha, PLACE(a, lda), PLACE(b, ldb), beta, sizeof *beta,
       PLACE(c, ldc));
}

cublasStatus_t V2(trmm)(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                        cublasOperation_t trans, cublasDiagType_t diag, INT m, INT n, const NUMBER *alpha,
                        const NUMBER *a, INT lda, const NUMBER *b, INT ldb, NUMBER *c, INT ldc)
{
    DO(trmm, trmm, side, uplo, trans, diag, m, n, alpha, PLACE(a, lda), PLACE(b, ldb), PLACE(c, ldc));
}

cublasStatus_t V2(trsm)(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                        cublasOperation_t trans, cublasDiagType_t diag, INT m, INT n, const NUMBER *alpha,
                        const NUMBER *a, INT lda, NUMBER *b, INT ldb)
{
    DO(trsm, trsm, side, uplo, trans, diag, m, n, alpha, PLACE(a, lda), PLACE(b, ldb), 1);
}

cublasStatus_t CALLED(trsmBatched)(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                                   cublasOperation_t trans, cublasDiagType_t diag, INT m, INT n,
                                   const NUMBER *alpha, const NUMBER *const a[], INT lda, NUMBER *const b[],
                                   INT ldb, INT count)
{
    DO(trsm, trsm, side, uplo, trans, diag, m, n, alpha, LISTED(a, lda), LISTED(b, ldb), count);
}

cublasStatus_t CALLED(geam)(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, INT m,
                            INT n, const NUMBER *alpha, const NUMBER *a, INT lda, const NUMBER *beta,
                            const NUMBER *b, INT ldb, NUMBER *c, INT ldc)
{
    DO(geam, geam, transa, transb, m, n, alpha, PLACE(a, lda), beta, PLACE(b, ldb), PLACE(c, ldc));
}

cublasStatus_t CALLED(dgmm)(cublasHandle_t handle, cublasSideMode_t side, INT m, INT n, const NUMBER *a,
                            INT lda, const NUMBER *x, INT incx, NUMBER *c, INT ldc)
{
    DO(dgmm, dgmm, side, m, n, PLACE(a, lda), PLACE(x, incx), PLACE(c, ldc));
}
