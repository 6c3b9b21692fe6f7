/* SPDX-License-Identifier: MIT */
/* The functions with a handle that only complex numbers have.  cublas_kind.h includes this. */

/* --- vectors --- */

cublasStatus_t V2(dotu)(cublasHandle_t handle, INT n, const NUMBER *x, INT incx, const NUMBER *y, INT incy,
                        NUMBER *result);
cublasStatus_t V2(dotc)(cublasHandle_t handle, INT n, const NUMBER *x, INT incx, const NUMBER *y, INT incy,
                        NUMBER *result);
cublasStatus_t PART_CALLED(scal)(cublasHandle_t handle, INT n, const REAL *alpha, NUMBER *x, INT incx);
cublasStatus_t PART_CALLED(rot)(cublasHandle_t handle, INT n, NUMBER *x, INT incx, NUMBER *y, INT incy,
                                const REAL *c, const REAL *s);

/* --- matrices and vectors --- */

cublasStatus_t V2(geru)(cublasHandle_t handle, INT m, INT n, const NUMBER *alpha, const NUMBER *x, INT incx,
                        const NUMBER *y, INT incy, NUMBER *a, INT lda);
cublasStatus_t V2(gerc)(cublasHandle_t handle, INT m, INT n, const NUMBER *alpha, const NUMBER *x, INT incx,
                        const NUMBER *y, INT incy, NUMBER *a, INT lda);
cublasStatus_t V2(hemv)(cublasHandle_t handle, cublasFillMode_t uplo, INT n, const NUMBER *alpha,
                        const NUMBER *a, INT lda, const NUMBER *x, INT incx, const NUMBER *beta, NUMBER *y,
                        INT incy);
cublasStatus_t V2(hbmv)(cublasHandle_t handle, cublasFillMode_t uplo, INT n, INT k, const NUMBER *alpha,
                        const NUMBER *a, INT lda, const NUMBER *x, INT incx, const NUMBER *beta, NUMBER *y,
                        INT incy);
cublasStatus_t V2(hpmv)(cublasHandle_t handle, cublasFillMode_t uplo, INT n, const NUMBER *alpha,
                        const NUMBER *a, const NUMBER *x, INT incx, const NUMBER *beta, NUMBER *y, INT incy);
cublasStatus_t V2(her)(cublasHandle_t handle, cublasFillMode_t uplo, INT n, const REAL *alpha,
                       const NUMBER *x, INT incx, NUMBER *a, INT lda);
cublasStatus_t V2(hpr)(cublasHandle_t handle, cublasFillMode_t uplo, INT n, const REAL *alpha,
                       const NUMBER *x, INT incx, NUMBER *a);
cublasStatus_t V2(her2)(cublasHandle_t handle, cublasFillMode_t uplo, INT n, const NUMBER *alpha,
                        const NUMBER *x, INT incx, const NUMBER *y, INT incy, NUMBER *a, INT lda);
cublasStatus_t V2(hpr2)(cublasHandle_t handle, cublasFillMode_t uplo, INT n, const NUMBER *alpha,
                        const NUMBER *x, INT incx, const NUMBER *y, INT incy, NUMBER *a);

/* --- matrices --- */

/* As gemm: the host's BLAS chooses how it multiplies. */
cublasStatus_t CALLED(gemm3m)(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                              INT m, INT n, INT k, const NUMBER *alpha, const NUMBER *a, INT lda,
                              const NUMBER *b, INT ldb, const NUMBER *beta, NUMBER *c, INT ldc);
cublasStatus_t CALLED(gemm3mBatched)(cublasHandle_t handle, cublasOperation_t transa,
                                     cublasOperation_t transb, INT m, INT n, INT k, const NUMBER *alpha,
                                     const NUMBER *const a[], INT lda, const NUMBER *const b[], INT ldb,
                                     const NUMBER *beta, NUMBER *const c[], INT ldc, INT count);
cublasStatus_t CALLED(gemm3mStridedBatched)(cublasHandle_t handle, cublasOperation_t transa,
                                            cublasOperation_t transb, INT m, INT n, INT k,
                                            const NUMBER *alpha, const NUMBER *a, INT lda, long long stridea,
                                            const NUMBER *b, INT ldb, long long strideb, const NUMBER *beta,
                                            NUMBER *c, INT ldc, long long stridec, INT count);
cublasStatus_t V2(hemm)(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, INT m, INT n,
                        const NUMBER *alpha, const NUMBER *a, INT lda, const NUMBER *b, INT ldb,
                        const NUMBER *beta, NUMBER *c, INT ldc);
cublasStatus_t V2(herk)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, INT n, INT k,
                        const REAL *alpha, const NUMBER *a, INT lda, const REAL *beta, NUMBER *c, INT ldc);
cublasStatus_t V2(her2k)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, INT n, INT k,
                         const NUMBER *alpha, const NUMBER *a, INT lda, const NUMBER *b, INT ldb,
                         const REAL *beta, NUMBER *c, INT ldc);
cublasStatus_t CALLED(herkx)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, INT n,
                             INT k, const NUMBER *alpha, const NUMBER *a, INT lda, const NUMBER *b, INT ldb,
                             const REAL *beta, NUMBER *c, INT ldc);
