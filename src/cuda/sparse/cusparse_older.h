/* SPDX-License-Identifier: MIT */
/* The older interface of cuSPARSE: a function for each format and kind of numbers, indices of 32 bits.
 * Numbers are pointed to by `void *`, where NVIDIA's headers have the type.  What CUDA 12 took away is in
 * libcusparse.so.11 only. Part of cusparse.h. */
#ifndef HW_CUDA_SPARSE_CUSPARSE_OLDER_H
#define HW_CUDA_SPARSE_CUSPARSE_OLDER_H

#include "cuda/sparse/cusparse_types.h"

/* KIND(letter, type of a number) */
#define HW_CUSPARSE_TYPED(KIND) \
    KIND(S, float) KIND(D, double) KIND(C, float _Complex) KIND(Z, double _Complex)

/* --- indices (older_index.c) --- */

cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t handle, const int *rows, int count, int m, int *offsets,
                                  cusparseIndexBase_t base);
cusparseStatus_t cusparseXcsr2coo(cusparseHandle_t handle, const int *offsets, int count, int m, int *rows,
                                  cusparseIndexBase_t base);
cusparseStatus_t cusparseCreateIdentityPermutation(cusparseHandle_t handle, int count, int *permutation);
#define HW_CUSPARSE_SORT_SIZE \
    cusparseHandle_t handle, int m, int n, int count, const int *first, const int *second, size_t *bytes
#define HW_CUSPARSE_COOSORT \
    cusparseHandle_t handle, int m, int n, int count, int *rows, int *columns, int *permutation, void *buffer
#define HW_CUSPARSE_CSRSORT                                                                \
    cusparseHandle_t handle, int m, int n, int count, const cusparseMatDescr_t descriptor, \
        const int *offsets, int *indices, int *permutation, void *buffer
cusparseStatus_t cusparseXcoosort_bufferSizeExt(HW_CUSPARSE_SORT_SIZE);
cusparseStatus_t cusparseXcoosortByRow(HW_CUSPARSE_COOSORT);
cusparseStatus_t cusparseXcoosortByColumn(HW_CUSPARSE_COOSORT);
cusparseStatus_t cusparseXcsrsort_bufferSizeExt(HW_CUSPARSE_SORT_SIZE);
cusparseStatus_t cusparseXcsrsort(HW_CUSPARSE_CSRSORT);
cusparseStatus_t cusparseXcscsort_bufferSizeExt(HW_CUSPARSE_SORT_SIZE);
cusparseStatus_t cusparseXcscsort(HW_CUSPARSE_CSRSORT);

/* --- conversions (older_convert.c) --- */

#define HW_CUSPARSE_CSR2CSC                                                                       \
    cusparseHandle_t handle, int m, int n, int count, const void *values, const int *offsets,     \
        const int *indices, void *to_values, int *to_offsets, int *to_indices, cudaDataType type, \
        cusparseAction_t action, cusparseIndexBase_t base, cusparseAlgorithm_t algorithm
cusparseStatus_t cusparseCsr2cscEx2_bufferSize(HW_CUSPARSE_CSR2CSC, size_t *bytes);
cusparseStatus_t cusparseCsr2cscEx2(HW_CUSPARSE_CSR2CSC, void *buffer);

#define HW_CUSPARSE_NNZ                                                   \
    cusparseHandle_t handle, cusparseDirection_t direction, int m, int n, \
        const cusparseMatDescr_t descriptor, const void *dense, int ld, int *per_line, int *total
#define HW_CUSPARSE_NNZ_COMPRESS(number)                                                     \
    cusparseHandle_t handle, int m, const cusparseMatDescr_t descriptor, const void *values, \
        const int *offsets, int *per_row, int *total, number tolerance
#define HW_CUSPARSE_COMPRESS(number)                                                                \
    cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descriptor, const void *values, \
        const int *indices, const int *offsets, int count, const int *per_row, void *to_values,     \
        int *to_indices, int *to_offsets, number tolerance
/* `first` and `second` are offsets and indices of CSR, indices and offsets of CSC. */
#define HW_CUSPARSE_TO_DENSE                                                                        \
    cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descriptor, const void *values, \
        const int *first, const int *second, void *dense, int ld
#define HW_CUSPARSE_OF_DENSE                                                                               \
    cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descriptor, const void *dense, int ld, \
        const int *per_line, void *values, int *first, int *second

/* Between CSR and BSR (older_blocks.c): sizes count rows of the former, blocks of the latter. */
#define HW_CUSPARSE_CSR2BSR                                                                              \
    cusparseHandle_t handle, cusparseDirection_t direction, int m, int n,                                \
        const cusparseMatDescr_t descriptor, const void *values, const int *offsets, const int *indices, \
        int block, const cusparseMatDescr_t to, void *to_values, int *to_offsets, int *to_indices
cusparseStatus_t cusparseXcsr2bsrNnz(cusparseHandle_t handle, cusparseDirection_t direction, int m, int n,
                                     const cusparseMatDescr_t descriptor, const int *offsets,
                                     const int *indices, int block, const cusparseMatDescr_t to,
                                     int *to_offsets, int *total);

/* --- products (older_product.c) --- */

/* The arrays of a matrix with `nnz_` entries, and of one that is made. */
#define HW_CUSPARSE_PATTERN(x) \
    const cusparseMatDescr_t descriptor_##x, int count_##x, const int *offsets_##x, const int *indices_##x
#define HW_CUSPARSE_MATRIX(x)                                                                               \
    const cusparseMatDescr_t descriptor_##x, int count_##x, const void *values_##x, const int *offsets_##x, \
        const int *indices_##x
#define HW_CUSPARSE_GEAM                                                                               \
    cusparseHandle_t handle, int m, int n, const void *alpha, HW_CUSPARSE_MATRIX(a), const void *beta, \
        HW_CUSPARSE_MATRIX(b), const cusparseMatDescr_t descriptor_c
cusparseStatus_t cusparseXcsrgeam2Nnz(cusparseHandle_t handle, int m, int n, HW_CUSPARSE_PATTERN(a),
                                      HW_CUSPARSE_PATTERN(b), const cusparseMatDescr_t descriptor_c,
                                      int *offsets_c, int *total, void *buffer);
#define HW_CUSPARSE_GEMM                                                                             \
    cusparseHandle_t handle, int m, int n, int k, const void *alpha, HW_CUSPARSE_MATRIX(a),          \
        HW_CUSPARSE_MATRIX(b), const void *beta, HW_CUSPARSE_MATRIX(d),                              \
        const cusparseMatDescr_t descriptor_c, void *values_c, const int *offsets_c, int *indices_c, \
        const csrgemm2Info_t info, void *buffer
#define HW_CUSPARSE_GEMM_SIZE                                                                \
    cusparseHandle_t handle, int m, int n, int k, const void *alpha, HW_CUSPARSE_PATTERN(a), \
        HW_CUSPARSE_PATTERN(b), const void *beta, HW_CUSPARSE_PATTERN(d), csrgemm2Info_t info, size_t *bytes
cusparseStatus_t cusparseXcsrgemm2Nnz(cusparseHandle_t handle, int m, int n, int k, HW_CUSPARSE_PATTERN(a),
                                      HW_CUSPARSE_PATTERN(b), HW_CUSPARSE_PATTERN(d),
                                      const cusparseMatDescr_t descriptor_c, int *offsets_c, int *total,
                                      const csrgemm2Info_t info, void *buffer);
#define HW_CUSPARSE_CSRMVEX                                                                                  \
    cusparseHandle_t handle, cusparseAlgorithm_t algorithm, cusparseOperation_t op, int m, int n, int count, \
        const void *alpha, cudaDataType alpha_type, const cusparseMatDescr_t descriptor, const void *values, \
        cudaDataType type, const int *offsets, const int *indices, const void *x, cudaDataType x_type,       \
        const void *beta, cudaDataType beta_type, void *y, cudaDataType y_type, cudaDataType execution_type
cusparseStatus_t cusparseCsrmvEx_bufferSize(HW_CUSPARSE_CSRMVEX, size_t *bytes);
cusparseStatus_t cusparseCsrmvEx(HW_CUSPARSE_CSRMVEX, void *buffer);
#define HW_CUSPARSE_BSRMV                                                                           \
    cusparseHandle_t handle, cusparseDirection_t direction, cusparseOperation_t op, int mb, int nb, \
        int count, const void *alpha, const cusparseMatDescr_t descriptor, const void *values,      \
        const int *offsets, const int *indices, int block, const void *x, const void *beta, void *y
#define HW_CUSPARSE_BSRMM                                                                                \
    cusparseHandle_t handle, cusparseDirection_t direction, cusparseOperation_t op_a,                    \
        cusparseOperation_t op_b, int mb, int n, int kb, int count, const void *alpha,                   \
        const cusparseMatDescr_t descriptor, const void *values, const int *offsets, const int *indices, \
        int block, const void *b, int ldb, const void *beta, void *c, int ldc

/* --- solutions (older_solve.c) and factors (older_factor.c) --- */

#define HW_CUSPARSE_CSR_ARRAYS \
    const cusparseMatDescr_t descriptor, const void *values, const int *offsets, const int *indices
#define HW_CUSPARSE_BSR_ARRAYS HW_CUSPARSE_CSR_ARRAYS, int block

#define HW_CUSPARSE_CSRSV cusparseHandle_t handle, cusparseOperation_t op, int m, int count
#define HW_CUSPARSE_BSRSV \
    cusparseHandle_t handle, cusparseDirection_t direction, cusparseOperation_t op, int mb, int count
#define HW_CUSPARSE_CSRSM                                                                              \
    cusparseHandle_t handle, int algorithm, cusparseOperation_t op_a, cusparseOperation_t op_b, int m, \
        int n, int count, const void *alpha, HW_CUSPARSE_CSR_ARRAYS
#define HW_CUSPARSE_BSRSM                                                             \
    cusparseHandle_t handle, cusparseDirection_t direction, cusparseOperation_t op_a, \
        cusparseOperation_t op_b, int mb, int n, int count
#define HW_CUSPARSE_RUN(type) type info, cusparseSolvePolicy_t policy, void *buffer

#define HW_CUSPARSE_CSR_FACTOR cusparseHandle_t handle, int m, int count, HW_CUSPARSE_CSR_ARRAYS
#define HW_CUSPARSE_BSR_FACTOR \
    cusparseHandle_t handle, cusparseDirection_t direction, int mb, int count, HW_CUSPARSE_BSR_ARRAYS

/* --- systems of narrow bands (older_band.c) --- */

#define HW_CUSPARSE_GTSV                                                                               \
    cusparseHandle_t handle, int m, int n, const void *lower, const void *diagonal, const void *upper, \
        void *b, int ldb
#define HW_CUSPARSE_GTSV_STRIDED                                                                         \
    cusparseHandle_t handle, int m, const void *lower, const void *diagonal, const void *upper, void *x, \
        int batches, int stride
#define HW_CUSPARSE_GTSV_INTERLEAVED                                                        \
    cusparseHandle_t handle, int algorithm, int m, const void *lower, const void *diagonal, \
        const void *upper, void *x, int batches
#define HW_CUSPARSE_GPSV_INTERLEAVED                                                      \
    cusparseHandle_t handle, int algorithm, int m, const void *lowest, const void *lower, \
        const void *diagonal, const void *upper, const void *uppermost, void *x, int batches

/* --- vectors (sparse_vector.c) --- */

#define HW_CUSPARSE_GTHR                                                                 \
    cusparseHandle_t handle, int count, const void *y, void *values, const int *indices, \
        cusparseIndexBase_t base
#define HW_CUSPARSE_SCTR                                                                 \
    cusparseHandle_t handle, int count, const void *values, const int *indices, void *y, \
        cusparseIndexBase_t base

#define HW_CUSPARSE_OLDER(letter, number)                                                                    \
    cusparseStatus_t cusparse##letter##nnz(HW_CUSPARSE_NNZ);                                                 \
    cusparseStatus_t cusparse##letter##nnz_compress(HW_CUSPARSE_NNZ_COMPRESS(number));                       \
    cusparseStatus_t cusparse##letter##csr2csr_compress(HW_CUSPARSE_COMPRESS(number));                       \
    cusparseStatus_t cusparse##letter##csr2dense(HW_CUSPARSE_TO_DENSE);                                      \
    cusparseStatus_t cusparse##letter##csc2dense(HW_CUSPARSE_TO_DENSE);                                      \
    cusparseStatus_t cusparse##letter##dense2csr(HW_CUSPARSE_OF_DENSE);                                      \
    cusparseStatus_t cusparse##letter##dense2csc(HW_CUSPARSE_OF_DENSE);                                      \
    cusparseStatus_t cusparse##letter##csrgeam2_bufferSizeExt(                                               \
        HW_CUSPARSE_GEAM, const void *values_c, const int *offsets_c, const int *indices_c, size_t *bytes);  \
    cusparseStatus_t cusparse##letter##csrgeam2(HW_CUSPARSE_GEAM, void *values_c, int *offsets_c,            \
                                                int *indices_c, void *buffer);                               \
    cusparseStatus_t cusparse##letter##csrgemm2_bufferSizeExt(HW_CUSPARSE_GEMM_SIZE);                        \
    cusparseStatus_t cusparse##letter##csrgemm2(HW_CUSPARSE_GEMM);                                           \
    cusparseStatus_t cusparse##letter##bsrmv(HW_CUSPARSE_BSRMV);                                             \
    cusparseStatus_t cusparse##letter##bsrmm(HW_CUSPARSE_BSRMM);                                             \
    cusparseStatus_t cusparse##letter##csrsv2_bufferSize(HW_CUSPARSE_CSRSV, HW_CUSPARSE_CSR_ARRAYS,          \
                                                         csrsv2Info_t info, int *bytes);                     \
    cusparseStatus_t cusparse##letter##csrsv2_analysis(HW_CUSPARSE_CSRSV, HW_CUSPARSE_CSR_ARRAYS,            \
                                                       HW_CUSPARSE_RUN(csrsv2Info_t));                       \
    cusparseStatus_t cusparse##letter##csrsv2_solve(                                                         \
        HW_CUSPARSE_CSRSV, const void *alpha, HW_CUSPARSE_CSR_ARRAYS, csrsv2Info_t info, const void *f,      \
        void *x, cusparseSolvePolicy_t policy, void *buffer);                                                \
    cusparseStatus_t cusparse##letter##bsrsv2_bufferSize(HW_CUSPARSE_BSRSV, HW_CUSPARSE_BSR_ARRAYS,          \
                                                         bsrsv2Info_t info, int *bytes);                     \
    cusparseStatus_t cusparse##letter##bsrsv2_analysis(HW_CUSPARSE_BSRSV, HW_CUSPARSE_BSR_ARRAYS,            \
                                                       HW_CUSPARSE_RUN(bsrsv2Info_t));                       \
    cusparseStatus_t cusparse##letter##bsrsv2_solve(                                                         \
        HW_CUSPARSE_BSRSV, const void *alpha, HW_CUSPARSE_BSR_ARRAYS, bsrsv2Info_t info, const void *f,      \
        void *x, cusparseSolvePolicy_t policy, void *buffer);                                                \
    cusparseStatus_t cusparse##letter##csrsm2_bufferSizeExt(HW_CUSPARSE_CSRSM, const void *b, int ldb,       \
                                                            csrsm2Info_t info, cusparseSolvePolicy_t policy, \
                                                            size_t *bytes);                                  \
    cusparseStatus_t cusparse##letter##csrsm2_analysis(HW_CUSPARSE_CSRSM, const void *b, int ldb,            \
                                                       HW_CUSPARSE_RUN(csrsm2Info_t));                       \
    cusparseStatus_t cusparse##letter##csrsm2_solve(HW_CUSPARSE_CSRSM, void *b, int ldb,                     \
                                                    HW_CUSPARSE_RUN(csrsm2Info_t));                          \
    cusparseStatus_t cusparse##letter##bsrsm2_bufferSize(HW_CUSPARSE_BSRSM, HW_CUSPARSE_BSR_ARRAYS,          \
                                                         bsrsm2Info_t info, int *bytes);                     \
    cusparseStatus_t cusparse##letter##bsrsm2_analysis(HW_CUSPARSE_BSRSM, HW_CUSPARSE_BSR_ARRAYS,            \
                                                       HW_CUSPARSE_RUN(bsrsm2Info_t));                       \
    cusparseStatus_t cusparse##letter##bsrsm2_solve(                                                         \
        HW_CUSPARSE_BSRSM, const void *alpha, HW_CUSPARSE_BSR_ARRAYS, bsrsm2Info_t info, const void *b,      \
        int ldb, void *x, int ldx, cusparseSolvePolicy_t policy, void *buffer);                              \
    cusparseStatus_t cusparse##letter##csrilu02_numericBoost(cusparseHandle_t handle, csrilu02Info_t info,   \
                                                             int enable, double *tolerance, void *boost);    \
    cusparseStatus_t cusparse##letter##bsrilu02_numericBoost(cusparseHandle_t handle, bsrilu02Info_t info,   \
                                                             int enable, double *tolerance, void *boost);    \
    cusparseStatus_t cusparse##letter##csrilu02_bufferSize(HW_CUSPARSE_CSR_FACTOR, csrilu02Info_t info,      \
                                                           int *bytes);                                      \
    cusparseStatus_t cusparse##letter##csrilu02_analysis(HW_CUSPARSE_CSR_FACTOR,                             \
                                                         HW_CUSPARSE_RUN(csrilu02Info_t));                   \
    cusparseStatus_t cusparse##letter##csrilu02(HW_CUSPARSE_CSR_FACTOR, HW_CUSPARSE_RUN(csrilu02Info_t));    \
    cusparseStatus_t cusparse##letter##csric02_bufferSize(HW_CUSPARSE_CSR_FACTOR, csric02Info_t info,        \
                                                          int *bytes);                                       \
    cusparseStatus_t cusparse##letter##csric02_analysis(HW_CUSPARSE_CSR_FACTOR,                              \
                                                        HW_CUSPARSE_RUN(csric02Info_t));                     \
    cusparseStatus_t cusparse##letter##csric02(HW_CUSPARSE_CSR_FACTOR, HW_CUSPARSE_RUN(csric02Info_t));      \
    cusparseStatus_t cusparse##letter##bsrilu02_bufferSize(HW_CUSPARSE_BSR_FACTOR, bsrilu02Info_t info,      \
                                                           int *bytes);                                      \
    cusparseStatus_t cusparse##letter##bsrilu02_analysis(HW_CUSPARSE_BSR_FACTOR,                             \
                                                         HW_CUSPARSE_RUN(bsrilu02Info_t));                   \
    cusparseStatus_t cusparse##letter##bsrilu02(HW_CUSPARSE_BSR_FACTOR, HW_CUSPARSE_RUN(bsrilu02Info_t));    \
    cusparseStatus_t cusparse##letter##bsric02_bufferSize(HW_CUSPARSE_BSR_FACTOR, bsric02Info_t info,        \
                                                          int *bytes);                                       \
    cusparseStatus_t cusparse##letter##bsric02_analysis(HW_CUSPARSE_BSR_FACTOR,                              \
                                                        HW_CUSPARSE_RUN(bsric02Info_t));                     \
    cusparseStatus_t cusparse##letter##bsric02(HW_CUSPARSE_BSR_FACTOR, HW_CUSPARSE_RUN(bsric02Info_t));      \
    cusparseStatus_t cusparse##letter##csrilu02_bufferSizeExt(HW_CUSPARSE_CSR_FACTOR, csrilu02Info_t info,   \
                                                              size_t *bytes);                                \
    cusparseStatus_t cusparse##letter##csric02_bufferSizeExt(HW_CUSPARSE_CSR_FACTOR, csric02Info_t info,     \
                                                             size_t *bytes);                                 \
    cusparseStatus_t cusparse##letter##bsrilu02_bufferSizeExt(HW_CUSPARSE_BSR_FACTOR, bsrilu02Info_t info,   \
                                                              size_t *bytes);                                \
    cusparseStatus_t cusparse##letter##bsric02_bufferSizeExt(HW_CUSPARSE_BSR_FACTOR, bsric02Info_t info,     \
                                                             size_t *bytes);                                 \
    cusparseStatus_t cusparse##letter##bsrsv2_bufferSizeExt(HW_CUSPARSE_BSRSV, HW_CUSPARSE_BSR_ARRAYS,       \
                                                            bsrsv2Info_t info, size_t *bytes);               \
    cusparseStatus_t cusparse##letter##bsrsm2_bufferSizeExt(HW_CUSPARSE_BSRSM, HW_CUSPARSE_BSR_ARRAYS,       \
                                                            bsrsm2Info_t info, size_t *bytes);               \
    cusparseStatus_t cusparse##letter##csr2bsr(HW_CUSPARSE_CSR2BSR);                                         \
    cusparseStatus_t cusparse##letter##bsr2csr(HW_CUSPARSE_CSR2BSR);                                         \
    cusparseStatus_t cusparse##letter##gtsv2_bufferSizeExt(HW_CUSPARSE_GTSV, size_t *bytes);                 \
    cusparseStatus_t cusparse##letter##gtsv2(HW_CUSPARSE_GTSV, void *buffer);                                \
    cusparseStatus_t cusparse##letter##gtsv2_nopivot_bufferSizeExt(HW_CUSPARSE_GTSV, size_t *bytes);         \
    cusparseStatus_t cusparse##letter##gtsv2_nopivot(HW_CUSPARSE_GTSV, void *buffer);                        \
    cusparseStatus_t cusparse##letter##gtsv2StridedBatch_bufferSizeExt(HW_CUSPARSE_GTSV_STRIDED,             \
                                                                       size_t *bytes);                       \
    cusparseStatus_t cusparse##letter##gtsv2StridedBatch(HW_CUSPARSE_GTSV_STRIDED, void *buffer);            \
    cusparseStatus_t cusparse##letter##gtsvInterleavedBatch_bufferSizeExt(HW_CUSPARSE_GTSV_INTERLEAVED,      \
                                                                          size_t *bytes);                    \
    cusparseStatus_t cusparse##letter##gtsvInterleavedBatch(HW_CUSPARSE_GTSV_INTERLEAVED, void *buffer);     \
    cusparseStatus_t cusparse##letter##gpsvInterleavedBatch_bufferSizeExt(HW_CUSPARSE_GPSV_INTERLEAVED,      \
                                                                          size_t *bytes);                    \
    cusparseStatus_t cusparse##letter##gpsvInterleavedBatch(HW_CUSPARSE_GPSV_INTERLEAVED, void *buffer);     \
    cusparseStatus_t cusparse##letter##gthr(HW_CUSPARSE_GTHR);                                               \
    cusparseStatus_t cusparse##letter##sctr(HW_CUSPARSE_SCTR);
HW_CUSPARSE_TYPED(HW_CUSPARSE_OLDER)
#undef HW_CUSPARSE_OLDER

#endif
