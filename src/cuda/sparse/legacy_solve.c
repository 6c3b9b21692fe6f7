/* SPDX-License-Identifier: MIT */
/* Solutions with triangles by the older interface.  Analysis looks for diagonals that have no place. */
#include "cuda/sparse/dense_product.h"
#include "cuda/sparse/legacy_calls.h"

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

void hw_sparse_take_square(struct hw_sparse_call *call, const struct hw_sparse_square *square)
{
    hw_sparse_demand(call, square->count >= 0);
    call->job.a = hw_sparse_take_bsr(call, square->descriptor, square->direction, square->block,
                                     (struct hw_sparse_arrays){square->rows, square->rows, square->count,
                                                               square->values, square->offsets,
                                                               square->indices, square->type});
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

cusparseStatus_t hw_sparse_analyse(const char *name, cusparseHandle_t handle, void *info,
                                   enum hw_sparse_info_of of, cusparseOperation_t op_a,
                                   cusparseOperation_t op_b, struct hw_sparse_square square)
{
    struct hw_sparse_call call = hw_sparse_begin_info(name, handle, info, of);

    hw_sparse_op(&call, op_a);
    hw_sparse_op(&call, op_b);
    hw_sparse_take_square(&call, &square);
    return hw_sparse_end(&call, find_missing);
}

cusparseStatus_t hw_sparse_solve_vector(const char *name, cusparseHandle_t handle, void *info,
                                        enum hw_sparse_info_of of, cusparseOperation_t op,
                                        struct hw_sparse_square square, const void *alpha, const void *b,
                                        void *x)
{
    struct hw_sparse_call call = hw_sparse_begin_info(name, handle, info, of);

    hw_sparse_take_square(&call, &square);
    take_sides(&call, op, CUSPARSE_OPERATION_NON_TRANSPOSE, 1, alpha, b, call.job.a.rows, x, call.job.a.rows,
               square.type);
    return hw_sparse_end(&call, hw_sparse_solution);
}

/* The right-hand side is transposed at most. */
cusparseStatus_t hw_sparse_solve_columns(const char *name, cusparseHandle_t handle, void *info,
                                         enum hw_sparse_info_of of, cusparseOperation_t op_a,
                                         cusparseOperation_t op_b, struct hw_sparse_square square, int n,
                                         const void *alpha, const void *b, int ldb, void *x, int ldx)
{
    struct hw_sparse_call call = hw_sparse_begin_info(name, handle, info, of);

    hw_sparse_check(&call, op_b != CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE, CUSPARSE_STATUS_NOT_SUPPORTED);
    hw_sparse_take_square(&call, &square);
    take_sides(&call, op_a, op_b, n, alpha, b, ldb, x, ldx, square.type);
    return hw_sparse_end(&call, hw_sparse_solution);
}
