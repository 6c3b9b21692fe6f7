/* SPDX-License-Identifier: MIT */
/* Solutions with triangles by the older interface.  Analysis looks for diagonals that have no place. */
#include "cuda/sparse/dense_product.h"
#include "cuda/sparse/older_info.h"
#include "cuda/sparse/older_matrix.h"
#include "cuda/sparse/sparse_object.h"

/* --- analysis, also of factorizations --- */

static cudaError_t find_missing(struct hw_sparse_job *job)
{
    struct hw_csr csr;
    const cudaError_t error = hw_csr_read(&csr, &job->a, 0, CUSPARSE_OPERATION_NON_TRANSPOSE, false);
    int64_t missing = -1;

    for (int64_t row = 0; row < csr.rows && missing < 0 && error == cudaSuccess; row++) {
        bool found = job->a.diag == CUSPARSE_DIAG_TYPE_UNIT;
        for (int64_t i = csr.offset[row]; i < csr.offset[row + 1]; i++)
            found = found || csr.column[i] == row;
        if (!found)
            missing = row;
    }
    hw_csr_free(&csr);
    hw_sparse_remember_pivot(job, missing);
    return error;
}

struct hw_sparse_call hw_sparse_begin_info(const char *name, cusparseHandle_t handle, void *info,
                                           enum hw_sparse_info_of of)
{
    struct hw_sparse_call call = hw_sparse_begin(name, handle);

    hw_sparse_demand(&call, hw_sparse_is_info(info, of));
    call.job.info = info;
    return call;
}

void hw_sparse_take_square(struct hw_sparse_call *call, const struct cusparseMatDescr *descriptor,
                           cusparseDirection_t direction, int block, int rows, int count, const void *values,
                           const int *offsets, const int *indices, int type)
{
    hw_sparse_demand(call, count >= 0);
    call->job.a =
        hw_sparse_take_bsr(call, descriptor, direction, block,
                           (struct hw_sparse_arrays){rows, rows, count, values, offsets, indices, type});
}

cusparseStatus_t hw_sparse_end_analysis(struct hw_sparse_call *call)
{
    return hw_sparse_end(call, find_missing);
}

/* --- solutions --- */

/* x of b, which is of the shape of op_b, and has as many columns as x. */
static void take_sides(struct hw_sparse_call *call, cusparseOperation_t op_a, cusparseOperation_t op_b, int n,
                       const void *alpha, const void *b, int64_t ldb, const void *x, int64_t ldx, int type)
{
    const int64_t rows = call->job.a.rows;
    const bool turned = op_b != CUSPARSE_OPERATION_NON_TRANSPOSE;

    hw_sparse_op(call, op_a);
    hw_sparse_op(call, op_b);
    call->job.op_a = op_a;
    call->job.op_b = op_b;
    call->job.alpha = hw_sparse_scalar(call, alpha, type);
    call->job.x = hw_sparse_take_columns(call, b, turned ? n : rows, turned ? rows : n, ldb, type);
    call->job.y = hw_sparse_take_columns(call, x, turned ? n : rows, turned ? rows : n, ldx, type);
    if (turned) { /* rows are columns: the solution is written turned back */
        call->job.y.order = CUSPARSE_ORDER_ROW;
        call->job.y.rows = rows;
        call->job.y.columns = n;
    }
}

/* The right-hand side is transposed at most. */
static void check_side(struct hw_sparse_call *call, cusparseOperation_t op_b)
{
    hw_sparse_check(call, op_b != CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE, CUSPARSE_STATUS_NOT_SUPPORTED);
}

static cusparseStatus_t size(const char *name, cusparseHandle_t handle, void *info, enum hw_sparse_info_of of,
                             int *bytes)
{
    struct hw_sparse_call call = hw_sparse_begin_info(name, handle, info, of);

    return hw_sparse_end_int_size(&call, bytes);
}

#define SQUARE(call, direction, block, rows, type) \
    hw_sparse_take_square(call, descriptor, direction, block, rows, count, values, offsets, indices, type)
#define UNUSED_RUN (void)policy, (void)buffer
#define UNUSED_CSR (void)descriptor, (void)values, (void)offsets, (void)indices
#define VECTOR     CUSPARSE_OPERATION_NON_TRANSPOSE, 1

#define TYPED(letter, number)                                                                                \
    cusparseStatus_t cusparse##letter##csrsv2_bufferSize(HW_CUSPARSE_CSRSV, HW_CUSPARSE_CSR_ARRAYS,          \
                                                         csrsv2Info_t info, int *bytes)                      \
    {                                                                                                        \
        UNUSED_CSR, (void)op, (void)m, (void)count;                                                          \
        return size(__func__, handle, info, HW_SPARSE_INFO_CSRSV2, bytes);                                   \
    }                                                                                                        \
    cusparseStatus_t cusparse##letter##csrsv2_analysis(HW_CUSPARSE_CSRSV, HW_CUSPARSE_CSR_ARRAYS,            \
                                                       HW_CUSPARSE_RUN(csrsv2Info_t))                        \
    {                                                                                                        \
        struct hw_sparse_call call = hw_sparse_begin_info(__func__, handle, info, HW_SPARSE_INFO_CSRSV2);    \
        UNUSED_RUN;                                                                                          \
        hw_sparse_op(&call, op);                                                                             \
        SQUARE(&call, CUSPARSE_DIRECTION_ROW, 1, m, HW_SPARSE_TYPE_##letter);                                \
        return hw_sparse_end_analysis(&call);                                                                \
    }                                                                                                        \
    cusparseStatus_t cusparse##letter##csrsv2_solve(                                                         \
        HW_CUSPARSE_CSRSV, const void *alpha, HW_CUSPARSE_CSR_ARRAYS, csrsv2Info_t info, const void *f,      \
        void *x, cusparseSolvePolicy_t policy, void *buffer)                                                 \
    {                                                                                                        \
        struct hw_sparse_call call = hw_sparse_begin_info(__func__, handle, info, HW_SPARSE_INFO_CSRSV2);    \
        UNUSED_RUN;                                                                                          \
        SQUARE(&call, CUSPARSE_DIRECTION_ROW, 1, m, HW_SPARSE_TYPE_##letter);                                \
        take_sides(&call, op, VECTOR, alpha, f, call.job.a.rows, x, call.job.a.rows,                         \
                   HW_SPARSE_TYPE_##letter);                                                                 \
        return hw_sparse_end(&call, hw_sparse_solution);                                                     \
    }                                                                                                        \
    cusparseStatus_t cusparse##letter##bsrsv2_bufferSize(HW_CUSPARSE_BSRSV, HW_CUSPARSE_BSR_ARRAYS,          \
                                                         bsrsv2Info_t info, int *bytes)                      \
    {                                                                                                        \
        UNUSED_CSR, (void)direction, (void)op, (void)mb, (void)count, (void)block;                           \
        return size(__func__, handle, info, HW_SPARSE_INFO_BSRSV2, bytes);                                   \
    }                                                                                                        \
    cusparseStatus_t cusparse##letter##bsrsv2_bufferSizeExt(HW_CUSPARSE_BSRSV, HW_CUSPARSE_BSR_ARRAYS,       \
                                                            bsrsv2Info_t info, size_t *bytes)                \
    {                                                                                                        \
        struct hw_sparse_call call = hw_sparse_begin_info(__func__, handle, info, HW_SPARSE_INFO_BSRSV2);    \
        UNUSED_CSR, (void)direction, (void)op, (void)mb, (void)count, (void)block;                           \
        return hw_sparse_end_size(&call, bytes);                                                             \
    }                                                                                                        \
    cusparseStatus_t cusparse##letter##bsrsv2_analysis(HW_CUSPARSE_BSRSV, HW_CUSPARSE_BSR_ARRAYS,            \
                                                       HW_CUSPARSE_RUN(bsrsv2Info_t))                        \
    {                                                                                                        \
        struct hw_sparse_call call = hw_sparse_begin_info(__func__, handle, info, HW_SPARSE_INFO_BSRSV2);    \
        UNUSED_RUN;                                                                                          \
        hw_sparse_op(&call, op);                                                                             \
        SQUARE(&call, direction, block, mb, HW_SPARSE_TYPE_##letter);                                        \
        return hw_sparse_end_analysis(&call);                                                                \
    }                                                                                                        \
    cusparseStatus_t cusparse##letter##bsrsv2_solve(                                                         \
        HW_CUSPARSE_BSRSV, const void *alpha, HW_CUSPARSE_BSR_ARRAYS, bsrsv2Info_t info, const void *f,      \
        void *x, cusparseSolvePolicy_t policy, void *buffer)                                                 \
    {                                                                                                        \
        struct hw_sparse_call call = hw_sparse_begin_info(__func__, handle, info, HW_SPARSE_INFO_BSRSV2);    \
        UNUSED_RUN;                                                                                          \
        SQUARE(&call, direction, block, mb, HW_SPARSE_TYPE_##letter);                                        \
        take_sides(&call, op, VECTOR, alpha, f, call.job.a.rows, x, call.job.a.rows,                         \
                   HW_SPARSE_TYPE_##letter);                                                                 \
        return hw_sparse_end(&call, hw_sparse_solution);                                                     \
    }                                                                                                        \
    cusparseStatus_t cusparse##letter##csrsm2_bufferSizeExt(HW_CUSPARSE_CSRSM, const void *b, int ldb,       \
                                                            csrsm2Info_t info, cusparseSolvePolicy_t policy, \
                                                            size_t *bytes)                                   \
    {                                                                                                        \
        struct hw_sparse_call call = hw_sparse_begin_info(__func__, handle, info, HW_SPARSE_INFO_CSRSM2);    \
        UNUSED_CSR, (void)algorithm, (void)op_a, (void)op_b, (void)m, (void)n, (void)count, (void)alpha,     \
            (void)b, (void)ldb, (void)policy;                                                                \
        return hw_sparse_end_size(&call, bytes);                                                             \
    }                                                                                                        \
    cusparseStatus_t cusparse##letter##csrsm2_analysis(HW_CUSPARSE_CSRSM, const void *b, int ldb,            \
                                                       HW_CUSPARSE_RUN(csrsm2Info_t))                        \
    {                                                                                                        \
        struct hw_sparse_call call = hw_sparse_begin_info(__func__, handle, info, HW_SPARSE_INFO_CSRSM2);    \
        UNUSED_RUN, (void)algorithm, (void)n, (void)alpha, (void)b, (void)ldb;                               \
        hw_sparse_op(&call, op_a);                                                                           \
        hw_sparse_op(&call, op_b);                                                                           \
        SQUARE(&call, CUSPARSE_DIRECTION_ROW, 1, m, HW_SPARSE_TYPE_##letter);                                \
        return hw_sparse_end_analysis(&call);                                                                \
    }                                                                                                        \
    cusparseStatus_t cusparse##letter##csrsm2_solve(HW_CUSPARSE_CSRSM, void *b, int ldb,                     \
                                                    HW_CUSPARSE_RUN(csrsm2Info_t))                           \
    {                                                                                                        \
        struct hw_sparse_call call = hw_sparse_begin_info(__func__, handle, info, HW_SPARSE_INFO_CSRSM2);    \
        UNUSED_RUN, (void)algorithm;                                                                         \
        check_side(&call, op_b);                                                                             \
        SQUARE(&call, CUSPARSE_DIRECTION_ROW, 1, m, HW_SPARSE_TYPE_##letter);                                \
        take_sides(&call, op_a, op_b, n, alpha, b, ldb, b, ldb, HW_SPARSE_TYPE_##letter);                    \
        return hw_sparse_end(&call, hw_sparse_solution);                                                     \
    }                                                                                                        \
    cusparseStatus_t cusparse##letter##bsrsm2_bufferSize(HW_CUSPARSE_BSRSM, HW_CUSPARSE_BSR_ARRAYS,          \
                                                         bsrsm2Info_t info, int *bytes)                      \
    {                                                                                                        \
        UNUSED_CSR, (void)direction, (void)op_a, (void)op_b, (void)mb, (void)n, (void)count, (void)block;    \
        return size(__func__, handle, info, HW_SPARSE_INFO_BSRSM2, bytes);                                   \
    }                                                                                                        \
    cusparseStatus_t cusparse##letter##bsrsm2_bufferSizeExt(HW_CUSPARSE_BSRSM, HW_CUSPARSE_BSR_ARRAYS,       \
                                                            bsrsm2Info_t info, size_t *bytes)                \
    {                                                                                                        \
        struct hw_sparse_call call = hw_sparse_begin_info(__func__, handle, info, HW_SPARSE_INFO_BSRSM2);    \
        UNUSED_CSR, (void)direction, (void)op_a, (void)op_b, (void)mb, (void)n, (void)count, (void)block;    \
        return hw_sparse_end_size(&call, bytes);                                                             \
    }                                                                                                        \
    cusparseStatus_t cusparse##letter##bsrsm2_analysis(HW_CUSPARSE_BSRSM, HW_CUSPARSE_BSR_ARRAYS,            \
                                                       HW_CUSPARSE_RUN(bsrsm2Info_t))                        \
    {                                                                                                        \
        struct hw_sparse_call call = hw_sparse_begin_info(__func__, handle, info, HW_SPARSE_INFO_BSRSM2);    \
        UNUSED_RUN, (void)n;                                                                                 \
        hw_sparse_op(&call, op_a);                                                                           \
        hw_sparse_op(&call, op_b);                                                                           \
        SQUARE(&call, direction, block, mb, HW_SPARSE_TYPE_##letter);                                        \
        return hw_sparse_end_analysis(&call);                                                                \
    }                                                                                                        \
    cusparseStatus_t cusparse##letter##bsrsm2_solve(                                                         \
        HW_CUSPARSE_BSRSM, const void *alpha, HW_CUSPARSE_BSR_ARRAYS, bsrsm2Info_t info, const void *b,      \
        int ldb, void *x, int ldx, cusparseSolvePolicy_t policy, void *buffer)                               \
    {                                                                                                        \
        struct hw_sparse_call call = hw_sparse_begin_info(__func__, handle, info, HW_SPARSE_INFO_BSRSM2);    \
        UNUSED_RUN;                                                                                          \
        check_side(&call, op_b);                                                                             \
        SQUARE(&call, direction, block, mb, HW_SPARSE_TYPE_##letter);                                        \
        take_sides(&call, op_a, op_b, n, alpha, b, ldb, x, ldx, HW_SPARSE_TYPE_##letter);                    \
        return hw_sparse_end(&call, hw_sparse_solution);                                                     \
    }
HW_CUSPARSE_TYPED(TYPED)
