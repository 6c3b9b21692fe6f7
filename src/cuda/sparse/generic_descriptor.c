/* SPDX-License-Identifier: MIT */
/* Making and destroying descriptors of the generic interface. */
#include "cuda/sparse/generic_descriptor.h"

const char hw_sparse_matrix_kind[] = "cusparseSpMatDescr_t", hw_sparse_vector_kind[] = "cusparseSpVecDescr_t";
const char hw_sparse_dense_kind[] = "cusparseDnMatDescr_t";
const char hw_sparse_column_kind[] = "cusparseDnVecDescr_t";

/* --- what calls take --- */

struct hw_sparse_matrix hw_sparse_take_matrix(struct hw_sparse_call *call,
                                              cusparseConstSpMatDescr_t descriptor, bool values)
{
    hw_sparse_demand(call, hw_math_object_is(descriptor, hw_sparse_matrix_kind));
    if (!hw_sparse_ready(call))
        return (struct hw_sparse_matrix){0};
    hw_sparse_check(call, call->sizing || hw_sparse_matrix_there(&descriptor->matrix, values),
                    CUSPARSE_STATUS_EXECUTION_FAILED);
    return descriptor->matrix;
}

/* Descriptors of matrices and vectors hold nothing else. */
_Static_assert(sizeof(struct cusparseDnMatDescr) == sizeof(struct hw_sparse_dense) &&
                   sizeof(struct cusparseDnVecDescr) == sizeof(struct hw_sparse_dense),
               "no more than the matrix");

static struct hw_sparse_dense take(struct hw_sparse_call *call, const void *descriptor, const char *kind)
{
    const struct hw_sparse_dense *dense = descriptor;

    hw_sparse_demand(call, hw_math_object_is(descriptor, kind));
    if (!hw_sparse_ready(call))
        return (struct hw_sparse_dense){0};
    hw_sparse_check(call, call->sizing || hw_sparse_dense_there(dense), CUSPARSE_STATUS_EXECUTION_FAILED);
    return *dense;
}

struct hw_sparse_dense hw_sparse_take_dense(struct hw_sparse_call *call, cusparseConstDnMatDescr_t descriptor)
{
    return take(call, descriptor, hw_sparse_dense_kind);
}

struct hw_sparse_dense hw_sparse_take_column(struct hw_sparse_call *call,
                                             cusparseConstDnVecDescr_t descriptor)
{
    return take(call, descriptor, hw_sparse_column_kind);
}

struct hw_sparse_vector hw_sparse_take_vector(struct hw_sparse_call *call,
                                              cusparseConstSpVecDescr_t descriptor)
{
    hw_sparse_demand(call, hw_math_object_is(descriptor, hw_sparse_vector_kind));
    if (!hw_sparse_ready(call))
        return (struct hw_sparse_vector){0};
    hw_sparse_check(call, call->sizing || hw_sparse_vector_there(&descriptor->vector),
                    CUSPARSE_STATUS_EXECUTION_FAILED);
    return descriptor->vector;
}

/* --- sparse matrices --- */

static bool types_right(int index_type, int base, int type)
{
    return hw_sparse_index_bytes(index_type) && (unsigned)base <= CUSPARSE_INDEX_BASE_ONE &&
           hw_number_bytes(type);
}

/* So small that no sum or product of them overflows where it is computed later. */
static bool sizes_right(const struct hw_sparse_matrix *matrix)
{
    const int64_t most = INT64_MAX / 64;
    int64_t block = 1, values;

    return matrix->rows >= 0 && matrix->rows <= most && matrix->columns >= 0 && matrix->columns <= most &&
           matrix->count >= 0 && matrix->count <= most &&
           !(matrix->block_rows &&
             __builtin_mul_overflow(matrix->block_rows, matrix->block_columns, &block)) &&
           !__builtin_mul_overflow(block, matrix->count, &values) && values <= most;
}

static cusparseStatus_t create_matrix(const char *name, cusparseSpMatDescr_t *descriptor,
                                      const struct hw_sparse_matrix *matrix)
{
    struct hw_sparse_call call = hw_sparse_begin_plain(name);
    const int offset_type = matrix->offset_type ? matrix->offset_type : matrix->index_type;

    hw_sparse_demand(&call, descriptor && sizes_right(matrix) && hw_sparse_index_bytes(offset_type) &&
                                types_right(matrix->index_type, matrix->base, matrix->type));
    if (hw_sparse_ready(&call)) {
        *descriptor = hw_math_object_new(hw_sparse_matrix_kind, sizeof **descriptor);
        hw_sparse_check(&call, *descriptor != NULL, CUSPARSE_STATUS_ALLOC_FAILED);
    }
    if (hw_sparse_ready(&call)) {
        (*descriptor)->matrix = *matrix;
        (*descriptor)->matrix.offset_type = offset_type;
        (*descriptor)->matrix.batches = 1;
    }
    return hw_sparse_end(&call, NULL);
}

/* CSR, whose lines are rows, or CSC, whose lines are columns. */
static cusparseStatus_t create_lines(const char *name, cusparseFormat_t format,
                                     cusparseSpMatDescr_t *descriptor, HW_CUSPARSE_LINES)
{
    return create_matrix(name, descriptor,
                         &(struct hw_sparse_matrix){.format = format,
                                                    .rows = rows,
                                                    .columns = columns,
                                                    .count = count,
                                                    .offsets = offsets,
                                                    .indices = indices,
                                                    .values = values,
                                                    .offset_type = (int)offset_type,
                                                    .index_type = (int)index_type,
                                                    .base = (int)base,
                                                    .type = type});
}

cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t *descriptor, HW_CUSPARSE_LINES)
{
    return create_lines(__func__, CUSPARSE_FORMAT_CSR, descriptor, rows, columns, count, offsets, indices,
                        values, offset_type, index_type, base, type);
}

cusparseStatus_t cusparseCreateCsc(cusparseSpMatDescr_t *descriptor, HW_CUSPARSE_LINES)
{
    return create_lines(__func__, CUSPARSE_FORMAT_CSC, descriptor, rows, columns, count, offsets, indices,
                        values, offset_type, index_type, base, type);
}

cusparseStatus_t cusparseCreateCoo(cusparseSpMatDescr_t *descriptor, HW_CUSPARSE_PAIRS)
{
    return create_matrix(__func__, descriptor,
                         &(struct hw_sparse_matrix){.format = CUSPARSE_FORMAT_COO,
                                                    .rows = rows,
                                                    .columns = columns,
                                                    .count = count,
                                                    .offsets = row_indices,
                                                    .indices = indices,
                                                    .values = values,
                                                    .index_type = (int)index_type,
                                                    .base = (int)base,
                                                    .type = type});
}

cusparseStatus_t cusparseCreateCooAoS(cusparseSpMatDescr_t *descriptor, int64_t rows, int64_t columns,
                                      int64_t count, void *indices, void *values,
                                      cusparseIndexType_t index_type, cusparseIndexBase_t base,
                                      cudaDataType type)
{
    return create_matrix(__func__, descriptor,
                         &(struct hw_sparse_matrix){.format = CUSPARSE_FORMAT_COO_AOS,
                                                    .rows = rows,
                                                    .columns = columns,
                                                    .count = count,
                                                    .indices = indices,
                                                    .values = values,
                                                    .index_type = (int)index_type,
                                                    .base = (int)base,
                                                    .type = type});
}

/* A matrix that is refused where blocks do not fit. */
static cusparseStatus_t create_blocks(const char *name, cusparseSpMatDescr_t *descriptor,
                                      struct hw_sparse_matrix matrix, int64_t block_rows,
                                      int64_t block_columns, cusparseOrder_t order)
{
    const bool fits =
        block_rows > 0 && block_columns > 0 && (order == CUSPARSE_ORDER_COL || order == CUSPARSE_ORDER_ROW);

    matrix.block_rows = block_rows;
    matrix.block_columns = block_columns;
    matrix.order = order;
    return create_matrix(name, fits ? descriptor : NULL, &matrix);
}

cusparseStatus_t cusparseCreateBlockedEll(cusparseSpMatDescr_t *descriptor, HW_CUSPARSE_ELL)
{
    int64_t all;
    const bool fits = block > 0 && rows >= 0 && ell_columns >= 0 &&
                      !__builtin_mul_overflow(rows, ell_columns, &all) && rows % block == 0 &&
                      columns % block == 0 && ell_columns % block == 0;

    return create_blocks(__func__, descriptor,
                         (struct hw_sparse_matrix){.format = CUSPARSE_FORMAT_BLOCKED_ELL,
                                                   .rows = rows,
                                                   .columns = columns,
                                                   .count = ell_columns,
                                                   .indices = indices,
                                                   .values = values,
                                                   .index_type = (int)index_type,
                                                   .base = (int)base,
                                                   .type = type},
                         fits ? block : 0, block, CUSPARSE_ORDER_ROW);
}

cusparseStatus_t cusparseCreateBsr(cusparseSpMatDescr_t *descriptor, HW_CUSPARSE_BSR)
{
    int64_t all_rows = 0, all_columns = 0;
    const bool fits = !__builtin_mul_overflow(rows, block_rows, &all_rows) &&
                      !__builtin_mul_overflow(columns, block_columns, &all_columns);

    return create_blocks(__func__, descriptor,
                         (struct hw_sparse_matrix){.format = CUSPARSE_FORMAT_BSR,
                                                   .rows = all_rows,
                                                   .columns = all_columns,
                                                   .count = count,
                                                   .offsets = offsets,
                                                   .indices = indices,
                                                   .values = values,
                                                   .offset_type = (int)offset_type,
                                                   .index_type = (int)index_type,
                                                   .base = (int)base,
                                                   .type = type},
                         fits ? block_rows : 0, block_columns, order);
}

static cusparseStatus_t destroy(const char *name, const void *object, const char *kind)
{
    struct hw_sparse_call call = hw_sparse_begin_plain(name);

    call.status = !object || hw_math_object_free((void *)object, kind) ? CUSPARSE_STATUS_SUCCESS
                                                                       : CUSPARSE_STATUS_INVALID_VALUE;
    return hw_sparse_end(&call, NULL);
}

cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t descriptor)
{
    return destroy(__func__, descriptor, hw_sparse_matrix_kind);
}

/* --- dense matrices and vectors --- */

static cusparseStatus_t create_dense(const char *name, struct hw_sparse_dense **descriptor, const char *kind,
                                     const struct hw_sparse_dense *dense)
{
    struct hw_sparse_call call = hw_sparse_begin_plain(name);
    const bool by_row = dense->order == CUSPARSE_ORDER_ROW;

    hw_sparse_demand(&call, descriptor && dense->rows >= 0 && dense->columns >= 0 &&
                                dense->ld >= (by_row ? dense->columns : dense->rows) &&
                                hw_number_bytes(dense->type) &&
                                (by_row || dense->order == CUSPARSE_ORDER_COL));
    if (hw_sparse_ready(&call)) {
        *descriptor = hw_math_object_new(kind, sizeof **descriptor);
        hw_sparse_check(&call, *descriptor != NULL, CUSPARSE_STATUS_ALLOC_FAILED);
    }
    if (hw_sparse_ready(&call)) {
        **descriptor = *dense;
        (*descriptor)->batches = 1;
    }
    return hw_sparse_end(&call, NULL);
}

cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t *descriptor, HW_CUSPARSE_DENSE)
{
    return create_dense(
        __func__, (struct hw_sparse_dense **)descriptor, hw_sparse_dense_kind,
        &(struct hw_sparse_dense){
            .rows = rows, .columns = columns, .ld = ld, .values = values, .type = type, .order = order});
}

cusparseStatus_t cusparseDestroyDnMat(cusparseConstDnMatDescr_t descriptor)
{
    return destroy(__func__, descriptor, hw_sparse_dense_kind);
}

cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t *descriptor, int64_t size, void *values,
                                     cudaDataType type)
{
    return create_dense(__func__, (struct hw_sparse_dense **)descriptor, hw_sparse_column_kind,
                        &(struct hw_sparse_dense){.rows = size,
                                                  .columns = 1,
                                                  .ld = size,
                                                  .values = values,
                                                  .type = type,
                                                  .order = CUSPARSE_ORDER_COL});
}

cusparseStatus_t cusparseDestroyDnVec(cusparseConstDnVecDescr_t descriptor)
{
    return destroy(__func__, descriptor, hw_sparse_column_kind);
}

/* --- sparse vectors --- */

cusparseStatus_t cusparseCreateSpVec(cusparseSpVecDescr_t *descriptor, HW_CUSPARSE_VECTOR)
{
    struct hw_sparse_call call = hw_sparse_begin_plain(__func__);

    hw_sparse_demand(&call, descriptor && size >= 0 && count >= 0 && count <= size &&
                                types_right((int)index_type, (int)base, type));
    if (hw_sparse_ready(&call)) {
        *descriptor = hw_math_object_new(hw_sparse_vector_kind, sizeof **descriptor);
        hw_sparse_check(&call, *descriptor != NULL, CUSPARSE_STATUS_ALLOC_FAILED);
    }
    if (hw_sparse_ready(&call))
        (*descriptor)->vector =
            (struct hw_sparse_vector){size, count, indices, values, (int)index_type, (int)base, type};
    return hw_sparse_end(&call, NULL);
}

cusparseStatus_t cusparseDestroySpVec(cusparseConstSpVecDescr_t descriptor)
{
    return destroy(__func__, descriptor, hw_sparse_vector_kind);
}
