/* SPDX-License-Identifier: MIT */
/* Vectors and matrices to the device and back, for transfer.c: sizes are INT, of 32 bits or, under names that
 * end in _64, of 64. */

cublasStatus_t CALLED(SetVector)(INT n, INT element, const void *x, INT incx, void *y, INT incy)
{
    return copy(__func__, 1, n, element, x, incx, y, incy, cudaMemcpyHostToDevice, NULL);
}

cublasStatus_t CALLED(GetVector)(INT n, INT element, const void *x, INT incx, void *y, INT incy)
{
    return copy(__func__, 1, n, element, x, incx, y, incy, cudaMemcpyDeviceToHost, NULL);
}

cublasStatus_t CALLED(SetMatrix)(INT rows, INT columns, INT element, const void *a, INT lda, void *b, INT ldb)
{
    return copy(__func__, rows, columns, element, a, lda, b, ldb, cudaMemcpyHostToDevice, NULL);
}

cublasStatus_t CALLED(GetMatrix)(INT rows, INT columns, INT element, const void *a, INT lda, void *b, INT ldb)
{
    return copy(__func__, rows, columns, element, a, lda, b, ldb, cudaMemcpyDeviceToHost, NULL);
}

cublasStatus_t CALLED(SetVectorAsync)(INT n, INT element, const void *x, INT incx, void *y, INT incy,
                                      cudaStream_t stream)
{
    return copy(__func__, 1, n, element, x, incx, y, incy, cudaMemcpyHostToDevice, stream);
}

cublasStatus_t CALLED(GetVectorAsync)(INT n, INT element, const void *x, INT incx, void *y, INT incy,
                                      cudaStream_t stream)
{
    return copy(__func__, 1, n, element, x, incx, y, incy, cudaMemcpyDeviceToHost, stream);
}

cublasStatus_t CALLED(SetMatrixAsync)(INT rows, INT columns, INT element, const void *a, INT lda, void *b,
                                      INT ldb, cudaStream_t stream)
{
    return copy(__func__, rows, columns, element, a, lda, b, ldb, cudaMemcpyHostToDevice, stream);
}

cublasStatus_t CALLED(GetMatrixAsync)(INT rows, INT columns, INT element, const void *a, INT lda, void *b,
                                      INT ldb, cudaStream_t stream)
{
    return copy(__func__, rows, columns, element, a, lda, b, ldb, cudaMemcpyDeviceToHost, stream);
}
