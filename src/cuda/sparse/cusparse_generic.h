/* SPDX-License-Identifier: MIT */
/* The generic interface of cuSPARSE: descriptors whose numbers and indices are of any type, and what is done
 * with them. Part of cusparse.h. */
#ifndef HW_CUDA_SPARSE_CUSPARSE_GENERIC_H
#define HW_CUDA_SPARSE_CUSPARSE_GENERIC_H

#include "cuda/sparse/cusparse_types.h"

/* --- making and destroying (generic_descriptor.c) --- */

/* What compressed rows or columns, pairs, and blocks are described by; POINTER is `void *` or `const void *`.
 */
#define HW_CUSPARSE_LINES(POINTER)                                                                  \
    int64_t rows, int64_t columns, int64_t count, POINTER offsets, POINTER indices, POINTER values, \
        cusparseIndexType_t offset_type, cusparseIndexType_t index_type, cusparseIndexBase_t base,  \
        cudaDataType type
#define HW_CUSPARSE_PAIRS(POINTER)                                                                      \
    int64_t rows, int64_t columns, int64_t count, POINTER row_indices, POINTER indices, POINTER values, \
        cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type
#define HW_CUSPARSE_ELL(POINTER)                                                                        \
    int64_t rows, int64_t columns, int64_t block, int64_t ell_columns, POINTER indices, POINTER values, \
        cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type
#define HW_CUSPARSE_BSR(POINTER)                                                             \
    int64_t rows, int64_t columns, int64_t count, int64_t block_rows, int64_t block_columns, \
        POINTER offsets, POINTER indices, POINTER values, cusparseIndexType_t offset_type,   \
        cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type, cusparseOrder_t order
#define HW_CUSPARSE_DENSE(POINTER) \
    int64_t rows, int64_t columns, int64_t ld, POINTER values, cudaDataType type, cusparseOrder_t order
#define HW_CUSPARSE_VECTOR(POINTER)                                                               \
    int64_t size, int64_t count, POINTER indices, POINTER values, cusparseIndexType_t index_type, \
        cusparseIndexBase_t base, cudaDataType type

cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t *descriptor, HW_CUSPARSE_LINES(void *));
cusparseStatus_t cusparseCreateCsc(cusparseSpMatDescr_t *descriptor, HW_CUSPARSE_LINES(void *));
cusparseStatus_t cusparseCreateCoo(cusparseSpMatDescr_t *descriptor, HW_CUSPARSE_PAIRS(void *));
cusparseStatus_t cusparseCreateCooAoS(cusparseSpMatDescr_t *descriptor, int64_t rows, int64_t columns,
                                      int64_t count, void *indices, void *values,
                                      cusparseIndexType_t index_type, cusparseIndexBase_t base,
                                      cudaDataType type);
cusparseStatus_t cusparseCreateBlockedEll(cusparseSpMatDescr_t *descriptor, HW_CUSPARSE_ELL(void *));
cusparseStatus_t cusparseCreateBsr(cusparseSpMatDescr_t *descriptor, HW_CUSPARSE_BSR(void *));
cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t *descriptor, HW_CUSPARSE_DENSE(void *));
cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t *descriptor, int64_t size, void *values,
                                     cudaDataType type);
cusparseStatus_t cusparseCreateSpVec(cusparseSpVecDescr_t *descriptor, HW_CUSPARSE_VECTOR(void *));
cusparseStatus_t cusparseCreateConstCsr(cusparseConstSpMatDescr_t *descriptor,
                                        HW_CUSPARSE_LINES(const void *));
cusparseStatus_t cusparseCreateConstCsc(cusparseConstSpMatDescr_t *descriptor,
                                        HW_CUSPARSE_LINES(const void *));
cusparseStatus_t cusparseCreateConstCoo(cusparseConstSpMatDescr_t *descriptor,
                                        HW_CUSPARSE_PAIRS(const void *));
cusparseStatus_t cusparseCreateConstBlockedEll(cusparseConstSpMatDescr_t *descriptor,
                                               HW_CUSPARSE_ELL(const void *));
cusparseStatus_t cusparseCreateConstBsr(cusparseConstSpMatDescr_t *descriptor, HW_CUSPARSE_BSR(const void *));
cusparseStatus_t cusparseCreateConstDnMat(cusparseConstDnMatDescr_t *descriptor,
                                          HW_CUSPARSE_DENSE(const void *));
cusparseStatus_t cusparseCreateConstDnVec(cusparseConstDnVecDescr_t *descriptor, int64_t size,
                                          const void *values, cudaDataType type);
cusparseStatus_t cusparseCreateConstSpVec(cusparseConstSpVecDescr_t *descriptor,
                                          HW_CUSPARSE_VECTOR(const void *));
cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t descriptor);
cusparseStatus_t cusparseDestroyDnMat(cusparseConstDnMatDescr_t descriptor);
cusparseStatus_t cusparseDestroyDnVec(cusparseConstDnVecDescr_t descriptor);
cusparseStatus_t cusparseDestroySpVec(cusparseConstSpVecDescr_t descriptor);

/* --- asking and changing (generic_access.c) --- */

#define HW_CUSPARSE_GET_LINES(POINTER)                                                                 \
    int64_t *rows, int64_t *columns, int64_t *count, POINTER offsets, POINTER indices, POINTER values, \
        cusparseIndexType_t *offset_type, cusparseIndexType_t *index_type, cusparseIndexBase_t *base,  \
        cudaDataType *type
cusparseStatus_t cusparseCsrGet(cusparseConstSpMatDescr_t descriptor, HW_CUSPARSE_GET_LINES(void **));
cusparseStatus_t cusparseCscGet(cusparseConstSpMatDescr_t descriptor, HW_CUSPARSE_GET_LINES(void **));
cusparseStatus_t cusparseCooGet(cusparseConstSpMatDescr_t descriptor, int64_t *rows, int64_t *columns,
                                int64_t *count, void **row_indices, void **indices, void **values,
                                cusparseIndexType_t *index_type, cusparseIndexBase_t *base,
                                cudaDataType *type);
cusparseStatus_t cusparseCooAoSGet(cusparseConstSpMatDescr_t descriptor, int64_t *rows, int64_t *columns,
                                   int64_t *count, void **indices, void **values,
                                   cusparseIndexType_t *index_type, cusparseIndexBase_t *base,
                                   cudaDataType *type);
cusparseStatus_t cusparseBlockedEllGet(cusparseConstSpMatDescr_t descriptor, int64_t *rows, int64_t *columns,
                                       int64_t *block, int64_t *ell_columns, void **indices, void **values,
                                       cusparseIndexType_t *index_type, cusparseIndexBase_t *base,
                                       cudaDataType *type);
cusparseStatus_t cusparseConstCsrGet(cusparseConstSpMatDescr_t descriptor,
                                     HW_CUSPARSE_GET_LINES(const void **));
cusparseStatus_t cusparseConstCscGet(cusparseConstSpMatDescr_t descriptor,
                                     HW_CUSPARSE_GET_LINES(const void **));
cusparseStatus_t cusparseConstCooGet(cusparseConstSpMatDescr_t descriptor, int64_t *rows, int64_t *columns,
                                     int64_t *count, const void **row_indices, const void **indices,
                                     const void **values, cusparseIndexType_t *index_type,
                                     cusparseIndexBase_t *base, cudaDataType *type);
cusparseStatus_t cusparseConstBlockedEllGet(cusparseConstSpMatDescr_t descriptor, int64_t *rows,
                                            int64_t *columns, int64_t *block, int64_t *ell_columns,
                                            const void **indices, const void **values,
                                            cusparseIndexType_t *index_type, cusparseIndexBase_t *base,
                                            cudaDataType *type);
cusparseStatus_t cusparseConstSpVecGet(cusparseConstSpVecDescr_t descriptor, int64_t *size, int64_t *count,
                                       const void **indices, const void **values,
                                       cusparseIndexType_t *index_type, cusparseIndexBase_t *base,
                                       cudaDataType *type);
cusparseStatus_t cusparseCsrSetPointers(cusparseSpMatDescr_t descriptor, void *offsets, void *indices,
                                        void *values);
cusparseStatus_t cusparseCscSetPointers(cusparseSpMatDescr_t descriptor, void *offsets, void *indices,
                                        void *values);
cusparseStatus_t cusparseCooSetPointers(cusparseSpMatDescr_t descriptor, void *row_indices, void *indices,
                                        void *values);
cusparseStatus_t cusparseSpMatGetFormat(cusparseConstSpMatDescr_t descriptor, cusparseFormat_t *format);
cusparseStatus_t cusparseSpMatGetIndexBase(cusparseConstSpMatDescr_t descriptor, cusparseIndexBase_t *base);
cusparseStatus_t cusparseSpMatGetValues(cusparseSpMatDescr_t descriptor, void **values);
cusparseStatus_t cusparseConstSpMatGetValues(cusparseConstSpMatDescr_t descriptor, const void **values);
cusparseStatus_t cusparseSpMatSetValues(cusparseSpMatDescr_t descriptor, void *values);
cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t descriptor, int64_t *rows, int64_t *columns,
                                      int64_t *count);
cusparseStatus_t cusparseSpMatSetStridedBatch(cusparseSpMatDescr_t descriptor, int batches);
cusparseStatus_t cusparseSpMatGetStridedBatch(cusparseConstSpMatDescr_t descriptor, int *batches);
cusparseStatus_t cusparseCooSetStridedBatch(cusparseSpMatDescr_t descriptor, int batches, int64_t stride);
cusparseStatus_t cusparseCsrSetStridedBatch(cusparseSpMatDescr_t descriptor, int batches,
                                            int64_t offset_stride, int64_t stride);
cusparseStatus_t cusparseBsrSetStridedBatch(cusparseSpMatDescr_t descriptor, int batches,
                                            int64_t offset_stride, int64_t index_stride,
                                            int64_t value_stride);
cusparseStatus_t cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t descriptor,
                                           cusparseSpMatAttribute_t attribute, void *data, size_t bytes);
cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t descriptor,
                                           cusparseSpMatAttribute_t attribute, const void *data,
                                           size_t bytes);
cusparseStatus_t cusparseDnMatGet(cusparseConstDnMatDescr_t descriptor, int64_t *rows, int64_t *columns,
                                  int64_t *ld, void **values, cudaDataType *type, cusparseOrder_t *order);
cusparseStatus_t cusparseConstDnMatGet(cusparseConstDnMatDescr_t descriptor, int64_t *rows, int64_t *columns,
                                       int64_t *ld, const void **values, cudaDataType *type,
                                       cusparseOrder_t *order);
cusparseStatus_t cusparseDnMatGetValues(cusparseDnMatDescr_t descriptor, void **values);
cusparseStatus_t cusparseConstDnMatGetValues(cusparseConstDnMatDescr_t descriptor, const void **values);
cusparseStatus_t cusparseDnMatSetValues(cusparseDnMatDescr_t descriptor, void *values);
cusparseStatus_t cusparseDnMatSetStridedBatch(cusparseDnMatDescr_t descriptor, int batches, int64_t stride);
cusparseStatus_t cusparseDnMatGetStridedBatch(cusparseConstDnMatDescr_t descriptor, int *batches,
                                              int64_t *stride);
cusparseStatus_t cusparseDnVecGet(cusparseConstDnVecDescr_t descriptor, int64_t *size, void **values,
                                  cudaDataType *type);
cusparseStatus_t cusparseConstDnVecGet(cusparseConstDnVecDescr_t descriptor, int64_t *size,
                                       const void **values, cudaDataType *type);
cusparseStatus_t cusparseDnVecGetValues(cusparseDnVecDescr_t descriptor, void **values);
cusparseStatus_t cusparseConstDnVecGetValues(cusparseConstDnVecDescr_t descriptor, const void **values);
cusparseStatus_t cusparseDnVecSetValues(cusparseDnVecDescr_t descriptor, void *values);
cusparseStatus_t cusparseSpVecGet(cusparseConstSpVecDescr_t descriptor, int64_t *size, int64_t *count,
                                  void **indices, void **values, cusparseIndexType_t *index_type,
                                  cusparseIndexBase_t *base, cudaDataType *type);
cusparseStatus_t cusparseSpVecGetIndexBase(cusparseConstSpVecDescr_t descriptor, cusparseIndexBase_t *base);
cusparseStatus_t cusparseSpVecGetValues(cusparseSpVecDescr_t descriptor, void **values);
cusparseStatus_t cusparseConstSpVecGetValues(cusparseConstSpVecDescr_t descriptor, const void **values);
cusparseStatus_t cusparseSpVecSetValues(cusparseSpVecDescr_t descriptor, void *values);

/* --- vectors (sparse_vector.c) --- */

cusparseStatus_t cusparseAxpby(cusparseHandle_t handle, const void *alpha, cusparseConstSpVecDescr_t x,
                               const void *beta, cusparseDnVecDescr_t y);
cusparseStatus_t cusparseGather(cusparseHandle_t handle, cusparseConstDnVecDescr_t y, cusparseSpVecDescr_t x);
cusparseStatus_t cusparseScatter(cusparseHandle_t handle, cusparseConstSpVecDescr_t x,
                                 cusparseDnVecDescr_t y);
cusparseStatus_t cusparseRot(cusparseHandle_t handle, const void *cosine, const void *sine,
                             cusparseSpVecDescr_t x, cusparseDnVecDescr_t y);
cusparseStatus_t cusparseSpVV_bufferSize(cusparseHandle_t handle, cusparseOperation_t op,
                                         cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y,
                                         const void *result, cudaDataType type, size_t *bytes);
cusparseStatus_t cusparseSpVV(cusparseHandle_t handle, cusparseOperation_t op, cusparseConstSpVecDescr_t x,
                              cusparseConstDnVecDescr_t y, void *result, cudaDataType type, void *buffer);

/* --- conversions (generic_convert.c) --- */

cusparseStatus_t cusparseSparseToDense_bufferSize(cusparseHandle_t handle, cusparseConstSpMatDescr_t a,
                                                  cusparseDnMatDescr_t b, cusparseAlgorithm_t algorithm,
                                                  size_t *bytes);
cusparseStatus_t cusparseSparseToDense(cusparseHandle_t handle, cusparseConstSpMatDescr_t a,
                                       cusparseDnMatDescr_t b, cusparseAlgorithm_t algorithm, void *buffer);
cusparseStatus_t cusparseDenseToSparse_bufferSize(cusparseHandle_t handle, cusparseConstDnMatDescr_t a,
                                                  cusparseSpMatDescr_t b, cusparseAlgorithm_t algorithm,
                                                  size_t *bytes);
cusparseStatus_t cusparseDenseToSparse_analysis(cusparseHandle_t handle, cusparseConstDnMatDescr_t a,
                                                cusparseSpMatDescr_t b, cusparseAlgorithm_t algorithm,
                                                void *buffer);
cusparseStatus_t cusparseDenseToSparse_convert(cusparseHandle_t handle, cusparseConstDnMatDescr_t a,
                                               cusparseSpMatDescr_t b, cusparseAlgorithm_t algorithm,
                                               void *buffer);

/* --- products with dense operands (generic_product.c) --- */

#define HW_CUSPARSE_SPMV                                                                             \
    cusparseHandle_t handle, cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t a, \
        cusparseConstDnVecDescr_t x, const void *beta, cusparseDnVecDescr_t y, cudaDataType type,    \
        cusparseAlgorithm_t algorithm
cusparseStatus_t cusparseSpMV_bufferSize(HW_CUSPARSE_SPMV, size_t *bytes);
cusparseStatus_t cusparseSpMV_preprocess(HW_CUSPARSE_SPMV, void *buffer);
cusparseStatus_t cusparseSpMV(HW_CUSPARSE_SPMV, void *buffer);

#define HW_CUSPARSE_SPMM                                                                                    \
    cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b, const void *alpha,         \
        cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, const void *beta, cusparseDnMatDescr_t c, \
        cudaDataType type, cusparseAlgorithm_t algorithm
cusparseStatus_t cusparseSpMM_bufferSize(HW_CUSPARSE_SPMM, size_t *bytes);
cusparseStatus_t cusparseSpMM_preprocess(HW_CUSPARSE_SPMM, void *buffer);
cusparseStatus_t cusparseSpMM(HW_CUSPARSE_SPMM, void *buffer);

#define HW_CUSPARSE_SAMPLED                                                                                 \
    cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b, const void *alpha,         \
        cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b, const void *beta, cusparseSpMatDescr_t c, \
        cudaDataType type
cusparseStatus_t cusparseSDDMM_bufferSize(HW_CUSPARSE_SAMPLED, cusparseAlgorithm_t algorithm, size_t *bytes);
cusparseStatus_t cusparseSDDMM_preprocess(HW_CUSPARSE_SAMPLED, cusparseAlgorithm_t algorithm, void *buffer);
cusparseStatus_t cusparseSDDMM(HW_CUSPARSE_SAMPLED, cusparseAlgorithm_t algorithm, void *buffer);
cusparseStatus_t cusparseConstrainedGeMM_bufferSize(HW_CUSPARSE_SAMPLED, size_t *bytes);
cusparseStatus_t cusparseConstrainedGeMM(HW_CUSPARSE_SAMPLED, void *buffer);

/* --- solutions (generic_solve.c) --- */

#define HW_CUSPARSE_SPSV                                                                             \
    cusparseHandle_t handle, cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t a, \
        cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y, cudaDataType type,                      \
        cusparseAlgorithm_t algorithm, cusparseSpSVDescr_t plan
cusparseStatus_t cusparseSpSV_createDescr(cusparseSpSVDescr_t *plan);
cusparseStatus_t cusparseSpSV_destroyDescr(cusparseSpSVDescr_t plan);
cusparseStatus_t cusparseSpSV_bufferSize(HW_CUSPARSE_SPSV, size_t *bytes);
cusparseStatus_t cusparseSpSV_analysis(HW_CUSPARSE_SPSV, void *buffer);
cusparseStatus_t cusparseSpSV_solve(HW_CUSPARSE_SPSV);

#define HW_CUSPARSE_SPSM                                                                                     \
    cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b, const void *alpha,          \
        cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, cusparseDnMatDescr_t c, cudaDataType type, \
        cusparseAlgorithm_t algorithm, cusparseSpSMDescr_t plan
cusparseStatus_t cusparseSpSM_createDescr(cusparseSpSMDescr_t *plan);
cusparseStatus_t cusparseSpSM_destroyDescr(cusparseSpSMDescr_t plan);
cusparseStatus_t cusparseSpSM_bufferSize(HW_CUSPARSE_SPSM, size_t *bytes);
cusparseStatus_t cusparseSpSM_analysis(HW_CUSPARSE_SPSM, void *buffer);
cusparseStatus_t cusparseSpSM_solve(HW_CUSPARSE_SPSM);

/* --- products of sparse matrices (generic_spgemm.c) --- */

#define HW_CUSPARSE_SPGEMM                                                                                  \
    cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b, const void *alpha,         \
        cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b, const void *beta, cusparseSpMatDescr_t c, \
        cudaDataType type, cusparseAlgorithm_t algorithm, cusparseSpGEMMDescr_t plan
#define HW_CUSPARSE_REUSE                                                                 \
    cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,          \
        cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b, cusparseSpMatDescr_t c, \
        cusparseAlgorithm_t algorithm, cusparseSpGEMMDescr_t plan
cusparseStatus_t cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t *plan);
cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t plan);
cusparseStatus_t cusparseSpGEMM_workEstimation(HW_CUSPARSE_SPGEMM, size_t *bytes, void *buffer);
cusparseStatus_t cusparseSpGEMM_getNumProducts(cusparseSpGEMMDescr_t plan, int64_t *products);
cusparseStatus_t cusparseSpGEMM_estimateMemory(HW_CUSPARSE_SPGEMM, float chunk, size_t *bytes3, void *buffer3,
                                               size_t *bytes2);
cusparseStatus_t cusparseSpGEMM_compute(HW_CUSPARSE_SPGEMM, size_t *bytes, void *buffer);
cusparseStatus_t cusparseSpGEMM_copy(HW_CUSPARSE_SPGEMM);
cusparseStatus_t cusparseSpGEMMreuse_workEstimation(HW_CUSPARSE_REUSE, size_t *bytes, void *buffer);
cusparseStatus_t cusparseSpGEMMreuse_nnz(HW_CUSPARSE_REUSE, size_t *bytes2, void *buffer2, size_t *bytes3,
                                         void *buffer3, size_t *bytes4, void *buffer4);
cusparseStatus_t cusparseSpGEMMreuse_copy(HW_CUSPARSE_REUSE, size_t *bytes, void *buffer);
cusparseStatus_t cusparseSpGEMMreuse_compute(HW_CUSPARSE_SPGEMM);

#endif
