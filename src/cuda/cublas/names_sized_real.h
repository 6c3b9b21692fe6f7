/* SPDX-License-Identifier: MIT */
/* The functions with a handle that only real numbers have.  cublas_kind.h includes this. */

cublasStatus_t V2(dot)(cublasHandle_t handle, INT n, const NUMBER *x, INT incx, const NUMBER *y, INT incy,
                       NUMBER *result);
cublasStatus_t V2(rotm)(cublasHandle_t handle, INT n, NUMBER *x, INT incx, NUMBER *y, INT incy,
                        const NUMBER *parameters);
cublasStatus_t V2(ger)(cublasHandle_t handle, INT m, INT n, const NUMBER *alpha, const NUMBER *x, INT incx,
                       const NUMBER *y, INT incy, NUMBER *a, INT lda);
cublasStatus_t V2(sbmv)(cublasHandle_t handle, cublasFillMode_t uplo, INT n, INT k, const NUMBER *alpha,
                        const NUMBER *a, INT lda, const NUMBER *x, INT incx, const NUMBER *beta, NUMBER *y,
                        INT incy);
cublasStatus_t V2(spmv)(cublasHandle_t handle, cublasFillMode_t uplo, INT n, const NUMBER *alpha,
                        const NUMBER *a, const NUMBER *x, INT incx, const NUMBER *beta, NUMBER *y, INT incy);
cublasStatus_t V2(spr)(cublasHandle_t handle, cublasFillMode_t uplo, INT n, const NUMBER *alpha,
                       const NUMBER *x, INT incx, NUMBER *a);
cublasStatus_t V2(spr2)(cublasHandle_t handle, cublasFillMode_t uplo, INT n, const NUMBER *alpha,
                        const NUMBER *x, INT incx, const NUMBER *y, INT incy, NUMBER *a);
