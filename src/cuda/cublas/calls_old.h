/* SPDX-License-Identifier: MIT */
/* The interface before CUDA 4.0, of every kind of numbers (kind_calls.h includes this): scalars by value,
 * letters for what is done to matrices, results returned. */
#ifndef HW_CUDA_CUBLAS_CALLS_OLD_H
#define HW_CUDA_CUBLAS_CALLS_OLD_H

/* --- vectors --- */

int INDEX_NAME(amax)(int n, const NUMBER *x, int incx)
{
    int result = 0;

    DO_OLD(extreme, amax, n, PLACE(x, incx), &result, sizeof result);
    return result;
}

int INDEX_NAME(amin)(int n, const NUMBER *x, int incx)
{
    int result = 0;

    DO_OLD(extreme, amin, n, PLACE(x, incx), &result, sizeof result);
    return result;
}

REAL SUM_NAME(asum)(int n, const NUMBER *x, int incx)
{
    REAL result = 0;

    DO_OLD(sum, asum, n, PLACE(x, incx), &result);
    return result;
}

REAL SUM_NAME(nrm2)(int n, const NUMBER *x, int incx)
{
    REAL result = 0;

    DO_OLD(sum, nrm2, n, PLACE(x, incx), &result);
    return result;
}

void NAME(axpy)(int n, NUMBER alpha, const NUMBER *x, int incx, NUMBER *y, int incy)
{
    DO_OLD(axpy, axpy, n, &alpha, PLACE(x, incx), PLACE(y, incy));
}

void NAME(copy)(int n, const NUMBER *x, int incx, NUMBER *y, int incy)
{
    DO_OLD(pair, copy, n, PLACE(x, incx), PLACE(y, incy));
}

void NAME(swap)(int n, NUMBER *x, int incx, NUMBER *y, int incy)
{
    DO_OLD(pair, swap, n, PLACE(x, incx), PLACE(y, incy));
}

void NAME(scal)(int n, NUMBER alpha, NUMBER *x, int incx)
{
    DO_OLD(scal, scal, n, &alpha, sizeof alpha, PLACE(x, incx));
}

void NAME(rot)(int n, NUMBER *x, int incx, NUMBER *y, int incy, REAL c, NUMBER s)
{
    DO_OLD(rot, rot, n, PLACE(x, incx), PLACE(y, incy), &c, &s, sizeof s);
}

/* --- matrices and vectors --- */

void NAME(gemv)(char trans, int m, int n, NUMBER alpha, const NUMBER *a, int lda, const NUMBER *x, int incx,
                NUMBER beta, NUMBER *y, int incy)
{
    DO_OLD(gemv, gemv, hw_cublas_trans_of(trans), m, n, &alpha, PLACE(a, lda), PLACE(x, incx), &beta,
           PLACE(y, incy), 1);
}

void NAME(gbmv)(char trans, int m, int n, int below, int above, NUMBER alpha, const NUMBER *a, int lda,
                const NUMBER *x, int incx, NUMBER beta, NUMBER *y, int incy)
{
    DO_OLD(gbmv, gbmv, hw_cublas_trans_of(trans), m, n, below, above, &alpha, PLACE(a, lda), PLACE(x, incx),
           &beta, PLACE(y, incy));
}

/* The body of a function of a triangle and a vector. */
#define OLD_TRIANGLE(work, run, ...)                                                               \
    DO_OLD(work, run, hw_cublas_uplo_of(uplo), hw_cublas_trans_of(trans), hw_cublas_diag_of(diag), \
           __VA_ARGS__)

void NAME(trmv)(char uplo, char trans, char diag, int n, const NUMBER *a, int lda, NUMBER *x, int incx)
{
    OLD_TRIANGLE(trmv, trmv, n, PLACE(a, lda), PLACE(x, incx));
}

void NAME(trsv)(char uplo, char trans, char diag, int n, const NUMBER *a, int lda, NUMBER *x, int incx)
{
    OLD_TRIANGLE(trmv, trsv, n, PLACE(a, lda), PLACE(x, incx));
}

void NAME(tbmv)(char uplo, char trans, char diag, int n, int k, const NUMBER *a, int lda, NUMBER *x, int incx)
{
    OLD_TRIANGLE(tbmv, tbmv, n, k, PLACE(a, lda), PLACE(x, incx));
}

void NAME(tbsv)(char uplo, char trans, char diag, int n, int k, const NUMBER *a, int lda, NUMBER *x, int incx)
{
    OLD_TRIANGLE(tbmv, tbsv, n, k, PLACE(a, lda), PLACE(x, incx));
}

void NAME(tpmv)(char uplo, char trans, char diag, int n, const NUMBER *a, NUMBER *x, int incx)
{
    OLD_TRIANGLE(tpmv, tpmv, n, a, PLACE(x, incx));
}

void NAME(tpsv)(char uplo, char trans, char diag, int n, const NUMBER *a, NUMBER *x, int incx)
{
    OLD_TRIANGLE(tpmv, tpsv, n, a, PLACE(x, incx));
}

#undef OLD_TRIANGLE

/* --- matrices --- */

void NAME(gemm)(char transa, char transb, int m, int n, int k, NUMBER alpha, const NUMBER *a, int lda,
                const NUMBER *b, int ldb, NUMBER beta, NUMBER *c, int ldc)
{
    DO_OLD(gemm, gemm, hw_cublas_trans_of(transa), hw_cublas_trans_of(transb), m, n, k, &alpha, PLACE(a, lda),
           PLACE(b, ldb), &beta, PLACE(c, ldc), 1);
}

void NAME(symm)(char side, char uplo, int m, int n, NUMBER alpha, const NUMBER *a, int lda, const NUMBER *b,
                int ldb, NUMBER beta, NUMBER *c, int ldc)
{
    DO_OLD(symm, symm, hw_cublas_side_of(side), hw_cublas_uplo_of(uplo), m, n, &alpha, PLACE(a, lda),
           PLACE(b, ldb), &beta, PLACE(c, ldc));
}

void NAME(syrk)(char uplo, char trans, int n, int k, NUMBER alpha, const NUMBER *a, int lda, NUMBER beta,
                NUMBER *c, int ldc)
{
    DO_OLD(syrk, syrk, CUBLAS_OP_T, hw_cublas_uplo_of(uplo), hw_cublas_trans_of(trans), n, k, &alpha,
           sizeof alpha, PLACE(a, lda), &beta, PLACE(c, ldc));
}

void NAME(syr2k)(char uplo, char trans, int n, int k, NUMBER alpha, const NUMBER *a, int lda, const NUMBER *b,
                 int ldb, NUMBER beta, NUMBER *c, int ldc)
{
    DO_OLD(syr2k, syr2k, CUBLAS_OP_T, hw_cublas_uplo_of(uplo), hw_cublas_trans_of(trans), n, k, &alpha,
           PLACE(a, lda), PLACE(b, ldb), &beta, sizeof beta, PLACE(c, ldc));
}

void NAME(trmm)(char side, char uplo, char trans, char diag, int m, int n, NUMBER alpha, const NUMBER *a,
                int lda, NUMBER *b, int ldb)
{
    DO_OLD(trmm, trmm, hw_cublas_side_of(side), hw_cublas_uplo_of(uplo), hw_cublas_trans_of(trans),
           hw_cublas_diag_of(diag), m, n, &alpha, PLACE(a, lda), PLACE(b, ldb), PLACE(b, ldb));
}

void NAME(trsm)(char side, char uplo, char trans, char diag, int m, int n, NUMBER alpha, const NUMBER *a,
                int lda, NUMBER *b, int ldb)
{
    DO_OLD(trsm, trsm, hw_cublas_side_of(side), hw_cublas_uplo_of(uplo), hw_cublas_trans_of(trans),
           hw_cublas_diag_of(diag), m, n, &alpha, PLACE(a, lda), PLACE(b, ldb), 1);
}

#endif
