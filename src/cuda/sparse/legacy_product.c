/* SPDX-License-Identifier: MIT */
/* Products and sums of the older interface. */
#include "cuda/sparse/dense_product.h"
#include "cuda/sparse/legacy_calls.h"
#include "cuda/sparse/sparse_product.h"

/* --- of sparse matrices: alpha a + beta b, and alpha a b + beta d, where either summand may not be there ---
 */

/* What the work makes of the job's matrices. */
static cudaError_t make(struct hw_sparse_job *job, bool values, struct hw_csr *made)
{
    struct hw_csr a = {0}, b = {0}, d = {0};
    hw_number alpha, beta;
    int64_t products;
    cudaError_t error = hw_sparse_scalar_get(&job->alpha, &alpha) && hw_sparse_scalar_get(&job->beta, &beta)
                            ? hw_csr_read(&a, &job->a, 0, CUSPARSE_OPERATION_NON_TRANSPOSE, values)
                            : cudaErrorInvalidDevicePointer;

    *made = (struct hw_csr){0};
    if (error == cudaSuccess)
        error = hw_csr_read(&b, &job->b, 0, CUSPARSE_OPERATION_NON_TRANSPOSE, values);
    if (error == cudaSuccess && job->d.format)
        error = hw_csr_read(&d, &job->d, 0, CUSPARSE_OPERATION_NON_TRANSPOSE, values);
    if (error == cudaSuccess)
        error = job->flags ? hw_csr_multiply(made, &a, &b, alpha, job->d.format ? &d : NULL, beta, &products)
                           : hw_csr_add(made, &a, alpha, &b, beta);
    hw_csr_free(&a);
    hw_csr_free(&b);
    hw_csr_free(&d);
    return error;
}

static cudaError_t count(struct hw_sparse_job *job)
{
    struct hw_csr made;
    cudaError_t error = make(job, false, &made);

    if (error == cudaSuccess)
        error = hw_csr_write(&made, &job->c, HW_CSR_OFFSETS);
    if (error == cudaSuccess && job->total)
        error = hw_sparse_set_total(job, made.count);
    hw_csr_free(&made);
    return error;
}

static cudaError_t compute(struct hw_sparse_job *job)
{
    struct hw_csr made;
    cudaError_t error = make(job, true, &made);

    if (error == cudaSuccess)
        error = hw_csr_write(&made, &job->c, HW_CSR_INDICES | HW_CSR_VALUES);
    hw_csr_free(&made);
    return error;
}

static struct hw_sparse_matrix take(struct hw_sparse_call *call, const struct cusparseMatDescr *descriptor,
                                    int rows, int columns, int entries, const void *values,
                                    const int *offsets, const int *indices, int type)
{
    hw_sparse_demand(call, entries >= 0);
    return hw_sparse_take_csr(
        call, descriptor, (struct hw_sparse_arrays){rows, columns, entries, values, offsets, indices, type});
}

/* Where the result goes, whose count nobody says. */
static void take_result(struct hw_sparse_call *call, const struct cusparseMatDescr *descriptor, int rows,
                        int columns, void *values, const int *offsets, int *indices, int type)
{
    call->job.c = hw_sparse_take_csr(
        call, descriptor,
        (struct hw_sparse_arrays){rows, columns, HW_SPARSE_COUNT_UNKNOWN, values, offsets, indices, type});
}

/* The total may be left out. */
static cusparseStatus_t end_count(struct hw_sparse_call *call, int *total)
{
    if (total)
        hw_sparse_total(call, total);
    return call->job.total_on_device ? hw_sparse_end(call, count) : hw_sparse_end_now(call, count);
}

cusparseStatus_t cusparseXcsrgeam2Nnz(cusparseHandle_t handle, int m, int n,
                                      const cusparseMatDescr_t descriptor_a, int count_a,
                                      const int *offsets_a, const int *indices_a,
                                      const cusparseMatDescr_t descriptor_b, int count_b,
                                      const int *offsets_b, const int *indices_b,
                                      const cusparseMatDescr_t descriptor_c, int *offsets_c, int *total,
                                      void *buffer)
{
    struct hw_sparse_call call = hw_sparse_begin(__func__, handle);

    (void)buffer;
    call.job.a = take(&call, descriptor_a, m, n, count_a, NULL, offsets_a, indices_a, HW_NUMBER_R32F);
    call.job.b = take(&call, descriptor_b, m, n, count_b, NULL, offsets_b, indices_b, HW_NUMBER_R32F);
    take_result(&call, descriptor_c, m, n, NULL, offsets_c, NULL, HW_NUMBER_R32F);
    return end_count(&call, total);
}

struct hw_sparse_call hw_sparse_begin_geam(const char *name, int type, bool sizing, HW_CUSPARSE_GEAM)
{
    struct hw_sparse_call call = hw_sparse_begin(name, handle);

    call.sizing = sizing;
    call.job.a = take(&call, descriptor_a, m, n, count_a, values_a, offsets_a, indices_a, type);
    call.job.b = take(&call, descriptor_b, m, n, count_b, values_b, offsets_b, indices_b, type);
    call.job.alpha = hw_sparse_scalar(&call, alpha, type);
    call.job.beta = hw_sparse_scalar(&call, beta, type);
    hw_sparse_demand(&call, hw_math_object_is(descriptor_c, hw_sparse_descriptor_kind));
    return call;
}

cusparseStatus_t hw_sparse_geam(const char *name, int type, HW_CUSPARSE_GEAM, void *values_c, int *offsets_c,
                                int *indices_c)
{
    struct hw_sparse_call call = hw_sparse_begin_geam(
        name, type, false, handle, m, n, alpha, descriptor_a, count_a, values_a, offsets_a, indices_a, beta,
        descriptor_b, count_b, values_b, offsets_b, indices_b, descriptor_c);

    take_result(&call, descriptor_c, m, n, values_c, offsets_c, indices_c, type);
    return hw_sparse_end(&call, compute);
}

cusparseStatus_t
cusparseXcsrgemm2Nnz(cusparseHandle_t handle, int m, int n, int k, const cusparseMatDescr_t descriptor_a,
                     int count_a, const int *offsets_a, const int *indices_a,
                     const cusparseMatDescr_t descriptor_b, int count_b, const int *offsets_b,
                     const int *indices_b, const cusparseMatDescr_t descriptor_d, int count_d,
                     const int *offsets_d, const int *indices_d, const cusparseMatDescr_t descriptor_c,
                     int *offsets_c, int *total, const csrgemm2Info_t info, void *buffer)
{
    struct hw_sparse_call call = hw_sparse_begin(__func__, handle);

    (void)buffer;
    hw_sparse_demand(&call, hw_sparse_is_info(info, HW_SPARSE_INFO_CSRGEMM2));
    call.job.flags = 1;
    call.job.a = take(&call, descriptor_a, m, k, count_a, NULL, offsets_a, indices_a, HW_NUMBER_R32F);
    call.job.b = take(&call, descriptor_b, k, n, count_b, NULL, offsets_b, indices_b, HW_NUMBER_R32F);
    if (count_d > 0)
        call.job.d = take(&call, descriptor_d, m, n, count_d, NULL, offsets_d, indices_d, HW_NUMBER_R32F);
    take_result(&call, descriptor_c, m, n, NULL, offsets_c, NULL, HW_NUMBER_R32F);
    return end_count(&call, total);
}

/* No beta, no third matrix.  Without a product NVIDIA has a sum, too, which is not there. */
cusparseStatus_t hw_sparse_gemm(const char *name, int type, HW_CUSPARSE_GEMM)
{
    struct hw_sparse_call call = hw_sparse_begin(name, handle);

    (void)buffer;
    hw_sparse_demand(&call, hw_sparse_is_info(info, HW_SPARSE_INFO_CSRGEMM2));
    hw_sparse_check(&call, alpha != NULL, CUSPARSE_STATUS_NOT_SUPPORTED);
    call.job.flags = 1;
    call.job.a = take(&call, descriptor_a, m, k, count_a, values_a, offsets_a, indices_a, type);
    call.job.b = take(&call, descriptor_b, k, n, count_b, values_b, offsets_b, indices_b, type);
    if (beta && count_d > 0)
        call.job.d = take(&call, descriptor_d, m, n, count_d, values_d, offsets_d, indices_d, type);
    call.job.alpha = hw_sparse_scalar(&call, alpha, type);
    if (beta)
        call.job.beta = hw_sparse_scalar(&call, beta, type);
    take_result(&call, descriptor_c, m, n, values_c, offsets_c, indices_c, type);
    return hw_sparse_end(&call, compute);
}

cusparseStatus_t hw_sparse_gemm_size(const char *name, HW_CUSPARSE_GEMM_SIZE)
{
    struct hw_sparse_call call = hw_sparse_begin(name, handle);

    (void)alpha, (void)beta, (void)offsets_a, (void)indices_a, (void)offsets_b, (void)indices_b,
        (void)offsets_d, (void)indices_d, (void)descriptor_a, (void)descriptor_b, (void)descriptor_d;
    hw_sparse_demand(&call, m >= 0 && n >= 0 && k >= 0 && count_a >= 0 && count_b >= 0 && count_d >= 0 &&
                                hw_sparse_is_info(info, HW_SPARSE_INFO_CSRGEMM2));
    return hw_sparse_end_size(&call, bytes);
}

/* --- with dense ones --- */

struct hw_sparse_call hw_sparse_begin_csrmvex(const char *name, bool sizing, HW_CUSPARSE_CSRMVEX)
{
    struct hw_sparse_call call = hw_sparse_begin(name, handle);
    const bool turned = op != CUSPARSE_OPERATION_NON_TRANSPOSE;

    (void)algorithm;
    call.sizing = sizing;
    hw_sparse_op(&call, op);
    hw_sparse_demand(&call, hw_number_bytes(type) && hw_number_bytes(x_type) && hw_number_bytes(y_type) &&
                                hw_number_bytes(execution_type));
    call.job.op_a = op;
    call.job.a = take(&call, descriptor, m, n, count, values, offsets, indices, type);
    call.job.x = hw_sparse_take_columns(&call, x, turned ? m : n, 1, turned ? m : n, x_type);
    call.job.y = hw_sparse_take_columns(&call, y, turned ? n : m, 1, turned ? n : m, y_type);
    call.job.alpha = hw_sparse_scalar(&call, alpha, alpha_type);
    call.job.beta = hw_sparse_scalar(&call, beta, beta_type);
    return call;
}

cusparseStatus_t hw_sparse_bsrmm(const char *name, int type, HW_CUSPARSE_BSRMM)
{
    struct hw_sparse_call call = hw_sparse_begin(name, handle);

    hw_sparse_op(&call, op_a);
    hw_sparse_op(&call, op_b);
    hw_sparse_demand(&call, n >= 0 && count >= 0);
    call.job.op_a = op_a;
    call.job.op_b = op_b;
    call.job.a = hw_sparse_take_bsr(&call, descriptor, direction, block,
                                    (struct hw_sparse_arrays){mb, kb, count, values, offsets, indices, type});
    const bool turn_a = op_a != CUSPARSE_OPERATION_NON_TRANSPOSE,
               turn_b = op_b != CUSPARSE_OPERATION_NON_TRANSPOSE;
    const int64_t rows = turn_a ? call.job.a.columns : call.job.a.rows;
    const int64_t inner = turn_a ? call.job.a.rows : call.job.a.columns;
    call.job.x = hw_sparse_take_columns(&call, b, turn_b ? n : inner, turn_b ? inner : n, ldb, type);
    call.job.y = hw_sparse_take_columns(&call, c, rows, n, ldc, type);
    call.job.alpha = hw_sparse_scalar(&call, alpha, type);
    call.job.beta = hw_sparse_scalar(&call, beta, type);
    return hw_sparse_end(&call, hw_sparse_product);
}

/* Vectors are matrices of one column. */
cusparseStatus_t hw_sparse_bsrmv(const char *name, int type, HW_CUSPARSE_BSRMV)
{
    const bool turned = op != CUSPARSE_OPERATION_NON_TRANSPOSE, small = block < 1 << 14 && block > 0;
    int x_rows = 0, y_rows = 0;
    const bool fits = small && !__builtin_mul_overflow(turned ? mb : nb, block, &x_rows) &&
                      !__builtin_mul_overflow(turned ? nb : mb, block, &y_rows);

    return hw_sparse_bsrmm(name, type, handle, direction, op, CUSPARSE_OPERATION_NON_TRANSPOSE, mb,
                           fits ? 1 : -1, nb, count, alpha, descriptor, values, offsets, indices, block, x,
                           x_rows, beta, y, y_rows);
}
