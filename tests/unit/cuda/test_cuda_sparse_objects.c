/* SPDX-License-Identifier: MIT */
/* The generic interface of cuSPARSE: conversions, vectors, and what handles and descriptors answer. */
#include "cuda_sparse.h"

/* --- conversions --- */

static void convert(cusparseHandle_t handle, int type, cusparseFormat_t format)
{
    const struct dense a = dense_random(ROWS, COLUMNS, type, 51, false),
                       nothing = {.rows = ROWS, .columns = COLUMNS};
    void *a_device = dense_device(&a, type, CUSPARSE_ORDER_COL),
         *back = dense_device(&nothing, type, CUSPARSE_ORDER_ROW);
    struct sparse made = sparse_device(&a, format, type, CUSPARSE_INDEX_64I, 1);
    const int known = made.count;
    cusparseDnMatDescr_t from, to;
    int64_t rows, columns, count;
    size_t bytes;

    made.count = 0;
    cusparseSpMatDescr_t sparse = sparse_descriptor(&made);
    OK((cusparseStatus_t)cudaMemset(made.indices, 0, (size_t)known * 8));
    OK((cusparseStatus_t)cudaMemset(made.values, 0, (size_t)known * hw_number_bytes(type)));
    OK(cusparseCreateDnMat(&from, ROWS, COLUMNS, MOST, a_device, type, CUSPARSE_ORDER_COL));
    OK(cusparseCreateDnMat(&to, ROWS, COLUMNS, MOST, back, type, CUSPARSE_ORDER_ROW));
    OK(cusparseDenseToSparse_bufferSize(handle, from, sparse, 0, &bytes));
    OK(cusparseDenseToSparse_analysis(handle, from, sparse, 0, NULL));
    OK(cusparseSpMatGetSize(sparse, &rows, &columns, &count));
    assert_int_equal(count, known);
    OK(cusparseDenseToSparse_convert(handle, from, sparse, 0, NULL));
    made.count = known;
    const struct dense got = sparse_host(&made);
    expect_dense(&got, &a, 0);
    OK(cusparseSparseToDense_bufferSize(handle, sparse, to, 0, &bytes));
    OK(cusparseSparseToDense(handle, sparse, to, 0, NULL));
    const struct dense again = dense_host(back, ROWS, COLUMNS, type, CUSPARSE_ORDER_ROW);
    expect_dense(&again, &a, 0);
    OK(cusparseDestroyDnMat(from));
    OK(cusparseDestroyDnMat(to));
    OK(cusparseDestroySpMat(sparse));
    sparse_free(&made);
    cudaFree(a_device);
    cudaFree(back);
}

static void test_convert(void **state)
{
    cusparseHandle_t handle = handle_new();

    (void)state;
    EACH(t, types)
    EACH(f, formats)
    convert(handle, types[t], formats[f]);
    OK(cusparseDestroy(handle));
}

/* Blocked ELL with blocks of 2 by 2: a matrix of 4 by 4 with blocks (0, 1) and (1, 0). */
static void test_blocks(void **state)
{
    static const struct dense wanted = {4, 4, {{0, 0, 1, 2}, {0, 0, 3, 4}, {5, 6}, {7, 8}}};
    const float blocks[] = {1, 2, 3, 4, 5, 6, 7, 8}, zeros[16 * 2] = {0};
    const int columns[] = {1, 0};
    void *values = device_copy(blocks, sizeof blocks);
    void *column = device_copy(columns, sizeof columns), *to = device_copy(zeros, sizeof zeros);
    cusparseHandle_t handle = handle_new();
    cusparseSpMatDescr_t matrix, wrong;
    cusparseDnMatDescr_t dense;

    (void)state;
    OK(cusparseCreateDnMat(&dense, 4, 4, MOST, to, HW_NUMBER_R32F, CUSPARSE_ORDER_ROW));
    OK(cusparseCreateBlockedEll(&matrix, 4, 4, 2, 2, column, values, CUSPARSE_INDEX_32I, 0, HW_NUMBER_R32F));
    OK(cusparseSparseToDense(handle, matrix, dense, 0, NULL));
    struct dense got = {.rows = 4, .columns = 4};
    float numbers[32];
    host_copy(numbers, to, sizeof numbers);
    for (int i = 0; i < 32; i++)
        got.at[i / MOST][i % MOST] = numbers[i];
    expect_dense(&got, &wanted, 0);
    assert_int_equal(
        cusparseCreateBlockedEll(&wrong, 5, 4, 2, 2, column, values, CUSPARSE_INDEX_32I, 0, HW_NUMBER_R32F),
        CUSPARSE_STATUS_INVALID_VALUE);
    OK(cusparseDestroySpMat(matrix));
    OK(cusparseDestroyDnMat(dense));
    OK(cusparseDestroy(handle));
    cudaFree(values);
    cudaFree(column);
    cudaFree(to);
}

/* --- vectors --- */

static void test_vectors(void **state)
{
    const int64_t indices[] = {1, 4};
    const double sparse[] = {2, 3}, dense[] = {10, 20, 30, 40};
    double got[4], result = 0;
    void *index = device_copy(indices, sizeof indices), *x = device_copy(sparse, sizeof sparse);
    void *y = device_copy(dense, sizeof dense);
    const double half = 0.5, two = 2, zero = 0;
    cusparseHandle_t handle = handle_new();
    cusparseSpVecDescr_t vector;
    cusparseDnVecDescr_t column;
    size_t bytes;

    (void)state;
    OK(cusparseCreateSpVec(&vector, 4, 2, index, x, CUSPARSE_INDEX_64I, CUSPARSE_INDEX_BASE_ONE,
                           HW_NUMBER_R64F));
    OK(cusparseCreateDnVec(&column, 4, y, HW_NUMBER_R64F));
    OK(cusparseSpVV_bufferSize(handle, 0, vector, column, &result, HW_NUMBER_R64F, &bytes));
    OK(cusparseSpVV(handle, 0, vector, column, &result, HW_NUMBER_R64F, NULL));
    assert_true(result == 2 * 10 + 3 * 40);
    OK(cusparseAxpby(handle, &two, vector, &half, column));
    host_copy(got, y, sizeof got);
    assert_true(got[0] == 5 + 4 && got[1] == 10 && got[2] == 15 && got[3] == 20 + 6);
    OK(cusparseGather(handle, column, vector));
    host_copy(got, x, 2 * sizeof *got);
    assert_true(got[0] == 9 && got[1] == 26);
    OK(cusparseAxpby(handle, &zero, vector, &zero, column));
    OK(cusparseScatter(handle, vector, column));
    host_copy(got, y, sizeof got);
    assert_true(got[0] == 9 && got[1] == 0 && got[2] == 0 && got[3] == 26);
    OK(cusparseRot(handle, &zero, &two, vector, column)); /* x = 2 y, y = -2 x */
    host_copy(got, y, sizeof got);
    assert_true(got[0] == -18 && got[3] == -52);
    OK((cusparseStatus_t)cudaMemset(index, 0, sizeof indices)); /* -1, counted from 1 */
    assert_int_equal(cusparseScatter(handle, vector, column), CUSPARSE_STATUS_EXECUTION_FAILED);
    OK(cusparseDestroySpVec(vector));
    OK(cusparseDestroyDnVec(column));
    assert_int_equal(cusparseDestroyDnVec(column), CUSPARSE_STATUS_INVALID_VALUE);
    OK(cusparseDestroy(handle));
    cudaFree(index);
    cudaFree(x);
    cudaFree(y);
}

/* --- what is not arithmetic --- */

static void test_handles(void **state)
{
    cusparseHandle_t handle = handle_new();
    cusparsePointerMode_t mode;
    cudaStream_t stream, got;
    int version;

    (void)state;
    assert_int_equal(cusparseCreate(NULL), CUSPARSE_STATUS_INVALID_VALUE);
    OK((cusparseStatus_t)cudaStreamCreate(&stream));
    OK(cusparseSetStream(handle, stream));
    OK(cusparseGetStream(handle, &got));
    assert_ptr_equal(got, stream);
    OK(cusparseGetPointerMode(handle, &mode));
    assert_int_equal(mode, CUSPARSE_POINTER_MODE_HOST);
    assert_int_equal(cusparseSetPointerMode(handle, 2), CUSPARSE_STATUS_INVALID_VALUE);
    OK(cusparseGetVersion(handle, &version));
    assert_int_equal(version, 11704);
    OK(cusparseGetProperty(0, &version));
    assert_int_equal(version, 11);
    assert_int_equal(cusparseGetProperty(3, &version), CUSPARSE_STATUS_INVALID_VALUE);
    assert_string_equal(cusparseGetErrorName(CUSPARSE_STATUS_ZERO_PIVOT), "CUSPARSE_STATUS_ZERO_PIVOT");
    assert_string_equal(cusparseGetErrorString(99), "unrecognized error code");
    OK(cusparseDestroy(handle));
    assert_int_equal(cusparseDestroy(handle), CUSPARSE_STATUS_NOT_INITIALIZED);
    assert_int_equal(cusparseSetStream(handle, NULL), CUSPARSE_STATUS_NOT_INITIALIZED);
    cudaStreamDestroy(stream);
}

static void test_descriptors(void **state)
{
    cusparseSpMatDescr_t matrix;
    cusparseMatDescr_t older;
    cusparseFormat_t format;
    cusparseIndexType_t offset_type, index_type;
    cusparseIndexBase_t base;
    int64_t rows, columns, count;
    void *offsets, *indices, *values, *mark = &rows;
    int type, batches, fill = 5;

    (void)state;
    assert_int_equal(cusparseCreateCsr(&matrix, -1, 4, 2, mark, mark, mark, 2, 2, 0, 0),
                     CUSPARSE_STATUS_INVALID_VALUE);
    assert_int_equal(cusparseCreateCsr(&matrix, INT64_MAX, 4, 2, mark, mark, mark, 2, 2, 0, 0),
                     CUSPARSE_STATUS_INVALID_VALUE);
    assert_int_equal(cusparseCreateCsr(&matrix, 4, 4, 2, mark, mark, mark, 4, 2, 0, 0),
                     CUSPARSE_STATUS_INVALID_VALUE);
    assert_int_equal(cusparseCreateCsr(&matrix, 4, 4, 2, mark, mark, mark, 2, 2, 0, 77),
                     CUSPARSE_STATUS_INVALID_VALUE);
    assert_int_equal(cusparseCreateCsr(NULL, 4, 4, 2, mark, mark, mark, 2, 2, 0, 0),
                     CUSPARSE_STATUS_INVALID_VALUE);
    OK(cusparseCreateCsr(&matrix, 4, 5, 2, mark, mark, mark, 3, 2, 1, 0));
    OK(cusparseCsrGet(matrix, &rows, &columns, &count, &offsets, &indices, &values, &offset_type, &index_type,
                      &base, &type));
    assert_true(rows == 4 && columns == 5 && count == 2 && offsets == mark &&
                offset_type == CUSPARSE_INDEX_64I && index_type == CUSPARSE_INDEX_32I &&
                base == CUSPARSE_INDEX_BASE_ONE);
    assert_int_equal(cusparseCscGet(matrix, &rows, &columns, &count, &offsets, &indices, &values,
                                    &offset_type, &index_type, &base, &type),
                     CUSPARSE_STATUS_INVALID_VALUE);
    OK(cusparseSpMatGetFormat(matrix, &format));
    assert_int_equal(format, CUSPARSE_FORMAT_CSR);
    OK(cusparseCsrSetStridedBatch(matrix, 3, 8, 16));
    OK(cusparseSpMatGetStridedBatch(matrix, &batches));
    assert_int_equal(batches, 3);
    assert_int_equal(cusparseCsrSetStridedBatch(matrix, 0, 8, 16), CUSPARSE_STATUS_INVALID_VALUE);
    assert_int_equal(cusparseSpMatSetAttribute(matrix, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill),
                     CUSPARSE_STATUS_INVALID_VALUE);
    assert_int_equal(cusparseSpMatGetAttribute(matrix, CUSPARSE_SPMAT_FILL_MODE, &fill, 1),
                     CUSPARSE_STATUS_INVALID_VALUE);
    OK(cusparseDestroySpMat(matrix));
    assert_int_equal(cusparseSpMatGetFormat(matrix, &format), CUSPARSE_STATUS_INVALID_VALUE);
    OK(cusparseCreateMatDescr(&older));
    OK(cusparseSetMatFillMode(older, CUSPARSE_FILL_MODE_UPPER));
    assert_int_equal(cusparseGetMatFillMode(older), CUSPARSE_FILL_MODE_UPPER);
    assert_int_equal(cusparseSetMatType(older, 4), CUSPARSE_STATUS_INVALID_VALUE);
    OK(cusparseDestroyMatDescr(older));
    assert_int_equal(cusparseSetMatType(older, 0), CUSPARSE_STATUS_INVALID_VALUE);
}

static void test_const_descriptors(void **state)
{
    cusparseConstSpMatDescr_t csr, coo;
    cusparseConstSpVecDescr_t vector;
    cusparseConstDnVecDescr_t column;
    cusparseIndexType_t offset_type, index_type;
    cusparseIndexBase_t base;
    int64_t rows, columns, count;
    const void *offsets, *indices, *values, *mark = &rows;
    int type;

    (void)state;
    OK(LATER(cusparseCreateConstCsr)(&csr, 4, 5, 2, mark, mark, mark, 3, 2, 1, 0));
    OK(LATER(cusparseConstCsrGet)(csr, &rows, &columns, &count, &offsets, &indices, &values, &offset_type,
                                  &index_type, &base, &type));
    assert_true(rows == 4 && columns == 5 && count == 2 && values == mark &&
                offset_type == CUSPARSE_INDEX_64I);
    assert_int_equal(LATER(cusparseConstCscGet)(csr, &rows, &columns, &count, &offsets, &indices, &values,
                                                &offset_type, &index_type, &base, &type),
                     CUSPARSE_STATUS_INVALID_VALUE);
    OK(LATER(cusparseConstSpMatGetValues)(csr, &values));
    assert_ptr_equal(values, mark);
    OK(LATER(cusparseCreateConstCoo)(&coo, 4, 5, 2, mark, mark, mark, 2, 0, 0));
    OK(LATER(cusparseConstCooGet)(coo, &rows, &columns, &count, &offsets, &indices, &values, &index_type,
                                  &base, &type));
    assert_true(offsets == mark && base == CUSPARSE_INDEX_BASE_ZERO);
    OK(LATER(cusparseCreateConstSpVec)(&vector, 9, 3, mark, mark, 2, 0, 0));
    OK(LATER(cusparseConstSpVecGet)(vector, &rows, &count, &indices, &values, &index_type, &base, &type));
    assert_true(rows == 9 && count == 3 && indices == mark);
    OK(LATER(cusparseCreateConstDnVec)(&column, 7, mark, 1));
    OK(LATER(cusparseConstDnVecGet)(column, &rows, &values, &type));
    assert_true(rows == 7 && type == 1);
    OK(LATER(cusparseDestroySpMat)(csr));
    OK(LATER(cusparseDestroySpMat)(coo));
    OK(LATER(cusparseDestroySpVec)(vector));
    OK(LATER(cusparseDestroyDnVec)(column));
    assert_int_equal(LATER(cusparseDestroyDnVec)(column), CUSPARSE_STATUS_INVALID_VALUE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_convert),     cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_vectors),     cmocka_unit_test(test_handles),
        cmocka_unit_test(test_descriptors), cmocka_unit_test(test_const_descriptors),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
