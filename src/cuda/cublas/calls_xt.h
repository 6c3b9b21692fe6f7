/* SPDX-License-Identifier: MIT */
/* cuBLASXt, of every kind of numbers (kind_calls.h includes this): matrices of the host or the device, and
 * sizes without a sign. */
#ifndef HW_CUDA_CUBLAS_CALLS_XT_H
#define HW_CUDA_CUBLAS_CALLS_XT_H

/* The body of a function. */
#define DO_XT(work, what, ...)                                       \
    struct hw_blas_call call = hw_cublas_begin_xt(__func__, handle); \
    hw_cublas_##work(&call, &KIND, KIND.what, __VA_ARGS__);          \
    return hw_blas_end(&call)
/* Sizes as the others have them; one beyond becomes one that is refused. */
#define XT(size) ((int64_t)((size) <= INT64_MAX ? (size) : INT64_MAX))

cublasStatus_t XT_NAME(gemm)(cublasXtHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                             size_t m, size_t n, size_t k, const NUMBER *alpha, const NUMBER *a, size_t lda,
                             const NUMBER *b, size_t ldb, const NUMBER *beta, NUMBER *c, size_t ldc)
{
    DO_XT(gemm, gemm, transa, transb, XT(m), XT(n), XT(k), alpha, PLACE(a, XT(lda)), PLACE(b, XT(ldb)), beta,
          PLACE(c, XT(ldc)), 1);
}

cublasStatus_t XT_NAME(symm)(cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, size_t m,
                             size_t n, const NUMBER *alpha, const NUMBER *a, size_t lda, const NUMBER *b,
                             size_t ldb, const NUMBER *beta, NUMBER *c, size_t ldc)
{
    DO_XT(symm, symm, side, uplo, XT(m), XT(n), alpha, PLACE(a, XT(lda)), PLACE(b, XT(ldb)), beta,
          PLACE(c, XT(ldc)));
}

cublasStatus_t XT_NAME(syrk)(cublasXtHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                             size_t n, size_t k, const NUMBER *alpha, const NUMBER *a, size_t lda,
                             const NUMBER *beta, NUMBER *c, size_t ldc)
{
    DO_XT(syrk, syrk, CUBLAS_OP_T, uplo, trans, XT(n), XT(k), alpha, sizeof *alpha, PLACE(a, XT(lda)), beta,
          PLACE(c, XT(ldc)));
}

cublasStatus_t XT_NAME(syr2k)(cublasXtHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                              size_t n, size_t k, const NUMBER *alpha, const NUMBER *a, size_t lda,
                              const NUMBER *b, size_t ldb, const NUMBER *beta, NUMBER *c, size_t ldc)
{
    DO_XT(syr2k, syr2k, CUBLAS_OP_T, uplo, trans, XT(n), XT(k), alpha, PLACE(a, XT(lda)), PLACE(b, XT(ldb)),
          beta, sizeof *beta, PLACE(c, XT(ldc)));
}

cublasStatus_t XT_NAME(syrkx)(cublasXtHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                              size_t n, size_t k, const NUMBER *alpha, const NUMBER *a, size_t lda,
                              const NUMBER *b, size_t ldb, const NUMBER *beta, NUMBER *c, size_t ldc)
{
    DO_XT(syr2k, syrkx, CUBLAS_OP_T, uplo, trans, XT(n), XT(k), alpha, PLACE(a, XT(lda)), PLACE(b, XT(ldb)),
          beta, sizeof *beta, PLACE(c, XT(ldc)));
}

cublasStatus_t XT_NAME(trmm)(cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                             cublasOperation_t trans, cublasDiagType_t diag, size_t m, size_t n,
                             const NUMBER *alpha, const NUMBER *a, size_t lda, const NUMBER *b, size_t ldb,
                             NUMBER *c, size_t ldc)
{
    DO_XT(trmm, trmm, side, uplo, trans, diag, XT(m), XT(n), alpha, PLACE(a, XT(lda)), PLACE(b, XT(ldb)),
          PLACE(c, XT(ldc)));
}

cublasStatus_t XT_NAME(trsm)(cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                             cublasOperation_t trans, cublasDiagType_t diag, size_t m, size_t n,
                             const NUMBER *alpha, const NUMBER *a, size_t lda, NUMBER *b, size_t ldb)
{
    DO_XT(trsm, trsm, side, uplo, trans, diag, XT(m), XT(n), alpha, PLACE(a, XT(lda)), PLACE(b, XT(ldb)), 1);
}

#if IS_COMPLEX

cublasStatus_t XT_NAME(hemm)(cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, size_t m,
                             size_t n, const NUMBER *alpha, const NUMBER *a, size_t lda, const NUMBER *b,
                             size_t ldb, const NUMBER *beta, NUMBER *c, size_t ldc)
{
    DO_XT(symm, hemm, side, uplo, XT(m), XT(n), alpha, PLACE(a, XT(lda)), PLACE(b, XT(ldb)), beta,
          PLACE(c, XT(ldc)));
}

cublasStatus_t XT_NAME(herk)(cublasXtHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                             size_t n, size_t k, const REAL *alpha, const NUMBER *a, size_t lda,
                             const REAL *beta, NUMBER *c, size_t ldc)
{
    DO_XT(syrk, herk, CUBLAS_OP_C, uplo, trans, XT(n), XT(k), alpha, sizeof *alpha, PLACE(a, XT(lda)), beta,
          PLACE(c, XT(ldc)));
}

cublasStatus_t XT_NAME(her2k)(cublasXtHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                              size_t n, size_t k, const NUMBER *alpha, const NUMBER *a, size_t lda,
                              const NUMBER *b, size_t ldb, const REAL *beta, NUMBER *c, size_t ldc)
{
    DO_XT(syr2k, her2k, CUBLAS_OP_C, uplo, trans, XT(n), XT(k), alpha, PLACE(a, XT(lda)), PLACE(b, XT(ldb)),
          beta, sizeof *beta, PLACE(c, XT(ldc)));
}

cublasStatus_t XT_NAME(herkx)(cublasXtHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                              size_t n, size_t k, const NUMBER *alpha, const NUMBER *a, size_t lda,
                              const NUMBER *b, size_t ldb, const REAL *beta, NUMBER *c, size_t ldc)
{
    DO_XT(syr2k, herkx, CUBLAS_OP_C, uplo, trans, XT(n), XT(k), alpha, PLACE(a, XT(lda)), PLACE(b, XT(ldb)),
          beta, sizeof *beta, PLACE(c, XT(ldc)));
}

#endif

#endif
