/* SPDX-License-Identifier: MIT */
/* See legacy_matrix.h. */
#include "cuda/sparse/legacy_matrix.h"

#include "cuda/sparse/sparse_object.h"

struct hw_sparse_matrix hw_sparse_take_bsr(struct hw_sparse_call *call,
                                           const struct cusparseMatDescr *descriptor,
                                           cusparseDirection_t direction, int block,
                                           struct hw_sparse_arrays arrays)
{
    struct hw_sparse_matrix made = {0};

    hw_sparse_demand(call, hw_math_object_is(descriptor, hw_sparse_descriptor_kind) && arrays.rows >= 0 &&
                               arrays.columns >= 0 && arrays.count >= HW_SPARSE_COUNT_UNKNOWN && block > 0 &&
                               block < 1 << 14 && (unsigned)direction <= CUSPARSE_DIRECTION_COLUMN);
    if (!hw_sparse_ready(call))
        return made;
    made = (struct hw_sparse_matrix){
        .format = block == 1 ? CUSPARSE_FORMAT_CSR : CUSPARSE_FORMAT_BSR,
        .rows = (int64_t)arrays.rows * block,
        .columns = (int64_t)arrays.columns * block,
        .count = arrays.count,
        .offsets = (void *)arrays.offsets,
        .indices = (void *)arrays.indices,
        .values = (void *)arrays.values,
        .offset_type = CUSPARSE_INDEX_32I,
        .index_type = CUSPARSE_INDEX_32I,
        .base = descriptor->base,
        .type = arrays.type,
        .block_rows = block,
        .block_columns = block,
        .order = direction == CUSPARSE_DIRECTION_ROW ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL,
        .batches = 1,
        .fill = descriptor->fill,
        .diag = descriptor->diag,
    };
    hw_sparse_check(call, call->sizing || hw_sparse_matrix_there(&made, arrays.values != NULL),
                    CUSPARSE_STATUS_EXECUTION_FAILED);
    return made;
}

struct hw_sparse_matrix hw_sparse_take_csr(struct hw_sparse_call *call,
                                           const struct cusparseMatDescr *descriptor,
                                           struct hw_sparse_arrays arrays)
{
    return hw_sparse_take_bsr(call, descriptor, CUSPARSE_DIRECTION_ROW, 1, arrays);
}

struct hw_sparse_dense hw_sparse_take_columns(struct hw_sparse_call *call, const void *values, int64_t rows,
                                              int64_t columns, int64_t ld, int type)
{
    const struct hw_sparse_dense made = {.rows = rows,
                                         .columns = columns,
                                         .ld = ld,
                                         .values = (void *)values,
                                         .type = type,
                                         .order = CUSPARSE_ORDER_COL,
                                         .batches = 1};

    hw_sparse_demand(call, rows >= 0 && columns >= 0 && ld >= rows);
    if (hw_sparse_ready(call))
        hw_sparse_check(call, call->sizing || hw_sparse_dense_there(&made), CUSPARSE_STATUS_EXECUTION_FAILED);
    return made;
}

void hw_sparse_take_ints(struct hw_sparse_call *call, int at, const int *address, int64_t count)
{
    call->job.memory[at] = (void *)address;
    hw_sparse_memory(call, address, count, sizeof *address);
}
