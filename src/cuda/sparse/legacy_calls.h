/* SPDX-License-Identifier: MIT */
/* The legacy interface of cuSPARSE is made of these functions by its table, cusparse.api.  `name` is the
 * function that a program calls, `type` the cudaDataType of its letter. */
#ifndef HW_CUDA_SPARSE_LEGACY_CALLS_H
#define HW_CUDA_SPARSE_LEGACY_CALLS_H

#include "cuda/sparse/legacy_matrix.h"
#include "cuda/sparse/sparse_object.h"

/* --- infos (sparse_descriptor.c) --- */

cusparseStatus_t hw_sparse_create_info(const char *name, void **info, enum hw_sparse_info_of of);
cusparseStatus_t hw_sparse_destroy_info(const char *name, void *info, enum hw_sparse_info_of of);
cusparseStatus_t hw_sparse_zero_pivot(const char *name, cusparseHandle_t handle, const void *info,
                                      enum hw_sparse_info_of of, int *position);
/* A call with an info, which the work may tell of a pivot (legacy_solve.c). */
struct hw_sparse_call hw_sparse_begin_info(const char *name, cusparseHandle_t handle, void *info,
                                           enum hw_sparse_info_of of);

/* --- indices (legacy_index.c) and conversions (legacy_convert.c, legacy_blocks.c) --- */

cusparseStatus_t hw_sparse_sort_size(const char *name, HW_CUSPARSE_SORT_SIZE);
cusparseStatus_t hw_sparse_coosort(const char *name, cusparseHandle_t handle, bool right, int count,
                                   int *first, int *second, int *permutation);
/* `lines` are rows or columns. */
cusparseStatus_t hw_sparse_csrsort(const char *name, int lines, HW_CUSPARSE_CSRSORT);
struct hw_sparse_call hw_sparse_begin_csr2csc(const char *name, bool sizing, HW_CUSPARSE_CSR2CSC);
cudaError_t hw_sparse_csr2csc(struct hw_sparse_job *job);
cusparseStatus_t hw_sparse_nnz(const char *name, int type, HW_CUSPARSE_NNZ);
cusparseStatus_t hw_sparse_legacy_to_dense(const char *name, int type, bool by_columns, HW_CUSPARSE_TO_DENSE);
cusparseStatus_t hw_sparse_legacy_of_dense(const char *name, int type, bool by_columns, HW_CUSPARSE_OF_DENSE);
cusparseStatus_t hw_sparse_nnz_compress(const char *name, int type, cusparseHandle_t handle, int m,
                                        const cusparseMatDescr_t descriptor, const void *values,
                                        const int *offsets, int *per_row, int *total, double tolerance);
cusparseStatus_t hw_sparse_csr_compress(const char *name, int type, cusparseHandle_t handle, int m, int n,
                                        const cusparseMatDescr_t descriptor, const void *values,
                                        const int *indices, const int *offsets, int count, const int *per_row,
                                        void *to_values, int *to_indices, int *to_offsets, double tolerance);
cusparseStatus_t hw_sparse_csr2bsr(const char *name, int type, HW_CUSPARSE_CSR2BSR);
cusparseStatus_t hw_sparse_bsr2csr(const char *name, int type, HW_CUSPARSE_CSR2BSR);

/* --- products (legacy_product.c) --- */

struct hw_sparse_call hw_sparse_begin_geam(const char *name, int type, bool sizing, HW_CUSPARSE_GEAM);
cusparseStatus_t hw_sparse_geam(const char *name, int type, HW_CUSPARSE_GEAM, void *values_c, int *offsets_c,
                                int *indices_c);
cusparseStatus_t hw_sparse_gemm_size(const char *name, HW_CUSPARSE_GEMM_SIZE);
cusparseStatus_t hw_sparse_gemm(const char *name, int type, HW_CUSPARSE_GEMM);
struct hw_sparse_call hw_sparse_begin_csrmvex(const char *name, bool sizing, HW_CUSPARSE_CSRMVEX);
cusparseStatus_t hw_sparse_bsrmv(const char *name, int type, HW_CUSPARSE_BSRMV);
cusparseStatus_t hw_sparse_bsrmm(const char *name, int type, HW_CUSPARSE_BSRMM);

/* --- solutions (legacy_solve.c) and factors (legacy_factor.c) of square matrices --- */

/* One of CSR has blocks of 1. */
struct hw_sparse_square {
    const struct cusparseMatDescr *descriptor;
    cusparseDirection_t direction;
    int block, rows, count;
    const void *values;
    const int *offsets, *indices;
    int type;
};
/* It becomes the job's `a`. */
void hw_sparse_take_square(struct hw_sparse_call *call, const struct hw_sparse_square *square);
/* Tells the info of the first row whose diagonal has no place in the matrix. */
cusparseStatus_t hw_sparse_analyse(const char *name, cusparseHandle_t handle, void *info,
                                   enum hw_sparse_info_of of, cusparseOperation_t op_a,
                                   cusparseOperation_t op_b, struct hw_sparse_square square);
cusparseStatus_t hw_sparse_solve_vector(const char *name, cusparseHandle_t handle, void *info,
                                        enum hw_sparse_info_of of, cusparseOperation_t op,
                                        struct hw_sparse_square square, const void *alpha, const void *b,
                                        void *x);
cusparseStatus_t hw_sparse_solve_columns(const char *name, cusparseHandle_t handle, void *info,
                                         enum hw_sparse_info_of of, cusparseOperation_t op_a,
                                         cusparseOperation_t op_b, struct hw_sparse_square square, int n,
                                         const void *alpha, const void *b, int ldb, void *x, int ldx);
cusparseStatus_t hw_sparse_factor_lu(const char *name, cusparseHandle_t handle, void *info,
                                     enum hw_sparse_info_of of, struct hw_sparse_square square);
cusparseStatus_t hw_sparse_factor_cholesky(const char *name, cusparseHandle_t handle, void *info,
                                           enum hw_sparse_info_of of, struct hw_sparse_square square);
cusparseStatus_t hw_sparse_boost(const char *name, int type, cusparseHandle_t handle, void *info,
                                 enum hw_sparse_info_of of, int enable, const double *tolerance,
                                 const void *number);

/* --- systems of narrow bands (legacy_band.c) --- */

enum { HW_SPARSE_DIAGONALS = 5 };

struct hw_sparse_band {
    int rows, batches;
    const void *diagonal[HW_SPARSE_DIAGONALS]; /* from the lowest; NULL: not there */
    void *x;
    int64_t stride, x_stride;
    bool interleaved;
};
/* A system with `least` rows. */
struct hw_sparse_call hw_sparse_begin_band(const char *name, cusparseHandle_t handle, int type, bool sizing,
                                           int least, struct hw_sparse_band system);
cusparseStatus_t hw_sparse_end_band(struct hw_sparse_call *call);

/* --- vectors (sparse_vector.c) --- */

/* The dense vector is all that its memory holds. */
struct hw_sparse_call hw_sparse_begin_gather(const char *name, int type, cusparseHandle_t handle, int count,
                                             const void *y, const void *values, const int *indices,
                                             cusparseIndexBase_t base);
cudaError_t hw_sparse_gather(struct hw_sparse_job *job);
cudaError_t hw_sparse_scatter(struct hw_sparse_job *job);

#endif
