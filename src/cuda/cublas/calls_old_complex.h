/* SPDX-License-Identifier: MIT */
/* The interface before CUDA 4.0, what only complex numbers have (kind_calls.h includes this). */
#ifndef HW_CUDA_CUBLAS_CALLS_OLD_COMPLEX_H
#define HW_CUDA_CUBLAS_CALLS_OLD_COMPLEX_H

/* --- vectors --- */

NUMBER NAME(dotu)(int n, const NUMBER *x, int incx, const NUMBER *y, int incy)
{
    NUMBER result = 0;

    DO_OLD(dot, dotu, n, PLACE(x, incx), PLACE(y, incy), &result);
    return result;
}

NUMBER NAME(dotc)(int n, const NUMBER *x, int incx, const NUMBER *y, int incy)
{
    NUMBER result = 0;

    DO_OLD(dot, dotc, n, PLACE(x, incx), PLACE(y, incy), &result);
    return result;
}

void PART_NAME(scal)(int n, REAL alpha, NUMBER *x, int incx)
{
    DO_OLD(scal, scal_real, n, &alpha, sizeof alpha, PLACE(x, incx));
}

void PART_NAME(rot)(int n, NUMBER *x, int incx, NUMBER *y, int incy, REAL c, REAL s)
{
    DO_OLD(rot, rot_real, n, PLACE(x, incx), PLACE(y, incy), &c, &s, sizeof s);
}

void NAME(rotg)(NUMBER *a, NUMBER b, REAL *c, NUMBER *s)
{
    DO_OLD(rotg, rotg, a, &b, c, s);
}

/* --- matrices and vectors --- */

void NAME(geru)(int m, int n, NUMBER alpha, const NUMBER *x, int incx, const NUMBER *y, int incy, NUMBER *a,
                int lda)
{
    DO_OLD(ger, geru, m, n, &alpha, PLACE(x, incx), PLACE(y, incy), PLACE(a, lda));
}

void NAME(gerc)(int m, int n, NUMBER alpha, const NUMBER *x, int incx, const NUMBER *y, int incy, NUMBER *a,
                int lda)
{
    DO_OLD(ger, gerc, m, n, &alpha, PLACE(x, incx), PLACE(y, incy), PLACE(a, lda));
}

void NAME(hemv)(char uplo, int n, NUMBER alpha, const NUMBER *a, int lda, const NUMBER *x, int incx,
                NUMBER beta, NUMBER *y, int incy)
{
    DO_OLD(symv, hemv, hw_cublas_uplo_of(uplo), n, &alpha, PLACE(a, lda), PLACE(x, incx), &beta,
           PLACE(y, incy));
}

void NAME(hbmv)(char uplo, int n, int k, NUMBER alpha, const NUMBER *a, int lda, const NUMBER *x, int incx,
                NUMBER beta, NUMBER *y, int incy)
{
    DO_OLD(sbmv, hbmv, hw_cublas_uplo_of(uplo), n, k, &alpha, PLACE(a, lda), PLACE(x, incx), &beta,
           PLACE(y, incy));
}

void NAME(hpmv)(char uplo, int n, NUMBER alpha, const NUMBER *a, const NUMBER *x, int incx, NUMBER beta,
                NUMBER *y, int incy)
{
    DO_OLD(spmv, hpmv, hw_cublas_uplo_of(uplo), n, &alpha, a, PLACE(x, incx), &beta, PLACE(y, incy));
}

void NAME(her)(char uplo, int n, REAL alpha, const NUMBER *x, int incx, NUMBER *a, int lda)
{
    DO_OLD(syr, her, hw_cublas_uplo_of(uplo), n, &alpha, sizeof alpha, PLACE(x, incx), PLACE(a, lda));
}

void NAME(hpr)(char uplo, int n, REAL alpha, const NUMBER *x, int incx, NUMBER *a)
{
    DO_OLD(spr, hpr, hw_cublas_uplo_of(uplo), n, &alpha, sizeof alpha, PLACE(x, incx), a);
}

void NAME(her2)(char uplo, int n, NUMBER alpha, const NUMBER *x, int incx, const NUMBER *y, int incy,
                NUMBER *a, int lda)
{
    DO_OLD(syr2, her2, hw_cublas_uplo_of(uplo), n, &alpha, PLACE(x, incx), PLACE(y, incy), PLACE(a, lda));
}

void NAME(hpr2)(char uplo, int n, NUMBER alpha, const NUMBER *x, int incx, const NUMBER *y, int incy,
                NUMBER *a)
{
    DO_OLD(spr2, hpr2, hw_cublas_uplo_of(uplo), n, &alpha, PLACE(x, incx), PLACE(y, incy), a);
}

/* --- matrices --- */

void NAME(hemm)(char side, char uplo, int m, int n, NUMBER alpha, const NUMBER *a, int lda, const NUMBER *b,
                int ldb, NUMBER beta, NUMBER *c, int ldc)
{
    DO_OLD(symm, hemm, hw_cublas_side_of(side), hw_cublas_uplo_of(uplo), m, n, &alpha, PLACE(a, lda),
           PLACE(b, ldb), &beta, PLACE(c, ldc));
}

void NAME(herk)(char uplo, char trans, int n, int k, REAL alpha, const NUMBER *a, int lda, REAL beta,
                NUMBER *c, int ldc)
{
    DO_OLD(syrk, herk, CUBLAS_OP_C, hw_cublas_uplo_of(uplo), hw_cublas_trans_of(trans), n, k, &alpha,
           sizeof alpha, PLACE(a, lda), &beta, PLACE(c, ldc));
}

void NAME(her2k)(char uplo, char trans, int n, int k, NUMBER alpha, const NUMBER *a, int lda, const NUMBER *b,
                 int ldb, REAL beta, NUMBER *c, int ldc)
{
    DO_OLD(syr2k, her2k, CUBLAS_OP_C, hw_cublas_uplo_of(uplo), hw_cublas_trans_of(trans), n, k, &alpha,
           PLACE(a, lda), PLACE(b, ldb), &beta, sizeof beta, PLACE(c, ldc));
}

#endif
