/* SPDX-License-Identifier: MIT */
/* Asking descriptors of the generic interface for what they describe, and changing that.  A NULL place for an
 * answer is an error, as any other wrong argument. */
#include "cuda/sparse/generic_descriptor.h"

/* Begin such a call: `right` says that its other arguments are. */
static struct hw_sparse_call begin(const char *name, const void *descriptor, const char *kind, bool right)
{
    struct hw_sparse_call call = hw_sparse_begin_plain(name);

    hw_sparse_demand(&call, hw_math_object_is(descriptor, kind) && right);
    return call;
}

/* A call that does `action` where its descriptor is of that kind and `right` holds. */
#define CALL(kind, right, action)                                          \
    struct hw_sparse_call call = begin(__func__, descriptor, kind, right); \
    if (hw_sparse_ready(&call)) {                                          \
        action;                                                            \
    }                                                                      \
    return hw_sparse_end(&call, NULL)

/* --- sparse matrices: all of one --- */

static cusparseStatus_t get_lines(const char *name, cusparseFormat_t format,
                                  cusparseConstSpMatDescr_t descriptor, HW_CUSPARSE_GET_LINES)
{
    struct hw_sparse_call call = begin(name, descriptor, hw_sparse_matrix_kind,
                                       rows && columns && count && offsets && indices && values &&
                                           offset_type && index_type && base && type);

    if (hw_sparse_ready(&call))
        hw_sparse_demand(&call, descriptor->matrix.format == format);
    if (hw_sparse_ready(&call)) {
        const struct hw_sparse_matrix *matrix = &descriptor->matrix;
        *rows = matrix->rows;
        *columns = matrix->columns;
        *count = matrix->format == CUSPARSE_FORMAT_BLOCKED_ELL ? matrix->block_rows : matrix->count;
        *offsets = matrix->offsets;
        *indices = matrix->indices;
        *values = matrix->values;
        *offset_type = (cusparseIndexType_t)matrix->offset_type;
        *index_type = (cusparseIndexType_t)matrix->index_type;
        *base = (cusparseIndexBase_t)matrix->base;
        *type = matrix->type;
    }
    return hw_sparse_end(&call, NULL);
}

cusparseStatus_t cusparseCsrGet(cusparseConstSpMatDescr_t descriptor, HW_CUSPARSE_GET_LINES)
{
    return get_lines(__func__, CUSPARSE_FORMAT_CSR, descriptor, rows, columns, count, offsets, indices,
                     values, offset_type, index_type, base, type);
}

cusparseStatus_t cusparseCscGet(cusparseConstSpMatDescr_t descriptor, HW_CUSPARSE_GET_LINES)
{
    return get_lines(__func__, CUSPARSE_FORMAT_CSC, descriptor, rows, columns, count, offsets, indices,
                     values, offset_type, index_type, base, type);
}

cusparseStatus_t cusparseCooGet(cusparseConstSpMatDescr_t descriptor, int64_t *rows, int64_t *columns,
                                int64_t *count, void **row_indices, void **indices, void **values,
                                cusparseIndexType_t *index_type, cusparseIndexBase_t *base,
                                cudaDataType *type)
{
    cusparseIndexType_t same;

    return get_lines(__func__, CUSPARSE_FORMAT_COO, descriptor, rows, columns, count, row_indices, indices,
                     values, &same, index_type, base, type);
}

cusparseStatus_t cusparseCooAoSGet(cusparseConstSpMatDescr_t descriptor, int64_t *rows, int64_t *columns,
                                   int64_t *count, void **indices, void **values,
                                   cusparseIndexType_t *index_type, cusparseIndexBase_t *base,
                                   cudaDataType *type)
{
    cusparseIndexType_t same;
    void *none;

    return get_lines(__func__, CUSPARSE_FORMAT_COO_AOS, descriptor, rows, columns, count, &none, indices,
                     values, &same, index_type, base, type);
}

cusparseStatus_t cusparseBlockedEllGet(cusparseConstSpMatDescr_t descriptor, int64_t *rows, int64_t *columns,
                                       int64_t *block, int64_t *ell_columns, void **indices, void **values,
                                       cusparseIndexType_t *index_type, cusparseIndexBase_t *base,
                                       cudaDataType *type)
{
    cusparseIndexType_t same;
    void *none;
    const cusparseStatus_t status =
        ell_columns ? get_lines(__func__, CUSPARSE_FORMAT_BLOCKED_ELL, descriptor, rows, columns, block,
                                &none, indices, values, &same, index_type, base, type)
                    : CUSPARSE_STATUS_INVALID_VALUE;

    if (status == CUSPARSE_STATUS_SUCCESS)
        *ell_columns = descriptor->matrix.count;
    return status;
}

static cusparseStatus_t set_pointers(const char *name, cusparseFormat_t format,
                                     cusparseSpMatDescr_t descriptor, void *offsets, void *indices,
                                     void *values)
{
    struct hw_sparse_call call = begin(name, descriptor, hw_sparse_matrix_kind, true);

    if (hw_sparse_ready(&call))
        hw_sparse_demand(&call, descriptor->matrix.format == format);
    if (hw_sparse_ready(&call)) {
        descriptor->matrix.offsets = offsets;
        descriptor->matrix.indices = indices;
        descriptor->matrix.values = values;
    }
    return hw_sparse_end(&call, NULL);
}

cusparseStatus_t cusparseCsrSetPointers(cusparseSpMatDescr_t descriptor, void *offsets, void *indices,
                                        void *values)
{
    return set_pointers(__func__, CUSPARSE_FORMAT_CSR, descriptor, offsets, indices, values);
}

cusparseStatus_t cusparseCscSetPointers(cusparseSpMatDescr_t descriptor, void *offsets, void *indices,
                                        void *values)
{
    return set_pointers(__func__, CUSPARSE_FORMAT_CSC, descriptor, offsets, indices, values);
}

cusparseStatus_t cusparseCooSetPointers(cusparseSpMatDescr_t descriptor, void *row_indices, void *indices,
                                        void *values)
{
    return set_pointers(__func__, CUSPARSE_FORMAT_COO, descriptor, row_indices, indices, values);
}

/* --- sparse matrices: parts of one --- */

cusparseStatus_t cusparseSpMatGetFormat(cusparseConstSpMatDescr_t descriptor, cusparseFormat_t *format)
{
    CALL(hw_sparse_matrix_kind, format, *format = descriptor->matrix.format);
}

cusparseStatus_t cusparseSpMatGetIndexBase(cusparseConstSpMatDescr_t descriptor, cusparseIndexBase_t *base)
{
    CALL(hw_sparse_matrix_kind, base, *base = (cusparseIndexBase_t)descriptor->matrix.base);
}

cusparseStatus_t cusparseSpMatGetValues(cusparseSpMatDescr_t descriptor, void **values)
{
    CALL(hw_sparse_matrix_kind, values, *values = descriptor->matrix.values);
}

cusparseStatus_t cusparseConstSpMatGetValues(cusparseConstSpMatDescr_t descriptor, const void **values)
{
    CALL(hw_sparse_matrix_kind, values, *values = descriptor->matrix.values);
}

cusparseStatus_t cusparseSpMatSetValues(cusparseSpMatDescr_t descriptor, void *values)
{
    CALL(hw_sparse_matrix_kind, true, descriptor->matrix.values = values);
}

/* Of formats with blocks, sizes count numbers; what blocked ELL stores is all there. */
cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t descriptor, int64_t *rows, int64_t *columns,
                                      int64_t *count)
{
    CALL(hw_sparse_matrix_kind, rows && columns && count, *rows = descriptor->matrix.rows;
         *columns = descriptor->matrix.columns; *count = hw_sparse_value_count(&descriptor->matrix));
}

static cusparseStatus_t set_batches(const char *name, cusparseSpMatDescr_t descriptor, int batches,
                                    int64_t offset_stride, int64_t index_stride, int64_t value_stride)
{
    const int64_t most = INT64_MAX / 64;
    struct hw_sparse_call call = begin(name, descriptor, hw_sparse_matrix_kind,
                                       batches > 0 && offset_stride >= 0 && index_stride >= 0 &&
                                           value_stride >= 0 && offset_stride <= most / batches &&
                                           index_stride <= most / batches && value_stride <= most / batches);

    if (hw_sparse_ready(&call)) {
        descriptor->matrix.batches = batches;
        descriptor->matrix.offset_stride = offset_stride;
        descriptor->matrix.index_stride = index_stride;
        descriptor->matrix.value_stride = value_stride;
    }
    return hw_sparse_end(&call, NULL);
}

/* Batches lie one behind the other. */
cusparseStatus_t cusparseSpMatSetStridedBatch(cusparseSpMatDescr_t descriptor, int batches)
{
    CALL(hw_sparse_matrix_kind, batches > 0, struct hw_sparse_matrix *matrix = &descriptor->matrix;
         matrix->batches = batches; matrix->offset_stride = hw_sparse_offset_count(matrix);
         matrix->index_stride = hw_sparse_index_count(matrix);
         matrix->value_stride = hw_sparse_value_count(matrix));
}

cusparseStatus_t cusparseSpMatGetStridedBatch(cusparseConstSpMatDescr_t descriptor, int *batches)
{
    CALL(hw_sparse_matrix_kind, batches, *batches = descriptor->matrix.batches);
}

cusparseStatus_t cusparseCooSetStridedBatch(cusparseSpMatDescr_t descriptor, int batches, int64_t stride)
{
    return set_batches(__func__, descriptor, batches, stride, stride, stride);
}

cusparseStatus_t cusparseCsrSetStridedBatch(cusparseSpMatDescr_t descriptor, int batches,
                                            int64_t offset_stride, int64_t stride)
{
    return set_batches(__func__, descriptor, batches, offset_stride, stride, stride);
}

cusparseStatus_t cusparseBsrSetStridedBatch(cusparseSpMatDescr_t descriptor, int batches,
                                            int64_t offset_stride, int64_t index_stride, int64_t value_stride)
{
    return set_batches(__func__, descriptor, batches, offset_stride, index_stride, value_stride);
}

/* Both attributes are enumerators, of 0 or 1. */
cusparseStatus_t cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t descriptor,
                                           cusparseSpMatAttribute_t attribute, void *data, size_t bytes)
{
    CALL(hw_sparse_matrix_kind,
         data && bytes == sizeof(int) && (unsigned)attribute <= CUSPARSE_SPMAT_DIAG_TYPE,
         *(int *)data =
             attribute == CUSPARSE_SPMAT_FILL_MODE ? descriptor->matrix.fill : descriptor->matrix.diag);
}

cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t descriptor,
                                           cusparseSpMatAttribute_t attribute, const void *data, size_t bytes)
{
    CALL(hw_sparse_matrix_kind,
         data && bytes == sizeof(int) && (unsigned)attribute <= CUSPARSE_SPMAT_DIAG_TYPE &&
             *(const unsigned *)data <= 1,
         *(attribute == CUSPARSE_SPMAT_FILL_MODE ? &descriptor->matrix.fill : &descriptor->matrix.diag) =
             *(const int *)data);
}

/* --- dense matrices --- */

cusparseStatus_t cusparseDnMatGet(cusparseConstDnMatDescr_t descriptor, int64_t *rows, int64_t *columns,
                                  int64_t *ld, void **values, cudaDataType *type, cusparseOrder_t *order)
{
    CALL(hw_sparse_dense_kind, rows && columns && ld && values && type && order,
         const struct hw_sparse_dense *dense = &descriptor->dense;
         *rows = dense->rows; *columns = dense->columns; *ld = dense->ld; *values = dense->values;
         *type = dense->type; *order = dense->order);
}

cusparseStatus_t cusparseConstDnMatGet(cusparseConstDnMatDescr_t descriptor, int64_t *rows, int64_t *columns,
                                       int64_t *ld, const void **values, cudaDataType *type,
                                       cusparseOrder_t *order)
{
    return cusparseDnMatGet(descriptor, rows, columns, ld, (void **)values, type, order);
}

cusparseStatus_t cusparseDnMatGetValues(cusparseDnMatDescr_t descriptor, void **values)
{
    CALL(hw_sparse_dense_kind, values, *values = descriptor->dense.values);
}

cusparseStatus_t cusparseConstDnMatGetValues(cusparseConstDnMatDescr_t descriptor, const void **values)
{
    CALL(hw_sparse_dense_kind, values, *values = descriptor->dense.values);
}

cusparseStatus_t cusparseDnMatSetValues(cusparseDnMatDescr_t descriptor, void *values)
{
    CALL(hw_sparse_dense_kind, true, descriptor->dense.values = values);
}

cusparseStatus_t cusparseDnMatSetStridedBatch(cusparseDnMatDescr_t descriptor, int batches, int64_t stride)
{
    CALL(hw_sparse_dense_kind, batches > 0 && stride >= 0 && stride <= INT64_MAX / 64 / batches,
         descriptor->dense.batches = batches;
         descriptor->dense.stride = stride);
}

cusparseStatus_t cusparseDnMatGetStridedBatch(cusparseConstDnMatDescr_t descriptor, int *batches,
                                              int64_t *stride)
{
    CALL(hw_sparse_dense_kind, batches && stride, *batches = descriptor->dense.batches;
         *stride = descriptor->dense.stride);
}

/* --- dense vectors --- */

cusparseStatus_t cusparseDnVecGet(cusparseConstDnVecDescr_t descriptor, int64_t *size, void **values,
                                  cudaDataType *type)
{
    CALL(hw_sparse_column_kind, size && values && type, *size = descriptor->dense.rows;
         *values = descriptor->dense.values; *type = descriptor->dense.type);
}

cusparseStatus_t cusparseConstDnVecGet(cusparseConstDnVecDescr_t descriptor, int64_t *size,
                                       const void **values, cudaDataType *type)
{
    return cusparseDnVecGet(descriptor, size, (void **)values, type);
}

cusparseStatus_t cusparseDnVecGetValues(cusparseDnVecDescr_t descriptor, void **values)
{
    CALL(hw_sparse_column_kind, values, *values = descriptor->dense.values);
}

cusparseStatus_t cusparseConstDnVecGetValues(cusparseConstDnVecDescr_t descriptor, const void **values)
{
    CALL(hw_sparse_column_kind, values, *values = descriptor->dense.values);
}

cusparseStatus_t cusparseDnVecSetValues(cusparseDnVecDescr_t descriptor, void *values)
{
    CALL(hw_sparse_column_kind, true, descriptor->dense.values = values);
}

/* --- sparse vectors --- */

cusparseStatus_t cusparseSpVecGet(cusparseConstSpVecDescr_t descriptor, int64_t *size, int64_t *count,
                                  void **indices, void **values, cusparseIndexType_t *index_type,
                                  cusparseIndexBase_t *base, cudaDataType *type)
{
    CALL(hw_sparse_vector_kind, size && count && indices && values && index_type && base && type,
         const struct hw_sparse_vector *vector = &descriptor->vector;
         *size = vector->size; *count = vector->count; *indices = vector->indices; *values = vector->values;
         *index_type = (cusparseIndexType_t)vector->index_type; *base = (cusparseIndexBase_t)vector->base;
         *type = vector->type);
}

cusparseStatus_t cusparseSpVecGetIndexBase(cusparseConstSpVecDescr_t descriptor, cusparseIndexBase_t *base)
{
    CALL(hw_sparse_vector_kind, base, *base = (cusparseIndexBase_t)descriptor->vector.base);
}

cusparseStatus_t cusparseSpVecGetValues(cusparseSpVecDescr_t descriptor, void **values)
{
    CALL(hw_sparse_vector_kind, values, *values = descriptor->vector.values);
}

cusparseStatus_t cusparseConstSpVecGetValues(cusparseConstSpVecDescr_t descriptor, const void **values)
{
    CALL(hw_sparse_vector_kind, values, *values = descriptor->vector.values);
}

cusparseStatus_t cusparseSpVecSetValues(cusparseSpVecDescr_t descriptor, void *values)
{
    CALL(hw_sparse_vector_kind, true, descriptor->vector.values = values);
}
