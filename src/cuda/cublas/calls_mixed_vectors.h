/* SPDX-License-Identifier: MIT */
/* Functions on vectors of mixed types, for mixed_vectors.c: sizes are INT, of 32 bits or, under names that
 * end in _64, of 64. */

cublasStatus_t CALLED(IamaxEx)(cublasHandle_t handle, INT n, const void *x, cudaDataType x_type, INT incx,
                               INT *result)
{
    DO_MIXED(extreme, false, n, TYPED(x, incx), result, sizeof *result);
}

cublasStatus_t CALLED(IaminEx)(cublasHandle_t handle, INT n, const void *x, cudaDataType x_type, INT incx,
                               INT *result)
{
    DO_MIXED(extreme, true, n, TYPED(x, incx), result, sizeof *result);
}

cublasStatus_t CALLED(AsumEx)(cublasHandle_t handle, INT n, const void *x, cudaDataType x_type, INT incx,
                              void *result, cudaDataType result_type, cudaDataType wide)
{
    DO_MIXED(sum, false, n, TYPED(x, incx), result, result_type, wide);
}

cublasStatus_t CALLED(Nrm2Ex)(cublasHandle_t handle, INT n, const void *x, cudaDataType x_type, INT incx,
                              void *result, cudaDataType result_type, cudaDataType wide)
{
    DO_MIXED(sum, true, n, TYPED(x, incx), result, result_type, wide);
}

cublasStatus_t CALLED(DotEx)(cublasHandle_t handle, INT n, const void *x, cudaDataType x_type, INT incx,
                             const void *y, cudaDataType y_type, INT incy, void *result,
                             cudaDataType result_type, cudaDataType wide)
{
    DO_MIXED(dot, false, n, TYPED(x, incx), TYPED(y, incy), result, result_type, wide);
}

cublasStatus_t CALLED(DotcEx)(cublasHandle_t handle, INT n, const void *x, cudaDataType x_type, INT incx,
                              const void *y, cudaDataType y_type, INT incy, void *result,
                              cudaDataType result_type, cudaDataType wide)
{
    DO_MIXED(dot, true, n, TYPED(x, incx), TYPED(y, incy), result, result_type, wide);
}

cublasStatus_t CALLED(ScalEx)(cublasHandle_t handle, INT n, const void *alpha, cudaDataType alpha_type,
                              void *x, cudaDataType x_type, INT incx, cudaDataType wide)
{
    DO_MIXED(scal, n, alpha, alpha_type, TYPED(x, incx), wide);
}

cublasStatus_t CALLED(AxpyEx)(cublasHandle_t handle, INT n, const void *alpha, cudaDataType alpha_type,
                              const void *x, cudaDataType x_type, INT incx, void *y, cudaDataType y_type,
                              INT incy, cudaDataType wide)
{
    DO_MIXED(axpy, n, alpha, alpha_type, TYPED(x, incx), TYPED(y, incy), wide);
}

cublasStatus_t CALLED(CopyEx)(cublasHandle_t handle, INT n, const void *x, cudaDataType x_type, INT incx,
                              void *y, cudaDataType y_type, INT incy)
{
    DO_MIXED(pair, false, n, TYPED(x, incx), TYPED(y, incy));
}

cublasStatus_t CALLED(SwapEx)(cublasHandle_t handle, INT n, void *x, cudaDataType x_type, INT incx, void *y,
                              cudaDataType y_type, INT incy)
{
    DO_MIXED(pair, true, n, TYPED(x, incx), TYPED(y, incy));
}

cublasStatus_t CALLED(RotEx)(cublasHandle_t handle, INT n, void *x, cudaDataType x_type, INT incx, void *y,
                             cudaDataType y_type, INT incy, const void *c, const void *s,
                             cudaDataType cs_type, cudaDataType wide)
{
    DO_MIXED(rot, n, TYPED(x, incx), TYPED(y, incy), c, s, cs_type, wide);
}

cublasStatus_t CALLED(RotmEx)(cublasHandle_t handle, INT n, void *x, cudaDataType x_type, INT incx, void *y,
                              cudaDataType y_type, INT incy, const void *parameters, cudaDataType type,
                              cudaDataType wide)
{
    DO_MIXED(rotm, n, TYPED(x, incx), TYPED(y, incy), parameters, type, wide);
}
