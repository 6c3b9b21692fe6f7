/* SPDX-License-Identifier: MIT */
/* Types and numbers of cusparse.h. */
#ifndef HW_CUDA_SPARSE_CUSPARSE_TYPES_H
#define HW_CUDA_SPARSE_CUSPARSE_TYPES_H

#include "cuda/core/cuda_abi.h"

#define HW_CUSPARSE_STATUSES(STATUS)                                                  \
    STATUS(0, CUSPARSE_STATUS_SUCCESS, "success")                                     \
    STATUS(1, CUSPARSE_STATUS_NOT_INITIALIZED, "initialization error")                \
    STATUS(2, CUSPARSE_STATUS_ALLOC_FAILED, "out of memory")                          \
    STATUS(3, CUSPARSE_STATUS_INVALID_VALUE, "invalid value")                         \
    STATUS(4, CUSPARSE_STATUS_ARCH_MISMATCH, "architecture mismatch")                 \
    STATUS(5, CUSPARSE_STATUS_MAPPING_ERROR, "texture memory mapping error")          \
    STATUS(6, CUSPARSE_STATUS_EXECUTION_FAILED, "kernel launch failure")              \
    STATUS(7, CUSPARSE_STATUS_INTERNAL_ERROR, "internal error")                       \
    STATUS(8, CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED, "matrix type not supported") \
    STATUS(9, CUSPARSE_STATUS_ZERO_PIVOT, "zero pivot")                               \
    STATUS(10, CUSPARSE_STATUS_NOT_SUPPORTED, "operation not supported")              \
    STATUS(11, CUSPARSE_STATUS_INSUFFICIENT_RESOURCES, "insufficient resources")

#define HW_CUSPARSE_ENUMERATOR(number, name, text) name = number,
typedef enum { HW_CUSPARSE_STATUSES(HW_CUSPARSE_ENUMERATOR) } cusparseStatus_t;
#undef HW_CUSPARSE_ENUMERATOR

typedef enum { CUSPARSE_POINTER_MODE_HOST, CUSPARSE_POINTER_MODE_DEVICE } cusparsePointerMode_t;
typedef enum { CUSPARSE_ACTION_SYMBOLIC, CUSPARSE_ACTION_NUMERIC } cusparseAction_t;
typedef enum {
    CUSPARSE_MATRIX_TYPE_GENERAL,
    CUSPARSE_MATRIX_TYPE_SYMMETRIC,
    CUSPARSE_MATRIX_TYPE_HERMITIAN,
    CUSPARSE_MATRIX_TYPE_TRIANGULAR
} cusparseMatrixType_t;
typedef enum { CUSPARSE_FILL_MODE_LOWER, CUSPARSE_FILL_MODE_UPPER } cusparseFillMode_t;
typedef enum { CUSPARSE_DIAG_TYPE_NON_UNIT, CUSPARSE_DIAG_TYPE_UNIT } cusparseDiagType_t;
typedef enum { CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_INDEX_BASE_ONE } cusparseIndexBase_t;
typedef enum {
    CUSPARSE_OPERATION_NON_TRANSPOSE,
    CUSPARSE_OPERATION_TRANSPOSE,
    CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE
} cusparseOperation_t;
typedef enum { CUSPARSE_DIRECTION_ROW, CUSPARSE_DIRECTION_COLUMN } cusparseDirection_t;
typedef enum {
    CUSPARSE_FORMAT_CSR = 1,
    CUSPARSE_FORMAT_CSC,
    CUSPARSE_FORMAT_COO,
    CUSPARSE_FORMAT_COO_AOS,
    CUSPARSE_FORMAT_BLOCKED_ELL,
    CUSPARSE_FORMAT_BSR
} cusparseFormat_t;
typedef enum { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW } cusparseOrder_t;
typedef enum { CUSPARSE_INDEX_16U = 1, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_64I } cusparseIndexType_t;
typedef enum { CUSPARSE_SPMAT_FILL_MODE, CUSPARSE_SPMAT_DIAG_TYPE } cusparseSpMatAttribute_t;

/* Algorithms: all give the same results here. */
typedef int cusparseAlgorithm_t;
typedef int cusparseSolvePolicy_t;
/* CUDA's numbers. */
typedef int cudaDataType;        /* math/number.h */
typedef int libraryPropertyType; /* major, minor, patch */

typedef struct cusparseContext *cusparseHandle_t;
typedef struct cusparseMatDescr *cusparseMatDescr_t;
typedef struct cusparseSpMatDescr *cusparseSpMatDescr_t;
typedef struct cusparseDnMatDescr *cusparseDnMatDescr_t;
typedef struct cusparseSpVecDescr *cusparseSpVecDescr_t;
typedef struct cusparseDnVecDescr *cusparseDnVecDescr_t;
/* Programs of CUDA 12 have types of their own for descriptors of what is only read. */
typedef const struct cusparseSpMatDescr *cusparseConstSpMatDescr_t;
typedef const struct cusparseDnMatDescr *cusparseConstDnMatDescr_t;
typedef const struct cusparseSpVecDescr *cusparseConstSpVecDescr_t;
typedef const struct cusparseDnVecDescr *cusparseConstDnVecDescr_t;
typedef struct cusparseSpGEMMDescr *cusparseSpGEMMDescr_t;
typedef struct cusparseSpSVDescr *cusparseSpSVDescr_t;
typedef struct cusparseSpSMDescr *cusparseSpSMDescr_t;

/* Objects that functions of the older interface keep. */
typedef struct cusparseCsrsv2Info *csrsv2Info_t;
typedef struct cusparseCsrsm2Info *csrsm2Info_t;
typedef struct cusparseCsric02Info *csric02Info_t;
typedef struct cusparseCsrilu02Info *csrilu02Info_t;
typedef struct cusparseBsrsv2Info *bsrsv2Info_t;
typedef struct cusparseBsrsm2Info *bsrsm2Info_t;
typedef struct cusparseBsric02Info *bsric02Info_t;
typedef struct cusparseBsrilu02Info *bsrilu02Info_t;
typedef struct cusparseCsrgemm2Info *csrgemm2Info_t;
typedef struct cusparseCsru2csrInfo *csru2csrInfo_t;
typedef struct cusparseColorInfo *cusparseColorInfo_t;
typedef struct cusparsePruneInfo *pruneInfo_t;

#endif
