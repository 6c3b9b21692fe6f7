/* SPDX-License-Identifier: MIT */
/* The functions with a handle that every kind of numbers has: sizes are INT, of 32 bits or, under names that
 * end in _64, of 64.  cublas_kind.h includes this. */

/* --- vectors --- */

cublasStatus_t INDEX_CALLED(amax)(cublasHandle_t handle, INT n, const NUMBER *x, INT incx, INT *result);
cublasStatus_t INDEX_CALLED(amin)(cublasHandle_t handle, INT n, const NUMBER *x, INT incx, INT *result);
cublasStatus_t SUM_CALLED(asum)(cublasHandle_t handle, INT n, const NUMBER *x, INT incx, REAL *result);
cublasStatus_t SUM_CALLED(nrm2)(cublasHandle_t handle, INT n, const NUMBER *x, INT incx, REAL *result);
cublasStatus_t V2(axpy)(cublasHandle_t handle, INT n, const NUMBER *alpha, const NUMBER *x, INT incx,
                        NUMBER *y, INT incy);
cublasStatus_t V2(copy)(cublasHandle_t handle, INT n, const NUMBER *x, INT incx, NUMBER *y, INT incy);
cublasStatus_t V2(swap)(cublasHandle_t handle, INT n, NUMBER *x, INT incx, NUMBER *y, INT incy);
cublasStatus_t V2(scal)(cublasHandle_t handle, INT n, const NUMBER *alpha, NUMBER *x, INT incx);
cublasStatus_t V2(rot)(cublasHandle_t handle, INT n, NUMBER *x, INT incx, NUMBER *y, INT incy, const REAL *c,
                       const NUMBER *s);

/* --- matrices and vectors --- */

cublasStatus_t V2(gemv)(cublasHandle_t handle, cublasOperation_t trans, INT m, INT n, const NUMBER *alpha,
                        const NUMBER *a, INT lda, const NUMBER *x, INT incx, const NUMBER *beta, NUMBER *y,
                        INT incy);
cublasStatus_t CALLED(gemvBatched)(cublasHandle_t handle, cublasOperation_t trans, INT m, INT n,
                                   const NUMBER *alpha, const NUMBER *const a[], INT lda,
                                   const NUMBER *const x[], INT incx, const NUMBER *beta, NUMBER *const y[],
                                   INT incy, INT count);
cublasStatus_t CALLED(gemvStridedBatched)(cublasHandle_t handle, cublasOperation_t trans, INT m, INT n,
                                          const NUMBER *alpha, const NUMBER *a, INT lda, long long stridea,
                                          const NUMBER *x, INT incx, long long stridex, const NUMBER *beta,
                                          NUMBER *y, INT incy, long long stridey, INT count);
cublasStatus_t V2(gbmv)(cublasHandle_t handle, cublasOperation_t trans, INT m, INT n, INT below, INT above,
                        const NUMBER *alpha, const NUMBER *a, INT lda, const NUMBER *x, INT incx,
                        const NUMBER *beta, NUMBER *y, INT incy);
cublasStatus_t V2(symv)(cublasHandle_t handle, cublasFillMode_t uplo, INT n, const NUMBER *alpha,
                        const NUMBER *a, INT lda, const NUMBER *x, INT incx, const NUMBER *beta, NUMBER *y,
                        INT incy);
cublasStatus_t V2(syr)(cublasHandle_t handle, cublasFillMode_t uplo, INT n, const NUMBER *alpha,
                       const NUMBER *x, INT incx, NUMBER *a, INT lda);
cublasStatus_t V2(syr2)(cublasHandle_t handle, cublasFillMode_t uplo, INT n, const NUMBER *alpha,
                        const NUMBER *x, INT incx, const NUMBER *y, INT incy, NUMBER *a, INT lda);
cublasStatus_t V2(trmv)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                        cublasDiagType_t diag, INT n, const NUMBER *a, INT lda, NUMBER *x, INT incx);
cublasStatus_t V2(trsv)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                        cublasDiagType_t diag, INT n, const NUMBER *a, INT lda, NUMBER *x, INT incx);
cublasStatus_t V2(tbmv)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                        cublasDiagType_t diag, INT n, INT k, const NUMBER *a, INT lda, NUMBER *x, INT incx);
cublasStatus_t V2(tbsv)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                        cublasDiagType_t diag, INT n, INT k, const NUMBER *a, INT lda, NUMBER *x, INT incx);
cublasStatus_t V2(tpmv)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                        cublasDiagType_t diag, INT n, const NUMBER *a, NUMBER *x, INT incx);
cublasStatus_t V2(tpsv)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                        cublasDiagType_t diag, INT n, const NUMBER *a, NUMBER *x, INT incx);

/* --- matrices --- */

cublasStatus_t V2(gemm)(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, INT m,
                        INT n, INT k, const NUMBER *alpha, const NUMBER *a, INT lda, const NUMBER *b, INT ldb,
                        const NUMBER *beta, NUMBER *c, INT ldc);
cublasStatus_t CALLED(gemmBatched)(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                                   INT m, INT n, INT k, const NUMBER *alpha, const NUMBER *const a[], INT lda,
                                   const NUMBER *const b[], INT ldb, const NUMBER *beta, NUMBER *const c[],
                                   INT ldc, INT count);
cublasStatus_t CALLED(gemmStridedBatched)(cublasHandle_t handle, cublasOperation_t transa,
                                          cublasOperation_t transb, INT m, INT n, INT k, const NUMBER *alpha,
                                          const NUMBER *a, INT lda, long long stridea, const NUMBER *b,
                                          INT ldb, long long strideb, const NUMBER *beta, NUMBER *c, INT ldc,
                                          long long stridec, INT count);
cublasStatus_t V2(symm)(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, INT m, INT n,
                        const NUMBER *alpha, const NUMBER *a, INT lda, const NUMBER *b, INT ldb,
                        const NUMBER *beta, NUMBER *c, INT ldc);
cublasStatus_t V2(syrk)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, INT n, INT k,
                        const NUMBER *alpha, const NUMBER *a, INT lda, const NUMBER *beta, NUMBER *c,
                        INT ldc);
cublasStatus_t V2(syr2k)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, INT n, INT k,
                         const NUMBER *alpha, const NUMBER *a, INT lda, const NUMBER *b, INT ldb,
                         const NUMBER *beta, NUMBER *c, INT ldc);
cublasStatus_t CALLED(syrkx)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, INT n,
                             INT k, const NUMBER *alpha, const NUMBER *a, INT lda, const NUMBER *b, INT ldb,
                             const NUMBER *beta, NUMBER *c, INT ldc);
cublasStatus_t V2(trmm)(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                        cublasOperation_t trans, cublasDiagType_t diag, INT m, INT n, const NUMBER *alpha,
                        const NUMBER *a, INT lda, const NUMBER *b, INT ldb, NUMBER *c, INT ldc);
cublasStatus_t V2(trsm)(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                        cublasOperation_t trans, cublasDiagType_t diag, INT m, INT n, const NUMBER *alpha,
                        const NUMBER *a, INT lda, NUMBER *b, INT ldb);
cublasStatus_t CALLED(trsmBatched)(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                                   cublasOperation_t trans, cublasDiagType_t diag, INT m, INT n,
                                   const NUMBER *alpha, const NUMBER *const a[], INT lda, NUMBER *const b[],
                                   INT ldb, INT count);
cublasStatus_t CALLED(geam)(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, INT m,
                            INT n, const NUMBER *alpha, const NUMBER *a, INT lda, const NUMBER *beta,
                            const NUMBER *b, INT ldb, NUMBER *c, INT ldc);
cublasStatus_t CALLED(dgmm)(cublasHandle_t handle, cublasSideMode_t side, INT m, INT n, const NUMBER *a,
                            INT lda, const NUMBER *x, INT incx, NUMBER *c, INT ldc);
