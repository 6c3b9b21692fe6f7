/* SPDX-License-Identifier: MIT */
/* The interface before CUDA 4.0, what only real numbers have (kind_calls.h includes this). */
#ifndef HW_CUDA_CUBLAS_CALLS_OLD_REAL_H
#define HW_CUDA_CUBLAS_CALLS_OLD_REAL_H

NUMBER NAME(dot)(int n, const NUMBER *x, int incx, const NUMBER *y, int incy)
{
    NUMBER result = 0;

    DO_OLD(dot, dotu, n, PLACE(x, incx), PLACE(y, incy), &result);
    return result;
}

void NAME(rotg)(NUMBER *a, NUMBER *b, REAL *c, NUMBER *s)
{
    DO_OLD(rotg, rotg, a, b, c, s);
}

void NAME(rotm)(int n, NUMBER *x, int incx, NUMBER *y, int incy, const NUMBER *parameters)
{
    DO_OLD(rotm, rotm, n, PLACE(x, incx), PLACE(y, incy), parameters);
}

void NAME(rotmg)(NUMBER *d1, NUMBER *d2, NUMBER *x1, const NUMBER *y1, NUMBER *parameters)
{
    DO_OLD(rotmg, rotmg, d1, d2, x1, y1, parameters);
}

void NAME(ger)(int m, int n, NUMBER alpha, const NUMBER *x, int incx, const NUMBER *y, int incy, NUMBER *a,
               int lda)
{
    DO_OLD(ger, geru, m, n, &alpha, PLACE(x, incx), PLACE(y, incy), PLACE(a, lda));
}

void NAME(symv)(char uplo, int n, NUMBER alpha, const NUMBER *a, int lda, const NUMBER *x, int incx,
                NUMBER beta, NUMBER *y, int incy)
{
    DO_OLD(symv, symv, hw_cublas_uplo_of(uplo), n, &alpha, PLACE(a, lda), PLACE(x, incx), &beta,
           PLACE(y, incy));
}

void NAME(sbmv)(char uplo, int n, int k, NUMBER alpha, const NUMBER *a, int lda, const NUMBER *x, int incx,
                NUMBER beta, NUMBER *y, int incy)
{
    DO_OLD(sbmv, sbmv, hw_cublas_uplo_of(uplo), n, k, &alpha, PLACE(a, lda), PLACE(x, incx), &beta,
           PLACE(y, incy));
}

void NAME(spmv)(char uplo, int n, NUMBER alpha, const NUMBER *a, const NUMBER *x, int incx, NUMBER beta,
                NUMBER *y, int incy)
{
    DO_OLD(spmv, spmv, hw_cublas_uplo_of(uplo), n, &alpha, a, PLACE(x, incx), &beta, PLACE(y, incy));
}

void NAME(syr)(char uplo, int n, NUMBER alpha, const NUMBER *x, int incx, NUMBER *a, int lda)
{
    DO_OLD(syr, syr, hw_cublas_uplo_of(uplo), n, &alpha, sizeof alpha, PLACE(x, incx), PLACE(a, lda));
}

void NAME(spr)(char uplo, int n, NUMBER alpha, const NUMBER *x, int incx, NUMBER *a)
{
    DO_OLD(spr, spr, hw_cublas_uplo_of(uplo), n, &alpha, sizeof alpha, PLACE(x, incx), a);
}

void NAME(syr2)(char uplo, int n, NUMBER alpha, const NUMBER *x, int incx, const NUMBER *y, int incy,
                NUMBER *a, int lda)
{
    DO_OLD(syr2, syr2, hw_cublas_uplo_of(uplo), n, &alpha, PLACE(x, incx), PLACE(y, incy), PLACE(a, lda));
}

void NAME(spr2)(char uplo, int n, NUMBER alpha, const NUMBER *x, int incx, const NUMBER *y, int incy,
                NUMBER *a)
{
    DO_OLD(spr2, spr2, hw_cublas_uplo_of(uplo), n, &alpha, PLACE(x, incx), PLACE(y, incy), a);
}

#endif
