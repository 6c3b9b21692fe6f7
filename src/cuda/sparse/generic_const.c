/* SPDX-License-Identifier: MIT */
/* Asking descriptors of what is only read (CUDA 12): the same as the others, with pointers to const. */
#include "cuda/sparse/cusparse.h"

cusparseStatus_t cusparseConstCsrGet(cusparseConstSpMatDescr_t descriptor,
                                     HW_CUSPARSE_GET_LINES(const void **))
{
    return cusparseCsrGet(descriptor, rows, columns, count, (void **)offsets, (void **)indices,
                          (void **)values, offset_type, index_type, base, type);
}

cusparseStatus_t cusparseConstCscGet(cusparseConstSpMatDescr_t descriptor,
                                     HW_CUSPARSE_GET_LINES(const void **))
{
    return cusparseCscGet(descriptor, rows, columns, count, (void **)offsets, (void **)indices,
                          (void **)values, offset_type, index_type, base, type);
}

cusparseStatus_t cusparseConstCooGet(cusparseConstSpMatDescr_t descriptor, int64_t *rows, int64_t *columns,
                                     int64_t *count, const void **row_indices, const void **indices,
                                     const void **values, cusparseIndexType_t *index_type,
                                     cusparseIndexBase_t *base, cudaDataType *type)
{
    return cusparseCooGet(descriptor, rows, columns, count, (void **)row_indices, (void **)indices,
                          (void **)values, index_type, base, type);
}

cusparseStatus_t cusparseConstBlockedEllGet(cusparseConstSpMatDescr_t descriptor, int64_t *rows,
                                            int64_t *columns, int64_t *block, int64_t *ell_columns,
                                            const void **indices, const void **values,
                                            cusparseIndexType_t *index_type, cusparseIndexBase_t *base,
                                            cudaDataType *type)
{
    return cusparseBlockedEllGet(descriptor, rows, columns, block, ell_columns, (void **)indices,
                                 (void **)values, index_type, base, type);
}

cusparseStatus_t cusparseConstSpVecGet(cusparseConstSpVecDescr_t descriptor, int64_t *size, int64_t *count,
                                       const void **indices, const void **values,
                                       cusparseIndexType_t *index_type, cusparseIndexBase_t *base,
                                       cudaDataType *type)
{
    return cusparseSpVecGet(descriptor, size, count, (void **)indices, (void **)values, index_type, base,
                            type);
}
