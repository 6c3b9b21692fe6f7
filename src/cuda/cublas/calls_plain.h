/* SPDX-License-Identifier: MIT */
/* The functions with a handle that every kind of numbers has and that have sizes of 32 bits only
 * (kind_calls.h includes this). */
#ifndef HW_CUDA_CUBLAS_CALLS_PLAIN_H
#define HW_CUDA_CUBLAS_CALLS_PLAIN_H

cublasStatus_t NAME(rotg_v2)(cublasHandle_t handle, NUMBER *a, NUMBER *b, REAL *c, NUMBER *s)
{
    DO(rotg, rotg, a, b, c, s);
}

#if !IS_COMPLEX
cublasStatus_t NAME(rotmg_v2)(cublasHandle_t handle, NUMBER *d1, NUMBER *d2, NUMBER *x1, const NUMBER *y1,
                              NUMBER *parameters)
{
    DO(rotmg, rotmg, d1, d2, x1, y1, parameters);
}
#endif

cublasStatus_t NAME(tpttr)(cublasHandle_t handle, cublasFillMode_t uplo, int n, const NUMBER *packed,
                           NUMBER *a, int lda)
{
    DO(tpttr, tpttr, uplo, n, packed, PLACE(a, lda));
}

cublasStatus_t NAME(trttp)(cublasHandle_t handle, cublasFillMode_t uplo, int n, const NUMBER *a, int lda,
                           NUMBER *packed)
{
    DO(tpttr, trttp, uplo, n, packed, PLACE(a, lda));
}

/* --- factors of batches of small matrices, which are listed on the device --- */

cublasStatus_t NAME(getrfBatched)(cublasHandle_t handle, int n, NUMBER *const a[], int lda, int *pivots,
                                  int *infos, int count)
{
    DO(getrf, getrf, n, LISTED(a, lda), pivots, infos, count);
}

cublasStatus_t NAME(getriBatched)(cublasHandle_t handle, int n, const NUMBER *const a[], int lda,
                                  const int *pivots, NUMBER *const c[], int ldc, int *infos, int count)
{
    DO(getri, getri, n, LISTED(a, lda), pivots, LISTED(c, ldc), infos, count);
}

cublasStatus_t NAME(getrsBatched)(cublasHandle_t handle, cublasOperation_t trans, int n, int columns,
                                  const NUMBER *const a[], int lda, const int *pivots, NUMBER *const b[],
                                  int ldb, int *info, int count)
{
    DO(getrs, getrs, trans, n, columns, LISTED(a, lda), pivots, LISTED(b, ldb), info, count);
}

cublasStatus_t NAME(matinvBatched)(cublasHandle_t handle, int n, const NUMBER *const a[], int lda,
                                   NUMBER *const inverse[], int ld_inverse, int *infos, int count)
{
    DO(matinv, matinv, n, LISTED(a, lda), LISTED(inverse, ld_inverse), infos, count);
}

cublasStatus_t NAME(geqrfBatched)(cublasHandle_t handle, int m, int n, NUMBER *const a[], int lda,
                                  NUMBER *const tau[], int *info, int count)
{
    DO(geqrf, geqrf, m, n, LISTED(a, lda), tau, info, count);
}

cublasStatus_t NAME(gelsBatched)(cublasHandle_t handle, cublasOperation_t trans, int m, int n, int columns,
                                 NUMBER *const a[], int lda, NUMBER *const c[], int ldc, int *info,
                                 int *infos, int count)
{
    DO(gels, gels, trans, m, n, columns, LISTED(a, lda), LISTED(c, ldc), info, infos, count);
}

#endif
