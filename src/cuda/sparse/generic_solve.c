/* SPDX-License-Identifier: MIT */
/* Solutions with a triangle of a sparse matrix, and the plans of the generic interface.  Analysis has nothing
 * to find out, but there is no solution without it. */
#include "cuda/sparse/dense_product.h"
#include "cuda/sparse/generic_descriptor.h"

const char hw_sparse_plan_kind[] = "plan";

/* --- plans --- */

bool hw_sparse_is_plan(const void *plan, enum hw_sparse_plan_of of)
{
    return hw_math_object_is(plan, hw_sparse_plan_kind) && ((const struct hw_sparse_plan *)plan)->of == of;
}

cusparseStatus_t hw_sparse_create_plan(const char *name, void **plan, enum hw_sparse_plan_of of)
{
    struct hw_sparse_call call = hw_sparse_begin_plain(name);

    hw_sparse_demand(&call, plan != NULL);
    if (hw_sparse_ready(&call)) {
        struct hw_sparse_plan *made = hw_math_object_new(hw_sparse_plan_kind, sizeof *made);
        hw_sparse_check(&call, made != NULL, CUSPARSE_STATUS_ALLOC_FAILED);
        if (made)
            made->of = of;
        *plan = made;
    }
    return hw_sparse_end(&call, NULL);
}

/* No plan is nothing to destroy. */
cusparseStatus_t hw_sparse_destroy_plan(const char *name, void *plan, enum hw_sparse_plan_of of)
{
    struct hw_sparse_call call = hw_sparse_begin_plain(name);

    hw_sparse_demand(&call, !plan || hw_sparse_is_plan(plan, of));
    if (hw_sparse_ready(&call) && plan) {
        hw_csr_free(&((struct hw_sparse_plan *)plan)->product);
        hw_math_object_free(plan, hw_sparse_plan_kind);
    }
    return hw_sparse_end(&call, NULL);
}

cusparseStatus_t cusparseSpSV_createDescr(cusparseSpSVDescr_t *plan)
{
    return hw_sparse_create_plan(__func__, (void **)plan, HW_SPARSE_PLAN_SPSV);
}

cusparseStatus_t cusparseSpSV_destroyDescr(cusparseSpSVDescr_t plan)
{
    return hw_sparse_destroy_plan(__func__, plan, HW_SPARSE_PLAN_SPSV);
}

cusparseStatus_t cusparseSpSM_createDescr(cusparseSpSMDescr_t *plan)
{
    return hw_sparse_create_plan(__func__, (void **)plan, HW_SPARSE_PLAN_SPSM);
}

cusparseStatus_t cusparseSpSM_destroyDescr(cusparseSpSMDescr_t plan)
{
    return hw_sparse_destroy_plan(__func__, plan, HW_SPARSE_PLAN_SPSM);
}

/* --- calls --- */

static struct hw_sparse_call begin(const char *name, bool sizing, cusparseHandle_t handle,
                                   cusparseOperation_t op_a, cusparseOperation_t op_b, const void *alpha,
                                   cusparseConstSpMatDescr_t a, cudaDataType type, const void *plan,
                                   enum hw_sparse_plan_of of)
{
    struct hw_sparse_call call = hw_sparse_begin(name, handle);

    call.sizing = sizing;
    hw_sparse_op(&call, op_a);
    hw_sparse_op(&call, op_b);
    call.job.op_a = op_a;
    call.job.op_b = op_b;
    call.job.a = hw_sparse_take_matrix(&call, a, true);
    call.job.alpha = hw_sparse_scalar(&call, alpha, type);
    hw_sparse_demand(&call, hw_sparse_is_plan(plan, of) && call.job.a.rows == call.job.a.columns);
    return call;
}

static void check_sizes(struct hw_sparse_call *call)
{
    const struct hw_sparse_job *job = &call->job;
    const bool turn = job->op_b != CUSPARSE_OPERATION_NON_TRANSPOSE;

    hw_sparse_demand(call, job->a.rows == job->y.rows &&
                               (turn ? job->x.columns : job->x.rows) == job->y.rows &&
                               (turn ? job->x.rows : job->x.columns) == job->y.columns);
}

static cusparseStatus_t analyse(struct hw_sparse_call *call, void *plan)
{
    if (hw_sparse_ready(call))
        ((struct hw_sparse_plan *)plan)->analysed = true;
    return hw_sparse_end(call, NULL);
}

static cusparseStatus_t run(struct hw_sparse_call *call, const void *plan)
{
    if (hw_sparse_ready(call))
        hw_sparse_demand(call, ((const struct hw_sparse_plan *)plan)->analysed);
    return hw_sparse_end(call, hw_sparse_solution);
}

static struct hw_sparse_call begin_spsv(const char *name, bool sizing, HW_CUSPARSE_SPSV)
{
    struct hw_sparse_call call = begin(name, sizing, handle, op, CUSPARSE_OPERATION_NON_TRANSPOSE, alpha, a,
                                       type, plan, HW_SPARSE_PLAN_SPSV);

    (void)algorithm;
    call.job.x = hw_sparse_take_column(&call, x);
    call.job.y = hw_sparse_take_column(&call, y);
    check_sizes(&call);
    return call;
}

cusparseStatus_t cusparseSpSV_bufferSize(HW_CUSPARSE_SPSV, size_t *bytes)
{
    struct hw_sparse_call call =
        begin_spsv(__func__, true, handle, op, alpha, a, x, y, type, algorithm, plan);

    return hw_sparse_end_size(&call, bytes);
}

cusparseStatus_t cusparseSpSV_analysis(HW_CUSPARSE_SPSV, void *buffer)
{
    struct hw_sparse_call call =
        begin_spsv(__func__, true, handle, op, alpha, a, x, y, type, algorithm, plan);

    (void)buffer;
    return analyse(&call, plan);
}

cusparseStatus_t cusparseSpSV_solve(HW_CUSPARSE_SPSV)
{
    struct hw_sparse_call call =
        begin_spsv(__func__, false, handle, op, alpha, a, x, y, type, algorithm, plan);

    return run(&call, plan);
}

static struct hw_sparse_call begin_spsm(const char *name, bool sizing, HW_CUSPARSE_SPSM)
{
    struct hw_sparse_call call =
        begin(name, sizing, handle, op_a, op_b, alpha, a, type, plan, HW_SPARSE_PLAN_SPSM);

    (void)algorithm;
    call.job.x = hw_sparse_take_dense(&call, b);
    call.job.y = hw_sparse_take_dense(&call, c);
    check_sizes(&call);
    return call;
}

cusparseStatus_t cusparseSpSM_bufferSize(HW_CUSPARSE_SPSM, size_t *bytes)
{
    struct hw_sparse_call call =
        begin_spsm(__func__, true, handle, op_a, op_b, alpha, a, b, c, type, algorithm, plan);

    return hw_sparse_end_size(&call, bytes);
}

cusparseStatus_t cusparseSpSM_analysis(HW_CUSPARSE_SPSM, void *buffer)
{
    struct hw_sparse_call call =
        begin_spsm(__func__, true, handle, op_a, op_b, alpha, a, b, c, type, algorithm, plan);

    (void)buffer;
    return analyse(&call, plan);
}

cusparseStatus_t cusparseSpSM_solve(HW_CUSPARSE_SPSM)
{
    struct hw_sparse_call call =
        begin_spsm(__func__, false, handle, op_a, op_b, alpha, a, b, c, type, algorithm, plan);

    return run(&call, plan);
}
