/* SPDX-License-Identifier: MIT */
/* Vectors and matrices to the device and back: sizes are INT, of 32 bits or, under names that end in _64,
 * of 64. cublas.h includes this. */

cublasStatus_t CALLED(SetVector)(INT n, INT element, const void *x, INT incx, void *y, INT incy);
cublasStatus_t CALLED(GetVector)(INT n, INT element, const void *x, INT incx, void *y, INT incy);
cublasStatus_t CALLED(SetMatrix)(INT rows, INT columns, INT element, const void *a, INT lda, void *b,
                                 INT ldb);
cublasStatus_t CALLED(GetMatrix)(INT rows, INT columns, INT element, const void *a, INT lda, void *b,
                                 INT ldb);
cublasStatus_t CALLED(SetVectorAsync)(INT n, INT element, const void *x, INT incx, void *y, INT incy,
                                      cudaStream_t stream);
cublasStatus_t CALLED(GetVectorAsync)(INT n, INT element, const void *x, INT incx, void *y, INT incy,
                                      cudaStream_t stream);
cublasStatus_t CALLED(SetMatrixAsync)(INT rows, INT columns, INT element, const void *a, INT lda, void *b,
                                      INT ldb, cudaStream_t stream);
cublasStatus_t CALLED(GetMatrixAsync)(INT rows, INT columns, INT element, const void *a, INT lda, void *b,
                                      INT ldb, cudaStream_t stream);
