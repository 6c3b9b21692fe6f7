/* SPDX-License-Identifier: MIT */
/* Products of mixed types, for mixed.c: sizes are INT, of 32 bits or, under names that end in _64, of 64. */

/* The body of a function that multiplies matrices; the dots name them. */
#define PRODUCT(...)                                                                   \
    struct hw_blas_call call = hw_cublas_begin(__func__, handle);                      \
    hw_cublas_mixed_product(&call, &(const struct hw_cublas_product){.transa = transa, \
                                                                     .transb = transb, \
                                                                     .m = m,           \
                                                                     .n = n,           \
                                                                     .k = k,           \
                                                                     .alpha = alpha,   \
                                                                     .beta = beta,     \
                                                                     __VA_ARGS__});    \
    return hw_blas_end(&call)

cublasStatus_t CALLED(Hgemm)(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, INT m,
                             INT n, INT k, const void *alpha, const void *a, INT lda, const void *b, INT ldb,
                             const void *beta, void *c, INT ldc)
{
    PRODUCT(.a = {PLACE(a, lda), CUDA_R_16F}, .b = {PLACE(b, ldb), CUDA_R_16F},
            .c = {PLACE(c, ldc), CUDA_R_16F}, .compute = CUBLAS_COMPUTE_16F, .count = 1);
}

cublasStatus_t CALLED(HgemmBatched)(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                                    INT m, INT n, INT k, const void *alpha, const void *const a[], INT lda,
                                    const void *const b[], INT ldb, const void *beta, void *const c[],
                                    INT ldc, INT count)
{
    PRODUCT(.a = {LISTED(a, lda), CUDA_R_16F}, .b = {LISTED(b, ldb), CUDA_R_16F},
            .c = {LISTED(c, ldc), CUDA_R_16F}, .compute = CUBLAS_COMPUTE_16F, .count = count);
}

cublasStatus_t CALLED(HgemmStridedBatched)(cublasHandle_t handle, cublasOperation_t transa,
                                           cublasOperation_t transb, INT m, INT n, INT k, const void *alpha,
                                           const void *a, INT lda, long long stridea, const void *b, INT ldb,
                                           long long strideb, const void *beta, void *c, INT ldc,
                                           long long stridec, INT count)
{
    PRODUCT(.a = {STRIDED(a, lda, stridea), CUDA_R_16F}, .b = {STRIDED(b, ldb, strideb), CUDA_R_16F},
            .c = {STRIDED(c, ldc, stridec), CUDA_R_16F}, .compute = CUBLAS_COMPUTE_16F, .count = count);
}

cublasStatus_t CALLED(SgemmEx)(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                               INT m, INT n, INT k, const float *alpha, const void *a, cudaDataType a_type,
                               INT lda, const void *b, cudaDataType b_type, INT ldb, const float *beta,
                               void *c, cudaDataType c_type, INT ldc)
{
    PRODUCT(.a = {PLACE(a, lda), a_type}, .b = {PLACE(b, ldb), b_type}, .c = {PLACE(c, ldc), c_type},
            .compute = CUBLAS_COMPUTE_32F, .count = 1);
}

cublasStatus_t CALLED(CgemmEx)(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                               INT m, INT n, INT k, const float complex *alpha, const void *a,
                               cudaDataType a_type, INT lda, const void *b, cudaDataType b_type, INT ldb,
                               const float complex *beta, void *c, cudaDataType c_type, INT ldc)
{
    PRODUCT(.a = {PLACE(a, lda), a_type}, .b = {PLACE(b, ldb), b_type}, .c = {PLACE(c, ldc), c_type},
            .compute = CUDA_C_32F, .count = 1);
}

cublasStatus_t CALLED(Cgemm3mEx)(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                                 INT m, INT n, INT k, const float complex *alpha, const void *a,
                                 cudaDataType a_type, INT lda, const void *b, cudaDataType b_type, INT ldb,
                                 const float complex *beta, void *c, cudaDataType c_type, INT ldc)
{
    PRODUCT(.a = {PLACE(a, lda), a_type}, .b = {PLACE(b, ldb), b_type}, .c = {PLACE(c, ldc), c_type},
            .compute = CUDA_C_32F, .count = 1);
}

cublasStatus_t CALLED(GemmEx)(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                              INT m, INT n, INT k, const void *alpha, const void *a, cudaDataType a_type,
                              INT lda, const void *b, cudaDataType b_type, INT ldb, const void *beta, void *c,
                              cudaDataType c_type, INT ldc, int compute, int algorithm)
{
    (void)algorithm;
    PRODUCT(.a = {PLACE(a, lda), a_type}, .b = {PLACE(b, ldb), b_type}, .c = {PLACE(c, ldc), c_type},
            .compute = compute, .count = 1);
}

cublasStatus_t CALLED(GemmBatchedEx)(cublasHandle_t handle, cublasOperation_t transa,
                                     cublasOperation_t transb, INT m, INT n, INT k, const void *alpha,
                                     const void *const a[], cudaDataType a_type, INT lda,
                                     const void *const b[], cudaDataType b_type, INT ldb, const void *beta,
                                     void *const c[], cudaDataType c_type, INT ldc, INT count, int compute,
                                     int algorithm)
{
    (void)algorithm;
    PRODUCT(.a = {LISTED(a, lda), a_type}, .b = {LISTED(b, ldb), b_type}, .c = {LISTED(c, ldc), c_type},
            .compute = compute, .count = count);
}

cublasStatus_t CALLED(GemmStridedBatchedEx)(cublasHandle_t handle, cublasOperation_t transa,
                                            cublasOperation_t transb, INT m, INT n, INT k, const void *alpha,
                                            const void *a, cudaDataType a_type, INT lda, long long stridea,
                                            const void *b, cudaDataType b_type, INT ldb, long long strideb,
                                            const void *beta, void *c, cudaDataType c_type, INT ldc,
                                            long long stridec, INT count, int compute, int algorithm)
{
    (void)algorithm;
    PRODUCT(.a = {STRIDED(a, lda, stridea), a_type}, .b = {STRIDED(b, ldb, strideb), b_type},
            .c = {STRIDED(c, ldc, stridec), c_type}, .compute = compute, .count = count);
}

#undef PRODUCT

/* --- groups of batches, one after the other --- */

cublasStatus_t CALLED(GemmGroupedBatchedEx)(cublasHandle_t handle, const cublasOperation_t transa[],
                                            const cublasOperation_t transb[], const INT m[], const INT n[],
                                            const INT k[], const void *alpha, const void *const a[],
                                            cudaDataType a_type, const INT lda[], const void *const b[],
                                            cudaDataType b_type, const INT ldb[], const void *beta,
                                            void *const c[], cudaDataType c_type, const INT ldc[], INT groups,
                                            const INT count[], int compute)
{
    const size_t scalar_bytes = hw_blas_element_bytes(hw_blas_compute_of(compute, a_type, c_type).scalar);
    cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
    size_t done = 0;

    if (groups < 0 ||
        (groups > 0 && !(transa && transb && m && n && k && alpha && lda && ldb && beta && ldc && count)))
        return CUBLAS_STATUS_INVALID_VALUE;
    for (size_t i = 0; i < (size_t)groups && status == CUBLAS_STATUS_SUCCESS; done += (size_t)count[i], i++)
        status = CALLED(GemmBatchedEx)(
            handle, transa[i], transb[i], m[i], n[i], k[i], (const char *)alpha + i * scalar_bytes,
            a ? a + done : NULL, a_type, lda[i], b ? b + done : NULL, b_type, ldb[i],
            (const char *)beta + i * scalar_bytes, c ? c + done : NULL, c_type, ldc[i], count[i], compute, 0);
    return status;
}

cublasStatus_t CALLED(SgemmGroupedBatched)(cublasHandle_t handle, const cublasOperation_t transa[],
                                           const cublasOperation_t transb[], const INT m[], const INT n[],
                                           const INT k[], const float *alpha, const void *const a[],
                                           const INT lda[], const void *const b[], const INT ldb[],
                                           const float *beta, void *const c[], const INT ldc[], INT groups,
                                           const INT count[])
{
    return CALLED(GemmGroupedBatchedEx)(handle, transa, transb, m, n, k, alpha, a, CUDA_R_32F, lda, b,
                                        CUDA_R_32F, ldb, beta, c, CUDA_R_32F, ldc, groups, count,
                                        CUBLAS_COMPUTE_32F);
}

cublasStatus_t CALLED(DgemmGroupedBatched)(cublasHandle_t handle, const cublasOperation_t transa[],
                                           const cublasOperation_t transb[], const INT m[], const INT n[],
                                           const INT k[], const double *alpha, const void *const a[],
                                           const INT lda[], const void *const b[], const INT ldb[],
                                           const double *beta, void *const c[], const INT ldc[], INT groups,
                                           const INT count[])
{
    return CALLED(GemmGroupedBatchedEx)(handle, transa, transb, m, n, k, alpha, a, CUDA_R_64F, lda, b,
                                        CUDA_R_64F, ldb, beta, c, CUDA_R_64F, ldc, groups, count,
                                        CUBLAS_COMPUTE_64F);
}

/* --- complex matrices times themselves --- */

cublasStatus_t CALLED(CsyrkEx)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, INT n,
                               INT k, const float complex *alpha, const void *a, cudaDataType a_type, INT lda,
                               const float complex *beta, void *c, cudaDataType c_type, INT ldc)
{
    DO_MIXED(square, CUBLAS_OP_T, uplo, trans, n, k, alpha, TYPED(a, lda), beta, TYPED(c, ldc));
}

cublasStatus_t CALLED(Csyrk3mEx)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, INT n,
                                 INT k, const float complex *alpha, const void *a, cudaDataType a_type,
                                 INT lda, const float complex *beta, void *c, cudaDataType c_type, INT ldc)
{
    DO_MIXED(square, CUBLAS_OP_T, uplo, trans, n, k, alpha, TYPED(a, lda), beta, TYPED(c, ldc));
}

cublasStatus_t CALLED(CherkEx)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, INT n,
                               INT k, const float *alpha, const void *a, cudaDataType a_type, INT lda,
                               const float *beta, void *c, cudaDataType c_type, INT ldc)
{
    DO_MIXED(square, CUBLAS_OP_C, uplo, trans, n, k, alpha, TYPED(a, lda), beta, TYPED(c, ldc));
}

cublasStatus_t CALLED(Cherk3mEx)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, INT n,
                                 INT k, const float *alpha, const void *a, cudaDataType a_type, INT lda,
                                 const float *beta, void *c, cudaDataType c_type, INT ldc)
{
    DO_MIXED(square, CUBLAS_OP_C, uplo, trans, n, k, alpha, TYPED(a, lda), beta, TYPED(c, ldc));
}

/* --- matrices and vectors --- */

#define GEMV(letters, factor, result)                                                                       \
    cublasStatus_t CALLED(letters##gemvBatched)(cublasHandle_t handle, cublasOperation_t trans, INT m,      \
                                                INT n, const float *alpha, const void *const a[], INT lda,  \
                                                const void *const x[], INT incx, const float *beta,         \
                                                void *const y[], INT incy, INT count)                       \
    {                                                                                                       \
        DO_MIXED(gemv, trans, m, n, alpha, (TYPED_AS(LISTED(a, lda), factor)), LISTED(x, incx), beta,       \
                 (TYPED_AS(LISTED(y, incy), result)), count);                                               \
    }                                                                                                       \
    cublasStatus_t CALLED(letters##gemvStridedBatched)(                                                     \
        cublasHandle_t handle, cublasOperation_t trans, INT m, INT n, const float *alpha, const void *a,    \
        INT lda, long long stridea, const void *x, INT incx, long long stridex, const float *beta, void *y, \
        INT incy, long long stridey, INT count)                                                             \
    {                                                                                                       \
        DO_MIXED(gemv, trans, m, n, alpha, (TYPED_AS(STRIDED(a, lda, stridea), factor)),                    \
                 STRIDED(x, incx, stridex), beta, (TYPED_AS(STRIDED(y, incy, stridey), result)), count);    \
    }
GEMV(HSH, CUDA_R_16F, CUDA_R_16F)
GEMV(HSS, CUDA_R_16F, CUDA_R_32F)
GEMV(TST, CUDA_R_16BF, CUDA_R_16BF)
GEMV(TSS, CUDA_R_16BF, CUDA_R_32F)
#undef GEMV
