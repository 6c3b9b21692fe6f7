/* SPDX-License-Identifier: MIT */
/* Products of two sparse matrices in the steps of the generic interface.  The plan keeps the product in the
 * host from the step that finds it (compute, or nnz) to the one that copies it; the matrix learns its number
 * of entries then. */
#include "cuda/sparse/generic_descriptor.h"
#include "cuda/sparse/sparse_product.h"

cusparseStatus_t cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t *plan)
{
    return hw_sparse_create_plan(__func__, (void **)plan, HW_SPARSE_PLAN_SPGEMM);
}

cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t plan)
{
    return hw_sparse_destroy_plan(__func__, plan, HW_SPARSE_PLAN_SPGEMM);
}

/* --- work --- */

/* Make the plan's product anew; `values`: not only which entries there are. */
static cudaError_t make_product(struct hw_sparse_job *job, hw_number alpha, bool values)
{
    struct hw_sparse_plan *plan = job->info;
    struct hw_csr a = {0}, b = {0};
    cudaError_t error = hw_csr_read(&a, &job->a, 0, job->op_a, values);

    hw_csr_free(&plan->product);
    plan->analysed = false;
    if (error == cudaSuccess)
        error = hw_csr_read(&b, &job->b, 0, job->op_b, values);
    if (error == cudaSuccess)
        error = hw_csr_multiply(&plan->product, &a, &b, alpha, NULL, 0, &plan->products);
    plan->analysed = error == cudaSuccess;
    hw_csr_free(&a);
    hw_csr_free(&b);
    return error;
}

static cudaError_t compute(struct hw_sparse_job *job)
{
    hw_number alpha;
    const cudaError_t error = hw_sparse_scalar_get(&job->alpha, &alpha) ? make_product(job, alpha, true)
                                                                        : cudaErrorInvalidDevicePointer;

    if (error == cudaSuccess)
        ((cusparseSpMatDescr_t)job->memory[0])->matrix.count =
            ((struct hw_sparse_plan *)job->info)->product.count;
    return error;
}

static cudaError_t find_entries(struct hw_sparse_job *job)
{
    const cudaError_t error = make_product(job, 1, false);

    if (error == cudaSuccess)
        ((cusparseSpMatDescr_t)job->memory[0])->matrix.count =
            ((struct hw_sparse_plan *)job->info)->product.count;
    return error;
}

/* Add beta times what the matrix holds, which has the product's entries. */
static cudaError_t add_old(struct hw_sparse_job *job, struct hw_csr *product)
{
    hw_number beta;
    bool there = true;
    const void *old = hw_sparse_array(job->c.values, product->count, hw_number_bytes(job->c.type), &there);

    if (!there || !hw_sparse_scalar_get(&job->beta, &beta))
        return cudaErrorInvalidDevicePointer;
    for (int64_t i = 0; i < product->count && beta != 0; i++)
        product->value[i] += hw_number_times(beta, hw_number_load(job->c.type, old, (size_t)i));
    return cudaSuccess;
}

static cudaError_t copy(struct hw_sparse_job *job)
{
    struct hw_csr *product = &((struct hw_sparse_plan *)job->info)->product;
    cudaError_t error = add_old(job, product);

    if (error == cudaSuccess)
        error = hw_csr_write(product, &job->c, HW_CSR_OFFSETS | HW_CSR_INDICES | HW_CSR_VALUES);
    return error;
}

static cudaError_t copy_entries(struct hw_sparse_job *job)
{
    return hw_csr_write(&((struct hw_sparse_plan *)job->info)->product, &job->c,
                        HW_CSR_OFFSETS | HW_CSR_INDICES);
}

static cudaError_t compute_values(struct hw_sparse_job *job)
{
    struct hw_csr *product = &((struct hw_sparse_plan *)job->info)->product;
    hw_number alpha;
    cudaError_t error = hw_sparse_scalar_get(&job->alpha, &alpha) ? make_product(job, alpha, true)
                                                                  : cudaErrorInvalidDevicePointer;

    if (error == cudaSuccess)
        error = add_old(job, product);
    return error == cudaSuccess ? hw_csr_write(product, &job->c, HW_CSR_VALUES) : error;
}

/* --- calls: work is done in them, as the program goes on with what it finds --- */

static struct hw_sparse_call begin_reuse(const char *name, HW_CUSPARSE_REUSE)
{
    struct hw_sparse_call call = hw_sparse_begin(name, handle);

    (void)algorithm;
    hw_sparse_op(&call, op_a);
    hw_sparse_op(&call, op_b);
    hw_sparse_demand(&call, hw_sparse_is_plan(plan, HW_SPARSE_PLAN_SPGEMM) &&
                                hw_math_object_is(c, hw_sparse_matrix_kind));
    call.job.a = hw_sparse_take_matrix(&call, a, true);
    call.job.b = hw_sparse_take_matrix(&call, b, true);
    call.job.op_a = op_a;
    call.job.op_b = op_b;
    call.job.info = plan;
    call.job.memory[0] = c;
    if (hw_sparse_ready(&call)) {
        const struct hw_sparse_matrix *left = &call.job.a, *right = &call.job.b;
        const bool turn_a = op_a != CUSPARSE_OPERATION_NON_TRANSPOSE;
        const bool turn_b = op_b != CUSPARSE_OPERATION_NON_TRANSPOSE;
        call.job.c = c->matrix;
        hw_sparse_demand(&call, c->matrix.format == CUSPARSE_FORMAT_CSR &&
                                    (turn_a ? left->columns : left->rows) == c->matrix.rows &&
                                    (turn_b ? right->rows : right->columns) == c->matrix.columns &&
                                    (turn_a ? left->rows : left->columns) ==
                                        (turn_b ? right->columns : right->rows));
    }
    return call;
}

static struct hw_sparse_call begin(const char *name, HW_CUSPARSE_SPGEMM)
{
    struct hw_sparse_call call = begin_reuse(name, handle, op_a, op_b, a, b, c, algorithm, plan);

    call.job.alpha = hw_sparse_scalar(&call, alpha, type);
    call.job.beta = hw_sparse_scalar(&call, beta, type);
    return call;
}

/* Steps that say how much memory they want where they are given none. */
static cusparseStatus_t end_step(struct hw_sparse_call *call, size_t *bytes, const void *buffer,
                                 hw_sparse_work_fn *work)
{
    hw_sparse_demand(call, bytes != NULL);
    return buffer && work ? hw_sparse_end_now(call, work)
           : buffer       ? hw_sparse_end(call, NULL)
                          : hw_sparse_end_size(call, bytes);
}

/* Steps that take what an earlier one found. */
static cusparseStatus_t end_found(struct hw_sparse_call *call, cusparseSpGEMMDescr_t plan,
                                  hw_sparse_work_fn *work)
{
    if (hw_sparse_ready(call)) {
        const struct hw_sparse_plan *found = (const struct hw_sparse_plan *)plan;
        hw_sparse_demand(call, found->analysed && found->product.rows == call->job.c.rows &&
                                   found->product.columns == call->job.c.columns &&
                                   found->product.count == call->job.c.count);
    }
    return hw_sparse_end_now(call, work);
}

cusparseStatus_t cusparseSpGEMM_workEstimation(HW_CUSPARSE_SPGEMM, size_t *bytes, void *buffer)
{
    struct hw_sparse_call call =
        begin(__func__, handle, op_a, op_b, alpha, a, b, beta, c, type, algorithm, plan);

    return end_step(&call, bytes, buffer, compute);
}

cusparseStatus_t cusparseSpGEMM_getNumProducts(cusparseSpGEMMDescr_t plan, int64_t *products)
{
    struct hw_sparse_call call = hw_sparse_begin_plain(__func__);

    hw_sparse_demand(&call, hw_sparse_is_plan(plan, HW_SPARSE_PLAN_SPGEMM) && products);
    if (hw_sparse_ready(&call))
        *products = ((const struct hw_sparse_plan *)plan)->products;
    return hw_sparse_end(&call, NULL);
}

cusparseStatus_t cusparseSpGEMM_estimateMemory(HW_CUSPARSE_SPGEMM, float chunk, size_t *bytes3, void *buffer3,
                                               size_t *bytes2)
{
    struct hw_sparse_call call =
        begin(__func__, handle, op_a, op_b, alpha, a, b, beta, c, type, algorithm, plan);

    hw_sparse_demand(&call, chunk > 0 && chunk <= 1);
    if (!buffer3)
        return hw_sparse_end_size(&call, bytes3);
    return hw_sparse_end_size(&call, bytes2);
}

cusparseStatus_t cusparseSpGEMM_compute(HW_CUSPARSE_SPGEMM, size_t *bytes, void *buffer)
{
    struct hw_sparse_call call =
        begin(__func__, handle, op_a, op_b, alpha, a, b, beta, c, type, algorithm, plan);

    return end_step(&call, bytes, buffer, compute);
}

cusparseStatus_t cusparseSpGEMM_copy(HW_CUSPARSE_SPGEMM)
{
    struct hw_sparse_call call =
        begin(__func__, handle, op_a, op_b, alpha, a, b, beta, c, type, algorithm, plan);

    return end_found(&call, plan, copy);
}

cusparseStatus_t cusparseSpGEMMreuse_workEstimation(HW_CUSPARSE_REUSE, size_t *bytes, void *buffer)
{
    struct hw_sparse_call call = begin_reuse(__func__, handle, op_a, op_b, a, b, c, algorithm, plan);

    return end_step(&call, bytes, buffer, NULL);
}

cusparseStatus_t cusparseSpGEMMreuse_nnz(HW_CUSPARSE_REUSE, size_t *bytes2, void *buffer2, size_t *bytes3,
                                         void *buffer3, size_t *bytes4, void *buffer4)
{
    struct hw_sparse_call call = begin_reuse(__func__, handle, op_a, op_b, a, b, c, algorithm, plan);

    hw_sparse_demand(&call, bytes2 && bytes3 && bytes4);
    if (hw_sparse_ready(&call) && !buffer2)
        *bytes3 = *bytes4 = HW_SPARSE_BUFFER_BYTES;
    return end_step(&call, bytes2, buffer2 && buffer3 && buffer4 ? buffer2 : NULL, find_entries);
}

cusparseStatus_t cusparseSpGEMMreuse_copy(HW_CUSPARSE_REUSE, size_t *bytes, void *buffer)
{
    struct hw_sparse_call call = begin_reuse(__func__, handle, op_a, op_b, a, b, c, algorithm, plan);

    if (!buffer)
        return hw_sparse_end_size(&call, bytes);
    return end_found(&call, plan, copy_entries);
}

cusparseStatus_t cusparseSpGEMMreuse_compute(HW_CUSPARSE_SPGEMM)
{
    struct hw_sparse_call call =
        begin(__func__, handle, op_a, op_b, alpha, a, b, beta, c, type, algorithm, plan);

    return end_found(&call, plan, compute_values);
}
