/* SPDX-License-Identifier: MIT */
/* Functions on numbers of mixed types, and of half precision, whose addresses are of no type: sizes are INT,
 * of 32 bits or, under names that end in _64, of 64.  cublas.h includes this. */

/* --- vectors --- */

cublasStatus_t CALLED(IamaxEx)(cublasHandle_t handle, INT n, const void *x, cudaDataType x_type, INT incx,
                               INT *result);
cublasStatus_t CALLED(IaminEx)(cublasHandle_t handle, INT n, const void *x, cudaDataType x_type, INT incx,
                               INT *result);
cublasStatus_t CALLED(AsumEx)(cublasHandle_t handle, INT n, const void *x, cudaDataType x_type, INT incx,
                              void *result, cudaDataType result_type, cudaDataType wide);
cublasStatus_t CALLED(Nrm2Ex)(cublasHandle_t handle, INT n, const void *x, cudaDataType x_type, INT incx,
                              void *result, cudaDataType result_type, cudaDataType wide);
cublasStatus_t CALLED(DotEx)(cublasHandle_t handle, INT n, const void *x, cudaDataType x_type, INT incx,
                             const void *y, cudaDataType y_type, INT incy, void *result,
                             cudaDataType result_type, cudaDataType wide);
cublasStatus_t CALLED(DotcEx)(cublasHandle_t handle, INT n, const void *x, cudaDataType x_type, INT incx,
                              const void *y, cudaDataType y_type, INT incy, void *result,
                              cudaDataType result_type, cudaDataType wide);
cublasStatus_t CALLED(ScalEx)(cublasHandle_t handle, INT n, const void *alpha, cudaDataType alpha_type,
                              void *x, cudaDataType x_type, INT incx, cudaDataType wide);
cublasStatus_t CALLED(AxpyEx)(cublasHandle_t handle, INT n, const void *alpha, cudaDataType alpha_type,
                              const void *x, cudaDataType x_type, INT incx, void *y, cudaDataType y_type,
                              INT incy, cudaDataType wide);
cublasStatus_t CALLED(CopyEx)(cublasHandle_t handle, INT n, const void *x, cudaDataType x_type, INT incx,
                              void *y, cudaDataType y_type, INT incy);
cublasStatus_t CALLED(SwapEx)(cublasHandle_t handle, INT n, void *x, cudaDataType x_type, INT incx, void *y,
                              cudaDataType y_type, INT incy);
cublasStatus_t CALLED(RotEx)(cublasHandle_t handle, INT n, void *x, cudaDataType x_type, INT incx, void *y,
                             cudaDataType y_type, INT incy, const void *c, const void *s,
                             cudaDataType cs_type, cudaDataType wide);
cublasStatus_t CALLED(RotmEx)(cublasHandle_t handle, INT n, void *x, cudaDataType x_type, INT incx, void *y,
                              cudaDataType y_type, INT incy, const void *parameters, cudaDataType type,
                              cudaDataType wide);

/* --- matrices and vectors: letters are half (H), bfloat16 (T), float (S), of factors, sums and results ---
 */

#define GEMV(letters)                                                                                       \
    cublasStatus_t CALLED(letters##gemvBatched)(cublasHandle_t handle, cublasOperation_t trans, INT m,      \
                                                INT n, const float *alpha, const void *const a[], INT lda,  \
                                                const void *const x[], INT incx, const float *beta,         \
                                                void *const y[], INT incy, INT count);                      \
    cublasStatus_t CALLED(letters##gemvStridedBatched)(                                                     \
        cublasHandle_t handle, cublasOperation_t trans, INT m, INT n, const float *alpha, const void *a,    \
        INT lda, long long stridea, const void *x, INT incx, long long stridex, const float *beta, void *y, \
        INT incy, long long stridey, INT count);
GEMV(HSH)
GEMV(HSS)
GEMV(TST)
GEMV(TSS)
#undef GEMV

/* --- matrices --- */

cublasStatus_t CALLED(Hgemm)(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, INT m,
                             INT n, INT k, const void *alpha, const void *a, INT lda, const void *b, INT ldb,
                             const void *beta, void *c, INT ldc);
cublasStatus_t CALLED(HgemmBatched)(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                                    INT m, INT n, INT k, const void *alpha, const void *const a[], INT lda,
                                    const void *const b[], INT ldb, const void *beta, void *const c[],
                                    INT ldc, INT count);
cublasStatus_t CALLED(HgemmStridedBatched)(cublasHandle_t handle, cublasOperation_t transa,
                                           cublasOperation_t transb, INT m, INT n, INT k, const void *alpha,
                                           const void *a, INT lda, long long stridea, const void *b, INT ldb,
                                           long long strideb, const void *beta, void *c, INT ldc,
                                           long long stridec, INT count);
cublasStatus_t CALLED(SgemmEx)(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                               INT m, INT n, INT k, const float *alpha, const void *a, cudaDataType a_type,
                               INT lda, const void *b, cudaDataType b_type, INT ldb, const float *beta,
                               void *c, cudaDataType c_type, INT ldc);
cublasStatus_t CALLED(CgemmEx)(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                               INT m, INT n, INT k, const float complex *alpha, const void *a,
                               cudaDataType a_type, INT lda, const void *b, cudaDataType b_type, INT ldb,
                               const float complex *beta, void *c, cudaDataType c_type, INT ldc);
cublasStatus_t CALLED(Cgemm3mEx)(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                                 INT m, INT n, INT k, const float complex *alpha, const void *a,
                                 cudaDataType a_type, INT lda, const void *b, cudaDataType b_type, INT ldb,
                                 const float complex *beta, void *c, cudaDataType c_type, INT ldc);
cublasStatus_t CALLED(GemmEx)(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                              INT m, INT n, INT k, const void *alpha, const void *a, cudaDataType a_type,
                              INT lda, const void *b, cudaDataType b_type, INT ldb, const void *beta, void *c,
                              cudaDataType c_type, INT ldc, int compute, int algorithm);
cublasStatus_t CALLED(GemmBatchedEx)(cublasHandle_t handle, cublasOperation_t transa,
                                     cublasOperation_t transb, INT m, INT n, INT k, const void *alpha,
                                     const void *const a[], cudaDataType a_type, INT lda,
                                     const void *const b[], cudaDataType b_type, INT ldb, const void *beta,
                                     void *const c[], cudaDataType c_type, INT ldc, INT count, int compute,
                                     int algorithm);
cublasStatus_t CALLED(GemmStridedBatchedEx)(cublasHandle_t handle, cublasOperation_t transa,
                                            cublasOperation_t transb, INT m, INT n, INT k, const void *alpha,
                                            const void *a, cudaDataType a_type, INT lda, long long stridea,
                                            const void *b, cudaDataType b_type, INT ldb, long long strideb,
                                            const void *beta, void *c, cudaDataType c_type, INT ldc,
                                            long long stridec, INT count, int compute, int algorithm);
/* Groups of batches: arrays of the host have an element a group, lists of the device all matrices. */
cublasStatus_t CALLED(GemmGroupedBatchedEx)(cublasHandle_t handle, const cublasOperation_t transa[],
                                            const cublasOperation_t transb[], const INT m[], const INT n[],
                                            const INT k[], const void *alpha, const void *const a[],
                                            cudaDataType a_type, const INT lda[], const void *const b[],
                                            cudaDataType b_type, const INT ldb[], const void *beta,
                                            void *const c[], cudaDataType c_type, const INT ldc[], INT groups,
                                            const INT count[], int compute);
cublasStatus_t CALLED(SgemmGroupedBatched)(cublasHandle_t handle, const cublasOperation_t transa[],
                                           const cublasOperation_t transb[], const INT m[], const INT n[],
                                           const INT k[], const float *alpha, const void *const a[],
                                           const INT lda[], const void *const b[], const INT ldb[],
                                           const float *beta, void *const c[], const INT ldc[], INT groups,
                                           const INT count[]);
cublasStatus_t CALLED(DgemmGroupedBatched)(cublasHandle_t handle, const cublasOperation_t transa[],
                                           const cublasOperation_t transb[], const INT m[], const INT n[],
                                           const INT k[], const double *alpha, const void *const a[],
                                           const INT lda[], const void *const b[], const INT ldb[],
                                           const double *beta, void *const c[], const INT ldc[], INT groups,
                                           const INT count[]);
cublasStatus_t CALLED(CsyrkEx)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, INT n,
                               INT k, const float complex *alpha, const void *a, cudaDataType a_type, INT lda,
                               const float complex *beta, void *c, cudaDataType c_type, INT ldc);
cublasStatus_t CALLED(Csyrk3mEx)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, INT n,
                                 INT k, const float complex *alpha, const void *a, cudaDataType a_type,
                                 INT lda, const float complex *beta, void *c, cudaDataType c_type, INT ldc);
cublasStatus_t CALLED(CherkEx)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, INT n,
                               INT k, const float *alpha, const void *a, cudaDataType a_type, INT lda,
                               const float *beta, void *c, cudaDataType c_type, INT ldc);
cublasStatus_t CALLED(Cherk3mEx)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, INT n,
                                 INT k, const float *alpha, const void *a, cudaDataType a_type, INT lda,
                                 const float *beta, void *c, cudaDataType c_type, INT ldc);
