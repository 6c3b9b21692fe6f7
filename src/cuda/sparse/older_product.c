/* SPDX-License-Identifier: MIT */
/* Products and sums of the older interface. */
#include "cuda/sparse/dense_product.h"
#include "cuda/sparse/older_matrix.h"
#include "cuda/sparse/sparse_object.h"
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

cusparseStatus_t cusparseXcsrgeam2Nnz(cusparseHandle_t handle, int m, int n, HW_CUSPARSE_PATTERN(a),
                                      HW_CUSPARSE_PATTERN(b), const cusparseMatDescr_t descriptor_c,
                                      int *offsets_c, int *total, void *buffer)
{
    struct hw_sparse_call call = hw_sparse_begin(__func__, handle);

    (void)buffer;
    call.job.a = take(&call, descriptor_a, m, n, count_a, NULL, offsets_a, indices_a, HW_NUMBER_R32F);
    call.job.b = take(&call, descriptor_b, m, n, count_b, NULL, offsets_b, indices_b, HW_NUMBER_R32F);
    take_result(&call, descriptor_c, m, n, NULL, offsets_c, NULL, HW_NUMBER_R32F);
    return end_count(&call, total);
}

static struct hw_sparse_call begin_geam(const char *name, int type, bool sizing, HW_CUSPARSE_GEAM)
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

cusparseStatus_t cusparseXcsrgemm2Nnz(cusparseHandle_t handle, int m, int n, int k, HW_CUSPARSE_PATTERN(a),
                                      HW_CUSPARSE_PATTERN(b), HW_CUSPARSE_PATTERN(d),
                                      const cusparseMatDescr_t descriptor_c, int *offsets_c, int *total,
                                      const csrgemm2Info_t info, void *buffer)
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
static cusparseStatus_t gemm(const char *name, int type, HW_CUSPARSE_GEMM)
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

static cusparseStatus_t gemm_size(const char *name, HW_CUSPARSE_GEMM_SIZE)
{
    struct hw_sparse_call call = hw_sparse_begin(name, handle);

    (void)alpha, (void)beta, (void)offsets_a, (void)indices_a, (void)offsets_b, (void)indices_b,
        (void)offsets_d, (void)indices_d, (void)descriptor_a, (void)descriptor_b, (void)descriptor_d;
    hw_sparse_demand(&call, m >= 0 && n >= 0 && k >= 0 && count_a >= 0 && count_b >= 0 && count_d >= 0 &&
                                hw_sparse_is_info(info, HW_SPARSE_INFO_CSRGEMM2));
    return hw_sparse_end_size(&call, bytes);
}

/* --- with dense ones --- */

static struct hw_sparse_call begin_csrmvex(const char *name, bool sizing, HW_CUSPARSE_CSRMVEX)
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

cusparseStatus_t cusparseCsrmvEx_bufferSize(HW_CUSPARSE_CSRMVEX, size_t *bytes)
{
    struct hw_sparse_call call =
        begin_csrmvex(__func__, true, handle, algorithm, op, m, n, count, alpha, alpha_type, descriptor,
                      values, type, offsets, indices, x, x_type, beta, beta_type, y, y_type, execution_type);

    return hw_sparse_end_size(&call, bytes);
}

cusparseStatus_t cusparseCsrmvEx(HW_CUSPARSE_CSRMVEX, void *buffer)
{
    struct hw_sparse_call call =
        begin_csrmvex(__func__, false, handle, algorithm, op, m, n, count, alpha, alpha_type, descriptor,
                      values, type, offsets, indices, x, x_type, beta, beta_type, y, y_type, execution_type);

    (void)buffer;
    return hw_sparse_end(&call, hw_sparse_product);
}

static cusparseStatus_t bsrmm(const char *name, int type, HW_CUSPARSE_BSRMM)
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
static cusparseStatus_t bsrmv(const char *name, int type, HW_CUSPARSE_BSRMV)
{
    const bool turned = op != CUSPARSE_OPERATION_NON_TRANSPOSE, small = block < 1 << 14 && block > 0;
    int x_rows = 0, y_rows = 0;
    const bool fits = small && !__builtin_mul_overflow(turned ? mb : nb, block, &x_rows) &&
                      !__builtin_mul_overflow(turned ? nb : mb, block, &y_rows);

    return bsrmm(name, type, handle, direction, op, CUSPARSE_OPERATION_NON_TRANSPOSE, mb, fits ? 1 : -1, nb,
                 count, alpha, descriptor, values, offsets, indices, block, x, x_rows, beta, y, y_rows);
}

/* --- names --- */

#define GEAM                                                                                                 \
    handle, m, n, alpha, descriptor_a, count_a, values_a, offsets_a, indices_a, beta, descriptor_b, count_b, \
        values_b, offsets_b, indices_b, descriptor_c
#define TYPED(letter, number)                                                                              \
    cusparseStatus_t cusparse##letter##csrgeam2_bufferSizeExt(                                             \
        HW_CUSPARSE_GEAM, const void *values_c, const int *offsets_c, const int *indices_c, size_t *bytes) \
    {                                                                                                      \
        struct hw_sparse_call call = begin_geam(__func__, HW_SPARSE_TYPE_##letter, true, GEAM);            \
        (void)values_c, (void)offsets_c, (void)indices_c;                                                  \
        return hw_sparse_end_size(&call, bytes);                                                           \
    }                                                                                                      \
    cusparseStatus_t cusparse##letter##csrgeam2(HW_CUSPARSE_GEAM, void *values_c, int *offsets_c,          \
                                                int *indices_c, void *buffer)                              \
    {                                                                                                      \
        struct hw_sparse_call call = begin_geam(__func__, HW_SPARSE_TYPE_##letter, false, GEAM);           \
        (void)buffer;                                                                                      \
        take_result(&call, descriptor_c, m, n, values_c, offsets_c, indices_c, HW_SPARSE_TYPE_##letter);   \
        return hw_sparse_end(&call, compute);                                                              \
    }                                                                                                      \
    cusparseStatus_t cusparse##letter##csrgemm2_bufferSizeExt(HW_CUSPARSE_GEMM_SIZE)                       \
    {                                                                                                      \
        return gemm_size(__func__, handle, m, n, k, alpha, descriptor_a, count_a, offsets_a, indices_a,    \
                         descriptor_b, count_b, offsets_b, indices_b, beta, descriptor_d, count_d,         \
                         offsets_d, indices_d, info, bytes);                                               \
    }                                                                                                      \
    cusparseStatus_t cusparse##letter##csrgemm2(HW_CUSPARSE_GEMM)                                          \
    {                                                                                                      \
        return gemm(__func__, HW_SPARSE_TYPE_##letter, handle, m, n, k, alpha, descriptor_a, count_a,      \
                    values_a, offsets_a, indices_a, descriptor_b, count_b, values_b, offsets_b, indices_b, \
                    beta, descriptor_d, count_d, values_d, offsets_d, indices_d, descriptor_c, values_c,   \
                    offsets_c, indices_c, info, buffer);                                                   \
    }                                                                                                      \
    cusparseStatus_t cusparse##letter##bsrmv(HW_CUSPARSE_BSRMV)                                            \
    {                                                                                                      \
        return bsrmv(__func__, HW_SPARSE_TYPE_##letter, handle, direction, op, mb, nb, count, alpha,       \
                     descriptor, values, offsets, indices, block, x, beta, y);                             \
    }                                                                                                      \
    cusparseStatus_t cusparse##letter##bsrmm(HW_CUSPARSE_BSRMM)                                            \
    {                                                                                                      \
        return bsrmm(__func__, HW_SPARSE_TYPE_##letter, handle, direction, op_a, op_b, mb, n, kb, count,   \
                     alpha, descriptor, values, offsets, indices, block, b, ldb, beta, c, ldc);            \
    }
HW_CUSPARSE_TYPED(TYPED)
