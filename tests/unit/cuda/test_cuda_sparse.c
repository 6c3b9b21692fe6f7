/* SPDX-License-Identifier: MIT */
/* The generic interface of cuSPARSE: what it computes is what loops over dense matrices compute. */
#include "cuda/runtime/runtime.h"
#include "cuda_sparse.h"

#include <pthread.h>

/* --- products with dense matrices --- */

static void spmm(cusparseHandle_t handle, const struct dense *a, int type, cusparseFormat_t format,
                 int index_type, int base, cusparseOperation_t op_a, cusparseOperation_t op_b,
                 cusparseOrder_t order)
{
    struct sparse sparse = sparse_device(a, format, type, index_type, base);
    const struct dense left = dense_op(a, op_a);
    const struct dense right = dense_random(left.columns, 3, type, 7, true), b = dense_op(&right, op_b);
    const struct dense turned = dense_op(&b, op_b), c = dense_random(left.rows, 3, type, 9, true);
    const struct dense wanted = dense_product(&left, &turned, 2, &c, -1);
    void *b_device = dense_device(&b, type, order), *c_device = dense_device(&c, type, CUSPARSE_ORDER_COL);
    const struct scalar alpha = scalar(type, 2), beta = scalar(type, -1);
    cusparseSpMatDescr_t a_descriptor = sparse_descriptor(&sparse);
    cusparseDnMatDescr_t b_descriptor, c_descriptor;
    size_t bytes = 0;

    OK(cusparseCreateDnMat(&b_descriptor, b.rows, b.columns, MOST, b_device, type, order));
    OK(cusparseCreateDnMat(&c_descriptor, c.rows, c.columns, MOST, c_device, type, CUSPARSE_ORDER_COL));
    OK(cusparseSpMM_bufferSize(handle, op_a, op_b, &alpha, a_descriptor, b_descriptor, &beta, c_descriptor,
                               type, 0, &bytes));
    assert_true(bytes > 0);
    OK(cusparseSpMM(handle, op_a, op_b, &alpha, a_descriptor, b_descriptor, &beta, c_descriptor, type, 0,
                    NULL));
    const struct dense got = dense_host(c_device, c.rows, c.columns, type, CUSPARSE_ORDER_COL);
    expect_dense(&got, &wanted, 1e-3);
    OK(cusparseDestroyDnMat(b_descriptor));
    OK(cusparseDestroyDnMat(c_descriptor));
    OK(cusparseDestroySpMat(a_descriptor));
    cudaFree(b_device);
    cudaFree(c_device);
    sparse_free(&sparse);
}

static void test_spmm(void **state)
{
    cusparseHandle_t handle = handle_new();

    (void)state;
    EACH(t, types)
    EACH(f, formats)
    for (int ops = 0; ops < 9; ops++) {
        const struct dense a = dense_random(ROWS, COLUMNS, types[t], (uint32_t)ops, false);
        spmm(handle, &a, types[t], formats[f], ops % 2 ? CUSPARSE_INDEX_32I : CUSPARSE_INDEX_64I, ops % 4 / 2,
             (cusparseOperation_t)(ops / 3), (cusparseOperation_t)(ops % 3),
             ops % 2 ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL);
    }
    OK(cusparseDestroy(handle));
}

/* Numbers of the device, and what is refused. */
static void test_spmv(void **state)
{
    const int type = HW_NUMBER_R64F;
    const struct dense a = dense_random(ROWS, COLUMNS, type, 3, false),
                       x = dense_random(COLUMNS, 1, type, 4, true);
    const struct dense y = {.rows = ROWS, .columns = 1}, wanted = dense_product(&a, &x, 1, NULL, 0);
    struct sparse sparse = sparse_device(&a, CUSPARSE_FORMAT_CSR, type, CUSPARSE_INDEX_32I, 1);
    void *x_device = dense_device(&x, type, CUSPARSE_ORDER_COL),
         *y_device = dense_device(&y, type, CUSPARSE_ORDER_COL);
    cusparseHandle_t handle = handle_new();
    cusparseSpMatDescr_t matrix = sparse_descriptor(&sparse);
    cusparseDnVecDescr_t from, to;
    const double one_zero[] = {1, 0};
    double *device_scalars = device_copy(one_zero, sizeof one_zero);
    size_t bytes;

    (void)state;
    OK(cusparseCreateDnVec(&from, COLUMNS, x_device, type));
    OK(cusparseCreateDnVec(&to, ROWS, y_device, type));
    OK(cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_DEVICE));
    OK(cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, device_scalars, matrix, from,
                               device_scalars + 1, to, type, 0, &bytes));
    OK(cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, device_scalars, matrix, from,
                    device_scalars + 1, to, type, 0, NULL));
    const struct dense got = dense_host(y_device, ROWS, 1, type, CUSPARSE_ORDER_COL);
    expect_dense(&got, &wanted, 1e-14);
    assert_int_equal(cusparseSpMV(handle, CUSPARSE_OPERATION_TRANSPOSE, device_scalars, matrix, from,
                                  device_scalars + 1, to, type, 0, NULL),
                     CUSPARSE_STATUS_INVALID_VALUE);
    assert_int_equal(cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, one_zero, matrix, from,
                                  device_scalars + 1, to, type, 0, NULL),
                     CUSPARSE_STATUS_EXECUTION_FAILED);        /* memory of the host */
    OK((cusparseStatus_t)cudaMemset(sparse.indices, 0x7f, 4)); /* a column that there is not */
    assert_int_equal(cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, device_scalars, matrix, from,
                                  device_scalars + 1, to, type, 0, NULL),
                     CUSPARSE_STATUS_EXECUTION_FAILED);
    OK(cusparseDestroyDnVec(from));
    OK(cusparseDestroyDnVec(to));
    OK(cusparseDestroySpMat(matrix));
    OK(cusparseDestroy(handle));
    sparse_free(&sparse);
    cudaFree(x_device);
    cudaFree(y_device);
    cudaFree(device_scalars);
}

static void test_sddmm(void **state)
{
    cusparseHandle_t handle = handle_new();

    (void)state;
    EACH(t, types)
    {
        const int type = types[t];
        const struct dense pattern = dense_random(ROWS, COLUMNS, type, 11, false),
                           a = dense_random(ROWS, 3, type, 5, true);
        const struct dense b = dense_random(3, COLUMNS, type, 6, true);
        struct dense wanted = dense_product(&a, &b, 2, &pattern, -1);
        struct sparse sparse = sparse_device(&pattern, CUSPARSE_FORMAT_CSR, type, CUSPARSE_INDEX_32I, 0);
        void *a_device = dense_device(&a, type, CUSPARSE_ORDER_ROW),
             *b_device = dense_device(&b, type, CUSPARSE_ORDER_COL);
        const struct scalar alpha = scalar(type, 2), beta = scalar(type, -1);
        cusparseSpMatDescr_t c = sparse_descriptor(&sparse);
        cusparseDnMatDescr_t left, right;
        for (int i = 0; i < CELLS; i++)
            if (pattern.at[i / MOST][i % MOST] == 0)
                wanted.at[i / MOST][i % MOST] = 0;
        OK(cusparseCreateDnMat(&left, ROWS, 3, MOST, a_device, type, CUSPARSE_ORDER_ROW));
        OK(cusparseCreateDnMat(&right, 3, COLUMNS, MOST, b_device, type, CUSPARSE_ORDER_COL));
        OK(cusparseSDDMM(handle, 0, 0, &alpha, left, right, &beta, c, type, 0, NULL));
        const struct dense got = sparse_host(&sparse);
        expect_dense(&got, &wanted, 1e-3);
        assert_int_equal(cusparseSDDMM(handle, 1, 0, &alpha, left, right, &beta, c, type, 0, NULL),
                         CUSPARSE_STATUS_INVALID_VALUE);
        OK(cusparseDestroyDnMat(left));
        OK(cusparseDestroyDnMat(right));
        OK(cusparseDestroySpMat(c));
        sparse_free(&sparse);
        cudaFree(a_device);
        cudaFree(b_device);
    }
    OK(cusparseDestroy(handle));
}

/* --- products of sparse matrices --- */

static void spgemm(cusparseHandle_t handle, int type)
{
    const struct dense a = dense_random(ROWS, COLUMNS, type, 21, false),
                       b = dense_random(COLUMNS, 5, type, 22, false);
    const struct dense wanted = dense_product(&a, &b, 2, NULL, 0);
    struct sparse left = sparse_device(&a, CUSPARSE_FORMAT_CSR, type, CUSPARSE_INDEX_32I, 0);
    struct sparse right = sparse_device(&b, CUSPARSE_FORMAT_CSR, type, CUSPARSE_INDEX_32I, 0);
    struct sparse made = {.format = CUSPARSE_FORMAT_CSR,
                          .rows = ROWS,
                          .columns = 5,
                          .type = type,
                          .index_type = CUSPARSE_INDEX_32I};
    const struct scalar alpha = scalar(type, 2), beta = scalar(type, 0);
    cusparseSpMatDescr_t a_descriptor = sparse_descriptor(&left), b_descriptor = sparse_descriptor(&right), c;
    cusparseSpGEMMDescr_t plan;
    size_t bytes;
    int64_t rows, columns, count;
    char buffer; /* that it is there is all that counts */

    assert_int_equal(cudaMalloc(&made.offsets, (ROWS + 1) * sizeof(int)), cudaSuccess);
    OK(cusparseCreateCsr(&c, ROWS, 5, 0, made.offsets, NULL, NULL, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, 0,
                         type));
    OK(cusparseSpGEMM_createDescr(&plan));
#define STEP(name, ...)                                                                              \
    cusparseSpGEMM_##name(handle, 0, 0, &alpha, a_descriptor, b_descriptor, &beta, c, type, 0, plan, \
                          ##__VA_ARGS__)
    assert_int_equal(STEP(copy), CUSPARSE_STATUS_INVALID_VALUE); /* nothing to copy */
    OK(STEP(workEstimation, &bytes, NULL));
    OK(STEP(workEstimation, &bytes, &buffer));
    OK(STEP(compute, &bytes, NULL));
    OK(STEP(compute, &bytes, &buffer));
    OK(cusparseSpMatGetSize(c, &rows, &columns, &count));
    assert_int_equal(rows, ROWS);
    made.count = (int)count;
    assert_int_equal(cudaMalloc(&made.indices, (size_t)count * sizeof(int)), cudaSuccess);
    assert_int_equal(cudaMalloc(&made.values, (size_t)count * hw_number_bytes(type)), cudaSuccess);
    OK(cusparseCsrSetPointers(c, made.offsets, made.indices, made.values));
    OK(STEP(copy));
    const struct dense got = sparse_host(&made);
    expect_dense(&got, &wanted, 1e-3);
    OK(cusparseSpGEMM_destroyDescr(plan));
    assert_int_equal(STEP(copy), CUSPARSE_STATUS_INVALID_VALUE); /* no plan */
    OK(cusparseDestroySpMat(a_descriptor));
    OK(cusparseDestroySpMat(b_descriptor));
    OK(cusparseDestroySpMat(c));
    sparse_free(&left);
    sparse_free(&right);
    sparse_free(&made);
}

static void test_spgemm(void **state)
{
    cusparseHandle_t handle = handle_new();

    (void)state;
    EACH(t, types)
    spgemm(handle, types[t]);
    OK(cusparseDestroy(handle));
}

/* The same product again with other values. */
static void test_spgemm_reuse(void **state)
{
    const int type = HW_NUMBER_R64F;
    const struct dense a = dense_random(4, 4, type, 31, false);
    const struct dense wanted = dense_product(&a, &a, 3, NULL, 0);
    struct sparse from = sparse_device(&a, CUSPARSE_FORMAT_CSR, type, CUSPARSE_INDEX_32I, 0), made = from;
    const double alpha = 3, beta = 0;
    cusparseHandle_t handle = handle_new();
    cusparseSpMatDescr_t matrix = sparse_descriptor(&from), c;
    cusparseSpGEMMDescr_t plan;
    size_t bytes[3];
    int64_t rows, columns, count;
    char buffer;

    (void)state;
    assert_int_equal(cudaMalloc(&made.offsets, 5 * sizeof(int)), cudaSuccess);
    OK(cusparseCreateCsr(&c, 4, 4, 0, made.offsets, NULL, NULL, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, 0,
                         type));
    OK(cusparseSpGEMM_createDescr(&plan));
    OK(cusparseSpGEMMreuse_workEstimation(handle, 0, 0, matrix, matrix, c, 0, plan, bytes, &buffer));
    OK(cusparseSpGEMMreuse_nnz(handle, 0, 0, matrix, matrix, c, 0, plan, bytes, NULL, bytes + 1, NULL,
                               bytes + 2, NULL));
    OK(cusparseSpGEMMreuse_nnz(handle, 0, 0, matrix, matrix, c, 0, plan, bytes, &buffer, bytes + 1, &buffer,
                               bytes + 2, &buffer));
    OK(cusparseSpMatGetSize(c, &rows, &columns, &count));
    made.count = (int)count;
    assert_int_equal(cudaMalloc(&made.indices, (size_t)count * sizeof(int)), cudaSuccess);
    assert_int_equal(cudaMalloc(&made.values, (size_t)count * sizeof(double)), cudaSuccess);
    OK(cusparseCsrSetPointers(c, made.offsets, made.indices, made.values));
    OK(cusparseSpGEMMreuse_copy(handle, 0, 0, matrix, matrix, c, 0, plan, bytes, NULL));
    OK(cusparseSpGEMMreuse_copy(handle, 0, 0, matrix, matrix, c, 0, plan, bytes, &buffer));
    for (int twice = 0; twice < 2; twice++)
        OK(cusparseSpGEMMreuse_compute(handle, 0, 0, &alpha, matrix, matrix, &beta, c, type, 0, plan));
    const struct dense got = sparse_host(&made);
    expect_dense(&got, &wanted, 1e-14);
    OK(cusparseSpGEMM_destroyDescr(plan));
    OK(cusparseDestroySpMat(matrix));
    OK(cusparseDestroySpMat(c));
    OK(cusparseDestroy(handle));
    sparse_free(&from);
    sparse_free(&made);
}

/* --- solutions: the triangle times what was found is the right-hand side --- */

static struct dense triangle(const struct dense *a, bool lower, bool unit)
{
    struct dense made = *a;

    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < a->columns; j++)
            made.at[i][j] = i == j && unit ? 1 : (lower ? j <= i : j >= i) ? a->at[i][j] : 0;
    return made;
}

static void spsm(cusparseHandle_t handle, int type, int lower, int unit, cusparseOperation_t op)
{
    struct dense a = dense_random(5, 5, type, 41, false);
    const struct dense b = dense_random(5, 2, type, 42, true), nothing = {.rows = 5, .columns = 2};
    const int fill = lower ? CUSPARSE_FILL_MODE_LOWER : CUSPARSE_FILL_MODE_UPPER;
    const struct scalar alpha = scalar(type, 2);
    cusparseSpSMDescr_t plan;
    cusparseDnMatDescr_t right, solution;
    size_t bytes;

    for (int i = 0; i < 5; i++)
        a.at[i][i] = 8;
    struct sparse sparse = sparse_device(&a, CUSPARSE_FORMAT_CSR, type, CUSPARSE_INDEX_32I, 1);
    cusparseSpMatDescr_t matrix = sparse_descriptor(&sparse);
    void *b_device = dense_device(&b, type, CUSPARSE_ORDER_COL),
         *c_device = dense_device(&nothing, type, CUSPARSE_ORDER_ROW);
    OK(cusparseSpMatSetAttribute(matrix, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));
    OK(cusparseSpMatSetAttribute(matrix, CUSPARSE_SPMAT_DIAG_TYPE, &unit, sizeof unit));
    OK(cusparseCreateDnMat(&right, 5, 2, MOST, b_device, type, CUSPARSE_ORDER_COL));
    OK(cusparseCreateDnMat(&solution, 5, 2, MOST, c_device, type, CUSPARSE_ORDER_ROW));
    OK(cusparseSpSM_createDescr(&plan));
    assert_int_equal(cusparseSpSM_solve(handle, op, 0, &alpha, matrix, right, solution, type, 0, plan),
                     CUSPARSE_STATUS_INVALID_VALUE); /* no analysis */
    OK(cusparseSpSM_bufferSize(handle, op, 0, &alpha, matrix, right, solution, type, 0, plan, &bytes));
    OK(cusparseSpSM_analysis(handle, op, 0, &alpha, matrix, right, solution, type, 0, plan, NULL));
    OK(cusparseSpSM_solve(handle, op, 0, &alpha, matrix, right, solution, type, 0, plan));
    const struct dense got = dense_host(c_device, 5, 2, type, CUSPARSE_ORDER_ROW),
                       t = triangle(&a, lower, unit);
    const struct dense turned = dense_op(&t, op), back = dense_product(&turned, &got, 0.5, NULL, 0);
    expect_dense(&back, &b, 1e-3);
    OK(cusparseSpSM_destroyDescr(plan));
    OK(cusparseDestroyDnMat(right));
    OK(cusparseDestroyDnMat(solution));
    OK(cusparseDestroySpMat(matrix));
    sparse_free(&sparse);
    cudaFree(b_device);
    cudaFree(c_device);
}

static void test_spsm(void **state)
{
    cusparseHandle_t handle = handle_new();

    (void)state;
    for (size_t t = 0; t < 4; t++)
        for (int way = 0; way < 12; way++)
            spsm(handle, types[t], way % 2, way / 2 % 2, (cusparseOperation_t)(way / 4));
    OK(cusparseDestroy(handle));
}

/* A product in a graph: each launch adds it once more; descriptors and numbers of the host may go. */
static void test_graph(void **state)
{
    const int type = HW_NUMBER_R64F;
    const struct dense a = dense_random(ROWS, COLUMNS, type, 3, false),
                       x = dense_random(COLUMNS, 1, type, 4, true);
    const struct dense y = {.rows = ROWS, .columns = 1}, wanted = dense_product(&a, &x, 2, NULL, 0);
    struct sparse sparse = sparse_device(&a, CUSPARSE_FORMAT_CSR, type, CUSPARSE_INDEX_32I, 0);
    void *x_device = dense_device(&x, type, CUSPARSE_ORDER_COL),
         *y_device = dense_device(&y, type, CUSPARSE_ORDER_COL);
    cusparseHandle_t handle = handle_new();
    cusparseSpMatDescr_t matrix = sparse_descriptor(&sparse);
    cusparseDnVecDescr_t from, to;
    cudaStream_t stream;
    hw_graph graph;
    hw_exec exec;
    double one = 1;

    (void)state;
    OK(cusparseCreateDnVec(&from, COLUMNS, x_device, type));
    OK(cusparseCreateDnVec(&to, ROWS, y_device, type));
    assert_int_equal(cudaStreamCreate(&stream), cudaSuccess);
    OK(cusparseSetStream(handle, stream));
    assert_int_equal(cudaStreamBeginCapture(stream, 0), cudaSuccess);
    OK(cusparseSpMV(handle, 0, &one, matrix, from, &one, to, type, 0, NULL));
    assert_int_equal(cudaStreamEndCapture(stream, &graph), cudaSuccess);
    one = 5;
    OK(cusparseDestroyDnVec(from));
    OK(cusparseDestroyDnVec(to));
    OK(cusparseDestroySpMat(matrix));
    assert_int_equal(cudaGraphInstantiateWithFlags(&exec, graph, 0), cudaSuccess);
    for (int twice = 0; twice < 2; twice++)
        assert_int_equal(cudaGraphLaunch(exec, stream), cudaSuccess);
    assert_int_equal(cudaStreamSynchronize(stream), cudaSuccess);
    const struct dense got = dense_host(y_device, ROWS, 1, type, CUSPARSE_ORDER_COL);
    expect_dense(&got, &wanted, 1e-14);
    assert_int_equal(cudaGraphExecDestroy(exec), cudaSuccess);
    assert_int_equal(cudaGraphDestroy(graph), cudaSuccess);
    OK(cusparseDestroy(handle));
    cudaStreamDestroy(stream);
    sparse_free(&sparse);
    cudaFree(x_device);
    cudaFree(y_device);
}

static void *multiply_often(void *unused)
{
    cusparseHandle_t handle = handle_new();

    for (int i = 0; i < 10; i++)
        spgemm(handle, HW_NUMBER_C64F);
    OK(cusparseDestroy(handle));
    return unused;
}

static void test_threads(void **state)
{
    pthread_t thread[4];

    (void)state;
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, multiply_often, NULL), 0);
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_join(thread[i], NULL), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spmm),   cmocka_unit_test(test_spmv),         cmocka_unit_test(test_sddmm),
        cmocka_unit_test(test_spgemm), cmocka_unit_test(test_spgemm_reuse), cmocka_unit_test(test_spsm),

        cmocka_unit_test(test_graph),  cmocka_unit_test(test_threads),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
