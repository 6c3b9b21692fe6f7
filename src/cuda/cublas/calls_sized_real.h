/* SPDX-License-Identifier: MIT */
/* The functions with a handle that only real numbers have (kind_calls.h includes this). */

cublasStatus_t V2(dot)(cublasHandle_t handle, INT n, const NUMBER *x, INT incx, const NUMBER *y, INT incy,
                       NUMBER *result)
{
    DO(dot, dotu, n, PLACE(x, incx), PLACE(y, incy), result);
}

cublasStatus_t V2(rotm)(cublasHandle_t handle, INT n, NUMBER *x, INT incx, NUMBER *y, INT incy,
                        const NUMBER *parameters)
{
    DO(rotm, rotm, n, PLACE(x, incx), PLACE(y, incy), parameters);
}

cublasStatus_t V2(ger)(cublasHandle_t handle, INT m, INT n, const NUMBER *alpha, const NUMBER *x, INT incx,
                       const NUMBER *y, INT incy, NUMBER *a, INT lda)
{
    DO(ger, geru, m, n, alpha, PLACE(x, incx), PLACE(y, incy), PLACE(a, lda));
}

cublasStatus_t V2(sbmv)(cublasHandle_t handle, cublasFillMode_t uplo, INT n, INT k, const NUMBER *alpha,
                        const NUMBER *a, INT lda, const NUMBER *x, INT incx, const NUMBER *beta, NUMBER *y,
                        INT incy)
{
    DO(sbmv, sbmv, uplo, n, k, alpha, PLACE(a, lda), PLACE(x, incx), beta, PLACE(y, incy));
}

cublasStatus_t V2(spmv)(cublasHandle_t handle, cublasFillMode_t uplo, INT n, const NUMBER *alpha,
                        const NUMBER *a, const NUMBER *x, INT incx, const NUMBER *beta, NUMBER *y, INT incy)
{
    DO(spmv, spmv, uplo, n, alpha, a, PLACE(x, incx), beta, PLACE(y, incy));
}

cublasStatus_t V2(spr)(cublasHandle_t handle, cublasFillMode_t uplo, INT n, const NUMBER *alpha,
                       const NUMBER *x, INT incx, NUMBER *a)
{
    DO(spr, spr, uplo, n, alpha, sizeof *alpha, PLACE(x, incx), a);
}

cublasStatus_t V2(spr2)(cublasHandle_t handle, cublasFillMode_t uplo, INT n, const NUMBER *alpha,
                        const NUMBER *x, INT incx, const NUMBER *y, INT incy, NUMBER *a)
{
    DO(spr2, spr2, uplo, n, alpha, PLACE(x, incx), PLACE(y, incy), a);
}
